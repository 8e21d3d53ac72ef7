defmodule PlayoutWeb.Rules do
  @moduledoc """
  How each game is explained: its page of rules and its first lesson, one
  module a game, named as the game's own is, all of this shape.

  The words are the game's own; what is true of a position (who has won, by
  which line, what a move answers) is asked of the engine.
  """

  alias PlayoutWeb.Lesson.Exercise

  @doc "The page's parts, made of `PlayoutWeb.RulesComponents`; it needs the board's sprite."
  @callback page(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "The positions of the first lesson, in their order."
  @callback lesson() :: [Exercise.t(), ...]

  @rules Playout.Games.namesakes(__MODULE__)

  @doc "The module of a game."
  @spec of(atom()) :: module()
  def of(game), do: Map.fetch!(@rules, game)

  @doc "The game of a name as it stands in an address, which anybody may have written."
  @spec find(String.t()) :: {:ok, atom()} | :error
  def find(name) do
    Enum.find_value(@rules, :error, fn {game, _module} ->
      if to_string(game) == name, do: {:ok, game}
    end)
  end
end
