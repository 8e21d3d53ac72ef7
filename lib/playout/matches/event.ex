defmodule Playout.Matches.Event do
  @moduledoc """
  Something that happened in a match. A match is the list of its events, numbered from 1.

  | type | data |
  |---|---|
  | `:created` | `owner` (the visitor who created the match), `game`, `variant`, `start` (the text of the position), `seats` (by side), `toss` (whether the sides were assigned at random), `control` (the time control, or `nil`), `listed` (as below) |
  | `:joined` | `side`, `visitor` (who took the open seat) |
  | `:listed` | `listed` (whether the lobby offers the open seat to anyone) |
  | `:shown` | `side`, `shown` (whether this side allows the lobby to show the match) |
  | `:moved` | `side`, `move` (its text) |
  | `:undone` | `side` (the side that undid), `ply` (the number of moves that remain) |
  | `:resigned` | `side` |
  | `:offered` | `side`, `offer` |
  | `:accepted` | `side` (of who accepted), `offer`; `ply`, the number of moves that remain, of an undo; `match`, the id of the new one, of a rematch |
  | `:declined` | `side` (of who declined or withdrew), `offer` |
  | `:flagged` | `side` (whose time is up) |
  | `:claimed` | `side` (of who claimed), `claim` (`:win` or `:draw`) |
  | `:replaced` | `side`, `seat` (the engine that plays this side from here on) |
  | `:paced` | `pace` (of a match between two engines) |
  | `:hinted` | `side` (whose hint it was), `ply` (how many moves had been played), `help` (what it told: `:where` the move begins, or the whole `:move`; stored under this name), `move` (its text) |
  | `:transferred` | `from`, `to` (the visitor whose seats and ownership go to another one) |

  A seat is `{:person, visitor}`, `{:engine, level, spec}`, or `:open` until somebody joins. `level`
  is the name of the level, `nil` for a custom player. The event keeps both name and spec, so a match
  continues with the same player under the same name even after the game's ladder has changed.

  In a match with a time control, each event has the `clock` as it left it. If its sender has named
  the command that led to it, it has that name as `command` (`Playout.Matches.act/5`).

  Stored events carry a version. Every release reads the events of all earlier ones and refuses
  versions that it does not know. Version 1 had no toss and no owner (the owner was the person who
  played); up to version 2, a level was stored as a number (`Playout.Matches.NumberedLevels`); up to
  version 3, there were no time controls, no open seats and no offers.
  """

  alias Playout.Matches.{Clock, Event, NumberedLevels}

  @enforce_keys [:seq, :type, :data]
  defstruct [:seq, :type, :data, :clock, :command, :at]

  @type side :: :first | :second
  @type seat ::
          {:person, String.t()}
          | {:engine, level :: nil | String.t(), spec :: String.t()}
          | :open
  @type offer :: :undo | :draw | :rematch
  @type pace :: :paused | :slow | :normal | :fast
  @type hint :: :where | :move
  @typedoc "`at`: when it was stored, `nil` if it has not been stored."
  @type t :: %Event{
          seq: pos_integer,
          type: atom,
          data: map,
          clock: nil | Clock.t(),
          command: nil | String.t(),
          at: nil | DateTime.t()
        }

  @version 4
  @paces [:paused, :slow, :normal, :fast]

  @offers [:undo, :draw, :rematch]
  @claims [:win, :draw]
  @hints [:where, :move]

  @doc "Returns what a player can offer the other one."
  @spec offers() :: [offer]
  def offers, do: @offers

  @doc "Returns the paces at which two engines can play."
  def paces, do: @paces

  @doc "Converts an event to a row of plain values, for storage. The store adds the time."
  @spec to_row(t) :: %{seq: pos_integer, version: pos_integer, type: String.t(), data: map}
  def to_row(%Event{} = event) do
    %{
      seq: event.seq,
      version: @version,
      type: to_string(event.type),
      data:
        event.type
        |> written(event.data)
        |> put("clock", event.clock && Clock.to_list(event.clock))
        |> put("quotas", event.clock && Clock.quotas(event.clock))
        |> put("command", event.command)
    }
  end

  defp put(data, _key, nil), do: data
  defp put(data, key, value), do: Map.put(data, key, value)

  @doc """
  Reads the events of a match from its stored rows, which must be complete and in order. A row has
  the keys of `to_row/1`, and `:at` if it is from the store.
  """
  @spec from_rows([map]) :: {:ok, [t]} | {:error, {:unreadable_event, map}}
  def from_rows([]), do: {:ok, []}

  # Only the first row contains the game.
  def from_rows([first | _] = rows), do: from_rows(rows, game(first), nil, [])

  defp from_rows([], _game, _control, events), do: {:ok, Enum.reverse(events)}

  defp from_rows([row | rows], game, control, events) do
    with {:ok, event} <- from_row(row, game, control) do
      from_rows(rows, game, event.data[:control] || control, [event | events])
    end
  end

  defp game(%{data: %{"game" => game}}), do: game
  defp game(_row), do: nil

  defp from_row(%{version: version, seq: seq, type: type, data: data} = row, game, control)
       when version in 1..@version do
    event = read(seq, type, upcast(version, type, data, game))
    clock = read_clock(event.data[:control] || control, data["clock"], data["quotas"])
    {:ok, %{event | at: Map.get(row, :at), clock: clock, command: read_command(data["command"])}}
  rescue
    # Whatever is wrong with the row, it is not an event of this version.
    _error -> unreadable(row)
  end

  defp from_row(row, _game, _control), do: unreadable(row)

  defp read_clock(nil, nil, nil), do: nil

  defp read_clock(control, clock, quotas) when control != nil,
    do: Clock.from_list(control, clock, quotas)

  defp read_command(nil), do: nil
  defp read_command(name), do: text(name)

  defp unreadable(row), do: {:error, {:unreadable_event, Map.take(row, [:seq, :version, :type])}}

  defp written(:created, data) do
    %{
      "owner" => data.owner,
      "toss" => data.toss,
      "game" => to_string(data.game),
      "variant" => to_string(data.variant),
      "start" => data.start,
      "seats" => Map.new(data.seats, fn {side, seat} -> {to_string(side), seat(seat)} end),
      "control" => control(data.control),
      "listed" => data.listed
    }
  end

  defp written(:joined, data), do: %{"side" => to_string(data.side), "person" => data.visitor}
  defp written(:listed, data), do: %{"listed" => data.listed}
  defp written(:shown, data), do: %{"side" => to_string(data.side), "shown" => data.shown}

  defp written(:moved, data), do: %{"side" => to_string(data.side), "move" => data.move}
  defp written(:undone, data), do: %{"side" => to_string(data.side), "ply" => data.ply}

  defp written(type, data) when type in [:resigned, :flagged],
    do: %{"side" => to_string(data.side)}

  defp written(type, data) when type in [:offered, :declined],
    do: %{"side" => to_string(data.side), "offer" => to_string(data.offer)}

  defp written(:accepted, data) do
    %{"side" => to_string(data.side), "offer" => to_string(data.offer)}
    |> Map.merge(
      Map.new(Map.take(data, [:ply, :match]), fn {key, value} -> {to_string(key), value} end)
    )
  end

  defp written(:claimed, data),
    do: %{"side" => to_string(data.side), "claim" => to_string(data.claim)}

  defp written(:transferred, data), do: %{"from" => data.from, "to" => data.to}

  defp written(:paced, data), do: %{"pace" => to_string(data.pace)}

  defp written(:hinted, data) do
    %{
      "side" => to_string(data.side),
      "ply" => data.ply,
      "help" => to_string(data.help),
      "move" => data.move
    }
  end

  defp written(:replaced, data) do
    %{"side" => to_string(data.side), "seat" => seat(data.seat)}
  end

  defp seat({:person, visitor}), do: %{"person" => visitor}
  defp seat({:engine, level, spec}), do: %{"level" => level, "spec" => spec}
  defp seat(:open), do: %{"open" => true}

  @doc "Writes a time control as plain values."
  @spec control(nil | Clock.control()) :: nil | map
  def control(nil), do: nil
  def control({:move, time}), do: %{"move" => time}
  def control({:total, time, increment}), do: %{"total" => time, "increment" => increment}

  # Converts the data of an older version to this version.
  defp upcast(1, "created", %{"seats" => seats} = data, game) do
    owner = seats["first"]["person"] || seats["second"]["person"]
    upcast(2, "created", Map.merge(data, %{"owner" => owner, "toss" => false}), game)
  end

  defp upcast(1, type, data, game), do: upcast(2, type, data, game)

  defp upcast(2, "created", %{"seats" => seats} = data, game) do
    seats = Map.new(seats, fn {side, seat} -> {side, named(seat, game)} end)
    upcast(3, "created", %{data | "seats" => seats}, game)
  end

  defp upcast(2, "replaced", %{"seat" => seat} = data, game) do
    upcast(3, "replaced", %{data | "seat" => named(seat, game)}, game)
  end

  defp upcast(3, "created", data, _game),
    do: Map.merge(data, %{"control" => nil, "listed" => false})

  defp upcast(_version, _type, data, _game), do: data

  defp named(%{"level" => number} = seat, game) do
    %{seat | "level" => NumberedLevels.name(game, number)}
  end

  defp named(seat, _game), do: seat

  defp read(seq, "created", %{"toss" => toss, "listed" => listed} = data)
       when is_boolean(toss) and is_boolean(listed) do
    %{"game" => game, "variant" => variant, "start" => start, "seats" => seats} = data
    game = Enum.find(Playout.Games.all(), &(to_string(&1.name()) == game))

    event(seq, :created, %{
      owner: text(data["owner"]),
      toss: toss,
      game: game.name(),
      variant: known(variant, game.variants()),
      start: text(start),
      seats: %{first: read_seat(seats["first"]), second: read_seat(seats["second"])},
      control: read_control(Map.fetch!(data, "control")),
      listed: listed
    })
  end

  defp read(seq, "joined", %{"side" => side, "person" => visitor}) do
    event(seq, :joined, %{side: side(side), visitor: text(visitor)})
  end

  defp read(seq, "listed", %{"listed" => listed}) when is_boolean(listed) do
    event(seq, :listed, %{listed: listed})
  end

  defp read(seq, "shown", %{"side" => side, "shown" => shown}) when is_boolean(shown) do
    event(seq, :shown, %{side: side(side), shown: shown})
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

  defp read(seq, "offered", %{"side" => side, "offer" => offer}) do
    event(seq, :offered, %{side: side(side), offer: known(offer, @offers)})
  end

  defp read(seq, "declined", %{"side" => side, "offer" => offer}) do
    event(seq, :declined, %{side: side(side), offer: known(offer, @offers)})
  end

  defp read(seq, "accepted", %{"side" => side, "offer" => "undo", "ply" => ply})
       when is_integer(ply) and ply >= 0 do
    event(seq, :accepted, %{side: side(side), offer: :undo, ply: ply})
  end

  defp read(seq, "accepted", %{"side" => side, "offer" => "draw"}) do
    event(seq, :accepted, %{side: side(side), offer: :draw})
  end

  defp read(seq, "accepted", %{"side" => side, "offer" => "rematch", "match" => match}) do
    event(seq, :accepted, %{side: side(side), offer: :rematch, match: text(match)})
  end

  defp read(seq, "flagged", %{"side" => side}) do
    event(seq, :flagged, %{side: side(side)})
  end

  defp read(seq, "claimed", %{"side" => side, "claim" => claim}) do
    event(seq, :claimed, %{side: side(side), claim: known(claim, @claims)})
  end

  defp read(seq, "transferred", %{"from" => from, "to" => to}) do
    event(seq, :transferred, %{from: text(from), to: text(to)})
  end

  defp read(seq, "paced", %{"pace" => pace}) do
    event(seq, :paced, %{pace: known(pace, @paces)})
  end

  defp read(seq, "hinted", %{"side" => side, "ply" => ply, "help" => help, "move" => move})
       when is_integer(ply) and ply >= 0 do
    data = %{side: side(side), ply: ply, help: known(help, @hints), move: text(move)}
    event(seq, :hinted, data)
  end

  defp read(seq, "replaced", %{"side" => side, "seat" => %{"spec" => _} = seat}) do
    event(seq, :replaced, %{side: side(side), seat: read_seat(seat)})
  end

  defp event(seq, type, data), do: %Event{seq: seq, type: type, data: data}

  defp read_seat(%{"person" => visitor}), do: {:person, text(visitor)}

  defp read_seat(%{"level" => level, "spec" => spec}) when is_binary(level) or is_nil(level) do
    {:engine, level, text(spec)}
  end

  defp read_seat(%{"open" => true}), do: :open

  @doc "Reads what `control/1` has written; raises if it is something else."
  @spec read_control(nil | map) :: nil | Clock.control()
  def read_control(nil), do: nil
  def read_control(%{"move" => time}), do: checked({:move, time})

  def read_control(%{"total" => time, "increment" => increment}),
    do: checked({:total, time, increment})

  # The bounds of this release may differ from those of the one that stored the match.
  defp checked(control) do
    [_kind | numbers] = Tuple.to_list(control)
    if Enum.all?(numbers, &(is_integer(&1) and &1 >= 0)), do: control, else: raise("no control")
  end

  defp side(side), do: known(side, [:first, :second])

  defp known(text, values), do: Enum.find(values, &(to_string(&1) == text)) || raise("unknown")

  defp text(text) when is_binary(text), do: text
end
