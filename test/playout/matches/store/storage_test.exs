defmodule Playout.Matches.Store.StorageTest do
  use Playout.Test.MatchCase, async: false

  alias Playout.Database
  alias Playout.Matches.{Event, Store}
  alias Playout.Matches.Processes.{Crashes, Local}
  alias Playout.Matches.Store.Reader

  @moduletag :capture_log

  defp moved(seq, move \\ "-7") do
    %Event{seq: seq, type: :moved, data: %{side: :first, move: move}}
  end

  # Kills the process of a match that cannot be read; returns when it has been started again and has
  # given up.
  defp kill_unreadable(id) do
    test = self()

    started_again = fn
      told, {:in, {:"$gen_call", _from, {:watch, {^id, _asked}, _limits, pid}}}, _state ->
        send(test, {:started_again, pid})
        told

      told, _event, _state ->
        told
    end

    :ok = :sys.install(Crashes, {id, started_again, nil})
    kill(id)
    assert_receive {:started_again, pid}
    monitor = Process.monitor(pid)
    assert_receive {:DOWN, ^monitor, _, _, _}
    :ok = :sys.remove(Crashes, id)
  end

  # Begins a match in which the engine has moved, but writing fails.
  defp begin_with_unstored_reply do
    {id, state} = begin()
    state = act!(id, state, {:move, "-7"})
    search = asked()
    fail_writes()
    EngineDouble.answer(search, "c3-A")
    assert_receive {:engine_failed, ^id, _error}
    {id, state}
  end

  # Checks that a match doesn't change, whatever is refused in `work`.
  defp assert_unchanged(id, work) do
    before = {Matches.get(id), stored(id)}
    work.()
    assert {Matches.get(id), stored(id)} == before
  end

  describe "the store" do
    test "appends in order, and refuses a number that is taken" do
      {one, state} = begin()
      {other, other_state} = begin()
      assert Store.append(state, moved(3)) == :ok
      assert Store.append(state, moved(2)) == :ok
      assert Store.append(other_state, moved(2, "-0")) == :ok
      assert Store.append(state, moved(3, "-F")) == {:error, :conflict}
      assert {:ok, [%{seq: 1}, %{seq: 2}, %{seq: 3, data: %{move: "-7"}}]} = Store.events(one)
      assert {:ok, [%{seq: 1}, %{seq: 2, data: %{move: "-0"}}]} = Store.events(other)
      assert Store.events("nothing") == {:ok, []}
    end

    test "stores nothing after a conflict, not even the summary" do
      {id, state} = begin()
      act!(id, state, {:move, "-7"})
      before = sql("SELECT * FROM matches WHERE id = $1", [id]).rows

      assert Store.append(
               %{state | result: %Playout.Outcome{result: :draw, reason: :full_board}},
               moved(2)
             ) == {:error, :conflict}

      assert sql("SELECT * FROM matches WHERE id = $1", [id]).rows == before
    end

    test "gives each number to exactly one of many writers" do
      {id, state} = begin()

      answers =
        1..30
        |> Enum.map(&Task.async(fn -> {Store.append(state, moved(2, "#{&1}")), "#{&1}"} end))
        |> Task.await_many(:infinity)

      assert [{:ok, winner}] = Enum.filter(answers, &(elem(&1, 0) == :ok))
      assert Enum.count(answers, &(elem(&1, 0) == {:error, :conflict})) == 29
      assert {:ok, [_, event]} = Store.events(id)
      assert %{event | at: nil} == moved(2, winner)
    end

    test "shows every read what has been stored before" do
      {id, state} = begin()

      for seq <- 2..50 do
        assert Store.append(state, moved(seq)) == :ok
        assert {:ok, events} = Store.events(id)
        assert List.last(events).seq == seq
      end
    end

    test "reads back when each event was stored" do
      before = DateTime.utc_now()
      {id, state} = begin()
      :ok = Store.append(state, moved(2))
      assert {:ok, [%{at: first}, %{at: second}]} = Store.events(id)
      times = [before, first, second, DateTime.utc_now()]
      assert times == Enum.sort(times, DateTime)
    end

    test "reads are measured" do
      {id, _state} = begin()
      test = self()
      event = [:playout, :storage, :read]
      report = fn _, numbers, data, _ -> send(test, {:read, numbers, data}) end
      :telemetry.attach("storage test", event, report, nil)
      on_exit(fn -> :telemetry.detach("storage test") end)
      {:ok, _} = Store.events(id)
      assert_receive {:read, %{duration: duration}, %{query: :events}} when duration > 0
      {:ok, _} = Store.list(me())
      assert_receive {:read, %{duration: _}, %{query: :list}}
      {:ok, true} = Store.any?(me())
      assert_receive {:read, %{duration: _}, %{query: :any}}
    end

    test "reads a match once for all who ask meanwhile, with what was stored before they asked" do
      {id, state} = begin()
      test = self()

      # The function runs in the process that reads, and holds a read of events until it may go on.
      # Other reads are not this test's: the clocks' next deadlines are read at times of their own.
      report = fn
        _event, _numbers, %{query: :events}, _config ->
          send(test, {:read, self()})
          receive(do: (:go_on -> :ok))

        _event, _numbers, _other, _config ->
          :ok
      end

      :telemetry.attach("shared reads", [:playout, :storage, :read], report, nil)
      on_exit(fn -> :telemetry.detach("shared reads") end)

      first = Task.async(fn -> Store.events(id) end)
      assert_receive {:read, reader}
      :ok = Store.append(state, moved(2))
      others = for _ <- 1..10, do: Task.async(fn -> Store.events(id) end)

      assert Wait.until(fn ->
               match?(
                 %{callers: callers} when length(callers) == 10,
                 :sys.get_state(Reader, :infinity).next[{:events, id}]
               )
             end)

      send(reader, :go_on)
      assert {:ok, [%{seq: 1}]} = Task.await(first, :infinity)
      assert_receive {:read, reader}
      send(reader, :go_on)

      for answer <- Task.await_many(others, :infinity),
          do: assert({:ok, [%{seq: 1}, %{seq: 2}]} = answer)

      refute_received {:read, _}
    end

    test "reports what it cannot read" do
      for change <- ["version = 99", "version = 0", "type = 'exploded'", "data = '{}'"] do
        {id, state} = begin()
        :ok = Store.append(state, moved(2))
        sql("UPDATE events SET #{change} WHERE seq = 2 AND match_id = $1", [id])
        assert {:error, {:unreadable_event, %{seq: 2}}} = Store.events(id)
      end

      for data <- ["{", "[]", "", "null"] do
        {id, _} = begin()
        sql("UPDATE events SET data = $1 WHERE match_id = $2", [data, id])
        assert {:error, _} = Store.events(id)
      end
    end
  end

  test "a match with a damaged log is not shown, but others are" do
    for change <- [
          "UPDATE events SET version = 99 WHERE seq = 2 AND",
          "UPDATE events SET data = '{' WHERE seq = 1 AND",
          "UPDATE events SET seq = 7 WHERE seq = 2 AND",
          "DELETE FROM events WHERE seq = 1 AND"
        ] do
      {id, state} = begin()
      act!(id, state, {:move, "-7"})
      sleep(id)
      sql(change <> " match_id = $1", [id])
      assert {:error, reason} = Matches.get(id)
      assert reason != :not_found
      assert {:error, ^reason} = Matches.watch(id)
      assert {:error, ^reason} = act(id, me(), 2, :undo)
      assert {_, %{seq: 1}} = begin()
    end
  end

  describe "while the database refuses events" do
    test "nothing happens or is shown, and afterwards everything works again" do
      {id, state} = begin()
      fail_writes()

      assert_unchanged(id, fn ->
        for command <- [{:move, "-7"}, :resign] do
          assert {:error, :not_stored, ^state} = act(id, me(), 1, command)
        end

        assert {:error, :not_stored} = Matches.create(me(), request())
        assert Matches.get(id) == {:ok, state}
        refute_received {:match, _}
        refute_received {:asked, _}
      end)

      restore_writes()
      assert act!(id, state, {:move, "-7"}).seq == 2
      assert_receive {:match, %{seq: 2}}
    end

    test "an undo is refused too, and the engine keeps thinking" do
      {id, state} = begin()
      state = act!(id, state, {:move, "-7"})
      search = asked()
      assert_receive {:match, %{seq: 2}}
      fail_writes()
      assert {:error, :not_stored, ^state} = act(id, me(), 2, :undo)
      refute_received {:cancelled, _}
      restore_writes()
      EngineDouble.answer(search, "c3-A")
      assert_receive {:match, %{seq: 3}}
    end

    test "an engine's move is not shown, and the engine can be asked again" do
      {id, state} = begin()
      state = act!(id, state, {:move, "-7"})
      search = asked()
      assert_receive {:match, %{seq: 2, failure: nil}}
      fail_writes()
      EngineDouble.answer(search, "c3-A")
      assert_receive {:engine_failed, ^id, %{details: %{problem: "not_stored"}}}
      assert_receive {:match, %{seq: 2, failure: %{code: :internal}}}
      assert stored(id) == [{1, :created}, {2, :moved}]

      restore_writes()
      act!(id, state, :retry_engine)
      EngineDouble.answer(asked(), "c3-A")
      assert_receive {:match, %{seq: 3, failure: nil}}
    end

    @tag store_again_after: 50
    test "an engine's move is tried again until it can be stored, without anybody asking" do
      {id, state} = begin()
      act!(id, state, {:move, "-7"})
      search = asked()
      fail_writes()
      EngineDouble.answer(search, "c3-A")

      for _ <- 1..3,
          do: assert_receive({:engine_failed, ^id, %{details: %{problem: "not_stored"}}})

      restore_writes()
      assert_receive {:match, %{seq: 3, failure: nil}}
      assert stored(id) == [{1, :created}, {2, :moved}, {3, :moved}]
    end

    @tag store_again_after: 100
    test "an engine that was asked again goes on thinking while its first move cannot be stored" do
      {id, state} = begin_with_unstored_reply()
      {:ok, match} = Local.here(id)
      act!(id, state, :retry_engine)
      again = asked()
      {first, _seq, _tries} = :sys.get_state(match, :infinity).unstored
      assert Wait.until(fn -> elem(:sys.get_state(match, :infinity).unstored, 0) != first end)
      assert %{search: %{}, state: %{failure: nil}} = :sys.get_state(match, :infinity)

      restore_writes()
      assert_receive {:match, %{seq: 3, failure: nil}}
      %{handle: handle} = again
      assert_receive {:cancelled, ^handle}
      assert stored(id) == [{1, :created}, {2, :moved}, {3, :moved}]
    end

    test "an engine's move that could not be stored is forgotten if its position is left" do
      {id, state} = begin_with_unstored_reply()
      restore_writes()
      state = act!(id, state, :undo)
      state = act!(id, state, {:move, "-8"})
      assert asked()
      {:ok, match} = Local.here(id)
      {token, 2, 0} = :sys.get_state(match, :infinity).unstored
      send(match, {:store_again, token, {:reply, 2, struct(Playout.Choice, move: "c3-A")}})
      assert {:ok, ^state} = Matches.get(id)
    end

    test "an event that was stored without confirmation is found" do
      # Simulates a commit that succeeds but is reported as a failure.
      {id, state} = begin()
      fail_writes()
      assert {:error, :not_stored, ^state} = act(id, me(), 1, {:move, "-7"})
      restore_writes()
      :ok = append(id, moved(2))
      assert {:error, :stale, %{seq: 2} = state} = act(id, me(), 1, {:move, "-7"})
      assert state.position.moves == ["-7"]
    end
  end

  describe "without the database" do
    test "a match keeps its state, and goes on when the database is back" do
      {id, state} = begin()

      assert_unchanged(id, fn ->
        without_database(fn ->
          assert {:error, :not_stored, ^state} = act(id, me(), 1, {:move, "-7"})
          assert {:ok, ^state} = Matches.get(id)
          assert {:error, :not_stored} = Matches.create(me(), request())
        end)
      end)

      assert act!(id, state, {:move, "-7"}).seq == 2
    end

    test "a command of somebody who has seen more than the process is refused" do
      {id, state} = begin(second: :me)
      :ok = append(id, moved(2, "-F"))

      without_database(fn ->
        assert {:error, :not_stored, ^state} = act(id, me(), 2, {:move, "c3-A"})
      end)

      assert {:ok, %{seq: 3}} = act(id, me(), 2, {:move, "c3-A"})
    end

    test "a sleeping match is not mistaken for one that does not exist" do
      {id, state} = begin()
      sleep(id)

      without_database(fn ->
        assert {:error, :not_stored} = Matches.get(id)
        assert {:error, :not_stored} = Matches.watch(id)
        assert {:error, :not_stored} = act(id, me(), 1, :resign)
      end)

      assert {:ok, ^state} = Matches.get(id)
    end

    test "a crash of one match affects no other" do
      {id, state} = begin()
      {other, other_state} = begin()
      standing = {server(other), Process.whereis(Matches.Servers)}

      without_database(fn ->
        kill_unreadable(id)
        assert {:error, :not_stored} = Matches.get(id)
        assert {:ok, ^other_state} = Matches.get(other)
      end)

      assert {server(other), Process.whereis(Matches.Servers)} == standing
      assert {:ok, ^state} = Matches.get(id)
    end

    test "while the database crashes and returns, every request gets an answer" do
      {id, state} = begin()
      Process.exit(Process.whereis(Database.repo()), :kill)

      answers =
        Stream.repeatedly(fn -> Matches.watch(id) end)
        |> Enum.find(fn answer ->
          assert answer in [{:error, :not_stored}, {:ok, state}]
          match?({:ok, _}, answer) and server(id) != nil
        end)

      assert answers == {:ok, state}
      assert Wait.until(fn -> match?({:ok, _}, act(id, me(), 1, {:move, "-7"})) end)
    end
  end

  test "a damaged match that crashes does not take down others" do
    {id, state} = begin()
    act!(id, state, {:move, "-7"})
    {other, other_state} = begin()
    standing = {server(other), Process.whereis(Matches.Servers)}
    sql("UPDATE events SET version = 99 WHERE match_id = $1", [id])
    kill_unreadable(id)
    assert {:error, {:unreadable_event, _}} = Matches.get(id)
    assert {:ok, ^other_state} = Matches.get(other)
    assert {server(other), Process.whereis(Matches.Servers)} == standing
  end

  test "after a restart of the application nothing is lost" do
    # The stopped application sends no more messages.
    Process.flag(:trap_exit, true)

    begun =
      for move <- ["-0", "-7", "-F"] do
        {id, state} = begin()
        act!(id, state, {:move, move})
        EngineDouble.answer(asked(), "a1-3")
        {id, act!(id, told(id, 3), :undo)}
      end

    :ok = Application.stop(:playout)
    {:ok, _} = Application.ensure_all_started(:playout)

    for {id, state} <- begun do
      assert Matches.get(id) == {:ok, state}
      assert act!(id, state, {:move, "-7"}).seq == 5
    end
  end
end
