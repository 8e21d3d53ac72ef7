defmodule Playout.Matches.Processes.RecordTest do
  @moduledoc "Tests of the native record that a match's process holds besides the state."
  use Playout.Test.MatchCase, async: true

  alias Playout.Engine.NativeRecord
  alias Playout.Matches.{Change, State, Store}

  defp server_of(id), do: :sys.get_state(server(id), :infinity)

  # The state matches the stored events, and the record matches the state.
  defp assert_in_order(id) do
    %{state: state, record: record} = server_of(id)
    {:ok, events} = Store.events(id)
    assert State.from_events(id, events) == {:ok, state}
    assert NativeRecord.position(record) == state.position
    state
  end

  test "matches the board after every move and undo" do
    {id, state} = begin(second: :me)
    assert_in_order(id)

    for move <- ["-7", "c3-A", :undo, "b2-B", "a1-C", :undo, :undo, "d4-1"], reduce: state do
      state ->
        act!(id, state, if(move == :undo, do: :undo, else: {:move, move}))
        assert_in_order(id)
    end
  end

  test "stays the same after a refusal" do
    {id, state} = begin(second: :me)
    state = act!(id, state, {:move, "-7"})
    assert {:error, %{code: :illegal_move}, _} = act(id, me(), state.seq, {:move, "-7"})
    state = act!(id, state, {:move, "c3-A"})
    assert {:error, :stale, _} = act(id, me(), 1, {:move, "-7"})
    assert assert_in_order(id) == state
  end

  @tag :capture_log
  test "goes back to what is stored if storing a move fails" do
    {id, state} = begin(second: :me)
    state = act!(id, state, {:move, "-7"})
    fail_writes()
    assert {:error, :not_stored, ^state} = act(id, me(), state.seq, {:move, "c3-A"})
    assert {:error, :not_stored, ^state} = act(id, me(), state.seq, :undo)
    assert assert_in_order(id) == state
    restore_writes()
    state = act!(id, state, {:move, "d4-B"})
    assert state.snapshot.position == "...7/..../..../.... B"
    assert_in_order(id)
    act!(id, state, {:move, "a1-C"})
    assert_in_order(id)
  end

  test "follows what another process has stored" do
    {id, state} = begin(second: :me)
    state = act!(id, state, {:move, "-7"})
    append(id, %Playout.Matches.Event{seq: 3, type: :undone, data: %{side: :first, ply: 0}})
    assert {:error, :stale, state} = act(id, me(), state.seq, {:move, "c3-A"})
    assert state.position.moves == []
    act!(id, state, {:move, "-8"})
    assert assert_in_order(id).snapshot.position == "..../..../..../.... 8"
  end

  test "is rebuilt when the process restarts" do
    {id, state} = begin(second: :me)
    state = act!(id, state, {:move, "-7"})
    sleep(id)
    act!(id, state, {:move, "c3-A"})
    assert_in_order(id)
  end

  test "is not part of any message" do
    {id, state} = begin(second: :me)
    act!(id, state, {:move, "-7"})
    assert_receive {:match, %Change{seq: 2} = told}
    refute inspect(told, limit: :infinity, structs: false) =~ ~r/Reference|Engine\.Record/
  end
end
