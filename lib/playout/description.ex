defmodule Playout.Description do
  @moduledoc """
  Everything that clients need to know about a position; `Playout.describe/1` returns it.
  """

  @enforce_keys [:variant, :start, :position, :side, :ply, :played, :moves, :alerts, :diagram]
  defstruct [
    :variant,
    :start,
    :position,
    :side,
    :ply,
    :played,
    :moves,
    :pass,
    :outcome,
    :score,
    :regions,
    :alerts,
    :diagram
  ]

  @typedoc """
  - `variant`: the variant's name, e.g. `:standard`;
  - `start`, `position`: the canonical texts of the start position and of the current position;
  - `side`: the side to move (in a finished position, the side whose turn it would be);
  - `ply`: the number of moves played;
  - `played`: these moves, in order, each with its side and its steps;
  - `moves`: the legal moves, sorted by text, each with the steps that a person picks for it;
    empty once the game is over;
  - `pass`: the text of the pass, if it is the only legal move;
  - `outcome`: how the game ended; `nil` while it is still going;
  - `score`: the scores of the first and the second side, in games that have one;
  - `regions`: in games that score regions, those of the first and the second side, as a list of
    `t:outline/0` each;
  - `alerts`: cells to warn the players about, by kind. Animal Shogi: `attacked` lions, and the
    cells where a lion could win by stepping there (`try`), no matter whose turn it is. Gomoku: the
    stones of a `black_four` and a `white_four`, which need one more for a winning row;
  - `diagram`: what a board draws.

  Besides its `text` and `steps`, a move has `details` by name. Animal Shogi: the `piece` that
  moves, the piece `captured`, and what the moving piece `becomes`. SEPARO: `pass`, which is
  always `"forced"`.
  """
  @type t :: %__MODULE__{
          variant: atom,
          start: String.t(),
          position: String.t(),
          side: :first | :second,
          ply: non_neg_integer,
          played: [played],
          moves: [%{text: String.t(), steps: [String.t()], details: map}],
          pass: nil | String.t(),
          outcome: nil | Playout.Outcome.t(),
          score: nil | {non_neg_integer, non_neg_integer},
          regions: nil | {[outline], [outline]},
          alerts: %{optional(atom) => [String.t(), ...]},
          diagram: Playout.Diagram.t()
        }

  @typedoc "A move that was played."
  @type played :: %{side: Playout.Side.t(), text: String.t(), steps: [String.t()], details: map}

  @typedoc """
  The corners of an area to fill, counterclockwise: columns (from the left) and rows (from the
  bottom) in half steps from the first, so `{2, 4}` is b3, and `{1, 1}` the middle of the square
  between a1 and b2. The outline may touch itself and may run along a line twice in opposite
  directions.
  """
  @type outline :: [{x :: non_neg_integer, y :: non_neg_integer}, ...]
end
