defmodule Playout.Matches.Players do
  @moduledoc """
  Turns the player that a visitor asks for into a seat as it is stored.
  """

  alias Playout.Error
  alias Playout.Matches.{Event, Settings}

  @typedoc """
  A player as a visitor asks for it: themselves, a level by its name, or a custom player by its
  spec, within the limits of `Playout.Matches.Settings`.
  """
  @type player :: :me | {:level, String.t()} | {:custom, String.t()}

  @doc "The seat of a player."
  @spec seat(atom, String.t(), player) ::
          {:ok, Event.seat()} | {:error, :malformed | Error.t()}
  def seat(_game, visitor, :me), do: {:ok, {:person, visitor}}
  def seat(game, _visitor, engine), do: engine(game, engine)

  @doc """
  The same seat for another match. A custom player has to keep within the limits of today, which
  may have changed since.
  """
  @spec again(atom, Event.seat()) :: {:ok, Event.seat()} | {:error, Error.t()}
  def again(game, {:engine, nil, spec}) do
    with {:ok, text} <- Playout.stored_player(game, spec), do: engine(game, {:custom, text})
  end

  def again(_game, seat), do: {:ok, seat}

  @doc "The seat of an engine; `:me` is refused as malformed."
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
  Whether an engine continues in the tree of its last move (see `Playout.keeps_tree/2`). A level
  goes by its name, even where the ladder has another player for it today. A level that has left
  the ladder was not the last one, so it starts every move afresh.
  """
  @spec keeps_tree?(atom, Event.seat()) :: boolean
  def keeps_tree?(game, {:engine, nil, spec}), do: Playout.keeps_tree(game, spec) == {:ok, true}

  def keeps_tree?(game, {:engine, name, _spec}) do
    level = level(game, name)
    level != nil and Playout.keeps_tree(game, level.spec) == {:ok, true}
  end

  @doc """
  The level above an engine in today's ladder; `nil` above the last one, and for a player that is
  not on the ladder. After a change of the ladder, the player counts where it stands now.
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
