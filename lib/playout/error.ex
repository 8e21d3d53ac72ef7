defmodule Playout.Error do
  @moduledoc """
  A refused input, or a search that could not be carried out.

  `Exception.message/1` gives an English sentence; `code`, `where` and `details`
  let a client say it in another language. Nothing changes where one of these is
  answered.

  | `code` | meaning |
  |---|---|
  | `:unknown_game` | no game has this name |
  | `:unknown_variant` | the game has no such variant |
  | `:bad_position` | not a position of the game |
  | `:bad_move` | not a move of the game |
  | `:illegal_move` | a move, but not a legal one here |
  | `:finished` | the game is over: there is nothing to play or to choose |
  | `:bad_option` | an option or player spec that is unknown or out of range |
  | `:too_large` | more than the engine is willing to read |
  | `:not_text`, `:not_utf8`, `:not_list` | not even a text, or a list, where there should be one |
  | `:timeout` | the search did not end within its `timeout` |
  | `:cancelled` | somebody else cancelled the search |
  | `:busy` | too many searches wait already |
  | `:search_over` | the search has ended |
  | `:internal` | a defect of ours; the search is lost, nothing else |
  """

  defexception [:code, :where, :message, details: %{}]

  @typedoc """
  - `code`: the kind of mistake, see above;
  - `where`: the place, counted from 1: a character of a text, or the number of
    a move in a list of moves;
  - `details`: parameters; `:problem`, always there, says more exactly than the
    code what is wrong, e.g. `"occupied"`;
  - `message`: a sentence without a full stop.
  """
  @type t :: %__MODULE__{
          code: atom,
          where: nil | pos_integer,
          details: %{
            required(:problem) => String.t(),
            optional(atom) => String.t() | non_neg_integer | [String.t()]
          },
          message: String.t()
        }

  @doc false
  def new(code, problem, message, details \\ %{}) do
    %__MODULE__{code: code, details: Map.put(details, :problem, problem), message: message}
  end
end
