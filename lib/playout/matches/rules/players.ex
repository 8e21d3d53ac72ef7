defmodule Playout.Matches.Rules.Players do
  @moduledoc """
  Turns the player that a visitor requests into the seat that is stored.
  """

  alias Playout.Error
  alias Playout.Matches.{Event, Settings}
  alias Playout.Matches.Rules.Perfect

  @typedoc """
  A player as a visitor requests it: themselves, whoever joins, a level by its name (also that of
  `Playout.Matches.Rules.Perfect`), or a custom player by its spec, within the limits of
  `Playout.Matches.Settings`.
  """
  @type player :: :me | :friend | {:level, String.t()} | {:custom, String.t()}

  @doc "Returns the seat of a player in a match of this game and variant."
  @spec seat(atom, atom, String.t(), player) ::
          {:ok, Event.seat()} | {:error, :malformed | Error.t()}
  def seat(_game, _variant, visitor, :me), do: {:ok, {:person, visitor}}
  def seat(_game, _variant, _visitor, :friend), do: {:ok, :open}
  def seat(game, variant, _visitor, engine), do: engine(game, variant, engine)

  @doc """
  Returns the same seat for another match. A custom player must be within the current limits,
  which may have changed, and the level above the ladder must still be offered.
  """
  @spec for_rematch(atom, atom, Event.seat()) :: {:ok, Event.seat()} | {:error, Error.t()}
  def for_rematch(game, variant, {:engine, nil, spec}) do
    with {:ok, text} <- Playout.stored_player(game, spec),
         do: engine(game, variant, {:custom, text})
  end

  def for_rematch(game, variant, {:engine, level, _spec} = seat) do
    if level == Perfect.name(), do: Perfect.seat(game, variant), else: {:ok, seat}
  end

  def for_rematch(_game, _variant, seat), do: {:ok, seat}

  @doc "Returns the seat of an engine; refuses people as malformed."
  @spec engine(atom, atom, player) :: {:ok, Event.seat()} | {:error, :malformed | Error.t()}
  def engine(game, variant, {:level, name}) do
    cond do
      name == Perfect.name() -> Perfect.seat(game, variant)
      level = level(game, name) -> {:ok, {:engine, name, level.spec}}
      true -> {:error, :malformed}
    end
  end

  # A custom player never has room for Animal Shogi's table, without which `perfect` is offered only as
  # a level.
  def engine(game, _variant, {:custom, text}) when is_binary(text) do
    with {:ok, spec} <- Playout.check_player(game, text, Settings.custom()) do
      {:ok, {:engine, nil, spec}}
    end
  end

  def engine(_game, _variant, _player), do: {:error, :malformed}

  @typedoc """
  An engine as a search takes it: the `player`, and whether it continues in the tree of its last
  move (see `Playout.keeps_tree/2`).
  """
  @type ready :: %{player: String.t(), keeps_tree?: boolean}

  @doc """
  Returns the engine of a seat for a search. The log may contain a player from an older release.

  Whether a level keeps its tree depends on its name only, even if the ladder has a different player
  for it now. A level that is no longer on the ladder starts every move with an empty tree.
  """
  @spec ready(atom, Event.seat()) :: {:ok, ready} | {:error, Error.t()}
  def ready(game, {:engine, name, spec}) do
    with {:ok, player} <- Playout.stored_player(game, spec) do
      ladder = if name, do: level(game, name), else: %{spec: player}
      keeps? = ladder != nil and Playout.keeps_tree(game, ladder.spec) == {:ok, true}
      {:ok, %{player: player, keeps_tree?: keeps?}}
    end
  end

  # In milliseconds. Every level searches for a shorter time; `perfect` may need longer to prove that
  # its value holds after what has been played.
  @hint_ms 2_000

  @doc """
  Returns the strongest engine of a game, which gives hints: the level above the ladder if it is offered,
  otherwise the ladder's highest. It searches for at most two seconds.
  """
  @spec hint_player(atom, atom) :: {:ok, String.t()} | {:error, Error.t()}
  def hint_player(game, variant) do
    %{name: name} = List.last(Perfect.levels(game, variant))

    with {:ok, {:engine, ^name, spec}} <- engine(game, variant, {:level, name}),
         do: Playout.check_player(game, spec, ms: @hint_ms)
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
