defmodule PlayoutWeb.Rules.AnimalShogi.Ways do
  @moduledoc "The five animals, with the cells around them that each goes to."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.AnimalShogi.Piece
  alias PlayoutWeb.Boards.AnimalShogi.Sprite

  # The cells around a cell, 100 wide each.
  @around %{
    nw: {-100, -100},
    n: {0, -100},
    ne: {100, -100},
    w: {-100, 0},
    e: {100, 0},
    sw: {-100, 100},
    s: {0, 100},
    se: {100, 100}
  }

  @doc "All five, each with its name and its ways in words."
  def list(assigns) do
    assigns =
      assign(assigns,
        animals: [
          lion: gettext("One step in any direction. You win and lose with it."),
          giraffe: gettext("One step forward, backward or to a side."),
          elephant: gettext("One step diagonally."),
          chick: gettext("One step forward, never back."),
          hen: gettext("A chick grown up. Any step but diagonally backward.")
        ]
      )

    ~H"""
    <dl class="shogi-animals">
      <div :for={{animal, words} <- @animals}>
        <dt>
          <.ways animal={animal} />
          {PlayoutWeb.Sentences.capital(Piece.animal(animal))}
        </dt>
        <dd>{words}</dd>
      </div>
    </dl>
    """
  end

  attr :animal, :atom, required: true

  defp ways(assigns) do
    assigns = assign(assigns, around: @around, ways: Sprite.ways(assigns.animal))

    ~H"""
    <svg class="shogi-ways" viewBox="-152 -152 304 304" aria-hidden="true">
      <rect class="shogi-land" x="-150" y="-150" width="300" height="300" rx="16" />
      <path class="shogi-seam" d="M-50-142V142M50-142V142M-142-50H142M-142 50H142" />
      <circle :for={way <- @ways} class="shogi-way" cx={x(way)} cy={y(way)} r="15" />
      <Piece.drawing piece={%{animal: @animal, side: :first}} />
    </svg>
    """
  end

  defp x(way), do: elem(@around[way], 0)
  defp y(way), do: elem(@around[way], 1)
end
