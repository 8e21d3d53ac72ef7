defmodule Playout.Error do
  @moduledoc """
  An error: invalid input, or a search that failed.

  `Exception.message/1` returns an English sentence; clients can use `code`, `where` and `details`
  to express it in another language. An operation that returns an error changes nothing.

  | `code` | meaning |
  |---|---|
  | `:unknown_game` | no game has this name |
  | `:unknown_variant` | the game has no such variant |
  | `:bad_position` | not a position of the game |
  | `:bad_move` | not a move of the game |
  | `:illegal_move` | a move of the game, but not legal in the position |
  | `:finished` | the game is over, so there is no move to play or choose |
  | `:bad_record` | not the record of a game, or one that its format cannot express |
  | `:bad_option` | an option or player spec that is unknown or out of range |
  | `:too_large` | larger than the engine accepts |
  | `:no_table` | the player needs a table that is missing or damaged, or that the game or variant doesn't have |
  | `:not_text`, `:not_utf8`, `:not_list` | not text, not UTF-8, or not a list |
  | `:timeout` | the search did not end within its `timeout` |
  | `:cancelled` | another process cancelled the search |
  | `:busy` | too many searches are waiting |
  | `:search_over` | the search has ended |
  | `:not_in_record` | the record has no such move |
  | `:internal` | a bug in the engine; only this search is lost |
  """

  defexception [:code, :where, :message, details: %{}]

  @typedoc """
  - `code`: the kind of error, see above;
  - `where`: the position of the problem, counted from 1: a character in the text, or a move in a
    list;
  - `details`: what clients need to explain the error. `:problem` is always present and more
    specific than the code, e.g. `"occupied"`; in a text of several lines, `:line` and `:column`
    are the position of the problem, counted from 1;
  - `message`: an English sentence without a full stop.
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
