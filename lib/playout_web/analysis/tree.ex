defmodule PlayoutWeb.Analysis.Tree do
  @moduledoc """
  The moves of an analysis as a list shows them: runs of moves on the same line. A run ends where
  variations of its last move begin. These follow, each as one run or more, and then the run goes on
  in another one.
  """

  alias Playout.Description
  alias PlayoutWeb.Analysis

  @typedoc """
  - `id`: that of its first move, which no other run has;
  - `depth`: 0 on the main line, 1 in its variations, 2 in theirs, and so on.
  """
  @type run :: %{id: Analysis.id(), depth: non_neg_integer, moves: [move, ...]}

  @typedoc """
  Everything that is shown of a move, in one value.

  - `number`: 1 for the first move of the game;
  - `shown?`: whether the page shows the position after it;
  - `led?`: whether it led to that position.
  """
  @type move :: %{
          id: Analysis.id(),
          number: pos_integer,
          played: Description.played(),
          comment: nil | String.t(),
          shown?: boolean,
          led?: boolean
        }

  @doc "Returns the runs of an analysis, in the order in which they are listed."
  @spec runs(Analysis.t()) :: [run]
  def runs(%Analysis{record: record, path: path, nodes: nodes}) do
    place = %{parent: Analysis.root(), number: 1, depth: 0, ahead: path}

    record.root.children
    |> line(place, nodes, [], [])
    |> Enum.reverse()
  end

  # `run` are the moves of the current run and `runs` those before it, both in reverse. `place` says
  # where the moves are: `ahead` is what is left of the path there, none beside it.
  defp line([], place, _nodes, run, runs), do: close(run, place, runs)

  defp line([node | variations], place, nodes, run, runs) do
    move = move(node, place, nodes)
    next = below(place, node, move.id)

    if variations == [] do
      line(node.children, next, nodes, [move | run], runs)
    else
      aside = %{place | depth: place.depth + 1}

      # Each alone: its siblings are variations of the same move, not of it.
      runs =
        Enum.reduce(variations, close([move | run], place, runs), fn variation, runs ->
          line([variation], aside, nodes, [], runs)
        end)

      line(node.children, next, nodes, [], runs)
    end
  end

  defp move(node, %{ahead: ahead} = place, nodes) do
    id = Analysis.id(place.parent, node.move)

    %{
      id: id,
      number: place.number,
      played: nodes[id].played,
      comment: node.comment,
      shown?: ahead == [node.move],
      led?: led?(node, ahead)
    }
  end

  defp led?(node, [move | _ahead]), do: node.move == move
  defp led?(_node, _past_or_beside_it), do: false

  defp below(%{ahead: ahead} = place, node, id) do
    ahead = if led?(node, ahead), do: tl(ahead), else: []
    %{place | parent: id, number: place.number + 1, ahead: ahead}
  end

  defp close([], _place, runs), do: runs

  defp close(run, %{depth: depth}, runs) do
    moves = [first | _] = Enum.reverse(run)
    [%{id: first.id, depth: depth, moves: moves} | runs]
  end
end
