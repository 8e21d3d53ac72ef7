defmodule Playout.Outcome do
  @moduledoc """
  How a finished game ended.
  """

  @enforce_keys [:result, :reason]
  defstruct [:result, :reason, cells: [], details: %{}]

  @typedoc """
  - `result`: the side that won, or `:draw`;
  - `reason`: why, as a code: `:line`, `:block`, `:full_board` (Quarto), `:catch`,
    `:try`, `:both_safe`, `:no_moves`, `:repetition` (Animal Shogi), `:five`,
    `:full_board` (Gomoku), `:regions` (SEPARO);
  - `cells`: the cells that decided the game, e.g. a winning line; may be empty;
  - `details`: what a sentence about the ending needs. Quarto has `:shared`, the attributes that
    the four pieces have in common, e.g. `["light", "short"]`; SEPARO has `:first` and `:second`,
    the number of their regions.
  """
  @type t :: %__MODULE__{
          result: :first | :second | :draw,
          reason: atom,
          cells: [String.t()],
          details: %{optional(atom) => String.t() | non_neg_integer | [String.t()]}
        }
end
