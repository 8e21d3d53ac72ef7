defmodule Playout.Matches.Players do
  @moduledoc """
  Turns the player that a visitor requests into the seat that is stored.
  """

  alias Playout.Error
  alias Playout.Matches.{Event, Settings}

  @typedoc """
  A player as a visitor requests it: themselves, a level by its name, or a custom player by its
  spec, within the limits of `Playout.Matches.Settings`.
  """
  @type player :: :me | {:level, String.t()} | {:custom, String.t()}

  @doc "Returns the seat of a player."
  @spec seat(atom, String.t(), player) ::
          {:ok, Event.seat()} | {:error, :malformed | Error.t()}
  def seat(_game, visitor, :me), do: {:ok, {:person, visitor}}
  def seat(game, _visitor, engine), do: engine(game, engine)

  @doc """
  Returns the same seat for another match. A custom player must be within the current limits,
  which may have changed.
  """
  @spec for_rematch(atom, Event.seat()) :: {:ok, Event.seat()} | {:error, Error.t()}
  def for_rematch(game, {:engine, nil, spec}) do
    with {:ok, text} <- Playout.stored_player(game, spec), do: engine(game, {:custom, text})
  end

  def for_rematch(_game, seat), do: {:ok, seat}

  @doc "Returns the seat of an engine; refuses `:me` as malformed."
  @spec engine(atom, player) :: {:ok, Event.seat()} | {:error, :malformed | Error.t()}
  def engine(game, {:level, name}) do
    case level(game, name) do
      nil -> {:error, :malformed}
      level -> {:ok, {:engine, name, level.spec}}
    end
  end

  def engine(game, {:custom, text}) when is_binary(text) do
    with {:ok, spec} <- Playout.check_player(game, text, Settings.custom()) do
      {:ok, {:engine, nil, spec}}
    end
  end

  def engine(_game, _player), do: {:error, :malformed}

  @doc """
  Returns whether an engine keeps its search tree between moves (see `Playout.keeps_tree/2`). Only
  the level's name matters, even if the ladder has a different player for it now. A level that is
  no longer on the ladder starts every move with an empty tree.
  """
  @spec keeps_tree?(atom, Event.seat()) :: boolean
  def keeps_tree?(game, {:engine, nil, spec}), do: Playout.keeps_tree(game, spec) == {:ok, true}

  def keeps_tree?(game, {:engine, name, _spec}) do
    level = level(game, name)
    level != nil and Playout.keeps_tree(game, level.spec) == {:ok, true}
  end

  @doc """
  Returns the level above an engine on the current ladder; `nil` for the highest level and for
  players that are not on the ladder. If a player is now on the ladder as another level, that
  level counts.
  """
  @spec next_level(atom, Event.seat()) :: nil | String.t()
  def next_level(_game, {:engine, nil, _spec}), do: nil

  def next_level(game, {:engine, name, spec}) do
    levels = Playout.levels(game)

    place =
      Enum.find_index(levels, &(&1.spec == spec)) || Enum.find_index(levels, &(&1.name == name))

    with place when place != nil <- place, %{name: next} <- Enum.at(levels, place + 1), do: next
  end

  defp level(game, name), do: Enum.find(Playout.levels(game), &(&1.name === name))
end
