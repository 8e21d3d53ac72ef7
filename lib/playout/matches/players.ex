defmodule Playout.Matches.Players do
  @moduledoc """
  Who is to sit where: from what a visitor asks for to a seat as it is stored.
  """

  alias Playout.Error
  alias Playout.Matches.{Event, Settings}

  @typedoc """
  A player as a visitor names it: himself, a level of the site, or a player's
  text, within the bounds of `Playout.Matches.Settings`.
  """
  @type player :: :me | {:level, pos_integer} | {:custom, String.t()}

  @doc "The seat of a player."
  @spec seat(atom, String.t(), player) ::
          {:ok, Event.seat()} | {:error, :malformed | Error.t()}
  def seat(_game, visitor, :me), do: {:ok, {:person, visitor}}
  def seat(game, _visitor, engine), do: engine(game, engine)

  @doc """
  The seat once more, for another match. A custom player is held to the bounds of
  today, which may have changed since.
  """
  @spec again(atom, Event.seat()) :: {:ok, Event.seat()} | {:error, Error.t()}
  def again(game, {:engine, nil, spec}) do
    with {:ok, text} <- Playout.stored_player(game, spec), do: engine(game, {:custom, text})
  end

  def again(_game, seat), do: {:ok, seat}

  @doc "The seat of an engine player; a person is malformed."
  @spec engine(atom, player) :: {:ok, Event.seat()} | {:error, :malformed | Error.t()}
  def engine(game, {:level, number}) do
    case Enum.find(Playout.levels(game), &(&1.number === number)) do
      nil -> {:error, :malformed}
      level -> {:ok, {:engine, number, level.spec}}
    end
  end

  def engine(game, {:custom, text}) when is_binary(text) do
    with {:ok, spec} <- Playout.check_player(game, text, Settings.custom()) do
      {:ok, {:engine, nil, spec}}
    end
  end

  def engine(_game, _player), do: {:error, :malformed}

  @doc """
  Whether an engine goes on in the tree of its last move (see `Playout.keeps_tree/2`). A
  level is known by its number, also if the ladder has another player for it by now.
  """
  @spec keeps_tree?(atom, Event.seat()) :: boolean
  def keeps_tree?(game, {:engine, number, spec}) do
    player = if number, do: "level:n=#{number}", else: spec
    Playout.keeps_tree(game, player) == {:ok, true}
  end
end
