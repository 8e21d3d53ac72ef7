defmodule PlayoutWeb.Boards.Quarto.Sprite do
  @moduledoc """
  The drawings of the pieces, which a page contains once; `#quarto-7` is piece 7.

  A piece is a solid seen from 49 degrees above, with the light from the top left; the middle
  of its base is the origin. Its four attributes differ even without colour: a tall piece is more
  than twice as tall as a short one, a dark one has brass (an inlay on top and bands around it), a
  square one has a corner at the front, and a hollow one has a hole.

  They are computed and no files (`PlayoutWeb.Drawings`), because all sixteen consist of a few shapes, which
  would be in up to eight files each.

  The top of a tall piece is just below the base of the piece behind it. If you change a size
  here, check the distance between rows in `PlayoutWeb.Boards.Quarto.Slab`.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Quarto.Piece
  alias PlayoutWeb.Boards.Quarto.Slab

  # Perspective shortens horizontal surfaces by this factor.
  @flat 0.75

  # Half the width of a round and of a square piece, and the heights as drawn.
  @round 28.5
  @square 32
  @short 18
  @tall 42

  # How much of the top edge is bevelled.
  @bevel 2.4

  @inlay 0.78
  @bore 14.5
  # How far down the wall of the hole is visible.
  @bore_wall 6

  @doc "Renders the drawings that a page must contain, once, to show a piece."
  def sprite(assigns) do
    assigns = assign(assigns, digits: Piece.digits())

    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <.side_to_side
          id="quarto-light-side"
          stops={~w(#d8b377 #fbeac6 #edd3a0 #c3965a #b58748 #c59a5c)}
        />
        <.side_to_side
          id="quarto-dark-side"
          stops={~w(#46291d #7d5644 #54372a #2b180f #1d0f09 #351f15)}
        />
        <.side_to_side id="quarto-light-cut" stops={~w(#fff8e6 #ffffff #fff3d6 #e2bd83 #cfa468)} />
        <.side_to_side id="quarto-dark-cut" stops={~w(#a07a67 #c9a692 #8f6a58 #57392c #452c21)} />
        <.corner_to_corner id="quarto-light-top" from="#fffaec" to="#ecd19d" />
        <.corner_to_corner id="quarto-dark-top" from="#937060" to="#5b3d30" />
        <.corner_to_corner id="quarto-light-left" from="#fbe8c0" to="#e7c88f" />
        <.corner_to_corner id="quarto-light-right" from="#c99f60" to="#a97c40" />
        <.corner_to_corner id="quarto-dark-left" from="#6c4a3e" to="#4a2f24" />
        <.corner_to_corner id="quarto-dark-right" from="#2f1c13" to="#190d08" />
        <.side_to_side id="quarto-light-bore" stops={~w(#5b3f1b #8a6430 #d8ae6c)} />
        <.side_to_side id="quarto-dark-bore" stops={~w(#2a160d #4d3022 #a37a63)} />
        <.side_to_side id="quarto-brass" stops={~w(#b98544 #ffe3a6 #dcaa60 #8f602b)} />
        <radialGradient id="quarto-shadow">
          <stop offset="0.4" stop-color="#1c0f05" stop-opacity="0.55" />
          <stop offset="1" stop-color="#1c0f05" stop-opacity="0" />
        </radialGradient>
        <Slab.materials />
        <.piece :for={digit <- @digits} digit={digit} />
      </defs>
    </svg>
    """
  end

  attr :id, :string, required: true
  attr :stops, :list, required: true

  defp side_to_side(assigns) do
    assigns = assign(assigns, last: length(assigns.stops) - 1)

    ~H"""
    <linearGradient id={@id}>
      <stop
        :for={{colour, index} <- Enum.with_index(@stops)}
        offset={Float.round(index / @last, 2)}
        stop-color={colour}
      />
    </linearGradient>
    """
  end

  attr :id, :string, required: true
  attr :from, :string, required: true
  attr :to, :string, required: true

  defp corner_to_corner(assigns) do
    ~H"""
    <linearGradient id={@id} x2="1" y2="1">
      <stop stop-color={@from} />
      <stop offset="1" stop-color={@to} />
    </linearGradient>
    """
  end

  attr :digit, :string, required: true

  defp piece(assigns) do
    piece = Piece.attributes(assigns.digit)
    solid = solid(piece)
    assigns = assign(assigns, piece: piece, solid: solid)

    ~H"""
    <g id={"quarto-#{@digit}"}>
      <ellipse
        cx={if @piece.tall, do: 10, else: 8}
        cy="5"
        rx="38"
        ry="27"
        fill="url(#quarto-shadow)"
      />
      <.prism :if={@piece.square} {@solid} />
      <.cylinder :if={not @piece.square} {@solid} />
      <.brass :if={@piece.dark} square={@piece.square} {@solid} />
      <.bore :if={@piece.hollow} {@solid} />
    </g>
    """
  end

  # The values that all parts of a drawing share: half the width and depth, the heights of the top
  # and of the lower edge of the bevel, and the colours.
  defp solid(piece) do
    x = if piece.square, do: @square, else: @round
    height = if piece.tall, do: @tall, else: @short

    %{
      x: x,
      y: x * @flat,
      top: -height,
      cut: @bevel - height,
      shade: if(piece.dark, do: "dark", else: "light"),
      edge: if(piece.dark, do: "#120904", else: "#74521f"),
      shine: if(piece.dark, do: "#c9a692", else: "#fffdf4")
    }
  end

  defp cylinder(assigns) do
    assigns = assign(assigns, top_x: assigns.x - @bevel, top_y: assigns.y - @bevel * @flat)

    ~H"""
    <path
      d={"M#{-@x} #{@cut} V0 A#{@x} #{@y} 0 0 0 #{@x} 0 V#{@cut} A#{@x} #{@y} 0 0 0 #{-@x} #{@cut} Z"}
      fill={"url(#quarto-#{@shade}-side)"}
      stroke={@edge}
      stroke-width="1.6"
    />
    <ellipse cy={@cut} rx={@x - 0.6} ry={@y - 0.6} fill={"url(#quarto-#{@shade}-cut)"} />
    <ellipse cy={@top} rx={@top_x} ry={@top_y} fill={"url(#quarto-#{@shade}-top)"} />
    """
  end

  defp prism(assigns) do
    assigns = assign(assigns, top_x: assigns.x - @bevel, top_y: assigns.y - @bevel * @flat)

    ~H"""
    <path
      d={"M#{-@x} #{@cut} L0 #{@cut - @y} L#{@x} #{@cut} V0 L0 #{@y} L#{-@x} 0 Z"}
      fill={"url(#quarto-#{@shade}-right)"}
      stroke={@edge}
      stroke-width="1.6"
      stroke-linejoin="round"
    />
    <path
      d={"M#{0.6 - @x} #{@cut} L0 #{@cut + @y} V#{@y - 0.6} L#{0.6 - @x} 0 Z"}
      fill={"url(#quarto-#{@shade}-left)"}
    />
    <path
      d={"M#{0.6 - @x} #{@cut} L0 #{0.6 + @cut - @y} L#{@x - 0.6} #{@cut} L0 #{@cut + @y} Z"}
      fill={"url(#quarto-#{@shade}-cut)"}
    />
    <path
      d={"M#{-@top_x} #{@top} L0 #{@top - @top_y} L#{@top_x} #{@top} L0 #{@top + @top_y} Z"}
      fill={"url(#quarto-#{@shade}-top)"}
    />
    <path
      d={"M0 #{@cut + @y} V#{@y - 1.5}"}
      fill="none"
      stroke={@shine}
      stroke-opacity="0.55"
      stroke-width="1.3"
    />
    """
  end

  # An inlay on top, visible from a distance, and bands around the piece.
  defp brass(assigns) do
    assigns =
      assign(assigns,
        in_x: assigns.x * @inlay,
        in_y: assigns.y * @inlay,
        bands: bands(assigns.top)
      )

    ~H"""
    <g fill="none" stroke="url(#quarto-brass)" stroke-width="2.6" stroke-linejoin="round">
      <%= if @square do %>
        <path d={"M#{-@in_x} #{@top} L0 #{@top - @in_y} L#{@in_x} #{@top} L0 #{@top + @in_y} Z"} />
        <path :for={y <- @bands} d={"M#{1 - @x} #{y} L0 #{y + @y} L#{@x - 1} #{y}"} />
      <% else %>
        <ellipse cy={@top} rx={@in_x} ry={@in_y} />
        <path :for={y <- @bands} d={"M#{1 - @x} #{y} A#{@x - 1} #{@y - 0.8} 0 0 0 #{@x - 1} #{y}"} />
      <% end %>
    </g>
    """
  end

  defp bands(top) when top == -@short, do: [-7]
  defp bands(top) when top == -@tall, do: [-12, -27]

  # The far wall of the hole, lit on the right; below it is dark.
  defp bore(assigns) do
    y = @bore * @flat
    half = @bore_wall / 2
    assigns = assign(assigns, x: @bore, y: y, half: half, at: corner(half / y))

    ~H"""
    <ellipse cy={@top} rx={@x} ry={@y} fill={"url(#quarto-#{@shade}-bore)"} />
    <path
      d={"M#{-@at} #{@top + @half} A#{@x} #{@y} 0 0 1 #{@at} #{@top + @half} A#{@x} #{@y} 0 0 1 #{-@at} #{@top + @half} Z"}
      fill="#080301"
    />
    <ellipse cy={@top} rx={@x} ry={@y} fill="none" stroke={@edge} stroke-width="1.2" />
    <path
      d={"M#{-@x} #{@top} A#{@x} #{@y} 0 0 0 #{@x} #{@top}"}
      fill="none"
      stroke={@shine}
      stroke-width="1.5"
    />
    """
  end

  # Where the outline of the hole crosses that of its dark floor.
  defp corner(part), do: Float.round(@bore * :math.sqrt(1 - part * part), 2)
end
