defmodule Playout.Matches.Rules.Perfect do
  @moduledoc """
  The level above a game's ladder: the player `perfect`, which never makes a mistake.

  It is offered only while its table is ready (`Playout.table/2`), so it is not on the ladder
  (`Playout.levels/1`): it has no number, no level leads to it, and nobody has to beat it to have
  beaten all levels.
  """

  alias Playout.{Error, Position, Value}
  alias Playout.Matches.{Event, Settings}

  @name "perfect"

  @doc "Returns the name of the level, which is also its player."
  @spec name() :: String.t()
  def name, do: @name

  @doc """
  Returns whether the level's table is ready, is being made, is damaged, or is missing; without a variant, for the
  game as a whole.
  """
  @spec status(atom, nil | atom) :: :ready | {:building, 0..100} | :damaged | :none
  def status(game, variant \\ nil), do: Settings.engine().table(game, variant)

  @doc "Returns whether the level can be chosen in a game, or in one of its variants."
  @spec offered?(atom, nil | atom) :: boolean
  def offered?(game, variant \\ nil), do: status(game, variant) == :ready

  @doc """
  Returns the exact values of a position and all those before it, from the start; nil if there is no
  table for them. The first call may take a second.
  """
  @spec values(Position.t(), atom) :: nil | [Value.t()]
  def values(%Position{game: game} = position, variant) do
    with true <- offered?(game, variant), {:ok, values} <- Settings.engine().values(position) do
      values
    else
      _no_table -> nil
    end
  end

  @doc """
  Returns the levels that can be chosen in a game, or in one of its variants, weakest first: the
  ladder, and this level, if it is offered.
  """
  @spec levels(atom, nil | atom) :: [%{required(:name) => String.t(), optional(atom) => term}]
  def levels(game, variant \\ nil) do
    above = if offered?(game, variant), do: [%{name: @name}], else: []
    Playout.levels(game) ++ above
  end

  @doc "Sends the calling process `{:playout_table, game, status}` whenever the status changes."
  @spec watch() :: :ok
  def watch, do: Settings.engine().watch_tables()

  @doc "Returns the seat of the level; an error if it is not offered."
  @spec seat(atom, atom) :: {:ok, Event.seat()} | {:error, Error.t()}
  def seat(game, variant) do
    if offered?(game, variant) do
      {:ok, {:engine, @name, @name}}
    else
      message = "there is no table for #{game} #{variant}"
      {:error, Error.new(:no_table, "not_offered", message, %{game: to_string(game)})}
    end
  end
end
