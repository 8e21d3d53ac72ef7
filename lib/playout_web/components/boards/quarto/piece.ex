defmodule PlayoutWeb.Boards.Quarto.Piece do
  @moduledoc """
  The sixteen pieces: their attributes, their names, and a small picture of each.

  `PlayoutWeb.Boards.Quarto.Sprite` draws them.
  """
  use PlayoutWeb, :html

  @digits ~w(0 1 2 3 4 5 6 7 8 9 A B C D E F)

  @doc "Returns the digits of the pieces, as used in positions."
  def digits, do: @digits

  @doc "Returns a piece's attributes: `%{tall: true, dark: false, square: true, hollow: false}`."
  def attributes(digit) when digit in @digits do
    <<tall::1, dark::1, square::1, hollow::1>> = <<String.to_integer(digit, 16)::4>>
    %{tall: tall == 1, dark: dark == 1, square: square == 1, hollow: hollow == 1}
  end

  @doc "Returns the name of a piece: \"tall dark square hollow piece\"."
  def name(digit) do
    piece = attributes(digit)

    gettext("%{height} %{shade} %{outline} %{top} piece",
      height:
        if(piece.tall,
          do: pgettext("attribute of a Quarto piece", "tall"),
          else: pgettext("attribute of a Quarto piece", "short")
        ),
      shade:
        if(piece.dark,
          do: pgettext("attribute of a Quarto piece", "dark"),
          else: pgettext("attribute of a Quarto piece", "light")
        ),
      outline:
        if(piece.square,
          do: pgettext("attribute of a Quarto piece", "square"),
          else: pgettext("attribute of a Quarto piece", "round")
        ),
      top:
        if(piece.hollow,
          do: pgettext("attribute of a Quarto piece", "hollow"),
          else: pgettext("attribute of a Quarto piece", "solid")
        )
    )
  end

  @doc "Renders a piece on its own, as a small picture. The page must contain the sprite."
  attr :digit, :string, required: true
  attr :class, :string, default: nil
  attr :rest, :global, include: ~w(data-origin data-arrive data-carry)

  def icon(assigns) do
    assigns = assign(assigns, box: box(attributes(assigns.digit)))

    ~H"""
    <svg class={["piece-icon", @class]} viewBox={@box} aria-hidden="true" {@rest}>
      <use href={"#quarto-#{@digit}"} />
    </svg>
    """
  end

  # All pieces have the same width, so that heights can be compared.
  defp box(%{tall: true}), do: "-36 -70 75 98"
  defp box(%{tall: false}), do: "-36 -46 75 74"
end
