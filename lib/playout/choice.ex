defmodule Playout.Choice do
  @moduledoc """
  What a search would play, and what it thinks of the position.
  """

  @enforce_keys [:move, :value, :estimate, :playouts, :nodes, :seconds, :visits, :line, :seed]
  defstruct [
    :move,
    :value,
    :estimate,
    :playouts,
    :nodes,
    :depth,
    :seconds,
    :visits,
    :line,
    :proof,
    :seed
  ]

  @typedoc """
  Shares of won, drawn and lost games for the side to move; they sum to 1.
  """
  @type estimate :: %{win: float, draw: float, loss: float}

  @typedoc """
  The result for the side to move with best play, and the plies to the end,
  where they are known.
  """
  @type proof :: %{result: :win | :draw | :loss, plies: nil | non_neg_integer}

  @typedoc """
  - `move`: the text of the move;
  - `value`: the expected result for the side to move, -1 (lost) to 1 (won);
  - `estimate`: the same as shares; it says nothing where there is neither a
    playout nor a proof;
  - `playouts`, `nodes`: games played out, and nodes of the tree, kept ones included;
  - `depth`: the plies that `minimax` has looked ahead in full; `nil` for other
    players;
  - `seconds`: the time that the search really worked, not what it waited;
  - `visits`: how often each legal move was tried, also before in a tree that was kept;
  - `line`: the principal variation; begins with `move`;
  - `proof`: what was proven, if anything was; a win that is seen at once takes
    no playout;
  - `seed`: with it the same player chooses the same again, if it began with no tree.
  """
  @type t :: %__MODULE__{
          move: String.t(),
          value: float,
          estimate: estimate,
          playouts: non_neg_integer,
          nodes: non_neg_integer,
          depth: nil | non_neg_integer,
          seconds: float,
          visits: %{optional(String.t()) => non_neg_integer},
          line: [String.t()],
          proof: nil | proof,
          seed: non_neg_integer
        }
end
