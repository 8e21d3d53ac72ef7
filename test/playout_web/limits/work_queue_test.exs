defmodule PlayoutWeb.Limits.WorkQueueTest do
  use ExUnit.Case, async: true

  alias Playout.Test.Wait
  alias PlayoutWeb.Limits.WorkQueue

  setup context do
    queue = :"queue of #{context.test}"
    start_supervised!({WorkQueue, [name: queue] ++ Map.get(context, :queue, [])})
    %{queue: queue}
  end

  # A process with work of an address, which it ends when it is told.
  defp enter(queue, address) do
    test = self()

    task =
      Task.async(fn ->
        result =
          WorkQueue.run(queue, address, fn ->
            send(test, {:begun, self()})
            receive do: (:end -> :done)
          end)

        send(test, {:result, self(), result})
      end)

    # The queue has heard of it.
    Wait.until(fn -> known?(queue, task.pid) end)
    task.pid
  end

  defp known?(queue, pid) do
    {:messages, messages} = Process.info(self(), :messages)
    monitors = elem(Process.info(Process.whereis(queue), :monitors), 1)
    {:process, pid} in monitors or Enum.any?(messages, &match?({:result, ^pid, _result}, &1))
  end

  defp finish(pid) do
    send(pid, :end)
    assert_receive {:result, ^pid, {:ok, :done}}
  end

  @tag queue: [at_once: 2]
  test "so many work at once, one of each address, and the others in turn", %{queue: queue} do
    [first, second, third, fourth] = for address <- [1, 1, 2, 3], do: enter(queue, address)
    assert_receive {:begun, ^first}
    assert_receive {:begun, ^third}
    refute_received {:begun, _pid}

    # The second one has waited longer than the fourth, but its address has its turn.
    finish(third)
    assert_receive {:begun, ^fourth}
    refute_received {:begun, _pid}
    finish(first)
    assert_receive {:begun, ^second}
    for pid <- [second, fourth], do: finish(pid)
  end

  @tag queue: [at_once: 1, places: 8, places_of_address: 3]
  test "there are only so many places, and some for whoever has none", %{queue: queue} do
    mine = [first | _] = for _ <- 1..3, do: enter(queue, 1)
    refused = enter(queue, 1)
    assert_receive {:result, ^refused, {:error, :busy}}
    other = enter(queue, 2)
    refused = enter(queue, 2)
    assert_receive {:result, ^refused, {:error, :busy}}
    last = enter(queue, 3)

    for pid <- mine ++ [other, last] do
      assert_receive {:begun, ^pid}
      if pid == first, do: refute_received({:begun, _pid})
      finish(pid)
    end
  end

  @tag queue: [at_once: 1]
  test "goes on when a process ends in its turn, or while it waits", %{queue: queue} do
    Process.flag(:trap_exit, true)
    [first, second, third] = for _ <- 1..3, do: enter(queue, 1)
    assert_receive {:begun, ^first}
    for pid <- [second, first], do: Process.exit(pid, :kill)
    assert_receive {:begun, ^third}
    finish(third)

    assert_raise RuntimeError, fn -> WorkQueue.run(queue, 1, fn -> raise "a mistake" end) end
    assert WorkQueue.run(queue, 1, fn -> 7 end) == {:ok, 7}
  end

  @tag queue: [at_once: 8, of_address: 3]
  test "an address that has none begins beside one that has all it may, and those with less go first",
       %{queue: queue} do
    [first, second, third, fourth, fifth] = for _ <- 1..5, do: enter(queue, 1)
    for pid <- [first, second, third], do: assert_receive({:begun, ^pid})
    # 4 of 8 are for addresses that have none.
    [newcomer, again] = for _ <- 1..2, do: enter(queue, 2)
    assert_receive {:begun, ^newcomer}
    refute_received {:begun, _pid}

    # Both addresses have one that waits; this one has less work.
    for pid <- [second, third], do: finish(pid)
    assert_receive {:begun, ^again}
    assert_receive {:begun, ^fourth}
    assert Enum.count([first, newcomer], &finish/1) == 2
    assert_receive {:begun, ^fifth}
    for pid <- [again, fourth, fifth], do: finish(pid)
  end

  @tag queue: [at_once: 2]
  test "whoever enters may have other bounds, and waits only so long", %{queue: queue} do
    first = enter(queue, 1)
    assert_receive {:begun, ^first}
    assert WorkQueue.enter(queue, 1, %{patience: 0}) == {:error, :busy}
    assert WorkQueue.enter(queue, 1, %{places_of_address: 1}) == {:error, :busy}
    # Whoever was refused has no place any more.
    assert {:ok, place} = WorkQueue.enter(queue, 2, %{places_of_address: 1})
    assert WorkQueue.leave(queue, place) == :ok
    assert {:ok, _place} = WorkQueue.enter(queue, 2, %{places_of_address: 1})
    finish(first)
  end
end
