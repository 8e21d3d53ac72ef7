defmodule Playout.Matches.Event do
  @moduledoc """
  What happened in a match. A match is the list of its events, numbered from 1.

  | type | data |
  |---|---|
  | `:created` | `owner` (the visitor who made it), `game`, `variant`, `start` (the text of the position), `seats` (by side), `toss` (whether chance has dealt the seats) |
  | `:moved` | `side`, `move` (its text) |
  | `:undone` | `side` (that asked for it), `ply` (the number of moves that remain) |
  | `:resigned` | `side` |
  | `:replaced` | `side`, `seat` (the engine that plays it from now on) |
  | `:paced` | `pace` (of a match of two engines) |

  A seat is `{:person, visitor}` or `{:engine, level, spec}`: the whole player,
  so that the match goes on with it when the level has come to mean another. The
  `level` of a custom player is `nil`.

  Stored events carry a version. Every release has to read those of all earlier
  ones; it refuses one that it does not know. Version 1 had no owner (it was the
  person who played) and no toss.
  """

  alias Playout.Matches.Event

  @enforce_keys [:seq, :type, :data]
  defstruct [:seq, :type, :data]

  @type side :: :first | :second
  @type seat :: {:person, String.t()} | {:engine, nil | pos_integer, String.t()}
  @type pace :: :paused | :slow | :normal | :fast
  @type t :: %Event{seq: pos_integer, type: atom, data: map}

  @version 2
  @paces [:paused, :slow, :normal, :fast]

  @doc "The paces at which two engines can play."
  def paces, do: @paces

  @doc "The event as a row of plain values, for storage."
  @spec to_row(t) :: %{seq: pos_integer, version: pos_integer, type: String.t(), data: map}
  def to_row(%Event{} = event) do
    %{
      seq: event.seq,
      version: @version,
      type: to_string(event.type),
      data: written(event.type, event.data)
    }
  end

  @doc "The event of a stored row."
  @spec from_row(map) :: {:ok, t} | {:error, {:unreadable_event, map}}
  def from_row(%{version: version, seq: seq, type: type, data: data} = row)
      when version in 1..@version do
    {:ok, read(seq, type, updated(version, type, data))}
  rescue
    # Whatever is wrong with it, it is no event of this version.
    _error -> unreadable(row)
  end

  def from_row(row), do: unreadable(row)

  defp unreadable(row), do: {:error, {:unreadable_event, Map.take(row, [:seq, :version, :type])}}

  defp written(:created, data) do
    %{
      "owner" => data.owner,
      "toss" => data.toss,
      "game" => to_string(data.game),
      "variant" => to_string(data.variant),
      "start" => data.start,
      "seats" => Map.new(data.seats, fn {side, seat} -> {to_string(side), seat(seat)} end)
    }
  end

  defp written(:moved, data), do: %{"side" => to_string(data.side), "move" => data.move}
  defp written(:undone, data), do: %{"side" => to_string(data.side), "ply" => data.ply}
  defp written(:resigned, data), do: %{"side" => to_string(data.side)}
  defp written(:paced, data), do: %{"pace" => to_string(data.pace)}

  defp written(:replaced, data) do
    %{"side" => to_string(data.side), "seat" => seat(data.seat)}
  end

  defp seat({:person, visitor}), do: %{"person" => visitor}
  defp seat({:engine, level, spec}), do: %{"level" => level, "spec" => spec}

  # What an older version wrote, as this one would have.
  defp updated(1, "created", %{"seats" => seats} = data) do
    owner = seats["first"]["person"] || seats["second"]["person"]
    Map.merge(data, %{"owner" => owner, "toss" => false})
  end

  defp updated(_version, _type, data), do: data

  defp read(seq, "created", %{"toss" => toss} = data) when is_boolean(toss) do
    %{"game" => game, "variant" => variant, "start" => start, "seats" => seats} = data
    game = Enum.find(Playout.Games.all(), &(to_string(&1.name()) == game))

    event(seq, :created, %{
      owner: text(data["owner"]),
      toss: toss,
      game: game.name(),
      variant: known(variant, game.variants()),
      start: text(start),
      seats: %{first: read_seat(seats["first"]), second: read_seat(seats["second"])}
    })
  end

  defp read(seq, "moved", %{"side" => side, "move" => move}) do
    event(seq, :moved, %{side: side(side), move: text(move)})
  end

  defp read(seq, "undone", %{"side" => side, "ply" => ply}) when is_integer(ply) and ply >= 0 do
    event(seq, :undone, %{side: side(side), ply: ply})
  end

  defp read(seq, "resigned", %{"side" => side}) do
    event(seq, :resigned, %{side: side(side)})
  end

  defp read(seq, "paced", %{"pace" => pace}) do
    event(seq, :paced, %{pace: known(pace, @paces)})
  end

  defp read(seq, "replaced", %{"side" => side, "seat" => %{"spec" => _} = seat}) do
    event(seq, :replaced, %{side: side(side), seat: read_seat(seat)})
  end

  defp event(seq, type, data), do: %Event{seq: seq, type: type, data: data}

  defp read_seat(%{"person" => visitor}), do: {:person, text(visitor)}

  defp read_seat(%{"level" => level, "spec" => spec}) when is_integer(level) or is_nil(level) do
    {:engine, level, text(spec)}
  end

  defp side(side), do: known(side, [:first, :second])

  defp known(text, values), do: Enum.find(values, &(to_string(&1) == text)) || raise("unknown")

  defp text(text) when is_binary(text), do: text
end
