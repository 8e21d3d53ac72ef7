defmodule PlayoutWeb.Boards.Quarto.Slab do
  @moduledoc """
  The wooden slab with the wells, and their positions.

  The drawing is 520 × 424.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Label

  @columns ~w(a b c d)
  @rows ~w(4 3 2 1)

  # The distances between columns and between rows, and the middle of a4. The rows are far
  # enough apart that no piece hides the one behind it, and the back row is far enough from
  # the edge that no piece rises above the slab.
  @wide 112
  @deep 88
  @left 92
  @top 72

  # Long lines that are almost straight, no two alike.
  @grain (for line <- 0..26 do
            y = 12 + line * 14 + rem(line * 5, 7)
            bend = rem(line * 37, 19) - 9

            {rem(line, 3),
             "M5 #{y} C150 #{y + bend} 340 #{y - bend} 515 #{y + rem(line * 11, 9) - 4}"}
          end)

  @doc ~s(Returns the middle of a cell, `"a4"` to `"d1"`, on the drawing.)
  @spec place(String.t()) :: {number, number}
  def place(<<column, row>>) do
    {@left + @wide * (column - ?a), @top + @deep * (?4 - row)}
  end

  @doc "Returns the distances between columns and between rows."
  @spec distances() :: {pos_integer, pos_integer}
  def distances, do: {@wide, @deep}

  @doc "Renders the gradients of wood and wells, which the sprite contains once per page."
  def materials(assigns) do
    ~H"""
    <linearGradient id="quarto-wood" x2="1" y2="1">
      <stop class="wood-light" />
      <stop offset="0.55" class="wood-middle" />
      <stop offset="1" class="wood-deep" />
    </linearGradient>
    <linearGradient id="quarto-well" x2="0.6" y2="1">
      <stop class="well-shade" />
      <stop offset="1" class="well-lit" />
    </linearGradient>
    """
  end

  attr :fonts, :boolean, required: true

  @doc "Renders the slab without its wells. The page must contain the sprite."
  def slab(assigns) do
    assigns = assign(assigns, grain: @grain, columns: columns(), rows: rows())

    ~H"""
    <g aria-hidden="true">
      <rect class="board-shadow" x="10" y="30" width="502" height="392" rx="22" />
      <path
        class="board-front"
        d="M2 374 V395 A18 15 0 0 0 20 410 H500 A18 15 0 0 0 518 395 V374 Z"
      />
      <rect
        class="board-face"
        x="2"
        y="3"
        width="516"
        height="384"
        rx="18"
        ry="14"
        fill="url(#quarto-wood)"
      />
      <path :for={{kind, line} <- @grain} class={["board-grain", "is-#{kind}"]} d={line} />
      <rect class="board-bevel" x="4" y="5" width="512" height="380" rx="16" ry="12" />
      <rect class="board-turn" x="4" y="5" width="512" height="380" rx="16" ry="12" />
      <g font-size="15">
        <Label.label
          :for={{name, x} <- @columns}
          class="board-mark coordinate"
          text={name}
          x={x}
          y={403.5}
          size={15}
          fonts={@fonts}
        />
        <Label.label
          :for={{name, y} <- @rows}
          class="board-mark coordinate is-on-face"
          text={name}
          x={24}
          y={y}
          size={15}
          fonts={@fonts}
        />
      </g>
    </g>
    """
  end

  defp columns do
    for {name, index} <- Enum.with_index(@columns), do: {name, @left + index * @wide}
  end

  # The baseline of a label is below its middle.
  defp rows do
    for {name, index} <- Enum.with_index(@rows), do: {name, @top + 5 + index * @deep}
  end
end
