defmodule Playout.Matches.Processes.WatchedTest do
  # Tests of a match between two engines, and of its searches.
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.Settings

  @moduletag :capture_log

  defp refute_asked(id) do
    settle(id)
    refute_received {:asked, _}
  end

  defp engines, do: begin(first: {:level, "sparrow"}, second: {:level, "hedgehog"})

  test "two engines play without help, each with its own player" do
    {id, state} = engines()
    first = asked()
    assert first.player == elem(state.seats.first, 2)
    EngineDouble.answer(first, "-7")
    second = asked()
    assert second.player == elem(state.seats.second, 2)
    assert second.position.moves == ["-7"]
    assert_receive {:match, %{id: ^id, seq: 2}}
  end

  test "a pause ends the search, and a step is exactly one move" do
    {id, state} = engines()
    %{handle: handle} = asked()
    paused = act!(id, state, {:pace, :paused})
    assert_receive {:cancelled, ^handle}
    refute_asked(id)

    assert act!(id, paused, :step) == paused
    step = asked()
    # A second request doesn't make a second step.
    act!(id, paused, :step)
    refute_asked(id)
    EngineDouble.answer(step, "-7")
    assert %{pace: :paused} = stepped = told(id, 3)
    refute_asked(id)

    act!(id, stepped, {:pace, :fast})
    assert asked().position.moves == ["-7"]
  end

  test "a pause counts even if an engine has moved in the meantime" do
    {id, state} = engines()
    EngineDouble.answer(asked(), "-7")
    assert_receive {:match, %{seq: 2}}
    assert {:error, :stale, _state} = act(id, me(), state.seq, :step)
    assert act!(id, state, {:pace, :paused}).pace == :paused
  end

  test "a match stays paused after its process crashes" do
    {id, state} = engines()
    asked()
    paused = act!(id, state, {:pace, :paused})
    kill(id)
    assert Matches.get(id) == {:ok, paused}
    refute_asked(id)
  end

  test "at a slow pace, a reply is shown later" do
    Env.merge(Matches.Settings, paces: [slow: 3_600_000, normal: 0])
    {id, state} = engines()
    asked()
    slow = act!(id, state, {:pace, :slow})
    EngineDouble.answer(asked(), "-7")
    assert_receive {:thought, ^id, _thought}
    assert settle(id) == slow
    refute_received {:match, %{seq: 3}}
  end

  describe "an engine told to move now" do
    @describetag reply_after: 60_000

    test "is notified, and its reply is shown immediately" do
      {id, state} = begin()
      state = act!(id, state, {:move, "-7"})
      search = asked()
      assert act!(id, state, :move_now) == state
      assert_receive {:finished, handle}
      assert handle == search.handle
      EngineDouble.answer(search, "c3-A")
      assert_receive {:match, %{seq: 3}}
    end
  end

  test "another engine takes over from one that failed" do
    {id, state} = begin()
    state = act!(id, state, {:move, "-7"})
    crash = %Playout.Error{code: :internal, message: "it crashed", details: %{problem: "crashed"}}
    EngineDouble.fail(asked(), crash)
    EngineDouble.fail(asked(), crash)
    assert_receive {:engine_failed, ^id, _}

    state = act!(id, state, {:replace_engine, :second, {:custom, "careful:seed=5"}})
    assert %{failure: nil, seats: %{second: {:engine, nil, "careful:seed=5"}}} = state
    search = asked()
    assert search.player == "careful:seed=5"
    EngineDouble.answer(search, "c3-A")
    assert_receive {:match, %{seq: 4}}

    kill(id)
    assert {:ok, %{seats: %{second: {:engine, nil, "careful:seed=5"}}}} = Matches.get(id)
    assert {:ok, [%{seats: %{second: {:engine, nil, _}}} | _]} = Matches.list(me())
  end

  describe "a match that nobody watches" do
    # Watches until told to leave.
    defp watcher(id) do
      test = self()

      {:ok, pid} =
        Task.start_link(fn ->
          {:ok, _} = Matches.watch(id)
          send(test, :watching)
          receive do: (:leave -> :ok)
        end)

      assert_receive :watching
      pid
    end

    defp create(changes) do
      {:ok, id} = Matches.create(me(), request(changes))
      id
    end

    defp watchers(id) do
      with [{_pid, count}] <- Registry.lookup(Matches.Registry, id), do: count
    end

    defp await_watchers(id, count), do: assert(Wait.until(fn -> watchers(id) == count end))

    # Says so much later that the match looks whether somebody watches.
    defp much_later(id) do
      settle(id)
      Env.let_pass(Settings.unwatched_after())
      send(server(id), :alone?)
    end

    defp goes_on?(id), do: goes_on?(id, &much_later/1)

    @engines [first: {:level, "sparrow"}, second: {:level, "hedgehog"}]

    test "stops if two engines play, and the next look goes on where it was" do
      id = create(@engines)
      watcher = watcher(id)
      EngineDouble.answer(asked(), "-7")
      %{handle: %{pid: search}} = asked()
      send(watcher, :leave)
      await_watchers(id, 0)
      monitor = Process.monitor(server(id))
      much_later(id)
      assert_receive {:DOWN, ^monitor, _, _, :normal}
      assert Wait.until(fn -> not Process.alive?(search) end)
      assert stored(id) == [{1, :created}, {2, :moved}]

      # Reading it does not wake it.
      refute_asked(id)
      assert server(id) == nil

      assert {:ok, %{seq: 2}} = Matches.watch(id)
      EngineDouble.answer(asked(), "c3-A")
      assert told(id, 3).position.moves == ["-7", "c3-A"]
    end

    test "goes on while anyone is left" do
      id = create(@engines)
      [one, other] = [watcher(id), watcher(id)]
      assert watchers(id) == 2
      send(one, :leave)
      await_watchers(id, 1)
      assert goes_on?(id)
      assert %{awake: awake, watched: watched, watchers: watchers} = Matches.figures()
      assert awake >= watched and watched >= 1 and watchers >= watched
      send(other, :leave)
      await_watchers(id, 0)
      refute goes_on?(id)
    end

    test "goes on if somebody comes back in time" do
      id = create(@engines)
      send(watcher(id), :leave)
      await_watchers(id, 0)
      watcher(id)
      assert goes_on?(id)
    end

    test "stops by itself" do
      Env.merge(Matches.Settings, unwatched_after: 50)
      id = create(@engines)
      watcher = watcher(id)
      monitor = Process.monitor(server(id))
      send(watcher, :leave)
      assert_receive {:DOWN, ^monitor, _, _, :normal}
    end

    test "knows after a crash who watches" do
      id = create(@engines)
      watcher = watcher(id)
      killed = kill(id)
      assert Wait.until(fn -> server(id) not in [nil, killed] and watchers(id) == 1 end)
      assert goes_on?(id)
      send(watcher, :leave)
      await_watchers(id, 0)
      refute goes_on?(id)
    end

    test "goes on if a person plays until the engine has answered, and then stops" do
      id = create([])
      watcher = watcher(id)
      {:ok, _} = Matches.act(id, me(), 1, {:move, "-7"})
      search = asked()
      send(watcher, :leave)
      await_watchers(id, 0)
      assert goes_on?(id)
      EngineDouble.answer(search, "c3-A")
      assert Wait.until(fn -> match?({:ok, %{seq: 3}}, Matches.get(id)) end)
      refute goes_on?(id)
      assert stored(id) == [{1, :created}, {2, :moved}, {3, :moved}]
    end

    test "stops if it is over, whoever reads it" do
      id = create(second: :me)
      {:ok, _} = Matches.act(id, me(), 1, :resign)
      assert {:ok, %{result: %{}}} = Matches.get(id)
      refute goes_on?(id)
    end
  end
end
