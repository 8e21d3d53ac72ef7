defmodule PlayoutWeb.Boards.Gomoku.Stone do
  @moduledoc """
  The stones: their names, and a stone on the board. Their drawings are files in `assets/drawings/gomoku`.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Gomoku.Ground
  alias PlayoutWeb.Drawings

  @doc "Returns the name of a colour."
  @spec colour_name(:black | :white) :: String.t()
  def colour_name(:black), do: gettext("Black")
  def colour_name(:white), do: gettext("White")

  @doc "Tells the player to place a stone of this colour."
  @spec place_text(:black | :white) :: String.t()
  def place_text(:black), do: gettext("Place a black stone.")
  def place_text(:white), do: gettext("Place a white stone.")

  @doc "Renders the drawings that a page must contain, once, to show a stone."
  def sprite(assigns) do
    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <Ground.materials />
        {Drawings.drawing("gomoku", "black")}
        {Drawings.drawing("gomoku", "white")}
        {Drawings.drawing("gomoku", "either")}
        <.ghost colour={:black} />
        <.ghost colour={:white} />
      </defs>
    </svg>
    """
  end

  attr :colour, :atom, required: true

  # A fill that makes a 40 × 40 square look like a stone.
  defp ghost(assigns) do
    ~H"""
    <pattern id={"gomoku-ghost-#{@colour}"} width="1" height="1" viewBox="-20 -20 40 40">
      <use href={"#gomoku-#{@colour}"} />
    </pattern>
    """
  end

  attr :colour, :atom, values: [:black, :white, :either], required: true

  @doc "Renders a stone on its own, as a small picture. The page must contain the sprite."
  def icon(assigns) do
    ~H"""
    <svg class="stone-icon" viewBox="-20 -20 40 40" aria-hidden="true">
      <use href={"#gomoku-#{@colour}"} />
    </svg>
    """
  end

  attr :stone, :map,
    required: true,
    doc:
      "its `x`, `y` and `colour`; `number`: which move placed it, counted from 1, nil if that is " <>
        "unknown; whether it is `last`, `winning`, in a `four`"

  @doc "Renders a stone on the board."
  def stone(assigns) do
    ~H"""
    <g
      class={["stone is-#{@stone.colour}", @stone.last && "is-last", @stone.winning && "is-winning"]}
      transform={"translate(#{@stone.x} #{@stone.y})"}
    >
      <g data-arrive={@stone.last && ""}>
        <use href={"#gomoku-#{@stone.colour}"} />
        <circle :if={@stone.four} class="stone-four" r="20" />
        <circle :if={@stone.winning} class="stone-halo" r="20" />
        <circle :if={@stone.winning or @stone.four} class="stone-glow" r="17.6" />
        <circle :if={@stone.last} class="stone-last" r="8" />
        <text :if={@stone.number} class={number_class(@stone.number)} y="6">{@stone.number}</text>
      </g>
    </g>
    """
  end

  defp number_class(number), do: ["stone-number", number > 99 && "is-long"]
end
