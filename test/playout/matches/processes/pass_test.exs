defmodule Playout.Matches.Processes.PassTest do
  use Playout.Test.MatchCase, async: true

  alias Playout.Error
  alias Playout.Matches.{Change, Processes, State}

  @moduletag :capture_log
  # Nothing passes by itself unless a test says so.
  @moduletag pass_after: 3_600_000

  # SEPARO on the smallest board on offer. After the first six moves Red can only pass, and again
  # after Blue's next move; then Blue ends the game.
  @before_pass ~w(e1-d2-d3 a1-b2-c2 a5-b4-c4 b2-a3-a4 d2-c1-b1 a4-b5-c5)

  # Plays all moves up to the pass. The first side is a person unless the changes say otherwise.
  defp before_pass(changes \\ []) do
    {id, state} = begin([game: :separo, options: [size: 5]] ++ changes)
    {id, for(move <- @before_pass, reduce: state, do: (state -> play(id, state, move)))}
  end

  defp play(id, state, move) do
    case state.seats[state.snapshot.side] do
      {:person, _} ->
        act!(id, state, {:move, move})

      {:engine, _, _} ->
        EngineDouble.answer(asked(), move)
        seq = state.seq + 1
        assert_receive {:match, %{id: ^id, seq: ^seq} = change}
        # By now the match may have played the pass.
        {:ok, state} = Change.fold(state, change)
        state
    end
  end

  # Sends the message that the match's process sends itself after the delay.
  defp time_to_pass(id, %{seq: seq}), do: send(server(id), {:pass, seq, me(), "--"})

  defp assert_not_passed(id, %{seq: seq}) do
    assert %{seq: ^seq} = settle(id)
    next = seq + 1
    refute_received {:match, %{seq: ^next}}
  end

  defp passed(id, seq) do
    state = told(id, seq)
    assert %{side: :first, text: "--"} = List.last(state.moves)
    state
  end

  @tag pass_after: 0
  test "a forced pass is played for the person, as an ordinary event" do
    {id, state} = before_pass()
    assert state.snapshot.pass == "--"
    passed(id, 8)
    # The engine then continues.
    EngineDouble.answer(asked(), "c5-d4-e4")
    assert_receive {:match, %{seq: 9}}
    passed(id, 10)
    assert Enum.map(stored(id), &elem(&1, 1)) == [:created | List.duplicate(:moved, 9)]
  end

  @tag pass_after: 0
  test "a pass is also played for two people on one screen" do
    {id, _} = before_pass(second: :me)
    state = passed(id, 8)
    act!(id, state, {:move, "c5-d4-e4"})
    passed(id, 10)
  end

  test "a pass comes after a delay, so that people see the last move" do
    {id, state} = before_pass()
    assert_not_passed(id, state)
    time_to_pass(id, state)
    passed(id, 8)
  end

  test "a pass still comes if the match's process crashes" do
    {id, _} = before_pass()
    Env.merge(Matches.Settings, pass_after: 0)
    kill(id)
    passed(id, 8)
  end

  test "a pass is played once someone opens a sleeping match" do
    {id, state} = before_pass()
    Env.merge(Matches.Settings, pass_after: 0)
    sleep(id)
    assert_not_passed(id, state)
    assert server(id) == nil
    assert {:ok, %{seq: 7}} = Matches.watch(id)
    passed(id, 8)
  end

  test "a pass that the person has already played is not repeated" do
    {id, state} = before_pass()
    passed = act!(id, state, {:move, "--"})
    assert_receive {:asked, _}
    time_to_pass(id, state)
    assert_not_passed(id, passed)
  end

  test "a pass costs no time and earns none" do
    {id, before} = before_pass(control: {:total, 60_000, 5_000})
    assert State.deadline(before) == nil
    # Long after its time would have been up.
    Env.let_pass(100_000)
    # Not a process of `Flags`, which would look at the matches of other tests by this clock too.
    assert Processes.call(id, :flag, nil) == {:error, :time_left}
    time_to_pass(id, before)
    state = passed(id, 8)
    assert state.clock.left == before.clock.left
    state = play(id, state, "c5-d4-e4")
    time_to_pass(id, state)
    state = passed(id, 10)
    assert state.clock.left.first == before.clock.left.first

    # Nor does an undo take back what passes have not earned.
    undone = act!(id, state, :undo)
    assert undone.position.moves == Enum.take(@before_pass, 4)
    assert undone.clock.left.first == before.clock.left.first - 5_000
  end

  test "a pass is the only legal move" do
    {id, state} = before_pass()

    assert {:error, %Error{details: %{problem: "must_pass"}}, ^state} =
             act(id, me(), state.seq, {:move, "b1-a2-a1"})

    time_to_pass(id, state)
    passed(id, 8)
  end

  test "a pass waits until it can be stored" do
    {id, state} = before_pass()
    fail_writes()
    # Then it is tried again and again.
    Env.merge(Matches.Settings, pass_after: 1)
    time_to_pass(id, state)
    assert_not_passed(id, state)
    restore_writes()
    passed(id, 8)
  end

  describe "an undo" do
    @tag pass_after: 0
    test "skips passes and takes back the last move that the player chose" do
      {id, _} = before_pass()
      passed(id, 8)
      EngineDouble.answer(asked(), "c5-d4-e4")
      state = passed(id, 10)
      EngineDouble.answer(asked(), "d4-c3-c2")
      assert %{result: %{result: :second}} = over = told(id, state.seq + 1)

      state = act!(id, over, :undo)
      assert state.position.moves == Enum.take(@before_pass, 4)
      assert state.result == nil
      assert_not_passed(id, state)
    end

    test "cancels a pending pass" do
      {id, state} = before_pass()
      undone = act!(id, state, :undo)
      assert undone.position.moves == Enum.take(@before_pass, 4)
      time_to_pass(id, state)
      assert_not_passed(id, undone)
    end
  end

  @tag pass_after: 0
  test "an engine that has to pass is asked as usual" do
    {id, state} = before_pass(first: {:level, "sparrow"}, second: :me)
    %{position: position} = asked()
    assert position.moves == @before_pass
    assert_not_passed(id, state)
  end
end
