defmodule PlayoutWeb.Rules.AnimalShogi.Directions do
  @moduledoc "The five animals, each with the squares that it can move to."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.AnimalShogi.Piece
  alias PlayoutWeb.Boards.AnimalShogi.Sprite

  # The centres of the squares around a square.
  @around %{
    nw: {-86, -86},
    n: {0, -86},
    ne: {86, -86},
    w: {-86, 0},
    e: {86, 0},
    sw: {-86, 86},
    s: {0, 86},
    se: {86, 86}
  }

  @doc "Renders all five animals, each with its name and a description of its moves."
  def list(assigns) do
    assigns =
      assign(assigns,
        animals: [
          lion: gettext("One step in any direction. If your lion is caught, you lose."),
          giraffe: gettext("One step forward, backward or sideways."),
          elephant: gettext("One step diagonally."),
          chick: gettext("One step forward, never backward."),
          hen: gettext("A grown-up chick. One step in any direction except diagonally backward.")
        ]
      )

    ~H"""
    <dl class="shogi-animals">
      <div :for={{animal, text} <- @animals}>
        <dt>
          <.diagram animal={animal} />
          {Piece.title(animal)}
        </dt>
        <dd>{text}</dd>
      </div>
    </dl>
    """
  end

  attr :animal, :atom, required: true

  defp diagram(assigns) do
    assigns = assign(assigns, around: @around, directions: Sprite.directions(assigns.animal))

    ~H"""
    <svg class="shogi-steps" viewBox="-131 -131 262 262" aria-hidden="true">
      <rect class="shogi-land" x="-130" y="-130" width="260" height="260" rx="16" />
      <path class="shogi-seam" d="M-43-122V122M43-122V122M-122-43H122M-122 43H122" />
      <circle
        :for={direction <- @directions}
        class="shogi-step"
        cx={x(direction)}
        cy={y(direction)}
        r="13"
      />
      <g transform="scale(0.88)">
        <Piece.drawing piece={%{animal: @animal, side: :first}} />
      </g>
    </svg>
    """
  end

  defp x(direction), do: elem(@around[direction], 0)
  defp y(direction), do: elem(@around[direction], 1)
end
