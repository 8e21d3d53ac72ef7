defmodule PlayoutWeb.Boards.Quarto.Blocks do
  @moduledoc """
  The nine blocks of 2×2 cells, in the variant in which they count: a brass cross set into the
  wood where four wells meet, with an arm pointing at each. A frame marks the winning block.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Quarto.Slab

  @columns ~w(a b c)
  @rows ~w(4 3 2)

  attr :winning, :list, required: true, doc: "the cells that won the game"

  def blocks(assigns) do
    assigns = assign(assigns, middles: middles(), frame: frame(assigns.winning))

    ~H"""
    <g aria-hidden="true">
      <rect
        :if={@frame}
        class="block-frame"
        x={@frame.x}
        y={@frame.y}
        width={@frame.width}
        height={@frame.height}
        rx="58"
        ry="46"
      />
      <g :for={{x, y} <- @middles} class="block" transform={"translate(#{x} #{y})"}>
        <path class="block-cut" d="M-15 -11.8 L15 11.8 M15 -11.8 L-15 11.8" />
        <path class="block-arms" d="M-15 -11.8 L15 11.8 M15 -11.8 L-15 11.8" />
        <path class="block-heart" d="M0 -5.5 L7 0 L0 5.5 L-7 0 Z" />
      </g>
    </g>
    """
  end

  defp middles do
    for row <- @rows, column <- @columns do
      {left, top} = Slab.place(column <> row)
      {wide, deep} = Slab.distances()
      {left + div(wide, 2), top + div(deep, 2)}
    end
  end

  # A frame around its four wells and their rings.
  defp frame(cells) do
    {xs, ys} = cells |> Enum.map(&Slab.place/1) |> Enum.unzip()
    {width, height} = {extent(xs), extent(ys)}

    if {width, height} == Slab.distances(),
      do: %{x: Enum.min(xs) - 58, y: Enum.min(ys) - 46, width: width + 116, height: height + 92}
  end

  defp extent([]), do: 0
  defp extent(places), do: Enum.max(places) - Enum.min(places)
end
