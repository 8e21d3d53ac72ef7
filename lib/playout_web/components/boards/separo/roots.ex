defmodule PlayoutWeb.Boards.Separo.Roots do
  @moduledoc """
  Roots, and guides: dashed lines where roots could be drawn.

  Red's roots are solid; Blue's have a light core. Each root has a border of bare paper, so that
  where two roots cross, one visibly passes over the other.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Separo.Grid

  attr :roots, :list, required: true, doc: "the `roots` of a `PlayoutWeb.Boards.Separo.Scene`"
  attr :last, :list, required: true, doc: "the places of the last move's points"
  attr :size, :integer, required: true

  # Red's roots have a core too, which CSS hides: LiveView's test client cannot handle a
  # condition inside a list item that has moved.
  @doc "Renders the roots on the board."
  def roots(assigns) do
    steps = assigns.last |> Enum.zip(Enum.drop(assigns.last, 1)) |> Enum.with_index() |> Map.new()

    roots =
      for {side, from, to} <- assigns.roots,
          do: {side, from, %{line: {from, to}, growth: growth(from, to, steps)}}

    assigns = assign(assigns, columns: Grid.by_columns(roots, assigns.size))

    ~H"""
    <g class="roots" aria-hidden="true">
      <g :for={{{side, column}, roots} <- @columns} :key={{side, column}} class={"is-#{side}"}>
        <g :for={root <- roots} :key={root.line} class={["root", root.growth && "is-last"]}>
          <path class="root-bed" d={Grid.line(root.line, @size)} />
          <path
            class="root-line"
            d={Grid.line(root.line, @size)}
            pathLength="1"
            data-grow={root.growth}
          />
          <path
            class="root-core"
            d={Grid.line(root.line, @size)}
            pathLength="1"
            data-grow={root.growth}
          />
        </g>
      </g>
    </g>
    """
  end

  # A new root grows from the stone where it started, no matter which end comes first in the text.
  defp growth(from, to, steps) do
    case steps do
      %{{^to, ^from} => back} -> "#{back} back"
      _ -> steps[{from, to}]
    end
  end

  attr :growth, :list, required: true, doc: "the `growth` of a `PlayoutWeb.Boards.Separo.Scene`"
  attr :size, :integer, required: true

  @doc """
  Renders a guide for each root that could grow. `data-path` tells the page's hook which guides
  continue the move being picked.
  """
  def guides(assigns) do
    guides =
      for {side, moves} <- assigns.growth, path <- paths(moves), do: {side, hd(path), path}

    assigns = assign(assigns, columns: Grid.by_columns(guides, assigns.size))

    ~H"""
    <g class="guides" aria-hidden="true">
      <g :for={{{side, column}, paths} <- @columns} :key={{side, column}} class={"is-#{side}"}>
        <path
          :for={path <- paths}
          :key={path}
          class="guide"
          d={line(path, @size)}
          data-path={Enum.map_join(path, " ", &Grid.point/1)}
        />
      </g>
    </g>
    """
  end

  # Each root that can be grown first or second, with those before it.
  defp paths(moves) do
    for [from, over, to] <- moves, path <- [[from, over], [from, over, to]], uniq: true, do: path
  end

  defp line(path, size) do
    [from, to] = Enum.take(path, -2)
    Grid.line({from, to}, size)
  end
end
