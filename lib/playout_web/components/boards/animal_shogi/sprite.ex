defmodule PlayoutWeb.Boards.AnimalShogi.Sprite do
  @moduledoc """
  The parts of pieces and boards, which a page contains once: tiles, animals with dots for the
  directions in which they move, a crown for a lion that wins or could win, and the sides' sun and
  moon. Animals, crown, sun and moon are files in `assets/drawings/animal_shogi`.

  `#shogi-lion` and the others are 100 × 100 and centred on the origin; their dots have the text
  colour (`color`) of the element that uses them.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.AnimalShogi.Field
  alias PlayoutWeb.Boards.AnimalShogi.Tile
  alias PlayoutWeb.Drawings

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

  # For each animal the size and place of its drawing, so that it doesn't cover the dots, and the
  # directions in which it moves.
  @animals [
    lion: {"translate(-45 -44.9) scale(0.9)", ~w(n ne e se s sw w nw)a},
    giraffe: {"translate(-40 -41) scale(0.86)", ~w(n e s w)a},
    elephant: {"translate(-47.5 -44) scale(0.95)", ~w(ne se sw nw)a},
    chick: {"translate(-44 -39) scale(0.88)", ~w(n)a},
    hen: {"translate(-44 -38.8) scale(0.8)", ~w(n ne e s w nw)a}
  ]

  @doc "Returns an animal's directions, as seen by its owner: `:n` is forward, `:e` is right."
  @spec directions(atom()) :: [atom()]
  def directions(animal) do
    {_place, directions} = Keyword.fetch!(@animals, animal)
    directions
  end

  @doc "Renders the drawings that a page must contain, once, to show a piece."
  def sprite(assigns) do
    assigns = assign(assigns, animals: @animals, dots: @dots)

    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <Tile.tiles />
        <g :for={{animal, {place, directions}} <- @animals} id={"shogi-#{animal}"}>
          <g transform={place}>{Drawings.drawing("animal_shogi", "#{animal}")}</g>
          <circle
            :for={direction <- directions}
            cx={elem(@dots[direction], 0)}
            cy={elem(@dots[direction], 1)}
            r="3.7"
            fill="currentColor"
          />
        </g>
        <g :for={sign <- ~w(crown sun moon)} id={"shogi-#{sign}"}>
          {Drawings.drawing("animal_shogi", sign)}
        </g>
        <Field.materials />
      </defs>
    </svg>
    """
  end
end
