defmodule Playout.Matches.Store.WriterTest do
  # The queue alone: the test plays the committer.
  use ExUnit.Case, async: true

  import ExUnit.CaptureLog

  alias Playout.Matches.Store.Writer
  alias Playout.Test.Wait

  setup context do
    name = Module.concat(__MODULE__, "Writer#{context.line}")
    waiting = Map.get(context, :waiting, 1_000)
    start_supervised!({Writer, name: name, committer: self(), waiting: waiting})
    %{writer: name}
  end

  # Asks for something to be written, and waits until that is in the queue.
  defp want(writer, work) do
    before = :sys.get_state(writer, :infinity)
    task = Task.async(fn -> Writer.run(work, writer) end)
    assert Wait.until(fn -> :sys.get_state(writer, :infinity) != before end)
    task
  end

  defp batch do
    assert_receive {:"$gen_cast", {:commit, reference, writer, jobs}}
    {reference, writer, jobs}
  end

  # Whatever the writer was told before has been done when it answers.
  defp assert_idle(writer) do
    :sys.get_state(writer, :infinity)
    refute_received {:"$gen_cast", _}
  end

  defp works({_reference, _writer, jobs}), do: Enum.map(jobs, & &1.work)

  defp committed({reference, writer, jobs}) do
    for job <- jobs, do: GenServer.reply(job.from, :ok)
    send(writer, {:committed, reference})
  end

  test "what arrives during a commit forms the next batch, in order", %{writer: writer} do
    first = want(writer, 0)
    batch = batch()
    assert works(batch) == [0]

    others = for number <- 1..5, do: want(writer, number)
    assert_idle(writer)
    assert Enum.all?([first | others], &(Task.yield(&1, 0) == nil))

    committed(batch)
    assert Task.await(first, :infinity) == :ok
    batch = batch()
    assert works(batch) == [1, 2, 3, 4, 5]
    committed(batch)
    assert Task.await_many(others, :infinity) == List.duplicate(:ok, 5)
    assert_idle(writer)
  end

  test "a batch has at most 100 jobs", %{writer: writer} do
    first = want(writer, 0)
    batch = batch()
    others = for number <- 1..150, do: want(writer, number)
    committed(batch)

    for expected <- [Enum.to_list(1..100), Enum.to_list(101..150)] do
      batch = batch()
      assert works(batch) == expected
      committed(batch)
    end

    assert Enum.uniq(Task.await_many([first | others], :infinity)) == [:ok]
  end

  @tag waiting: 3
  test "when too many are waiting, others are refused at once, which is logged once", context do
    %{writer: writer} = context
    first = want(writer, 0)
    batch = batch()
    others = for number <- 1..3, do: want(writer, number)

    log =
      capture_log(fn ->
        for _ <- 1..3, do: assert(Writer.run(4, writer) == {:error, :not_stored})
      end)

    assert [_, _] = String.split(log, "3 writes are waiting")

    # Nothing that was accepted is lost, and there is room again.
    committed(batch)
    batch = batch()
    assert works(batch) == [1, 2, 3]
    last = want(writer, 5)
    committed(batch)
    committed(batch())
    assert Enum.uniq(Task.await_many([first, last | others], :infinity)) == [:ok]
  end

  test "the end of an unknown batch changes nothing", %{writer: writer} do
    first = want(writer, 0)
    batch = batch()
    second = want(writer, 1)
    send(Process.whereis(writer), {:committed, make_ref()})
    assert_idle(writer)
    committed(batch)
    committed(batch())
    assert Task.await_many([first, second], :infinity) == [:ok, :ok]
  end

  test "without a writer nothing is stored" do
    log = capture_log(fn -> assert Writer.run(0, __MODULE__.Nobody) == {:error, :not_stored} end)
    assert log =~ "the database failed"
  end
end
