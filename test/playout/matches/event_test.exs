defmodule Playout.Matches.EventTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias Playout.Matches.{Event, State}

  # Rows as releases have written them, by version. They are in databases: these
  # are never changed, only added to.
  @version_1 ~S"""
  [{"seq":1,"version":1,"type":"created","data":{"game":"quarto","variant":"squares",
     "start":"squares ..../..../..../.... -",
     "seats":{"first":{"person":"1Yl8bXQ"},"second":{"level":2,"spec":"mcts:playouts=3000"}}}},
   {"seq":2,"version":1,"type":"moved","data":{"side":"first","move":"-7"}},
   {"seq":3,"version":1,"type":"moved","data":{"side":"second","move":"c3-A"}},
   {"seq":4,"version":1,"type":"undone","data":{"side":"first","ply":0}},
   {"seq":5,"version":1,"type":"moved","data":{"side":"first","move":"-0"}},
   {"seq":6,"version":1,"type":"moved","data":{"side":"second","move":"a1-F"}},
   {"seq":7,"version":1,"type":"resigned","data":{"side":"first"}}]
  """

  defp rows(json) do
    for row <- Jason.decode!(json),
        do: Map.new(row, fn {k, v} -> {String.to_existing_atom(k), v} end)
  end

  defp row(type, data), do: %{seq: 2, version: 1, type: type, data: data}

  test "logs of version 1 are read for ever" do
    events = for row <- rows(@version_1), do: row |> Event.from_row() |> elem(1)
    assert {:ok, state} = State.from_events("a match", events)

    assert %{id: "a match", seq: 7, game: :quarto, variant: :squares, failure: nil} = state
    assert state.seats.first == {:person, "1Yl8bXQ"}
    assert state.seats.second == {:engine, 2, "mcts:playouts=3000"}
    assert state.position.moves == ["-0", "a1-F"]
    assert state.description.position == "squares ..../..../..../0... F"
    assert %{result: :second, reason: :resignation} = state.result
  end

  test "and this release still writes them so" do
    for row <- rows(@version_1) do
      {:ok, event} = Event.from_row(row)

      assert event |> Event.to_row() |> Jason.encode!() |> Jason.decode!() ==
               Jason.decode!(Jason.encode!(row))
    end
  end

  property "an event is the same after a journey as a row of JSON" do
    check all(event <- event()) do
      row = Event.to_row(event)
      data = row.data |> Jason.encode!() |> Jason.decode!()
      assert Event.from_row(%{row | data: data}) == {:ok, event}
    end
  end

  defp event do
    gen all(
          seq <- positive_integer(),
          {type, data} <- one_of([created(), moved(), undone(), resigned()])
        ) do
      %Event{seq: seq, type: type, data: data}
    end
  end

  defp created do
    fixed_map(%{
      game: constant(:quarto),
      variant: member_of([:standard, :squares]),
      start: text(),
      seats: fixed_map(%{first: seat(), second: seat()})
    })
    |> map(&{:created, &1})
  end

  defp moved, do: map(fixed_map(%{side: side(), move: text()}), &{:moved, &1})
  defp undone, do: map(fixed_map(%{side: side(), ply: non_negative_integer()}), &{:undone, &1})
  defp resigned, do: map(fixed_map(%{side: side()}), &{:resigned, &1})

  defp seat do
    one_of([
      {constant(:person), text()},
      {constant(:engine), positive_integer(), text()}
    ])
  end

  defp side, do: member_of([:first, :second])
  defp text, do: string(:printable)

  describe "what is no event is refused, by number, version and type" do
    test "of an unknown version" do
      row = %{row("resigned", %{"side" => "first"}) | version: 2}

      assert Event.from_row(row) ==
               {:error, {:unreadable_event, %{seq: 2, version: 2, type: "resigned"}}}
    end

    test "of an unknown type" do
      row = row("exploded", %{"side" => "first"})

      assert Event.from_row(row) ==
               {:error, {:unreadable_event, %{seq: 2, version: 1, type: "exploded"}}}
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
          {"created", %{}}
        ] do
      test "#{type} with #{inspect(data)}" do
        row = row(unquote(type), unquote(Macro.escape(data)))

        assert {:error, {:unreadable_event, %{seq: 2, version: 1, type: unquote(type)}}} =
                 Event.from_row(row)
      end
    end

    for {path, value} <- [
          {["game"], "chess"},
          {["game"], nil},
          {["variant"], "round"},
          {["start"], 1},
          {["seats"], nil},
          {["seats", "first"], nil},
          {["seats", "second", "level"], "2"},
          {["seats", "second", "spec"], nil},
          {["seats", "first", "person"], 1}
        ] do
      test "created with #{Enum.join(path, ".")} #{inspect(value)}" do
        row = put_in(hd(rows(@version_1)), [:data | unquote(path)], unquote(value))
        assert {:error, {:unreadable_event, %{seq: 1}}} = Event.from_row(row)
      end
    end
  end
end
