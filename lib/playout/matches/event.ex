defmodule Playout.Matches.Event do
  @moduledoc """
  Something that happened in a match. A match is the list of its events, numbered from 1.

  | type | data |
  |---|---|
  | `:created` | `owner` (the visitor who created the match), `game`, `variant`, `start` (the text of the position), `seats` (by side), `toss` (whether the sides were assigned at random) |
  | `:moved` | `side`, `move` (its text) |
  | `:undone` | `side` (the side that undid), `ply` (the number of moves that remain) |
  | `:resigned` | `side` |
  | `:replaced` | `side`, `seat` (the engine that plays this side from here on) |
  | `:paced` | `pace` (of a match between two engines) |

  A seat is `{:person, visitor}` or `{:engine, level, spec}`. `level` is the name of the level,
  `nil` for a custom player. The event keeps both name and spec, so a match continues with the
  same player under the same name even after the game's ladder has changed.

  Stored events carry a version. Every release reads the events of all earlier ones and refuses
  versions that it does not know. Version 1 had no toss and no owner (the owner was the person who
  played); up to version 2, a level was stored as a number (`Playout.Matches.NumberedLevels`).
  """

  alias Playout.Matches.Event
  alias Playout.Matches.NumberedLevels

  @enforce_keys [:seq, :type, :data]
  defstruct [:seq, :type, :data, :at]

  @type side :: :first | :second
  @type seat :: {:person, String.t()} | {:engine, level :: nil | String.t(), spec :: String.t()}
  @type pace :: :paused | :slow | :normal | :fast
  @typedoc "`at`: when it was stored, `nil` if it has not been stored."
  @type t :: %Event{seq: pos_integer, type: atom, data: map, at: nil | DateTime.t()}

  @version 3
  @paces [:paused, :slow, :normal, :fast]

  @doc "Returns the paces at which two engines can play."
  def paces, do: @paces

  @doc "Converts an event to a row of plain values, for storage. The store adds the time."
  @spec to_row(t) :: %{seq: pos_integer, version: pos_integer, type: String.t(), data: map}
  def to_row(%Event{} = event) do
    %{
      seq: event.seq,
      version: @version,
      type: to_string(event.type),
      data: written(event.type, event.data)
    }
  end

  @doc """
  Reads the events of a match from its stored rows, which must be complete and in order. A row has
  the keys of `to_row/1`, and `:at` if it is from the store.
  """
  @spec from_rows([map]) :: {:ok, [t]} | {:error, {:unreadable_event, map}}
  def from_rows([]), do: {:ok, []}

  # Only the first row contains the game.
  def from_rows([first | _] = rows), do: from_rows(rows, game(first), [])

  defp from_rows([], _game, events), do: {:ok, Enum.reverse(events)}

  defp from_rows([row | rows], game, events) do
    with {:ok, event} <- from_row(row, game), do: from_rows(rows, game, [event | events])
  end

  defp game(%{data: %{"game" => game}}), do: game
  defp game(_row), do: nil

  defp from_row(%{version: version, seq: seq, type: type, data: data} = row, game)
       when version in 1..@version do
    event = read(seq, type, upcast(version, type, data, game))
    {:ok, %{event | at: Map.get(row, :at)}}
  rescue
    # Whatever is wrong with the row, it is not an event of this version.
    _error -> unreadable(row)
  end

  defp from_row(row, _game), do: unreadable(row)

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

  # Converts the data of an older version to this version.
  defp upcast(1, "created", %{"seats" => seats} = data, game) do
    owner = seats["first"]["person"] || seats["second"]["person"]
    upcast(2, "created", Map.merge(data, %{"owner" => owner, "toss" => false}), game)
  end

  defp upcast(1, type, data, game), do: upcast(2, type, data, game)

  defp upcast(2, "created", %{"seats" => seats} = data, game) do
    %{data | "seats" => Map.new(seats, fn {side, seat} -> {side, named(seat, game)} end)}
  end

  defp upcast(2, "replaced", %{"seat" => seat} = data, game) do
    %{data | "seat" => named(seat, game)}
  end

  defp upcast(_version, _type, data, _game), do: data

  defp named(%{"level" => number} = seat, game) do
    %{seat | "level" => NumberedLevels.name(game, number)}
  end

  defp named(seat, _game), do: seat

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

  defp read_seat(%{"level" => level, "spec" => spec}) when is_binary(level) or is_nil(level) do
    {:engine, level, text(spec)}
  end

  defp side(side), do: known(side, [:first, :second])

  defp known(text, values), do: Enum.find(values, &(to_string(&1) == text)) || raise("unknown")

  defp text(text) when is_binary(text), do: text
end
