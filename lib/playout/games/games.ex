defmodule Playout.Games do
  @moduledoc """
  The games: one small module each, which says what the game is called and what
  can be asked of it. The rules themselves are native.
  """

  @doc "The name by which programs know the game."
  @callback name() :: atom

  @doc "The names of the variants, the default first."
  @callback variants() :: [atom, ...]

  @doc "The options that `Playout.new/2` takes for the game, and their values."
  @callback options() :: [{atom, Enumerable.t()}]

  @games [Playout.Games.Quarto]

  @doc """
  The modules of all games.

      iex> Playout.Games.all()
      [Playout.Games.Quarto]
  """
  @spec all() :: [module]
  def all, do: @games
end
