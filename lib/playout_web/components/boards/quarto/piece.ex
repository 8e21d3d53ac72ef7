defmodule PlayoutWeb.Boards.Quarto.Piece do
  @moduledoc """
  The sixteen pieces: what each is, its name, and how it is drawn.

  A piece is a solid seen from 45 degrees above, with the light from the top
  left. Its four attributes are told apart without colour: a tall piece is
  twice as high, a dark one wears brass (a ring on top and bands around it), a
  square one stands on its corner, a hollow one has a hole.
  """
  use PlayoutWeb, :html

  @digits ~w(0 1 2 3 4 5 6 7 8 9 A B C D E F)

  # Half the width of a solid; what lies flat is drawn this much shorter.
  @round 29
  @square 34
  @flat 0.7
  @short 25
  @tall 50

  @doc "The digits of the pieces, as the positions write them."
  def digits, do: @digits

  @doc "The attributes of a piece: `%{tall: true, dark: false, square: true, hollow: false}`."
  def attributes(digit) when digit in @digits do
    <<tall::1, dark::1, square::1, hollow::1>> = <<String.to_integer(digit, 16)::4>>
    %{tall: tall == 1, dark: dark == 1, square: square == 1, hollow: hollow == 1}
  end

  @doc "What a piece is called: \"tall dark square hollow piece\"."
  def name(digit) do
    piece = attributes(digit)

    gettext("%{height} %{shade} %{outline} %{top} piece",
      height: if(piece.tall, do: gettext("tall"), else: gettext("short")),
      shade: if(piece.dark, do: gettext("dark"), else: gettext("light")),
      outline: if(piece.square, do: gettext("square"), else: gettext("round")),
      top: if(piece.hollow, do: gettext("hollow"), else: gettext("solid"))
    )
  end

  @doc "A piece by itself, as a small picture. The page has to have `sprite/1`."
  attr :digit, :string, required: true
  attr :class, :string, default: nil

  def icon(assigns) do
    assigns = assign(assigns, box: box(attributes(assigns.digit)))

    ~H"""
    <svg class={["piece-icon", @class]} viewBox={@box} aria-hidden="true">
      <use href={"#quarto-#{@digit}"} />
    </svg>
    """
  end

  defp box(%{tall: true}), do: "-40 -78 80 106"
  defp box(%{tall: false}), do: "-40 -53 80 81"

  @doc "The drawings of all pieces, once a page; `#quarto-7` is then the piece 7."
  def sprite(assigns) do
    assigns = assign(assigns, digits: @digits)

    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <.side_to_side id="quarto-light-side" stops={~w(#d9b47a #fbe9c3 #ecd09a #b98c4f #c89c5f)} />
        <.side_to_side id="quarto-dark-side" stops={~w(#3a241a #76523f #4b3024 #1d0f09 #2d1a11)} />
        <.corner_to_corner id="quarto-light-top" from="#fffaea" to="#ecd09a" />
        <.corner_to_corner id="quarto-dark-top" from="#83604d" to="#442b20" />
        <.corner_to_corner id="quarto-light-left" from="#fbe7bd" to="#e5c58c" />
        <.corner_to_corner id="quarto-light-right" from="#cda464" to="#ad8044" />
        <.corner_to_corner id="quarto-dark-left" from="#65453a" to="#452c21" />
        <.corner_to_corner id="quarto-dark-right" from="#2e1b13" to="#190d08" />
        <.side_to_side id="quarto-light-hole" stops={~w(#3f2a12 #6e4d22 #a87d42)} />
        <.side_to_side id="quarto-dark-hole" stops={~w(#060302 #160b06 #3b251a)} />
        <.side_to_side id="quarto-brass" stops={~w(#a9773a #ffdf9e #d9a55a #8d5f2b)} />
        <radialGradient id="quarto-shadow">
          <stop offset="0.45" stop-color="#1c0f05" stop-opacity="0.5" />
          <stop offset="1" stop-color="#1c0f05" stop-opacity="0" />
        </radialGradient>
        <.solid :for={digit <- @digits} digit={digit} />
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

  defp solid(assigns) do
    piece = attributes(assigns.digit)
    shade = if piece.dark, do: "dark", else: "light"

    assigns =
      assign(assigns,
        piece: piece,
        shade: shade,
        height: if(piece.tall, do: @tall, else: @short),
        edge: if(piece.dark, do: "#120904", else: "#7d5a2a"),
        rim: if(piece.dark, do: "#a98a78", else: "#fffdf4")
      )

    ~H"""
    <g id={"quarto-#{@digit}"}>
      <ellipse cx="8" cy="6" rx={if @piece.tall, do: 44, else: 40} ry="25" fill="url(#quarto-shadow)" />
      <.prism :if={@piece.square} {Map.take(assigns, [:shade, :height, :edge, :rim])} />
      <.cylinder :if={not @piece.square} {Map.take(assigns, [:shade, :height, :edge, :rim])} />
      <.brass :if={@piece.dark} square={@piece.square} height={@height} />
      <.hole :if={@piece.hollow} shade={@shade} height={@height} rim={@rim} />
    </g>
    """
  end

  defp cylinder(assigns) do
    assigns = assign(assigns, rx: @round, ry: @round * @flat)

    ~H"""
    <path
      d={"M#{-@rx} #{-@height} V0 A#{@rx} #{@ry} 0 0 0 #{@rx} 0 V#{-@height} Z"}
      fill={"url(#quarto-#{@shade}-side)"}
      stroke={@edge}
      stroke-width="1.5"
    />
    <ellipse
      cy={-@height}
      rx={@rx}
      ry={@ry}
      fill={"url(#quarto-#{@shade}-top)"}
      stroke={@edge}
      stroke-width="1.5"
    />
    <path
      d={"M#{2 - @rx} #{1 - @height} A#{@rx - 2} #{@ry - 2} 0 0 0 #{@rx - 2} #{1 - @height}"}
      fill="none"
      stroke={@rim}
      stroke-opacity="0.75"
      stroke-width="1.2"
    />
    """
  end

  defp prism(assigns) do
    assigns = assign(assigns, x: @square, y: @square * @flat)

    ~H"""
    <g stroke={@edge} stroke-width="1.5" stroke-linejoin="round">
      <path
        d={"M#{-@x} #{-@height} L0 #{@y - @height} V#{@y} L#{-@x} 0 Z"}
        fill={"url(#quarto-#{@shade}-left)"}
      />
      <path
        d={"M#{@x} #{-@height} L0 #{@y - @height} V#{@y} L#{@x} 0 Z"}
        fill={"url(#quarto-#{@shade}-right)"}
      />
      <path
        d={"M#{-@x} #{-@height} L0 #{-@y - @height} L#{@x} #{-@height} L0 #{@y - @height} Z"}
        fill={"url(#quarto-#{@shade}-top)"}
      />
    </g>
    <path
      d={"M#{3 - @x} #{-@height} L0 #{@y - @height - 2} L#{@x - 3} #{-@height}"}
      fill="none"
      stroke={@rim}
      stroke-opacity="0.75"
      stroke-width="1.2"
    />
    """
  end

  attr :square, :boolean, required: true
  attr :height, :integer, required: true

  # A ring on top, which is what one sees from far, and a band for every 25
  # units of height.
  defp brass(assigns) do
    assigns = assign(assigns, bands: for(below <- bands(assigns.height), do: -below))

    ~H"""
    <g fill="none" stroke="url(#quarto-brass)" stroke-width="2.6" stroke-linejoin="round">
      <%= if @square do %>
        <path d={"M-26 #{-@height} L0 #{-@height - 18.2} L26 #{-@height} L0 #{-@height + 18.2} Z"} />
        <path :for={y <- @bands} d={"M-34 #{y} L0 #{y + 23.8} L34 #{y}"} />
      <% else %>
        <ellipse cy={-@height} rx="22.5" ry="15.7" />
        <path :for={y <- @bands} d={"M-29 #{y} A29 20.3 0 0 0 29 #{y}"} />
      <% end %>
    </g>
    """
  end

  defp bands(@short), do: [10]
  defp bands(@tall), do: [12, 32]

  attr :shade, :string, required: true
  attr :height, :integer, required: true
  attr :rim, :string, required: true

  defp hole(assigns) do
    ~H"""
    <ellipse cy={-@height} rx="15" ry="10.5" fill={"url(#quarto-#{@shade}-hole)"} />
    <ellipse cx="-2" cy={-@height - 1.5} rx="11.5" ry="7.5" fill="#0a0502" fill-opacity="0.75" />
    <path
      d={"M-15 #{-@height} A15 10.5 0 0 0 15 #{-@height}"}
      fill="none"
      stroke={@rim}
      stroke-opacity="0.9"
      stroke-width="1.5"
    />
    """
  end
end
