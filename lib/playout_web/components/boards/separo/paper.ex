defmodule PlayoutWeb.Boards.Separo.Paper do
  @moduledoc "The sheet of paper with its lines and the labels of columns and rows."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Label
  alias PlayoutWeb.Boards.Separo.Grid

  attr :size, :integer, required: true
  attr :fonts, :boolean, required: true

  @doc "Renders the empty sheet. The page must contain the sprite."
  def paper(%{size: size} = assigns) do
    width = Grid.width(size)
    {low, high} = {Grid.margin(size), width - Grid.margin(size)}

    assigns =
      assign(assigns,
        width: width,
        low: low,
        high: high,
        lines: lines(size, low, high),
        dots: dots(size),
        columns: columns(size),
        rows: rows(size),
        letters: Float.round(width * 0.025, 1)
      )

    ~H"""
    <g aria-hidden="true">
      <rect class="paper-shadow" x="3" y="5" width={@width - 5} height={@width - 5} rx="9" />
      <rect
        class="paper"
        x="1"
        y="1"
        width={@width - 3}
        height={@width - 3}
        rx="8"
        fill="url(#separo-paper)"
      />
      <rect class="board-turn" x="1" y="1" width={@width - 3} height={@width - 3} rx="8" />
      <path class="paper-lines" d={@lines} />
      <rect class="paper-border" x={@low} y={@low} width={@high - @low} height={@high - @low} />
      <path class="paper-dots" d={@dots} />
      <g font-size={@letters}>
        <Label.label
          :for={{name, x} <- @columns}
          class="coordinate"
          text={name}
          x={x}
          y={@width - @low * 0.22}
          size={@letters}
          fonts={@fonts}
        />
        <Label.label
          :for={{name, y} <- @rows}
          class="coordinate"
          text={name}
          x={@low * 0.4}
          y={y + @letters * 0.36}
          size={@letters}
          fonts={@fonts}
        />
      </g>
    </g>
    """
  end

  defp lines(size, low, high) do
    for place <- 1..(size - 2), into: "" do
      {x, y} = Grid.at({2 * place, 2 * place}, size)
      "M#{x} #{low}V#{high}M#{low} #{y}H#{high}"
    end
  end

  # A dot is a line of zero length with round ends.
  defp dots(size) do
    for point <- List.flatten(Grid.rows(size)), into: "" do
      {x, y} = Grid.at(Grid.place(point), size)
      "M#{x} #{y}h0"
    end
  end

  defp columns(size) do
    for {name, column} <- Enum.with_index(Grid.columns(size)) do
      {x, _y} = Grid.at({2 * column, 0}, size)
      {name, x}
    end
  end

  defp rows(size) do
    for row <- 1..size do
      {_x, y} = Grid.at({0, 2 * (row - 1)}, size)
      {row, y}
    end
  end
end
