defmodule PlayoutWeb.Boards.Gomoku.Stone do
  @moduledoc """
  The stones: their drawings, their names, and a stone on the board.

  The light comes from the top left. Black stones are glossy and white ones have a dark rim,
  so they differ in more than their shade.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Gomoku.Ground

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
        <radialGradient id="gomoku-black-body" cx="0.36" cy="0.3" r="0.8">
          <stop stop-color="#7a8087" />
          <stop offset="0.22" stop-color="#494d53" />
          <stop offset="0.6" stop-color="#1f2124" />
          <stop offset="1" stop-color="#08090a" />
        </radialGradient>
        <radialGradient id="gomoku-white-body" cx="0.36" cy="0.3" r="0.85">
          <stop stop-color="#ffffff" />
          <stop offset="0.5" stop-color="#f8f4ec" />
          <stop offset="0.85" stop-color="#ddd5c6" />
          <stop offset="1" stop-color="#bfb5a2" />
        </radialGradient>
        <radialGradient id="gomoku-shadow">
          <stop offset="0.78" stop-color="#2a1804" stop-opacity="0.5" />
          <stop offset="1" stop-color="#2a1804" stop-opacity="0" />
        </radialGradient>
        <linearGradient id="gomoku-either-body">
          <stop offset="0.5" stop-color="#1f2124" />
          <stop offset="0.5" stop-color="#f8f4ec" />
        </linearGradient>
        <g id="gomoku-black">
          <.middle />
          <circle cx="1.8" cy="2.8" r="20.5" fill="url(#gomoku-shadow)" />
          <circle class="stone-rim is-black" r="18.4" fill="url(#gomoku-black-body)" />
          <path class="stone-shine" d="M-13.6 -3.6 A14 14 0 0 1 -3.6 -13.6" />
        </g>
        <g id="gomoku-white">
          <.middle />
          <circle cx="1.8" cy="2.8" r="20.5" fill="url(#gomoku-shadow)" />
          <circle class="stone-rim is-white" r="18.4" fill="url(#gomoku-white-body)" />
        </g>
        <g id="gomoku-either">
          <circle class="stone-rim is-white" r="18.4" fill="url(#gomoku-either-body)" />
        </g>
        <.ghost colour={:black} />
        <.ghost colour={:white} />
      </defs>
    </svg>
    """
  end

  # An invisible shape that centres the drawing on the stone. Without it the shadow would shift
  # the centre.
  defp middle(assigns) do
    ~H"""
    <circle r="23.3" fill="none" />
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
