defmodule PlayoutWeb.Rules do
  @moduledoc """
  Explains each game: its rules page and its first lesson. Each game has a module with its name
  that implements this behaviour.

  These modules contain the text. The engine supplies the facts about a position: who has won,
  with which line, and what a move leads to.
  """

  alias Playout.Outcome
  alias PlayoutWeb.Rules.Lesson.{Answer, Exercise}

  @doc "Describes the start position of every match, in a sentence or two."
  @callback start() :: String.t()

  @doc """
  The parts of the rules page, built from `PlayoutWeb.Rules.Components`. The page must contain the
  board's sprite.
  """
  @callback page(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "The exercises of the first lesson, in order."
  @callback lesson() :: [Exercise.t(), ...]

  @doc """
  The opponent's reply to a learner's move, in sentences; `outcome` is the result if the reply
  ends the game, otherwise nil.
  """
  @callback reply(Answer.move(), nil | Outcome.t()) :: [String.t(), ...]

  @rules Playout.Games.modules_for(__MODULE__)

  @doc "Returns the module of a game."
  @spec of(atom()) :: module()
  def of(game), do: Map.fetch!(@rules, game)

  @doc "Finds the game with this name. The name comes from an address, so it can be anything."
  @spec find(String.t()) :: {:ok, atom()} | :error
  def find(name) do
    Enum.find_value(@rules, :error, fn {game, _module} ->
      if to_string(game) == name, do: {:ok, game}
    end)
  end
end
