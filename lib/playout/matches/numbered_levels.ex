defmodule Playout.Matches.NumberedLevels do
  @moduledoc """
  The names of levels that are stored as numbers.

  Up to version 2, events stored the number of a level. The meaning of a number changes when
  the game's ladder grows, so from version 3 on events store the name. These ladders are those
  of the last release that stored numbers; they never change.
  """

  @ladders %{
    "quarto" => ~w(sparrow hedgehog cat fox heron wolf raven owl),
    "animal_shogi" =>
      ~w(sparrow hedgehog cat badger fox heron wolf eagle raven falcon lynx bear owl),
    "gomoku" =>
      ~w(sparrow hedgehog squirrel cat badger fox heron wolf eagle raven falcon lynx bear owl),
    "separo" => ~w(sparrow hedgehog cat fox heron wolf eagle raven owl)
  }

  @doc "Returns the ladders by game: the names of the levels, weakest first."
  @spec ladders() :: %{String.t() => [String.t()]}
  def ladders, do: @ladders

  @doc "Returns the ladder of a game, weakest level first."
  @spec ladder(atom) :: [String.t()]
  def ladder(game), do: Map.get(@ladders, to_string(game), [])

  @doc "Returns the name of a level; `nil` for a custom player or a number not on the ladder."
  @spec name(String.t(), nil | pos_integer) :: nil | String.t()
  def name(_game, nil), do: nil

  def name(game, number) when is_integer(number) and number > 0,
    do: Enum.at(Map.fetch!(@ladders, game), number - 1)
end
