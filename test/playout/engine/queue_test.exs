defmodule Playout.Engine.QueueTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.Queue

  setup context do
    queue = :"#{inspect(context.module)} #{context.test}"
    start_supervised!({Queue, slots: 2, most_bytes: 100, name: queue})
    %{queue: queue}
  end

  # A process that queues, reports when its turn comes, and ends on request.
  defp searcher(queue, name, options \\ []) do
    test = self()

    pid =
      spawn(fn ->
        :ok = Queue.enter(queue, options[:on_crash], options[:bytes] || 0)
        send(test, {:entered, name})

        receive do
          :granted -> send(test, {:granted, name})
        end

        receive do
          {:end, reason} -> exit(reason)
        end
      end)

    assert_receive {:entered, ^name}
    pid
  end

  defp finish(pid, reason \\ :normal), do: send(pid, {:end, reason})

  test "one process per slot runs, and the others wait", %{queue: queue} do
    for name <- [:a, :b, :c, :d], do: searcher(queue, name)
    assert_receive {:granted, :a}
    assert_receive {:granted, :b}
    assert Queue.counts(queue) == %{running: 2, waiting: 2}
    refute_received {:granted, _}
  end

  test "first come, first served", %{queue: queue} do
    pids = for number <- 1..20, into: %{}, do: {number, searcher(queue, number)}
    assert_receive {:granted, 1}
    assert_receive {:granted, 2}

    for number <- 3..20 do
      finish(pids[number - 2])
      assert_receive {:granted, ^number}
      refute_received {:granted, _}
    end
  end

  test "a slot becomes free when its process ends, for any reason", %{queue: queue} do
    for reason <- [:normal, :crash, :kill] do
      a = searcher(queue, :a)
      b = searcher(queue, :b)
      searcher(queue, {:next, reason}) |> finish()
      if reason == :kill, do: Process.exit(a, :kill), else: finish(a, reason)
      assert_receive {:granted, {:next, ^reason}}
      finish(b)
      assert Playout.Test.Wait.until(fn -> Queue.counts(queue) == %{running: 0, waiting: 0} end)
    end
  end

  test "a process that dies while waiting is skipped", %{queue: queue} do
    a = searcher(queue, :a)
    _b = searcher(queue, :b)
    c = searcher(queue, :c)
    _d = searcher(queue, :d)
    Process.exit(c, :kill)
    assert Playout.Test.Wait.until(fn -> Queue.counts(queue).waiting == 1 end)
    finish(a)
    assert_receive {:granted, :d}
    refute_received {:granted, :c}
  end

  test "the crash message is sent after a crash, but not after a normal exit", %{queue: queue} do
    for {reason, expected} <- [normal: false, shutdown: false, crash: true, kill: true] do
      pid = searcher(queue, reason, on_crash: {self(), {:died, reason}})
      if reason == :kill, do: Process.exit(pid, :kill), else: finish(pid, reason)
      assert Playout.Test.Wait.until(fn -> Queue.counts(queue).running == 0 end)

      if expected,
        do: assert_receive({:died, ^reason}),
        else: refute_received({:died, ^reason})
    end
  end

  describe "memory" do
    test "limits which searches run, first come, first served", context do
      a = searcher(context.queue, :a, bytes: 60)
      assert_receive {:granted, :a}
      searcher(context.queue, :b, bytes: 41)
      # It would fit, but must not jump the queue.
      searcher(context.queue, :c, bytes: 10)
      assert Queue.counts(context.queue) == %{running: 1, waiting: 2}
      finish(a)
      assert_receive {:granted, :b}
      assert_receive {:granted, :c}
    end

    test "can be used up completely", %{queue: queue} do
      a = searcher(queue, :a, bytes: 60)
      b = searcher(queue, :b, bytes: 40)
      assert_receive {:granted, :b}
      assert Enum.sort(Queue.running(queue)) == Enum.sort([{a, 60}, {b, 40}])
    end

    test "is exceeded only by a search that runs alone", %{queue: queue} do
      a = searcher(queue, :a, bytes: 1)
      large = searcher(queue, :large, bytes: 1_000)
      searcher(queue, :b, bytes: 1)
      assert Queue.counts(queue) == %{running: 1, waiting: 2}
      finish(a)
      assert_receive {:granted, :large}
      assert Queue.counts(queue) == %{running: 1, waiting: 1}
      finish(large)
      assert_receive {:granted, :b}
    end
  end
end
