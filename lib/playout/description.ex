defmodule Playout.Description do
  @moduledoc """
  Everything there is to know of a position, as `Playout.describe/1` answers it.
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
  - `start`, `position`: the canonical texts of the position that the game
    started from and of the one reached;
  - `side`: the side to move (in a finished position, whose move it would be);
  - `ply`: the number of moves played;
  - `played`: these moves, in order, each with its side and its steps;
  - `moves`: the legal moves, sorted by text, each with its steps: what a person
    picks for it one after the other; none once the game is over;
  - `pass`: the text of the pass, where the side to move can do nothing else: it
    is the only one of `moves` then;
  - `outcome`: how the game ended, `nil` while it goes on;
  - `score`: the first and the second side's, in games that keep one;
  - `regions`: the first and the second side's, in games that score them, as many
    as `score` says, to be drawn: `t:outline/0` each;
  - `alerts`: what a player should not overlook, by kind, the cells that it is
    about. Animal Shogi: `attacked` lions, and where a lion could step to and win
    (`try`), whosever turn it is;
  - `diagram`: what a board shows.

  Beside its `text` and `steps` a move has `details`: what else there is to say
  of it, by name. Animal Shogi: the `piece` that goes, what is `captured`, what
  it `becomes`. SEPARO: of a `pass` that it is `"forced"`.
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
  The corners of what is to be filled, against the clock: columns (from the left)
  and rows (from the bottom) in half steps from the first, so `{2, 4}` is b3, and
  `{1, 1}` the middle of the square between a1 and b2. The outline may touch
  itself, and may go along a line and later back.
  """
  @type outline :: [{x :: non_neg_integer, y :: non_neg_integer}, ...]
end
