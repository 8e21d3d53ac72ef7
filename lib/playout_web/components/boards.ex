defmodule PlayoutWeb.Boards do
  @moduledoc """
  How each game looks and speaks: one module a game, all of this shape.

  Whatever can be pressed carries the step it stands for (`data-step="c3"`),
  and what is one stop of the tab key, with arrow keys inside, is within an
  element with `data-steps`. The page's hook does the rest, for every game alike.
  """
  use Phoenix.Component

  @type position :: String.t()
  @type steps :: [String.t()]

  @doc "The game's name."
  @callback name() :: String.t()

  @doc "What it is about, in a sentence or two, for someone who never heard of it."
  @callback about() :: String.t()

  @doc "The name of a variant."
  @callback variant_name(atom()) :: String.t()

  @doc "A position that shows the game off, for the lobby."
  @callback showpiece() :: position()

  @doc "What is drawn once a page and used by the other components."
  @callback sprite(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "The board; its assigns are `position`, `last`, `winning`, `marks`, `playable`."
  @callback board(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "What lies beside the board and can be pressed; its assign is `position`."
  @callback tray(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "What the side to move holds in hand; its assign is `position`."
  @callback holding(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "A small picture of a move for the list of moves; its assign is `steps`."
  @callback move_picture(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "What to do now, a sentence for each step of a move."
  @callback prompts(position()) :: [String.t()]

  @doc "A move in words, to follow the name of who made it."
  @callback move_words(steps()) :: String.t()

  @doc "Why a game ended, in words, from the outcome's reason and details."
  @callback reason(atom(), map()) :: String.t()

  @boards %{quarto: PlayoutWeb.Boards.Quarto}

  @doc """
  The games that can be shown here, in the order of `Playout.games/0`. One whose
  board is yet to be drawn can be played in `iex` and in a terminal.
  """
  @spec games() :: [atom()]
  def games, do: Enum.filter(Playout.games(), &is_map_key(@boards, &1))

  @doc "The module of a game."
  @spec of(atom()) :: module()
  def of(game), do: Map.fetch!(@boards, game)

  attr :game, :atom, required: true

  @doc "What has to be on a page once, before anything of the game is drawn."
  def sprite(assigns), do: of(assigns.game).sprite(assigns)

  attr :game, :atom, required: true
  attr :position, :string, required: true
  attr :last, :list, default: [], doc: "the steps of the last move"
  attr :winning, :list, default: [], doc: "the cells that decided the game"
  attr :marks, :list, default: [], doc: "cells that a text beside the board speaks of"
  attr :playable, :boolean, default: false, doc: "whether it is a board to press, or a picture"

  @doc "The board with a position on it."
  def board(assigns), do: of(assigns.game).board(assigns)

  attr :game, :atom, required: true
  attr :position, :string, required: true

  @doc "What lies beside the board."
  def tray(assigns), do: of(assigns.game).tray(assigns)

  attr :game, :atom, required: true
  attr :position, :string, required: true

  @doc "What the side to move holds."
  def holding(assigns), do: of(assigns.game).holding(assigns)

  attr :game, :atom, required: true
  attr :steps, :list, required: true

  @doc "A small picture of a move."
  def move_picture(assigns), do: of(assigns.game).move_picture(assigns)
end
