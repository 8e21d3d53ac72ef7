defmodule PlayoutWeb.Boards.AnimalShogi.Sprite do
  @moduledoc """
  The parts of pieces and boards, which a page contains once: tiles, animals with dots for the
  directions in which they move, and symbols.

  `#shogi-lion` and the others are 100 × 100 and centred on the origin; their dots have the text
  colour (`color`) of the element that uses them.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.AnimalShogi.Animals
  alias PlayoutWeb.Boards.AnimalShogi.Field
  alias PlayoutWeb.Boards.AnimalShogi.Tile

  # The position of the dot for each direction. The tile is narrower at its point.
  @dots %{
    n: {0, -39.5},
    ne: {33.5, -28.5},
    e: {40, 5},
    se: {37.5, 38},
    s: {0, 41},
    sw: {-37.5, 38},
    w: {-40, 5},
    nw: {-33.5, -28.5}
  }

  # For each animal its drawing, sized and placed so that it doesn't cover the dots, and the
  # directions in which it moves.
  @animals [
    lion: {&Animals.Lion.drawing/1, "translate(-45 -44.9) scale(0.9)", ~w(n ne e se s sw w nw)a},
    giraffe: {&Animals.Giraffe.drawing/1, "translate(-40 -41) scale(0.86)", ~w(n e s w)a},
    elephant: {&Animals.Elephant.drawing/1, "translate(-47.5 -44) scale(0.95)", ~w(ne se sw nw)a},
    chick: {&Animals.Chick.drawing/1, "translate(-44 -39) scale(0.88)", ~w(n)a},
    hen: {&Animals.Hen.drawing/1, "translate(-44 -38.8) scale(0.8)", ~w(n ne e s w nw)a}
  ]

  @doc "Returns an animal's directions, as seen by its owner: `:n` is forward, `:e` is right."
  @spec directions(atom()) :: [atom()]
  def directions(animal) do
    {_drawing, _place, directions} = Keyword.fetch!(@animals, animal)
    directions
  end

  @doc "Renders the drawings that a page must contain, once, to show a piece."
  def sprite(assigns) do
    assigns = assign(assigns, animals: @animals, dots: @dots)

    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <Tile.tiles />
        <g :for={{animal, {drawing, place, directions}} <- @animals} id={"shogi-#{animal}"}>
          <g transform={place}>{drawing.(%{__changed__: nil})}</g>
          <circle
            :for={direction <- directions}
            cx={elem(@dots[direction], 0)}
            cy={elem(@dots[direction], 1)}
            r="3.7"
            fill="currentColor"
          />
        </g>
        <.signs />
        <Field.materials />
      </defs>
    </svg>
    """
  end

  # A crown for a lion that wins or could win, and the sides' sun and moon.
  defp signs(assigns) do
    ~H"""
    <g id="shogi-crown" stroke-linejoin="round">
      <path d="M-15 9L-18-6.5L-8 1L0-12L8 1L18-6.5L15 9Z" />
      <circle cx="-18" cy="-8" r="2.6" />
      <circle cy="-13.5" r="2.8" />
      <circle cx="18" cy="-8" r="2.6" />
    </g>
    <g id="shogi-sun">
      <circle r="9.5" fill="#fdeecb" stroke="#7d5527" stroke-width="1.2" />
      <circle r="4" fill="#e08a1e" />
      <path
        d="M0-5.5V-7.5M3.9-3.9L5.3-5.3M5.5 0H7.5M3.9 3.9L5.3 5.3M0 5.5V7.5M-3.9 3.9L-5.3 5.3M-5.5 0H-7.5M-3.9-3.9L-5.3-5.3"
        stroke="#e08a1e"
        stroke-width="1.6"
        stroke-linecap="round"
      />
    </g>
    <g id="shogi-moon">
      <circle r="9.5" fill="#4a6887" stroke="#14202f" stroke-width="1.2" />
      <path d="M1.5-6A6 6 0 1 0 6 2.5A5 5 0 0 1 1.5-6Z" fill="#ffd98f" />
    </g>
    """
  end
end
