defmodule PlayoutWeb.Boards.Separo.Roots do
  @moduledoc """
  Roots, and guides: dashed lines where roots could be drawn.

  Red's are solid, Blue's have a light core. Each lies on a bed of bare paper, so
  that of two that cross one is seen to pass over the other.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Separo.Grid
  alias PlayoutWeb.Boards.Separo.Position

  attr :roots, :list, required: true, doc: "as `Position` has them"
  attr :last, :list, required: true, doc: "the points of the last move"
  attr :size, :integer, required: true

  @doc "The roots that are on the board, those of the last move on top, in the order of their growth."
  def roots(assigns) do
    {new, old} = assigns.roots |> Enum.map(&drawn(&1, assigns)) |> Enum.split_with(& &1.order)
    assigns = assign(assigns, drawn: old ++ Enum.sort_by(new, & &1.order))

    ~H"""
    <g
      :for={root <- @drawn}
      :key={root.line}
      class={["root is-#{root.side}", root.order && "is-last"]}
    >
      <path class="root-bed" d={root.line} />
      <path class="root-line" d={root.line} pathLength="1" data-grow={root.order} />
      <path
        :if={root.side == :second}
        class="root-core"
        d={root.line}
        pathLength="1"
        data-grow={root.order}
      />
    </g>
    """
  end

  # A new one grows from the stone that it began at, whichever is written first.
  defp drawn({side, from, to}, %{last: last, size: size}) do
    ways = Enum.chunk_every(last, 2, 1, :discard)
    back = Enum.find_index(ways, &(&1 == [to, from]))
    order = Enum.find_index(ways, &(&1 == [from, to])) || back
    line = if back, do: Grid.line(to, from, size), else: Grid.line(from, to, size)
    %{side: side, order: order, line: line}
  end

  attr :position, :string, required: true
  attr :moves, :list, required: true, doc: "the moves of the side to move"
  attr :both, :boolean, required: true, doc: "whether the other side's are drawn as well"

  @doc """
  A guide for every legal root. The page's hook knows by `data-path` which of
  them go on from what has been picked.
  """
  def guides(assigns) do
    %{side: side, size: size} = Position.read(assigns.position)
    theirs = if assigns.both, do: guides_of(other(side), moves_of_other(assigns.position), size)
    assigns = assign(assigns, guides: guides_of(side, assigns.moves, size) ++ (theirs || []))

    ~H"""
    <g class="guides" aria-hidden="true">
      <path
        :for={guide <- @guides}
        :key={{guide.side, guide.path}}
        class={"guide is-#{guide.side}"}
        d={guide.line}
        data-path={guide.path}
      />
    </g>
    """
  end

  defp guides_of(side, moves, size) do
    for([from, over, to] <- Enum.map(moves, & &1.steps), do: [[from, over], [from, over, to]])
    |> Enum.concat()
    |> Enum.uniq()
    |> Enum.map(fn path ->
      [from, to] = Enum.take(path, -2)
      %{side: side, path: Enum.join(path, " "), line: Grid.line(from, to, size)}
    end)
  end

  defp moves_of_other(position) do
    Playout.describe!(Playout.new!(:separo, position: Position.for_other_side(position))).moves
  end

  defp other(:first), do: :second
  defp other(:second), do: :first
end
