defmodule PlayoutWeb.Boards.Gomoku.Ground do
  @moduledoc """
  The wooden board without its stones: rim, grain, lines, star points, labels.

  The points are 40 apart, and the top left one is the origin. The rim and the labels of rows and
  columns grow with the number of points, so that boards of all sizes look alike on the screen.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Label

  @pitch 40
  # From the middle of a stone to its rim.
  @stone 19

  # The width of the frame and the height of the front, in 720ths of the board's side.
  @frame 7
  @front 7

  # Star points by board size: how far those in the corners are from the edge, and whether there
  # are others in the middle of the board or of its sides.
  @stars %{
    9 => {3, [:middle]},
    13 => {4, [:middle]},
    15 => {4, [:middle]},
    19 => {4, [:middle, :sides]}
  }

  # Long lines that are almost straight, no two alike, on a square of 720.
  @grain (for line <- 0..28 do
            y = 10 + line * 24 + rem(line * 7, 13)
            bend = rem(line * 37, 29) - 14
            end_y = y + rem(line * 11, 17) - 8
            {rem(line, 3), "M4 #{y} C210 #{y + bend} 470 #{y - bend} 716 #{end_y}"}
          end)

  @doc "Returns the middle of a point, such as `\"h8\"`, on the drawing."
  @spec place(String.t(), pos_integer()) :: {integer(), integer()}
  def place(<<column, row::binary>>, size), do: at(column - ?a, String.to_integer(row), size)

  @doc "Returns the middle of the point in a column, from 0, and a row, from 1 at the bottom."
  @spec at(non_neg_integer(), pos_integer(), pos_integer()) :: {integer(), integer()}
  def at(column, row, size), do: {@pitch * column, @pitch * (size - row)}

  @doc "Returns the view box of a board."
  @spec box(pos_integer()) :: String.t()
  def box(size), do: "#{-rim(size)} #{-rim(size)} #{side(size)} #{side(size)}"

  # The distance from a label to the outermost points: halfway between the stones there and the
  # frame.
  defp middle(distance), do: Float.round((@stone + distance) / 2, 1)

  # The distance from the outermost points to the edge: room for a stone, a two-digit label and
  # the frame.
  defp rim(size), do: Float.round(22 + 1.9 * size, 1)

  @doc "Returns the width and height of a board's drawing."
  @spec side(pos_integer()) :: float()
  def side(size), do: Float.round(@pitch * (size - 1) + 2 * rim(size), 1)

  @doc "Renders the gradients of the wood, for the sprite."
  def materials(assigns) do
    ~H"""
    <linearGradient id="gomoku-wood" x2="1" y2="1">
      <stop class="kaya-light" />
      <stop offset="0.5" class="kaya-middle" />
      <stop offset="1" class="kaya-deep" />
    </linearGradient>
    """
  end

  attr :size, :integer, required: true, doc: "the number of points per side"
  attr :fonts, :boolean, required: true

  @doc "Renders a board of a given size."
  def ground(assigns) do
    size = assigns.size
    last = @pitch * (size - 1)
    # A 720th of the board's side, the unit for rim and grain.
    unit = side(size) / 720

    assigns =
      assign(assigns,
        grain: @grain,
        unit: unit,
        rim: rim(size),
        last: last,
        inner: inner(size),
        # A small board is enlarged more, so its lines are drawn thinner.
        line: Float.round(0.33 * :math.sqrt(size), 2),
        stars: stars(size),
        letters: Float.round(12.5 * unit, 1),
        beside: -middle(rim(size) - @frame * unit),
        # The front of the board is visible below it.
        below: last + middle(rim(size) - (@frame + @front) * unit),
        columns: for(index <- 0..(size - 1), do: {<<?a + index>>, @pitch * index}),
        rows: for(index <- 0..(size - 1), do: {size - index, @pitch * index})
      )

    ~H"""
    <g>
      <g transform={"translate(#{-@rim} #{-@rim}) scale(#{Float.round(@unit, 4)})"}>
        <rect class="kaya-front" x="1" y="1" width="718" height="718" rx="12" />
        <rect class="kaya-face" x="1" y="1" width="718" height="711" rx="12" fill="url(#gomoku-wood)" />
        <path :for={{kind, line} <- @grain} class={["kaya-grain", "is-#{kind}"]} d={line} />
        <rect class="kaya-bevel" x="3.5" y="3.5" width="713" height="706" rx="10" />
        <rect class="board-turn" x="3.5" y="3.5" width="713" height="706" rx="10" />
      </g>
      <g class="gomoku-lines" stroke-width={@line}>
        <path d={@inner} />
        <rect width={@last} height={@last} stroke-width={1.8 * @line} />
      </g>
      <circle :for={{x, y} <- @stars} class="gomoku-star" cx={x} cy={y} r="4.6" />
      <g class="coordinate gomoku-names" font-size={@letters}>
        <Label.label
          :for={{name, x} <- @columns}
          text={name}
          x={x}
          y={@below}
          down={0.3}
          size={@letters}
          fonts={@fonts}
        />
        <Label.label
          :for={{name, y} <- @rows}
          text={name}
          x={@beside}
          y={y}
          down={0.36}
          size={@letters}
          fonts={@fonts}
        />
      </g>
    </g>
    """
  end

  # The lines inside the border, as one path.
  defp inner(size) do
    last = @pitch * (size - 1)

    for line <- 1..(size - 2), into: "" do
      at = @pitch * line
      "M0 #{at}H#{last}M#{at} 0V#{last}"
    end
  end

  defp stars(size) do
    case @stars do
      %{^size => {from_edge, more}} ->
        near = @pitch * (from_edge - 1)
        far = @pitch * (size - from_edge)
        middle = div(@pitch * (size - 1), 2)

        corners = for x <- [near, far], y <- [near, far], do: {x, y}
        corners ++ Enum.flat_map(more, &star(&1, near, middle, far))

      _none ->
        []
    end
  end

  defp star(:middle, _near, middle, _far), do: [{middle, middle}]

  defp star(:sides, near, middle, far) do
    [{near, middle}, {far, middle}, {middle, near}, {middle, far}]
  end
end
