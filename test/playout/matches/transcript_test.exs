defmodule Playout.Matches.TranscriptTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.{Clock, Event, State, Transcript}
  alias Playout.{Position, Record}

  @created %{
    owner: "me",
    game: :gomoku,
    variant: :freestyle,
    start: Playout.new!(:gomoku, size: 9).start,
    seats: %{first: {:person, "me"}, second: {:engine, "sparrow", "random"}},
    toss: false,
    control: nil,
    listed: false
  }

  # The events with these types and data, each with the clock that follows it, if there is one.
  defp record(events, created) do
    created = Map.merge(@created, created)
    at = ~U[2026-11-26 04:05:06Z]

    events =
      for {event, seq} <- Enum.with_index([{:created, created} | events], 1) do
        {type, data, left} = with {type, data} <- event, do: {type, data, nil}
        left = left || %{first: 60_000, second: 60_000}
        clock = created.control && %Clock{control: created.control, left: left, at: 0}
        %Event{seq: seq, type: type, data: data, clock: clock, at: at}
      end

    {:ok, state} = State.from_events("id", events)

    about = %{
      site: "http://play.example/m/id",
      players: %{first: "Ada", second: nil},
      hint: fn help, move -> "#{help} #{move}" end
    }

    with {:ok, record} <- Transcript.record(state, events, about), do: {:ok, record, state}
  end

  defp record!(events, created \\ %{}) do
    {:ok, record, state} = record(events, created)
    assert Record.main_line(record) == state.position.moves
    {:ok, text} = Record.write(record)
    assert Record.read(text) == {:ok, [record]}
    {record, text}
  end

  defp moved(side, move, left \\ nil), do: {:moved, %{side: side, move: move}, left}
  defp undone(ply), do: {:undone, %{side: :first, ply: ply}}

  test "has tags, of which those that mean nothing are left out" do
    {record, _text} = record!([moved(:first, "e5"), {:resigned, %{side: :second}}])

    assert record.tags == [
             {"Site", "http://play.example/m/id"},
             {"Date", "2026.11.26"},
             {"First", "Ada"},
             {"Result", "1-0"},
             {"Termination", "resignation"}
           ]

    {record, _text} = record!([])
    assert List.keyfind(record.tags, "Result", 0) == {"Result", "*"}
    refute List.keymember?(record.tags, "Termination", 0)
  end

  test "moves that were undone are variations where they were" do
    {_record, text} =
      record!([
        moved(:first, "e5"),
        moved(:second, "e6"),
        undone(0),
        moved(:first, "d5"),
        moved(:second, "d6"),
        moved(:first, "c5"),
        # With the consent of the other side.
        {:accepted, %{side: :second, offer: :undo, ply: 2}},
        # The same move again is no variation.
        moved(:first, "c5"),
        undone(2),
        moved(:first, "b5")
      ])

    moves = text |> String.split("\n\n") |> Enum.at(1) |> String.replace(~r/\s+/, " ")
    assert moves == "1. d5 (1. e5 e6) 1... d6 2. b5 (2. c5) * "
  end

  test "a move that is played again after it was undone stays on the main line" do
    events = [moved(:first, "e5"), moved(:second, "e6"), undone(0), moved(:first, "e5")]
    {record, text} = record!(events ++ [moved(:second, "d6")])
    assert Record.main_line(record) == ["e5", "d6"]
    assert text =~ "1. e5 d6 (1... e6) *"
  end

  test "has what was left on the clock after each move, also after those that were undone" do
    total = {:total, 60_000, 2_000}

    {_record, text} =
      record!(
        [
          moved(:first, "e5", %{first: 58_500, second: 60_000}),
          moved(:second, "e6", %{first: 58_500, second: 61_000}),
          {:undone, %{side: :first, ply: 0}, %{first: 50_000, second: 59_000}},
          moved(:first, "d5", %{first: 49_000, second: 59_000})
        ],
        %{control: total}
      )

    assert text =~ ~s([TimeControl "60+2"])

    assert String.replace(text, ~r/\s+/, " ") =~
             "1. d5 {[%clk 0:00:49]} (1. e5 {[%clk 0:00:58.5]} 1... e6 {[%clk 0:01:01]}) *"

    for {control, words} <- [{{:total, 300_000, 0}, "300"}, {{:move, 86_400_000}, "1/86400"}] do
      {_record, text} = record!([], %{control: control})
      assert text =~ ~s([TimeControl "#{words}"])
    end
  end

  test "hints are comments on the position in which they were given, even if it is gone" do
    hinted = fn ply, help, move ->
      {:hinted, %{side: :first, ply: ply, help: help, move: move}}
    end

    {record, _text} =
      record!([
        hinted.(0, :where, "e5"),
        moved(:first, "d5"),
        moved(:second, "d6"),
        hinted.(2, :where, "c5"),
        hinted.(2, :move, "c5"),
        undone(0),
        moved(:first, "e5")
      ])

    assert record.root.comment == "where e5"
    assert {:ok, %{comment: "move c5"}} = Record.fetch(record, ["d5", "d6"])
    assert {:ok, %{comment: nil}} = Record.fetch(record, ["d5"])
  end

  test "undone moves that are too many are left out; the match itself is refused" do
    points = for column <- ?a..?t, row <- 1..20, do: <<column>> <> to_string(row)
    start = Playout.new!(:gomoku, size: 20).start
    most = Record.most_moves()

    # Each first move with a number of replies.
    lines = for first <- Enum.take(points, 20), reply <- points -- [first], do: [first, reply]

    events =
      for {[first, reply], number} <- Enum.with_index(lines), reduce: [] do
        events ->
          again = if rem(number, 399) == 0, do: 0, else: 1
          before = if number == 0, do: [], else: [undone(again)]
          firsts = if again == 0, do: [moved(:first, first)], else: []
          events ++ before ++ firsts ++ [moved(:second, reply)]
      end

    assert length(lines) > most
    {record, _text} = record!(events, %{start: start})
    assert Record.size(record) == most

    state = %State{
      id: "id",
      seq: 1,
      owner: "me",
      game: :gomoku,
      seats: %{},
      toss: false,
      variant: :freestyle,
      start: start,
      position: %Position{game: :gomoku, start: start, moves: List.duplicate("a1", most + 1)}
    }

    about = %{site: "", players: %{first: nil, second: nil}, hint: fn _help, _move -> "" end}
    event = %Event{seq: 1, type: :created, data: @created}
    assert {:error, %{code: :too_large}} = Transcript.record(state, [event], about)
  end
end
