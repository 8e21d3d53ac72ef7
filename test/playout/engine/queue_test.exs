defmodule Playout.Engine.QueueTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.Queue
  alias Playout.Test.Wait

  @limits %{all: 1_000, address: 1_000, visitor: 1_000}

  setup context do
    queue = :"#{inspect(context.module)} #{context.test}"
    limits = Map.merge(@limits, Map.new(context[:limits] || []))
    options = [places: 2, turn: 50, most_bytes: 100, limits: limits, name: queue]
    start_supervised!({Queue, options})
    %{queue: queue}
  end

  # A process that enters, tells its turns and places, and does what it is told.
  defp searcher(queue, name, options \\ []) do
    test = self()

    pid =
      spawn(fn ->
        send(test, {:entered, name, Queue.enter(queue, entry(test, options))})
        work(queue, name, test)
      end)

    assert_receive {:entered, ^name, :ok}
    pid
  end

  defp work(queue, name, test) do
    receive do
      {:turn, 50} -> send(test, {:turn, name})
      {:place, place} -> send(test, {:place, name, place})
      :pause -> Queue.pause(queue)
      :finish -> Queue.finish(queue)
      {:end, reason} -> exit(reason)
    end

    work(queue, name, test)
  end

  defp entry(owner, options) do
    Enum.into(options, %{
      class: :person,
      share: nil,
      bytes: 0,
      owner: owner,
      game: :quarto,
      on_crash: nil
    })
  end

  defp finish(pid, reason \\ :normal), do: send(pid, {:end, reason})

  defp empty?(queue) do
    %{running: running, between: between, waiting: waiting} = Queue.figures(queue)
    running + between + Enum.sum(Map.values(waiting)) == 0
  end

  test "one process per place has a turn, and the others wait", %{queue: queue} do
    for name <- [:a, :b, :c, :d], do: searcher(queue, name)
    assert_receive {:turn, :a}
    assert_receive {:turn, :b}

    assert %{places: 2, running: 2, between: 0, waiting: %{person: 2, analysis: 0, engines: 0}} =
             Queue.figures(queue)

    refute_received {:turn, _}
  end

  test "after it was stopped, nobody gets a turn", %{queue: queue} do
    [a, _b, c] = for name <- [:a, :b, :c], do: searcher(queue, name)
    for name <- [:a, :b], do: assert_receive({:turn, ^name})
    assert Queue.stop(queue) == :ok
    send(a, :pause)
    finish(c)
    searcher(queue, :d)
    # The queue has handled all of these.
    assert Wait.until(fn -> match?(%{running: 1, between: 1}, Queue.figures(queue)) end)
    refute_received {:turn, _}
  end

  @tag limits: [all: 3]
  test "one who has finished counts no longer, but its memory does until it exits", context do
    crash = [on_crash: {self(), :crashed}, bytes: 60]
    a = searcher(context.queue, :a, crash)
    b = searcher(context.queue, :b)
    c = searcher(context.queue, :c)
    assert_receive {:turn, :a}
    assert_receive {:turn, :b}
    assert Queue.room(context.queue, nil) == {:error, {:all, 3}}
    send(a, :finish)
    assert_receive {:turn, :c}
    assert Queue.room(context.queue, nil) == :ok
    assert %{running: 2, between: 0} = Queue.figures(context.queue)
    send(b, :finish)
    d = searcher(context.queue, :d, bytes: 41)
    assert {a, 60} in Queue.begun(context.queue)
    refute_received {:turn, :d}
    finish(a, :crash)
    assert_receive {:turn, :d}
    # It had its answer.
    refute_received :crashed
    for pid <- [b, c, d], do: finish(pid)
    assert Wait.until(fn -> empty?(context.queue) end)
    # Nobody is counted twice.
    assert Wait.until(fn -> :ets.info(context.queue, :size) == 1 end)
  end

  test "those who give their turn back get another one when the others had theirs", context do
    pids = for name <- [:a, :b, :c], into: %{}, do: {name, searcher(context.queue, name)}
    assert_receive {:turn, :a}
    assert_receive {:turn, :b}
    send(pids.a, :pause)
    assert_receive {:turn, :c}
    assert %{running: 2, between: 1} = Queue.figures(context.queue)
    send(pids.b, :pause)
    assert_receive {:turn, :a}
    refute_received {:turn, _}
  end

  test "what a person waits for comes first", %{queue: queue} do
    a = searcher(queue, :a)
    b = searcher(queue, :b)
    for class <- [:engines, :analysis, :person], do: searcher(queue, class, class: class)
    assert_receive {:turn, :a}
    assert_receive {:turn, :b}
    finish(a)
    assert_receive {:turn, :person}
    finish(b)
    assert_receive {:turn, :analysis}
    assert Queue.figures(queue).waiting == %{person: 0, analysis: 0, engines: 1}
  end

  test "a place becomes free when its process ends, for any reason", %{queue: queue} do
    for reason <- [:normal, :crash, :kill] do
      a = searcher(queue, :a)
      b = searcher(queue, :b)
      searcher(queue, {:next, reason}) |> finish()
      if reason == :kill, do: Process.exit(a, :kill), else: finish(a, reason)
      finish(b)
      assert Wait.until(fn -> empty?(queue) end)
    end
  end

  test "a process that dies while it waits, or between turns, is skipped", %{queue: queue} do
    a = searcher(queue, :a)
    b = searcher(queue, :b)
    c = searcher(queue, :c)
    searcher(queue, :d)
    Process.exit(c, :kill)
    assert Wait.until(fn -> Queue.figures(queue).waiting.person == 1 end)
    send(a, :pause)
    assert_receive {:turn, :d}
    Process.exit(a, :kill)
    assert Wait.until(fn -> Queue.figures(queue).between == 0 end)
    send(b, :pause)
    assert_receive {:turn, :b}
    refute_received {:turn, :c}
  end

  test "the crash message is sent after a crash, but not after a normal exit", %{queue: queue} do
    for {reason, expected} <- [normal: false, shutdown: false, crash: true, kill: true] do
      pid = searcher(queue, reason, on_crash: {self(), {:died, reason}})
      if reason == :kill, do: Process.exit(pid, :kill), else: finish(pid, reason)
      assert Wait.until(fn -> empty?(queue) end)

      if expected,
        do: assert_receive({:died, ^reason}),
        else: refute_received({:died, ^reason})
    end
  end

  test "a search takes its memory until it ends", %{queue: queue} do
    a = searcher(queue, :a, bytes: 60)
    b = searcher(queue, :b, bytes: 41)
    assert_receive {:turn, :a}
    assert Queue.begun(queue) == [{a, 60}]
    send(a, :pause)
    assert_receive {:turn, :a}
    finish(a)
    assert_receive {:turn, :b}
    assert Queue.begun(queue) == [{b, 41}]
  end

  test "those who have waited for a while are told their place, when it changes", context do
    a = searcher(context.queue, :a)
    b = searcher(context.queue, :b)
    assert_receive {:turn, :b}
    for name <- [:c, :d], do: searcher(context.queue, name)
    an_hour_later(context.queue)
    assert_receive {:place, :c, 1}
    assert_receive {:place, :d, 2}
    assert Queue.figures(context.queue).longest_wait >= 3_600_000
    finish(a)
    assert_receive {:turn, :c}
    an_hour_later(context.queue)
    assert_receive {:place, :d, 1}
    finish(b)
    assert_receive {:turn, :d}
    an_hour_later(context.queue)
    assert %{waiting: %{person: 0}} = Queue.figures(context.queue)
    refute_received {:place, _, _}
  end

  # As if all had come, and were told their places, an hour before they did and were.
  defp an_hour_later(queue) do
    earlier = &(&1 - 3_600_000_000)

    shift = fn search ->
      told = with {place, at} <- search.told, do: {place, earlier.(at)}
      %{search | since: earlier.(search.since), told: told}
    end

    :sys.replace_state(
      queue,
      fn state ->
        update_in(state.searches, &Map.new(&1, fn {pid, it} -> {pid, shift.(it)} end))
      end,
      :infinity
    )

    send(queue, :tell)
  end

  describe "bounds" do
    # What enters as the test's own process is refused, or leaves with it.
    defp entered(queue, share) do
      room = Queue.room(queue, share)

      answer =
        Task.await(
          Task.async(fn -> Queue.enter(queue, entry(self(), share: share)) end),
          :infinity
        )

      assert room == answer
      answer
    end

    @tag limits: [all: 3]
    test "of all searches", %{queue: queue} do
      pids = for number <- 1..3, do: searcher(queue, number)
      assert entered(queue, nil) == {:error, {:all, 3}}
      assert entered(queue, {1, 2, 3}) == {:error, {:all, 3}}
      finish(hd(pids))
      assert Wait.until(fn -> Queue.room(queue, nil) == :ok end)
      assert entered(queue, nil) == :ok
    end

    @tag limits: [address: 3]
    test "of an address, so that nobody fills the queue", %{queue: queue} do
      pids = for number <- 1..3, do: searcher(queue, number, share: {"a", number, number})
      assert entered(queue, {"a", "new", "new"}) == {:error, {:address, 3}}
      assert entered(queue, {"b", 1, 1}) == :ok
      # Only those who say who they are can be bounded.
      assert entered(queue, nil) == :ok
      finish(hd(pids))
      assert Wait.until(fn -> Queue.room(queue, {"a", "new", "new"}) == :ok end)
    end

    @tag limits: [all: 20, address: 5]
    test "leave room for an address that has none, and its turn comes in the first round",
         %{queue: queue} do
      # All that four addresses get, of the twenty that they ask for.
      pids =
        for address <- 1..4, number <- 1..5, share = {address, number, number}, into: %{} do
          case Queue.room(queue, share) do
            :ok -> {share, searcher(queue, share, share: share)}
            {:error, {:all, _taken}} -> {share, nil}
          end
        end

      taken = Enum.count(pids, fn {_share, pid} -> pid end)
      assert taken in 10..19
      assert entered(queue, {4, "new", "new"}) == {:error, {:all, taken}}

      newcomer = {"new", 1, 1}
      searcher(queue, newcomer, share: newcomer)
      # Two are running, both of one address; then the other three and the newcomer have a turn.
      assert turns_before(newcomer, pids) <= 5
    end

    # Everybody else gives their turn back at once.
    defp turns_before(name, pids, count \\ 0) do
      assert_receive {:turn, who}

      if who == name do
        count
      else
        send(pids[who], :pause)
        turns_before(name, pids, count + 1)
      end
    end

    @tag limits: [visitor: 3]
    test "of a visitor, wherever they are", %{queue: queue} do
      pids = for number <- 1..3, do: searcher(queue, number, share: {number, "v", number})
      assert entered(queue, {"new", "v", "new"}) == {:error, {:visitor, 3}}
      assert entered(queue, {1, "w", 1}) == :ok
      Enum.each(pids, &finish(&1, :crash))
      assert Wait.until(fn -> Queue.room(queue, {"new", "v", "new"}) == :ok end)
    end

    test "are counted without a trace of those who have left", %{queue: queue} do
      for number <- 1..20, do: finish(searcher(queue, number, share: {number, number, number}))
      assert Wait.until(fn -> :ets.info(queue, :size) == 1 end)
    end
  end

  test "while the queue restarts, nothing is refused, and there are no figures" do
    assert Queue.room(:nobody, {1, 2, 3}) == :ok
    assert Queue.figures(:nobody) == nil
  end
end
