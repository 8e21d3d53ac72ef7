defmodule Playout.Games do
  @moduledoc """
  The modules of the games (`Playout.Game`).
  """

  @games [
    Playout.Games.Quarto,
    Playout.Games.AnimalShogi,
    Playout.Games.Gomoku,
    Playout.Games.Separo
  ]

  @doc """
  Returns the modules of all games.

      iex> hd(Playout.Games.all())
      Playout.Games.Quarto
  """
  @spec all() :: [module]
  def all, do: @games

  @doc """
  Returns each game's module in a namespace: the one with the same last name as the game's own
  module.

      iex> Playout.Games.modules_for(Some.Part).animal_shogi
      Some.Part.AnimalShogi
  """
  @spec modules_for(module) :: %{atom => module}
  def modules_for(namespace) do
    Map.new(@games, &{&1.name(), Module.concat(namespace, &1 |> Module.split() |> List.last())})
  end
end
