defmodule PlayoutWeb.Boards.Separo.Roots do
  @moduledoc """
  Roots, and guides: dashed lines where roots could be drawn.

  Red's are solid, Blue's have a light core. Each lies on a bed of bare paper, so
  that of two that cross one is seen to pass over the other.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Separo.Grid

  attr :roots, :list, required: true, doc: "as `Position` has them"
  attr :last, :list, required: true, doc: "the points of the last move"
  attr :size, :integer, required: true

  # Red's have a core too, which the style hides: LiveView's test client trips over
  # a condition within an entry that has changed its place.
  @doc "The roots that are on the board."
  def roots(assigns) do
    roots =
      for {side, from, _to} = root <- assigns.roots,
          do: {side, Grid.place(from), drawn(root, assigns)}

    assigns = assign(assigns, columns: Grid.by_columns(roots, assigns.size))

    ~H"""
    <g class="roots" aria-hidden="true">
      <g :for={{{side, column}, roots} <- @columns} :key={{side, column}} class={"is-#{side}"}>
        <g :for={root <- roots} :key={root.line} class={["root", root.growth && "is-last"]}>
          <path class="root-bed" d={root.line} />
          <path class="root-line" d={root.line} pathLength="1" data-grow={root.growth} />
          <path class="root-core" d={root.line} pathLength="1" data-grow={root.growth} />
        </g>
      </g>
    </g>
    """
  end

  # A new one grows from the stone that it began at, whichever is written first.
  defp drawn({_side, from, to}, %{last: last, size: size}) do
    ways = Enum.chunk_every(last, 2, 1, :discard)
    back = Enum.find_index(ways, &(&1 == [to, from]))
    growth = if back, do: "#{back} back", else: Enum.find_index(ways, &(&1 == [from, to]))
    %{growth: growth, line: Grid.line(from, to, size)}
  end

  attr :growth, :list, required: true, doc: "sides, each with the ways that it could grow"
  attr :size, :integer, required: true

  @doc """
  A guide for every root that could be drawn. The page's hook knows by `data-path`
  which of them go on from what has been picked.
  """
  def guides(assigns) do
    guides =
      for {side, ways} <- assigns.growth, guide <- guides(side, ways, assigns.size), do: guide

    assigns = assign(assigns, columns: Grid.by_columns(guides, assigns.size))

    ~H"""
    <g class="guides" aria-hidden="true">
      <g :for={{{side, column}, guides} <- @columns} :key={{side, column}} class={"is-#{side}"}>
        <path
          :for={guide <- guides}
          :key={guide.path}
          class="guide"
          d={guide.line}
          data-path={guide.path}
        />
      </g>
    </g>
    """
  end

  defp guides(side, ways, size) do
    paths =
      for [from, over, to] <- ways, path <- [[from, over], [from, over, to]], uniq: true, do: path

    for path <- paths do
      [from, to] = Enum.take(path, -2)
      {side, Grid.place(hd(path)), %{path: Enum.join(path, " "), line: Grid.line(from, to, size)}}
    end
  end
end
