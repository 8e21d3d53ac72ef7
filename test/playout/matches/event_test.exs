defmodule Playout.Matches.EventTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias Playout.Matches.{Clock, Event, State}

  # Logs written by earlier releases: complete matches, one per file, with their final states.
  # Databases contain such logs, so never change these events; only add new files.
  @logs Path.wildcard("test/fixtures/logs/*/*.json")

  defp log(file), do: file |> File.read!() |> Jason.decode!()

  defp rows(%{"events" => rows}) do
    for row <- rows, do: Map.new(row, fn {k, v} -> {String.to_existing_atom(k), v} end)
  end

  defp row(type, data), do: %{seq: 2, version: 4, type: type, data: data}

  for file <- @logs do
    test "#{file} can always be read" do
      %{"folds_to" => expected} = log = log(unquote(file))
      {:ok, events} = Event.from_rows(rows(log))
      assert {:ok, state} = State.from_events("a match", events)

      state = %{
        "seq" => state.seq,
        "game" => to_string(state.game),
        "variant" => to_string(state.variant),
        "owner" => state.owner,
        "toss" => state.toss,
        "pace" => state.pace && to_string(state.pace),
        "seats" => for({_, seat} <- Enum.sort(state.seats), do: seat(seat)),
        "moves" => state.position.moves,
        "position" => state.snapshot.position,
        "result" => state.result && "#{state.result.result} #{state.result.reason}",
        "clock" => state.clock && Clock.to_list(state.clock),
        "rematch" => state.rematch,
        "listed" => state.listed,
        "shown" => [state.shown.first, state.shown.second],
        "offers" => state.offers |> Map.keys() |> Enum.map(&to_string/1) |> Enum.sort(),
        "hints" => for({ply, hint} <- Enum.sort(state.hints), do: hint(ply, hint))
      }

      # The logs of earlier releases say less.
      assert Map.take(state, Map.keys(expected)) == expected
    end
  end

  defp hint(ply, %{help: help, move: move}), do: [ply, to_string(help), move]

  defp seat(:open), do: "open"
  defp seat(seat), do: seat |> Tuple.to_list() |> tl()

  test "the newest logs have the current version, every type, and the current format" do
    newest = for file <- @logs, file =~ "version_4/", do: rows(log(file))

    assert newest |> List.flatten() |> Enum.map(& &1.type) |> Enum.uniq() |> Enum.sort() ==
             ~w(accepted claimed created declined flagged hinted joined listed moved offered paced) ++
               ~w(replaced resigned shown transferred undone)

    for rows <- newest,
        {:ok, events} = Event.from_rows(rows),
        {row, event} <- Enum.zip(rows, events) do
      assert row.version == 4
      assert event |> Event.to_row() |> json() == json(row)
    end
  end

  test "a level stored as a number gets the name that the number had then" do
    {:ok, events} = Event.from_rows(rows(log("test/fixtures/logs/version_2/watched.json")))
    seats = for %{data: %{seats: seats}} <- events, {_side, seat} <- seats, do: seat
    replaced = for %{type: :replaced, data: %{seat: seat}} <- events, do: seat
    assert [{:engine, "cat", _}, {:engine, "cat", _}] = seats
    assert [{:engine, nil, _}, {:engine, "sparrow", _}] = replaced
  end

  defp json(row), do: row |> Jason.encode!() |> Jason.decode!()

  property "an event survives being written as a row of JSON and read again" do
    check all(event <- event()) do
      row = Event.to_row(event)
      data = row.data |> Jason.encode!() |> Jason.decode!()
      assert Event.from_rows([%{row | data: data}]) == {:ok, [event]}
    end
  end

  property "in a match with a time control, so does the clock of each event" do
    check all(
            created <- created(),
            event <- event(),
            control <- control(),
            times <- times(),
            quotas <- one_of([nil, list_of(integer(0..899), length: 2)])
          ) do
      {:created, data} = created

      events = [
        %Event{
          seq: 1,
          type: :created,
          data: %{data | control: control},
          clock: Clock.new(control, 7)
        },
        %{event | clock: Clock.from_list(control, times, quotas), seq: 2}
      ]

      rows = for event <- events, do: Event.to_row(event)
      rows = for row <- rows, do: %{row | data: row.data |> Jason.encode!() |> Jason.decode!()}
      assert event.type == :created or Event.from_rows(rows) == {:ok, events}
    end
  end

  defp control do
    one_of([
      {constant(:move), integer(10_000..259_200_000)},
      {constant(:total), integer(60_000..10_800_000), integer(0..60_000)}
    ])
  end

  defp times, do: fixed_list([non_negative_integer(), non_negative_integer(), integer()])

  defp event do
    gen all(
          seq <- positive_integer(),
          {type, data} <-
            one_of(
              [created(), moved(), undone(), hinted(), resigned(), paced(), replaced()] ++
                between_people()
            )
        ) do
      %Event{seq: seq, type: type, data: data}
    end
  end

  defp created do
    fixed_map(%{
      owner: text(),
      toss: boolean(),
      game: constant(:quarto),
      variant: member_of([:standard, :squares]),
      start: text(),
      seats: fixed_map(%{first: seat(), second: seat()}),
      control: constant(nil),
      listed: boolean()
    })
    |> map(&{:created, &1})
  end

  defp between_people do
    offer = member_of(Event.offers())

    for {type, data} <- [
          joined: %{side: side(), visitor: text()},
          listed: %{listed: boolean()},
          shown: %{side: side(), shown: boolean()},
          offered: %{side: side(), offer: offer},
          declined: %{side: side(), offer: offer},
          accepted: %{side: side(), offer: constant(:undo), ply: non_negative_integer()},
          accepted: %{side: side(), offer: constant(:draw)},
          accepted: %{side: side(), offer: constant(:rematch), match: text()},
          flagged: %{side: side()},
          claimed: %{side: side(), claim: member_of([:win, :draw])},
          transferred: %{from: text(), to: text()}
        ],
        do: map(fixed_map(data), &{type, &1})
  end

  defp moved, do: map(fixed_map(%{side: side(), move: text()}), &{:moved, &1})
  defp undone, do: map(fixed_map(%{side: side(), ply: non_negative_integer()}), &{:undone, &1})
  defp resigned, do: map(fixed_map(%{side: side()}), &{:resigned, &1})

  defp hinted do
    data = %{
      side: side(),
      ply: non_negative_integer(),
      help: member_of([:where, :move]),
      move: text()
    }

    map(fixed_map(data), &{:hinted, &1})
  end

  defp paced, do: map(fixed_map(%{pace: member_of(Event.paces())}), &{:paced, &1})

  defp replaced, do: map(fixed_map(%{side: side(), seat: engine()}), &{:replaced, &1})

  defp seat, do: one_of([{constant(:person), text()}, engine(), constant(:open)])

  defp engine do
    {constant(:engine), member_of([nil, "sparrow", "owl"]), text()}
  end

  defp side, do: member_of([:first, :second])
  defp text, do: string(:printable)

  describe "invalid events are refused by number, version and type" do
    test "with an unknown version" do
      row = %{row("resigned", %{"side" => "first"}) | version: 5}

      assert Event.from_rows([row]) ==
               {:error, {:unreadable_event, %{seq: 2, version: 5, type: "resigned"}}}
    end

    test "with an unknown type" do
      row = row("exploded", %{"side" => "first"})

      assert Event.from_rows([row]) ==
               {:error, {:unreadable_event, %{seq: 2, version: 4, type: "exploded"}}}
    end

    for {type, data} <- [
          {"moved", %{}},
          {"moved", %{"side" => "first"}},
          {"moved", %{"side" => "first", "move" => 7}},
          {"moved", %{"side" => "third", "move" => "-7"}},
          {"moved", nil},
          {"moved", "-7"},
          {"undone", %{"side" => "first", "ply" => -1}},
          {"undone", %{"side" => "first", "ply" => 1.0}},
          {"undone", %{"side" => "first"}},
          {"resigned", %{"side" => nil}},
          {"resigned", []},
          {"hinted", %{"side" => "first", "ply" => 0, "help" => "all", "move" => "-7"}},
          {"hinted", %{"side" => "first", "ply" => -1, "help" => "move", "move" => "-7"}},
          {"hinted", %{"side" => "first", "ply" => 0, "help" => "move"}},
          {"paced", %{"pace" => "later"}},
          {"paced", %{}},
          {"replaced", %{"side" => "first", "seat" => %{"person" => "me"}}},
          {"replaced", %{"side" => "first"}},
          {"joined", %{"side" => "first"}},
          {"listed", %{"listed" => "yes"}},
          {"shown", %{"side" => "first", "shown" => nil}},
          {"offered", %{"side" => "first", "offer" => "piece"}},
          {"accepted", %{"side" => "first", "offer" => "undo"}},
          {"accepted", %{"side" => "first", "offer" => "rematch"}},
          {"declined", %{"side" => "first"}},
          {"flagged", %{}},
          {"claimed", %{"side" => "first", "claim" => "loss"}},
          {"transferred", %{"from" => "a visitor"}},
          # There is no clock in this match.
          {"resigned", %{"side" => "first", "clock" => [1, 2, 3]}},
          {"created", %{}}
        ] do
      test "#{type} with #{inspect(data)}" do
        row = row(unquote(type), unquote(Macro.escape(data)))

        assert {:error, {:unreadable_event, %{seq: 2, version: 4, type: unquote(type)}}} =
                 Event.from_rows([row])
      end
    end

    for {path, value} <- [
          {["owner"], nil},
          {["toss"], "yes"},
          {["game"], "chess"},
          {["game"], nil},
          {["variant"], "round"},
          {["start"], 1},
          {["seats"], nil},
          {["seats", "first"], nil},
          {["seats", "second", "level"], 2},
          {["seats", "second", "spec"], nil},
          {["seats", "first", "person"], 1},
          {["listed"], nil},
          {["control"], %{}},
          {["control"], %{"move" => "10"}},
          {["control"], %{"total" => 10, "increment" => -1}},
          # A clock is missing.
          {["control"], %{"move" => 10_000}},
          {["clock"], [1, 2, 3]}
        ] do
      test "created with #{Enum.join(path, ".")} #{inspect(value)}" do
        row =
          put_in(
            hd(rows(log("test/fixtures/logs/version_4/won.json"))),
            [:data | unquote(path)],
            unquote(Macro.escape(value))
          )

        assert {:error, {:unreadable_event, %{seq: 1}}} = Event.from_rows([row])
      end
    end
  end
end
