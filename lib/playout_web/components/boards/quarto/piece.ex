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

  # Languages order and inflect the attributes differently, so each name is a message.
  @doc "Returns the name of a piece: \"tall dark square hollow piece\"."
  def name("0"), do: gettext("short light round solid piece")
  def name("1"), do: gettext("short light round hollow piece")
  def name("2"), do: gettext("short light square solid piece")
  def name("3"), do: gettext("short light square hollow piece")
  def name("4"), do: gettext("short dark round solid piece")
  def name("5"), do: gettext("short dark round hollow piece")
  def name("6"), do: gettext("short dark square solid piece")
  def name("7"), do: gettext("short dark square hollow piece")
  def name("8"), do: gettext("tall light round solid piece")
  def name("9"), do: gettext("tall light round hollow piece")
  def name("A"), do: gettext("tall light square solid piece")
  def name("B"), do: gettext("tall light square hollow piece")
  def name("C"), do: gettext("tall dark round solid piece")
  def name("D"), do: gettext("tall dark round hollow piece")
  def name("E"), do: gettext("tall dark square solid piece")
  def name("F"), do: gettext("tall dark square hollow piece")

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
