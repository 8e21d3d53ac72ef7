defmodule PlayoutWeb.Analysis.Findings do
  @moduledoc """
  What a search has found out about a position, as the page of an analysis shows it: values from the
  point of view of the first side and of the side to move, and everything with a limit, because it is
  sent twice a second.
  """

  alias Playout.{Choice, Side}
  alias PlayoutWeb.Analysis.Heat

  @enforce_keys [:side, :parts, :proof, :playouts, :nodes, :depth, :used, :lines, :heat]
  defstruct @enforce_keys

  @typedoc """
  - `side`: the side to move;
  - `parts`: how probable it is that the `first` or the `second` side wins, or that they `draw`, in
    percent; their sum is 100. Nil if nothing is known;
  - `proof`: what is proven, for the side to move;
  - `playouts`, `nodes`, `depth`: as in `t:Playout.Choice.t/0`;
  - `used`: how much of its limits the search has used up, 0 to 1;
  - `lines`: the best moves, best first;
  - `heat`: see `PlayoutWeb.Analysis.Heat`.
  """
  @type t :: %__MODULE__{
          side: Side.t(),
          parts: nil | %{first: 0..100, draw: 0..100, second: 0..100},
          proof: nil | Choice.proof(),
          playouts: non_neg_integer,
          nodes: non_neg_integer,
          depth: nil | non_neg_integer,
          used: float,
          lines: [line],
          heat: String.t()
        }

  @typedoc """
  - `points`: the expected result for the side to move, from 0 (lost) to 100 (won). Nil if nothing is
    known;
  - `moves`: the principal variation, cut after 12 moves.
  """
  @type line :: %{
          points: nil | 0..100,
          proof: nil | Choice.proof(),
          visits: non_neg_integer,
          moves: [String.t(), ...]
        }

  @most_moves 12

  @doc """
  Returns the findings of a search for a position in which `side` is to move; `found` is its progress
  or its choice, and `steps` are those of each legal move.
  """
  @spec new(map, Side.t(), Heat.moves(), pos_integer) :: t
  def new(found, side, steps, most_lines) do
    parts = parts(found, side)

    %__MODULE__{
      side: side,
      parts: parts,
      proof: found.proof,
      playouts: found.playouts,
      nodes: found.nodes,
      depth: found.depth,
      used: Map.get(found, :used, 1.0),
      lines: found.lines |> Enum.take(most_lines) |> Enum.map(&line(&1, parts)),
      heat: Heat.text(found.visits, steps)
    }
  end

  # Before the first playout, and from a player that only chooses a move, an estimate is a draw that
  # means nothing.
  defp parts(%{playouts: 0, nodes: 0, proof: nil, estimate: %{win: win, loss: loss}}, _side)
       when win == 0 and loss == 0,
       do: nil

  defp parts(%{estimate: estimate}, side) do
    %{win: win, draw: draw, loss: loss} = Choice.parts(estimate, 100)
    parts = %{first: win, draw: draw, second: loss}
    if side == :first, do: parts, else: %{parts | first: loss, second: win}
  end

  defp line(line, parts) do
    %{
      points: parts && percent((line.value + 1) / 2),
      proof: line.proof,
      visits: line.visits,
      moves: Enum.take(line.line, @most_moves)
    }
  end

  defp percent(part), do: round(100 * part)
end
