defmodule PlayoutWeb.Boards.AnimalShogi.Field do
  @moduledoc """
  The board without its pieces: felt in a wooden frame. The player at the bottom is at home in the
  meadow and looks across open land to the sky, where their lion wants to go.

  The drawing is 396 × 516.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Label

  @files ~w(3 2 1)
  @ranks ~w(a b c d)

  # The distance between cells, and the corner radius of the felt.
  @cell 112
  @left 30
  @top 26

  # The sky's edge is made of little clouds, the meadow's of grass.
  @clouds "M30 133" <> String.duplicate("q21 17 42 0", 8) <> "V126H30Z"
  @grass "M30 369" <>
           Enum.map_join(1..24, fn tuft ->
             [high, low] = [6 + rem(tuft * 5, 7), 4 + rem(tuft * 3, 5)]
             "l2.5-#{high}l3.5 #{high}l3.5-#{low}l4.5 #{low}"
           end) <> "V376H30Z"

  @cloud "M-17 6a7 7 0 0 1 1-14a10 10 0 0 1 18-3a8 8 0 0 1 12 8a5 5 0 0 1-2 9Z"
  @clouds_at [{62, 52, 1}, {136, 108, 0.8}, {196, 44, 0.8}, {262, 100, 1.1}, {338, 50, 0.9}]
  @flowers_at [{48, 458}, {143, 392}, {150, 462}, {252, 464}, {262, 398}, {350, 456}, {44, 392}]

  # Seams between the cells. The sky and the meadow have their own edges.
  @seams ["M142 30V470", "M254 30V470", "M34 250H362"]
  @edges ["M34 138H362", "M34 362H362"]

  @grain (for line <- 0..22 do
            y = 14 + line * 21 + rem(line * 5, 9)
            bend = rem(line * 37, 15) - 7

            {rem(line, 3),
             "M4 #{y}C120 #{y + bend} 270 #{y - bend} 392 #{y + rem(line * 11, 7) - 3}"}
          end)

  @doc ~s(Returns the middle of a cell, `"3a"` to `"1d"`, as seen by the side at the bottom.)
  @spec place(String.t(), :first | :second) :: {number(), number()}
  def place(<<file, rank>>, bottom) do
    {column, row} = turn({?3 - file, rank - ?a}, bottom)
    {@left + @cell * column + div(@cell, 2), @top + @cell * row + div(@cell, 2)}
  end

  defp turn(place, :first), do: place
  defp turn({column, row}, :second), do: {2 - column, 3 - row}

  @doc "Renders the gradient of the frame, which the sprite contains once per page."
  def materials(assigns) do
    ~H"""
    <linearGradient id="shogi-frame" x2="1" y2="1">
      <stop class="wood-light" />
      <stop offset="0.55" class="wood-middle" />
      <stop offset="1" class="wood-deep" />
    </linearGradient>
    <path id="shogi-cloud" d={cloud()} />
    """
  end

  defp cloud, do: @cloud

  attr :bottom, :atom, required: true
  attr :fonts, :boolean, required: true

  @doc "Renders the frame and the felt. The page must contain the sprite."
  def field(assigns) do
    assigns =
      assign(assigns,
        grain: @grain,
        clouds: @clouds,
        grass: @grass,
        clouds_at: @clouds_at,
        flowers_at: @flowers_at,
        seams: @seams,
        edges: @edges
      )

    ~H"""
    <g aria-hidden="true">
      <rect class="board-shadow" x="10" y="26" width="380" height="489" rx="22" />
      <path class="board-front" d="M2 470V490A18 18 0 0 0 20 508H376A18 18 0 0 0 394 490V470Z" />
      <rect
        class="board-face"
        x="2"
        y="2"
        width="392"
        height="496"
        rx="18"
        fill="url(#shogi-frame)"
      />
      <path :for={{kind, line} <- @grain} class={["board-grain", "is-#{kind}"]} d={line} />
      <rect class="board-bevel" x="4" y="4" width="388" height="492" rx="16" />
      <rect class="board-turn" x="4" y="4" width="388" height="492" rx="16" />
      <rect class="shogi-land" x="30" y="26" width="336" height="448" rx="10" />
      <path class="shogi-sky" d="M30 132V36A10 10 0 0 1 40 26H356A10 10 0 0 1 366 36V132Z" />
      <path class="shogi-clouds" d={@clouds} />
      <path class="shogi-meadow" d="M30 368V464A10 10 0 0 0 40 474H356A10 10 0 0 0 366 464V368Z" />
      <path class="shogi-meadow" d={@grass} />
      <use
        :for={{x, y, size} <- @clouds_at}
        class="shogi-cloud"
        href="#shogi-cloud"
        transform={"translate(#{x} #{y}) scale(#{size})"}
      />
      <path
        :for={{x, y} <- @flowers_at}
        class="shogi-flower"
        d={"M#{x} #{y}h0m4 0h0m-2-3.4h0m0 6.8h0"}
      />
      <path :for={seam <- @seams} class="shogi-seam" d={seam} />
      <path :for={edge <- @edges} class="shogi-seam is-edge" d={edge} />
      <rect class="shogi-rim" x="30" y="26" width="336" height="448" rx="10" />
      <g font-size="15">
        <Label.label
          :for={{name, x} <- files(@bottom)}
          class="board-mark coordinate"
          text={name}
          x={x}
          y={491}
          size={15}
          fonts={@fonts}
        />
        <Label.label
          :for={{name, y} <- ranks(@bottom)}
          class="board-mark coordinate"
          text={name}
          x={16}
          y={y}
          size={15}
          fonts={@fonts}
        />
      </g>
    </g>
    """
  end

  defp files(bottom) do
    for file <- @files, do: {file, elem(place(file <> "a", bottom), 0)}
  end

  # The baseline of a label is below its middle.
  defp ranks(bottom) do
    for rank <- @ranks, do: {rank, elem(place("1" <> rank, bottom), 1) + 5}
  end
end
