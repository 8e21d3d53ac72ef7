defmodule Playout.Choice do
  @moduledoc """
  The move that a search would play, and its evaluation of the position.
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
    :seed,
    lines: []
  ]

  @typedoc """
  The probabilities of a win, a draw and a loss for the side to move; they sum to 1.
  """
  @type estimate :: %{win: float, draw: float, loss: float}

  @typedoc """
  The result for the side to move with best play, and the plies within which the winner ends the game,
  if known (1 for a move that draws at once). They are the fewest where a table, a solver or `minimax`
  says so; in `mcts`, and in Gomoku, there may be a shorter win.
  """
  @type proof :: %{result: :win | :draw | :loss, plies: nil | non_neg_integer}

  @typedoc """
  One of the best moves of a search:

  - `move`: its text;
  - `value`, `estimate`: the expected result of this move for the side that plays it, as in
    `t:t/0`;
  - `visits`: how many times it was visited; for `minimax`, the nodes searched below it;
  - `line`: the principal variation, which begins with the move;
  - `proof`: what has been proven about the move, if anything, also where nothing is proven about
    the position.
  """
  @type line :: %{
          move: String.t(),
          value: float,
          estimate: estimate,
          visits: non_neg_integer,
          line: [String.t(), ...],
          proof: nil | proof
        }

  @typedoc """
  - `move`: the text of the move;
  - `value`: the expected result for the side to move, -1 (lost) to 1 (won);
  - `estimate`: the same as probabilities; meaningless without a playout or a proof;
  - `playouts`, `nodes`: the number of games played out, and of nodes in the tree, including those
    of a kept tree;
  - `depth`: the depth in plies that `minimax` has searched completely; `nil` for other players;
  - `seconds`: how long the search ran, without the time in the queue;
  - `visits`: how many times each legal move was visited, including earlier visits in a kept tree;
  - `line`: the principal variation, which begins with `move`;
  - `proof`: what has been proven, if anything; an immediate win is proven without playouts;
  - `lines`: the best moves, best first, if the search was asked for them (the option `:lines`);
    the first is `move`;
  - `seed`: the random seed; with it the same player makes the same choice again, unless it
    continued in a kept tree.
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
          lines: [line],
          seed: non_neg_integer
        }

  @doc """
  Returns an estimate in parts of a whole, such as 100 for percent, rounded so that their sum is the
  whole.

      iex> Playout.Choice.parts(%{win: 0.334, draw: 0.333, loss: 0.333}, 100)
      %{win: 33, draw: 34, loss: 33}
  """
  @spec parts(%{win: float, loss: float}, pos_integer) :: %{
          win: non_neg_integer,
          draw: non_neg_integer,
          loss: non_neg_integer
        }
  def parts(%{win: win, loss: loss}, whole) do
    win = part(win, whole)
    loss = min(part(loss, whole), whole - win)
    %{win: win, draw: whole - win - loss, loss: loss}
  end

  defp part(probability, whole), do: round(whole * min(max(probability, 0.0), 1.0))
end
