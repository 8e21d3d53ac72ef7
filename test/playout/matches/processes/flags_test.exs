defmodule Playout.Matches.Processes.FlagsTest do
  # Clocks of stored matches: their deadlines, the site's uptime, sleep and crashes.
  use Playout.Test.MatchCase, async: false

  alias Playout.Matches.Processes.Flags
  alias Playout.Matches.Store
  alias Playout.Matches.Store.Uptime

  @blitz {:total, 180_000, 2_000}

  defp you, do: me() <> " too"

  # A match in which both have moved, so the first side's time runs.
  defp begun(control, changes \\ []) do
    {id, state} = begin([second: :friend, control: control] ++ changes)
    {:ok, state} = act(id, you(), state.seq, :join)
    state = act!(id, state, {:move, "-7"})
    {:ok, state} = act(id, you(), state.seq, {:move, "c3-A"})
    {id, state}
  end

  # Only what a test lets pass counts.
  setup do: Env.let_pass(0)

  # A process of this test alone, which lives in the test's time.
  defp start_flags do
    test = self()
    flags = start_supervised!({Flags, name: nil})

    :sys.replace_state(
      flags,
      fn state ->
        Process.put(:"$callers", [test])
        state
      end,
      :infinity
    )

    flags
  end

  # Waits until all matches that are due have answered.
  defp check(flags) do
    send(flags, :check)
    idle? = fn %{asked: asked, waiting: waiting} -> asked == %{} and waiting == [] end
    assert Wait.until(fn -> idle?.(:sys.get_state(flags, :infinity)) end)
  end

  test "a flag falls without anyone doing anything, and once" do
    flags = start_flags()
    {id, state} = begun(@blitz)
    Env.let_pass(179_000)
    check(flags)
    assert {:ok, %{result: nil}} = Matches.get(id)

    Env.let_pass(1_400)
    for _ <- 1..3, do: check(flags)
    %{seq: seq} = state = told(id, state.seq + 1)
    assert %{result: :second, reason: :time} = state.result
    assert state.clock.left.first == 0
    assert length(stored(id)) == seq
    refute_received {:match, %{seq: ^seq}}
  end

  test "a move that comes too late is refused, and the match is over at once" do
    {id, state} = begun(@blitz)
    Env.let_pass(181_000)
    assert {:error, :time_is_up, over} = act(id, me(), state.seq, {:move, "a1-0"})
    assert %{result: :second, reason: :time} = over.result
  end

  test "a command of a player ends the match if the time is up, one of a stranger does nothing" do
    {id, state} = begun(@blitz)
    Env.let_pass(180_400)

    for command <- [:resign, {:move, "a1-0"}, :flag, {:transfer, "nobody"}],
        do: assert({:error, :not_your_seat, ^state} = act(id, "a stranger", state.seq, command))

    assert {:error, :time_is_up, over} = act(id, you(), state.seq, :resign)
    assert %{result: :second, reason: :time} = over.result
  end

  test "a flag falls while the match sleeps, and after a crash" do
    flags = start_flags()

    for stop <- [&sleep/1, &kill/1] do
      {id, _state} = begun(@blitz)
      stop.(id)
      Env.let_pass(181_000)
      check(flags)
      assert {:ok, %{result: %{reason: :time}}} = Matches.get(id)
    end
  end

  test "the clock is as it was when the match is read again" do
    {id, state} = begun(@blitz)
    Env.let_pass(10_000)
    state = act!(id, state, {:move, "a1-0"})
    assert_in_delta state.clock.left.first, 172_000, 1_500
    sleep(id)
    assert Matches.get(id) == {:ok, state}
    kill_and_wait = fn -> Matches.watch(id) && kill(id) end
    kill_and_wait.()
    assert Matches.get(id) == {:ok, state}
  end

  # test/kill shows that it goes on from there.
  test "for how long the site has been up is stored" do
    noted = Uptime.now()
    assert Store.note_uptime(noted) == :ok
    assert Store.uptime() == {:ok, noted}
  end

  test "an engine is told to move before its time is up, however long it has waited" do
    {id, state} = begin(control: {:total, 600_000, 0})
    state = act!(id, state, {:move, "-7"})
    EngineDouble.answer(asked(), "c3-A")
    state = told(id, state.seq + 1)
    state = act!(id, state, {:move, "a1-0"})
    _waiting = asked()
    # Ten seconds are left. The process that starts again looks at the clock.
    Env.let_pass(590_000)
    kill(id)
    search = asked()
    handle = search.handle
    assert_receive {:finished, ^handle}
    EngineDouble.answer(search, "a2-1")
    state = told(id, state.seq + 1)
    assert state.result == nil
    assert state.clock.left.second in 1..10_000
  end

  test "a match that doesn't answer delays no other, and is asked by one process" do
    test = self()

    flag = fn id ->
      send(test, {:asked, id, self()})
      if id =~ "hung", do: Process.sleep(:infinity)
    end

    {:ok, flags} = start_supervised(%{id: :flags, start: {GenServer, :start_link, [Flags, flag]}})
    hung = for number <- 1..31, do: "hung #{number}"
    ids = hung ++ for number <- 1..50, do: "match #{number}"
    send(flags, {:due, ids})
    asked = for id <- ids, do: assert_receive({:asked, ^id, _pid})

    # In the next round, only those that have answered.
    assert Wait.until(fn -> map_size(:sys.get_state(flags, :infinity).asked) == length(hung) end)
    send(flags, {:due, ids})
    for id <- ids -- hung, do: assert_receive({:asked, ^id, _pid})
    assert Wait.until(fn -> map_size(:sys.get_state(flags, :infinity).asked) == length(hung) end)
    refute_received {:asked, "hung" <> _, _pid}

    # With as many that hang as are asked at once, others wait until one is given up.
    send(flags, {:due, ["hung 32", "match 51"]})
    assert_receive {:asked, "hung 32", last}
    assert %{waiting: ["match 51"]} = :sys.get_state(flags, :infinity)
    refute_received {:asked, "match 51", _pid}
    {:asked, "hung 1", pid} = hd(asked)
    Process.exit(pid, :kill)
    assert_receive {:asked, "match 51", _pid}
    for pid <- [last | for({:asked, _id, pid} <- asked, do: pid)], do: Process.exit(pid, :kill)
  end

  test "unfinished matches are kept while a clock runs" do
    {id, _state} = begun({:move, 86_400_000})
    later = DateTime.add(DateTime.utc_now(), 1_000, :day)
    {:ok, deleted} = Store.delete_expired(:unfinished, later, 1_000_000)
    refute id in Enum.map(deleted, &elem(&1, 0))
  end

  describe "a time control" do
    test "of a request is checked" do
      for control <- [{:move, 1}, {:total, 60_000}, :blitz, "5+3"] do
        assert Matches.create(me(), request(control: control)) == {:error, :malformed}
      end
    end

    test "is kept by a rematch" do
      {id, state} = begun(@blitz)
      {:ok, state} = act(id, you(), state.seq, :resign)
      assert Matches.rematch(me(), id) == {:error, :between_people}
      state = act!(id, state, {:offer, :rematch})
      assert {:ok, %{rematch: new}} = act(id, you(), state.seq, {:accept, :rematch})
      assert {:ok, %{control: @blitz, seats: seats}} = Matches.get(new)
      assert seats == %{first: {:person, you()}, second: {:person, me()}}
    end

    test "is kept by a rematch that both offer at once" do
      {id, state} = begun(@blitz)
      {:ok, state} = act(id, you(), state.seq, :resign)
      act!(id, state, {:offer, :rematch})
      # They have not seen the other's offer.
      assert {:ok, %{rematch: new, offers: offers}} =
               act(id, you(), state.seq, {:offer, :rematch})

      assert offers == %{}
      assert {:ok, %{control: @blitz}} = Matches.get(new)
    end
  end
end
