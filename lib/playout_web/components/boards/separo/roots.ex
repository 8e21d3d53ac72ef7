defmodule PlayoutWeb.Boards.Separo.Roots do
  @moduledoc """
  Roots, and guides: dashed lines where roots could be drawn.

  Red's roots are solid; Blue's have a light core. Each root has a border of bare paper, so that
  where two roots cross, one visibly passes over the other.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Separo.Grid

  attr :roots, :list, required: true, doc: "the `roots` of a `PlayoutWeb.Boards.Separo.Setup`"
  attr :last, :list, required: true, doc: "the places of the last move's points"
  attr :size, :integer, required: true

  # Red's roots have a core too, which CSS hides: LiveView's test client cannot handle a
  # condition inside a list item that has moved.
  @doc "Renders the roots on the board."
  def roots(assigns) do
    roots =
      for {side, from, _to} = root <- assigns.roots,
          do: {side, from, drawn(root, assigns)}

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

  # A new root grows from the stone where it started, no matter which end comes first in the text.
  defp drawn({_side, from, to}, %{last: last, size: size}) do
    steps = Enum.chunk_every(last, 2, 1, :discard)
    back = Enum.find_index(steps, &(&1 == [to, from]))
    growth = if back, do: "#{back} back", else: Enum.find_index(steps, &(&1 == [from, to]))
    %{growth: growth, line: Grid.line(from, to, size)}
  end

  attr :growth, :list, required: true, doc: "the `growth` of a `PlayoutWeb.Boards.Separo.Setup`"
  attr :size, :integer, required: true

  @doc """
  Renders a guide for each root that could grow. `data-path` tells the page's hook which guides
  continue the move being picked.
  """
  def guides(assigns) do
    guides =
      for {side, moves} <- assigns.growth, guide <- guides(side, moves, assigns.size), do: guide

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

  defp guides(side, moves, size) do
    paths =
      for [from, over, to] <- moves,
          path <- [[from, over], [from, over, to]],
          uniq: true,
          do: path

    for path <- paths do
      [from, to] = Enum.take(path, -2)
      steps = Enum.map_join(path, " ", &Grid.point/1)
      {side, hd(path), %{path: steps, line: Grid.line(from, to, size)}}
    end
  end
end
