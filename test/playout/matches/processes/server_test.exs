defmodule Playout.Matches.Processes.ServerTest do
  use Playout.Test.MatchCase, async: true

  alias Playout.Error
  alias Playout.Matches.{Event, Store}
  alias Playout.Matches.Processes.Server

  @moduletag :capture_log

  @busy %Error{code: :busy, message: "busy", details: %{limit: 7, of: "address"}}
  @crash %Error{code: :internal, message: "it crashed", details: %{problem: "crashed"}}

  # A match in which the engine thinks about its reply to -7.
  defp thinking do
    {id, state} = begin()
    state = act!(id, state, {:move, "-7"})
    {id, state, asked()}
  end

  defp events(ids), do: Enum.map(ids, &elem(&1, 0))

  describe "an engine" do
    test "is asked with the position and the player that the match stores" do
      {_id, state, search} = thinking()
      {:engine, "sparrow", spec} = state.seats.second
      assert %{player: ^spec, position: %{game: :quarto, moves: ["-7"]}} = search
    end

    test "is asked without settings from an old log that have no effect in the game" do
      {id, _} = begin(second: {:custom, "minimax:depth=1"})
      stored = "minimax:depth=1,ms=5000,radius=1"
      store_player(id, "minimax:depth=1,ms=5000", stored)
      assert {:ok, %{seats: %{second: {:engine, nil, ^stored}}} = state} = Matches.get(id)
      act!(id, state, {:move, "-7"})
      assert asked().player == "minimax:depth=1,ms=5000"
    end

    test "starts thinking if it has the first move" do
      {id, _} = begin(first: {:level, "sparrow"}, second: :me)
      EngineDouble.answer(asked(), "-3")
      assert_receive {:match, %{id: ^id, seq: 2, moves: [%{side: :first, text: "-3"}]}}
    end

    test "has its progress shown, and its reply stored and then shown" do
      {id, _, search} = thinking()
      EngineDouble.progress(search, %{playouts: 17})
      assert_receive {:thinking, ^id, %{playouts: 17}}
      EngineDouble.answer(search, "c3-A")
      assert_receive {:thought, ^id, %{used: 1.0}}
      assert told(id, 3).position.moves == ["-7", "c3-A"]
      assert events(stored(id)) == [1, 2, 3]
    end

    @tag reply_after: 3_600_000
    test "has its reply shown no sooner than `reply_after` after the move" do
      {id, state, search} = thinking()
      EngineDouble.answer(search, "c3-A")
      assert_receive {:thought, ^id, %{used: 1.0}}
      assert settle(id) == state
      refute_received {:match, %{seq: 3}}
    end

    @tag reply_after: 100
    test "has its reply shown then" do
      {id, _, search} = thinking()
      EngineDouble.answer(search, "c3-A")
      assert told(id, 3).position.moves == ["-7", "c3-A"]
    end

    @tag reply_after: 3_600_000
    test "has its reply shown immediately if it has taken long enough" do
      {id, _, search} = thinking()
      Env.let_pass(3_600_000)
      EngineDouble.answer(search, "c3-A")
      assert told(id, 3).position.moves == ["-7", "c3-A"]
    end
  end

  describe "an undo" do
    test "cancels the engine's search and ignores its reply" do
      {id, state, search} = thinking()
      state = act!(id, state, :undo)
      assert_receive {:cancelled, handle}
      assert handle == search.handle
      assert_receive {:thinking, ^id, nil}

      send(server(id), EngineDouble.message(search, "c3-A"))
      EngineDouble.progress(search, %{playouts: 1})
      assert {:ok, ^state} = Matches.get(id)
      assert state.position.moves == []
      refute_received {:thinking, _, %{}}
      assert length(stored(id)) == 3
    end

    @tag reply_after: 3_600_000
    test "takes precedence over an engine's reply that is not shown yet" do
      {id, state, search} = thinking()
      EngineDouble.answer(search, "c3-A")
      assert_receive {:thought, ^id, %{used: 1.0}}
      # Its time comes after the undo.
      {:playout_search, _ref, {:done, {:ok, choice}}} = EngineDouble.message(search, "c3-A")
      undone = act!(id, state, :undo)
      again = act!(id, undone, {:move, "-7"})
      second = asked()
      send(server(id), {:reply, state.board_seq, choice})
      # The position is the same as before, but the reply is from another search.
      assert {:ok, ^again} = Matches.get(id)
      Env.let_pass(3_600_000)
      EngineDouble.answer(second, "a1-0")
      assert told(id, 5).position.moves == ["-7", "a1-0"]
    end

    test "followed by the same move leaves only the second search" do
      {id, state, first} = thinking()
      state = act!(id, state, :undo)
      state = act!(id, state, {:move, "-7"})
      second = asked()
      send(server(id), EngineDouble.message(first, "c3-A"))
      # The process answers after it has received the message.
      assert {:ok, ^state} = Matches.get(id)
      EngineDouble.answer(second, "a1-0")
      assert told(id, 5).position.moves == ["-7", "a1-0"]
    end

    test "cancels the search, and so does a resignation" do
      {id, state, %{handle: handle}} = thinking()
      state = act!(id, state, :resign)
      assert_receive {:cancelled, ^handle}
      assert %{result: :second, reason: :resignation} = state.result
      assert Matches.get(id) == {:ok, state}
      refute_received {:asked, _}
    end
  end

  describe "a search that fails" do
    test "is tried again once" do
      {id, _, search} = thinking()
      EngineDouble.fail(search, @crash)
      again = asked()
      assert again.position == search.position and again.player == search.player
      assert again.handle != search.handle
      EngineDouble.answer(again, "c3-A")
      assert_receive {:match, %{seq: 3, failure: nil}}
      refute_received {:engine_failed, _, _}
      assert events(stored(id)) == [1, 2, 3]
    end

    test "twice is reported, and can be tried again" do
      {id, state, search} = thinking()
      EngineDouble.fail(search, @crash)
      EngineDouble.fail(asked(), @crash)
      assert_receive {:match, %{failure: @crash, seq: 2}}
      assert_receive {:engine_failed, ^id, @crash}
      assert {:ok, failed} = Matches.get(id)
      refute_received {:asked, _}
      assert failed == %{state | failure: @crash}
      assert {:error, :not_your_seat, ^failed} = act(id, "nobody", 2, :retry_engine)

      assert {:ok, %{failure: nil}} = act(id, me(), 2, :retry_engine)
      # Two more attempts.
      EngineDouble.fail(asked(), @crash)
      again = asked()
      assert {:error, :nothing_to_retry, _} = act(id, me(), 2, :retry_engine)
      EngineDouble.answer(again, "c3-A")
      assert_receive {:match, %{seq: 3, failure: nil}}
    end

    test "twice still allows undo and resignation" do
      for {command, moves} <- [undo: [], resign: ["-7"]] do
        {id, _, search} = thinking()
        EngineDouble.fail(search, @crash)
        EngineDouble.fail(asked(), @crash)
        assert_receive {:engine_failed, ^id, _}

        assert {:ok, %{failure: nil, position: %{moves: ^moves}}} =
                 act(id, me(), 2, command)
      end
    end

    test "because it is refused at once is reported too" do
      EngineDouble.refuse([@crash, @crash])
      {id, state} = begin()
      # The person's move is stored and shown all the same.
      assert {:ok, %{seq: 2}} = act(id, me(), state.seq, {:move, "-7"})
      assert_receive {:engine_failed, ^id, @crash}
      assert {:ok, %{failure: @crash}} = Matches.get(id)
      refute_received {:asked, _}

      EngineDouble.refuse([@crash])
      act!(id, %{seq: 2}, :retry_engine)
      EngineDouble.answer(asked(), "c3-A")
      assert_receive {:match, %{seq: 3, failure: nil}}
    end

    test "because the engine is busy waits without reporting a failure" do
      EngineDouble.refuse([@busy, @busy, @busy])
      {id, state} = begin()
      act!(id, state, {:move, "-7"})
      # The place after all that are taken.
      assert_receive {:waiting, ^id, 8}
      search = asked()
      EngineDouble.answer(search, "c3-A")
      assert_receive {:match, %{seq: 3, failure: nil}}
      refute_received {:engine_failed, _, _}
    end

    test "because the engine is busy does not forget that it is to move at once" do
      EngineDouble.refuse([@busy])
      {id, state} = begin()
      state = act!(id, state, {:move, "-7"})
      act!(id, state, :move_now)
      %{handle: handle} = asked()
      assert_receive {:finished, ^handle}
    end

    test "by crashing without a message is noticed" do
      {id, _, search} = thinking()
      EngineDouble.die(search)
      EngineDouble.die(asked())
      assert_receive {:engine_failed, ^id, %Error{code: :internal}}
      assert {:ok, %{failure: %Error{}}} = Matches.get(id)
      refute_received {:asked, _}
    end

    test "because the rules refuse its move does not leave the match waiting" do
      for move <- ["c3-7", "rubbish", ""] do
        {id, state, search} = thinking()
        EngineDouble.answer(search, move)
        assert_receive {:engine_failed, ^id, %Error{}}
        assert {:ok, %{failure: %Error{}, seq: 2}} = Matches.get(id)
        assert act!(id, state, :undo).seq == 3
      end
    end
  end

  describe "a process that was killed" do
    test "is rebuilt for the next request, unchanged" do
      {id, state} = begin()
      state = act!(id, state, {:move, "-7"})
      EngineDouble.answer(asked(), "c3-A")
      before = told(id, 3)
      killed = kill(id)
      assert {:ok, ^before} = Matches.get(id)
      assert server(id) != killed
      # Subscribers still receive changes.
      assert {:error, :stale, _} = act(id, me(), state.seq, {:move, "b2-0"})
      act!(id, before, {:move, "b2-0"})
      assert_receive {:match, %{seq: 4}}
    end

    test "while the engine thinks restarts its search" do
      {id, state, search} = thinking()
      kill(id)
      assert Wait.until(fn -> not Process.alive?(search.handle.pid) end)
      assert {:ok, ^state} = Matches.get(id)
      again = asked()
      assert again.position == search.position and again.player == search.player
      EngineDouble.answer(again, "c3-A")
      assert_receive {:match, %{seq: 3}}
    end

    test "also accepts a command as its first request" do
      {id, state, _} = thinking()
      kill(id)
      assert act!(id, state, :undo).position.moves == []
      # The search was started and then cancelled.
      %{handle: handle} = asked()
      assert_receive {:cancelled, ^handle}
    end

    test "forgets that the engine failed, and tries again" do
      {id, _, search} = thinking()
      EngineDouble.fail(search, @crash)
      EngineDouble.fail(asked(), @crash)
      assert_receive {:engine_failed, ^id, _}
      kill(id)
      assert {:ok, %{failure: nil}} = Matches.get(id)
      assert asked()
    end

    test "repeatedly loses nothing" do
      {id, state} = begin()

      Enum.reduce(1..10, state, fn _, state ->
        kill(id)
        state = act!(id, state, {:move, "-7"})
        kill(id)
        act!(id, state, :undo)
      end)

      assert length(stored(id)) == 21
    end

    test "while callers wait is called again" do
      {id, state} = begin()
      looks = for _ <- 1..20, do: Task.async(fn -> for _ <- 1..50, do: Matches.get(id) end)

      for _ <- 1..30 do
        assert Wait.until(fn ->
                 server(id) != nil or not Enum.any?(looks, &Process.alive?(&1.pid))
               end)

        if pid = server(id), do: Process.exit(pid, :kill)
      end

      answers = looks |> Task.await_many(:infinity) |> List.flatten()
      assert length(answers) == 20 * 50
      # A caller that meets three crashes in a row gets an error.
      assert Enum.uniq(answers) -- [{:ok, state}, {:error, :not_stored}] == []
      assert {:ok, state} in answers
      assert Matches.get(id) == {:ok, state}
    end
  end

  test "watchers get every change, and after a crash what they missed" do
    {id, state} = begin(second: :me)
    act!(id, state, {:move, "-7"})
    assert_receive {:match, %{since: 1, seq: 2, kept: 0, moves: [%{text: "-7"}]} = first}
    assert {:ok, %{seq: 2} = moved} = Matches.catch_up(state, first)

    # The process stores the next move, and crashes before it tells anybody.
    :ok = append(id, %Event{seq: 3, type: :moved, data: %{side: :second, move: "c3-A"}})
    kill(id)
    assert_receive {:match, %{since: 3, seq: 3} = second}
    assert {:ok, %{position: %{moves: ["-7", "c3-A"]}}} = Matches.catch_up(moved, second)
  end

  test "whoever acts gets the change as the answer, and not as a message" do
    {id, state} = begin(second: :me)
    assert {:ok, %{since: 1, seq: 2} = change} = Matches.act(id, me(), 1, {:move, "-7"})
    assert Matches.catch_up(state, change) == Matches.get(id)
    refute_received {:match, _}
  end

  test "every command is counted, with its result and how long it took" do
    test = self()
    event = [:playout, :matches, :command]

    # The function runs in the process that acts, which may belong to another test.
    counted = fn ^event, %{duration: duration}, command, _config ->
      if test in Process.get(:"$callers", []), do: send(test, {:counted, duration, command})
    end

    :telemetry.attach(inspect(test), event, counted, nil)
    on_exit(fn -> :telemetry.detach(inspect(test)) end)
    {id, state} = begin(second: :me)

    for {seq, command, name, result} <- [
          {1, {:move, "-7"}, :move, :ok},
          {1, {:typed, "c3 A"}, :typed, :stale},
          {2, {:move, "zz"}, :move, :bad_move},
          {2, :step, :step, :not_your_seat},
          {2, {:rubbish, 1}, :malformed, :malformed},
          {2, {}, :malformed, :malformed},
          {2, %{}, :malformed, :malformed}
        ] do
      act(id, if(command == :step, do: "nobody", else: state.owner), seq, command)
      assert_receive {:counted, duration, %{command: ^name, result: ^result}}
      assert is_integer(duration) and duration > 0
    end

    Env.put(:still, true)
    Env.merge(Matches.Settings, limits: [events: 1])
    for _ <- 1..6, do: act(id, me(), 2, :undo)
    assert_receive {:counted, _duration, %{command: :undo, result: :limited_events}}
  end

  test "a process without anything to do gives back its memory" do
    {id, _state} = begin()

    assert Wait.until(fn ->
             {:current_function, {_, name, _}} = Process.info(server(id), :current_function)
             name in [:hibernate, :loop_hibernate]
           end)
  end

  test "a match ignores meaningless messages" do
    {id, state, search} = thinking()
    pid = server(id)

    for message <- [
          :rubbish,
          {:playout_search, make_ref(), {:done, {:ok, nil}}},
          {:playout_search, search.handle.ref, :what},
          {:DOWN, make_ref(), :process, self(), :normal},
          {:playout_search, make_ref(), :ask},
          {make_ref(), :late}
        ] do
      send(pid, message)
    end

    assert {:ok, ^state} = Matches.get(id)
    assert server(id) == pid
  end

  describe "an event stored by another process" do
    test "counts: the command is stale, and everyone sees the new state" do
      {id, state} = begin()
      :ok = append(id, %Event{seq: 2, type: :moved, data: %{side: :first, move: "-F"}})
      assert {:error, :stale, fresh} = act(id, me(), state.seq, {:move, "-7"})
      assert %{seq: 2, position: %{moves: ["-F"]}} = fresh
      assert told(id, 2) == fresh
      # It is the engine's turn now.
      assert %{position: %{moves: ["-F"]}} = asked()
      assert stored(id) == [{1, :created}, {2, :moved}]
    end

    test "while the engine thinks makes its reply stale" do
      {id, _, search} = thinking()
      :ok = append(id, %Event{seq: 3, type: :undone, data: %{side: :first, ply: 0}})
      EngineDouble.answer(search, "c3-A")
      assert told(id, 3).position.moves == []
      refute_received {:asked, _}
      refute_received {:engine_failed, _, _}
    end

    test "cancels the engine's search" do
      {id, state, %{handle: handle}} = thinking()
      :ok = append(id, %Event{seq: 3, type: :resigned, data: %{side: :first}})
      assert {:error, :stale, %{result: %{}}} = act(id, me(), state.seq, :undo)
      assert_receive {:cancelled, ^handle}
      assert {:error, :over, _} = act(id, me(), 3, :undo)
    end
  end

  test "a process steps back from a match that a later version of the site goes on with" do
    {id, state, _search} = thinking()
    monitor = Process.monitor(server(id))
    :ok = append(id, %Event{seq: 3, type: :resigned, data: %{side: :first}})
    sql("UPDATE events SET version = 99 WHERE match_id = $1 AND seq = 3", [id])
    assert {:error, :not_stored} = Matches.act(id, me(), state.seq, :undo)
    # It does not crash.
    assert_receive {:DOWN, ^monitor, _, _, :normal}
    assert {:error, {:unreadable_event, %{version: 99}}} = Matches.get(id)
    assert [_, _, _] = sql("SELECT seq FROM events WHERE match_id = $1", [id]).rows
  end

  describe "a command of somebody who has seen more than the process" do
    defp seen_elsewhere do
      {id, state} = begin(second: :me)
      :ok = append(id, %Event{seq: 2, type: :moved, data: %{side: :first, move: "-F"}})
      {id, state}
    end

    test "is handled after what they have seen, and everyone sees both" do
      {id, _state} = seen_elsewhere()
      assert {:ok, %{seq: 3}} = act(id, me(), 2, {:move, "c3-A"})
      assert_receive {:match, %{id: ^id, since: 1, seq: 2}}
      assert_receive {:match, %{id: ^id, since: 2, seq: 3}}
      assert stored(id) == [{1, :created}, {2, :moved}, {3, :moved}]
    end

    test "is stale if nobody has stored what they claim to have seen" do
      {id, state} = begin(second: :me)

      for seq <- [2, 99, 2 ** 70],
          do: assert({:error, :stale, ^state} = act(id, me(), seq, {:move, "-7"}))

      assert stored(id) == [{1, :created}]
    end
  end

  test "a command that is valid after an event stored elsewhere is carried out after it" do
    {id, state} = begin(second: :friend)
    {:ok, _change} = Matches.act(id, "you", state.seq, :join)
    {:ok, state} = Matches.get(id)
    state = act!(id, state, {:move, "-7"})
    :ok = append(id, %Event{seq: 4, type: :offered, data: %{side: :first, offer: :draw}})
    # Whoever moves has seen the board.
    assert {:ok, %{seq: 5}} = Matches.act(id, "you", state.seq, {:move, "c3-A"})
    assert [_, _, _, {4, :offered}, {5, :moved}] = stored(id)
    {:ok, match} = Matches.get(id)
    assert match.position.moves == ["-7", "c3-A"]
  end

  # As on two nodes.
  test "two processes that own the same match store each event once" do
    {id, _state} = begin(second: :me)
    {:ok, other} = GenServer.start_link(Server, {id, %{from: nil, callers: [self()]}})
    owners = [server(id), other]

    # Each plays what is legal as it sees the match, through either process.
    answers =
      for n <- 1..8 do
        Task.async(fn ->
          for _ <- 1..10 do
            owner = Enum.at(owners, rem(n, 2))
            {:ok, seen} = GenServer.call(owner, :state, :infinity)
            command = command_for(seen)
            {GenServer.call(owner, {{:act, me(), seen.seq, command, 0}, nil}, :infinity), command}
          end
        end)
      end
      |> Task.await_many(:infinity)
      |> List.flatten()

    GenServer.stop(other)
    accepted = for {{:ok, change}, command} <- answers, do: {change.seq, command}
    refused = for {{:error, reason}, _command} <- answers, uniq: true, do: reason
    assert refused -- [:stale, :not_your_turn, :over, :nothing_to_undo] == []
    assert length(accepted) > 1

    # What was accepted is stored under its number, and nothing else is.
    {:ok, [_created | events]} = Store.events(id)
    assert Enum.map(events, & &1.seq) == Enum.sort(Enum.map(accepted, &elem(&1, 0)))

    for {seq, {:move, move}} <- accepted,
        do: assert(%{type: :moved, data: %{move: ^move}} = Enum.find(events, &(&1.seq == seq)))

    sleep(id)
    assert {:ok, %{seq: last}} = Matches.get(id)
    assert last == length(events) + 1
  end

  defp command_for(%{result: nil, position: position}) do
    {:ok, moves} = Playout.legal_moves(position)
    if :rand.uniform(5) == 1, do: :undo, else: {:move, Enum.random(moves)}
  end

  defp command_for(_over), do: :undo

  describe "a match without activity" do
    test "falls asleep, and the next request wakes it" do
      Env.merge(Matches.Settings, idle: 50)
      {id, state} = begin()
      assert Wait.until(fn -> server(id) == nil end)
      assert {:ok, ^state} = Matches.get(id)
      assert Wait.until(fn -> server(id) == nil end)
      assert act!(id, state, {:move, "-7"}).seq == 2
      assert_receive {:match, %{seq: 2}}
    end

    test "stays awake while the engine thinks" do
      {id, state, search} = thinking()
      pid = server(id)
      monitor = Process.monitor(pid)
      idle(id)
      assert settle(id) == state
      assert server(id) == pid
      EngineDouble.answer(search, "c3-A")
      told(id, 3)
      idle(id)
      assert_receive {:DOWN, ^monitor, _, _, :normal}
    end
  end
end
