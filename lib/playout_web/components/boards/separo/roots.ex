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
  #
  # By columns: one root more shifts the places of those in its group alone, and
  # each that is shifted is sent.
  @doc "The roots that are on the board."
  def roots(assigns) do
    columns =
      Enum.group_by(
        assigns.roots,
        fn {side, <<column, _row::binary>>, _to} -> {side, column} end,
        &drawn(&1, assigns)
      )

    assigns = assign(assigns, columns: Enum.sort(columns))

    ~H"""
    <g class="roots" aria-hidden="true">
      <g :for={{column, roots} <- @columns} :key={column}>
        <g
          :for={root <- roots}
          :key={root.line}
          class={["root is-#{root.side}", root.order && "is-last"]}
        >
          <path class="root-bed" d={root.line} />
          <path class="root-line" d={root.line} pathLength="1" data-grow={root.order} />
          <path class="root-core" d={root.line} pathLength="1" data-grow={root.order} />
        </g>
      </g>
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

  attr :growth, :list, required: true, doc: "sides, each with the ways that it could grow"
  attr :size, :integer, required: true

  @doc """
  A guide for every root that could be drawn. The page's hook knows by `data-path`
  which of them go on from what has been picked.
  """
  def guides(assigns) do
    guides =
      for {side, ways} <- assigns.growth, guide <- guides(side, ways, assigns.size), do: guide

    # By stones, for the same reason as roots.
    stones = Enum.group_by(guides, &{&1.side, hd(&1.path)})
    assigns = assign(assigns, stones: Enum.sort(stones))

    ~H"""
    <g class="guides" aria-hidden="true">
      <g :for={{stone, guides} <- @stones} :key={stone}>
        <path
          :for={guide <- guides}
          :key={guide.path}
          class={"guide is-#{guide.side}"}
          d={guide.line}
          data-path={Enum.join(guide.path, " ")}
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
      %{side: side, path: path, line: Grid.line(from, to, size)}
    end
  end
end
