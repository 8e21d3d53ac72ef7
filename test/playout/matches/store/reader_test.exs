defmodule Playout.Matches.Store.ReaderTest do
  use ExUnit.Case, async: true

  import ExUnit.CaptureLog

  alias Playout.Matches.Store.Reader
  alias Playout.Test.Wait

  # Each test has a reader of its own.
  setup context do
    options = Keyword.merge([running: 2, waiting: 20], context[:options] || [])
    server = :"#{context.test}"
    start_supervised!({Reader, [name: server] ++ options})
    %{server: server}
  end

  # A read that tells the test that it has begun, and answers with what the test sends.
  defp read(server, key, age \\ 0) do
    test = self()

    Task.async(fn ->
      work = fn ->
        send(test, {:reading, key, self()})
        receive(do: ({:answer, answer} -> answer))
      end

      Reader.read({test, key}, work, age, server)
    end)
  end

  defp reading(key) do
    assert_receive {:reading, ^key, reader}
    reader
  end

  defp waiting(server), do: GenServer.call(server, :waiting, :infinity)

  # While another read goes on.
  defp ask_in_order(server, keys) do
    for {key, count} <- Enum.with_index(keys, 1) do
      task = read(server, key)
      assert Wait.until(fn -> waiting(server) == count end)
      task
    end
  end

  test "those who ask during a read share the next one", %{server: server} do
    first = read(server, :list)
    reader = reading(:list)
    others = for _ <- 1..10, do: read(server, :list)
    assert Wait.until(fn -> waiting(server) == 10 end)
    refute_received {:reading, _, _}

    # What has been stored since is in the second answer.
    send(reader, {:answer, :old})
    assert Task.await(first, :infinity) == :old
    send(reading(:list), {:answer, :new})
    assert Task.await_many(others, :infinity) == List.duplicate(:new, 10)
    refute_received {:reading, _, _}
    assert waiting(server) == 0
  end

  # Forgotten only when the test says so.
  @tag options: [kept_for: 600_000]
  test "whoever is content with an older answer shares the last read that is young enough",
       context do
    %{server: server} = context
    first = read(server, :list, 600_000)
    reader = reading(:list)
    during = for _ <- 1..10, do: read(server, :list, 600_000)
    assert Wait.until(fn -> waiting(server) == 10 end)
    send(reader, {:answer, :old})
    assert Task.await_many([first | during], :infinity) == List.duplicate(:old, 11)
    assert Task.await(read(server, :list, 600_000), :infinity) == :old
    refute_received {:reading, _, _}
    assert waiting(server) == 0

    # Not for those who ask for what is stored now.
    now = read(server, :list)
    send(reading(:list), {:answer, :new})
    assert Task.await(now, :infinity) == :new

    send(server, {:forget, {self(), :list}, began(server)})
    assert waiting(server) == 0
    later = read(server, :list, 600_000)
    send(reading(:list), {:answer, :later})
    assert Task.await(later, :infinity) == :later
  end

  defp began(server), do: :ets.lookup_element(server, {self(), :list}, 2)

  test "different reads don't wait for each other", %{server: server} do
    one = read(server, :one)
    two = read(server, :two)
    {reader, other} = {reading(:one), reading(:two)}
    send(other, {:answer, 2})
    assert Task.await(two, :infinity) == 2
    send(reader, {:answer, 1})
    assert Task.await(one, :infinity) == 1
  end

  @tag :capture_log
  test "a read that crashes takes nobody else down", %{server: server} do
    Process.flag(:trap_exit, true)
    standing = Process.whereis(server)
    crashing = read(server, :list)
    Process.exit(reading(:list), :kill)
    again = read(server, :list)
    send(reading(:list), {:answer, :new})
    assert Task.await(again, :infinity) == :new
    assert Process.whereis(server) == standing
    assert {:exit, _reason} = Task.yield(crashing, :infinity)
  end

  describe "with one connection and room for three" do
    @describetag options: [running: 1, waiting: 3]

    test "the others are read in the order in which they asked", %{server: server} do
      first = read(server, 1)
      reader = reading(1)
      others = ask_in_order(server, [2, 3])
      refute_received {:reading, _, _}
      send(reader, {:answer, 1})

      for key <- [2, 3] do
        reader = reading(key)
        refute_received {:reading, _, _}
        send(reader, {:answer, key})
      end

      assert Task.await_many([first | others], :infinity) == [1, 2, 3]
      assert waiting(server) == 0
    end

    test "one more than that is refused, once there is room no more", %{server: server} do
      first = read(server, :first)
      reader = reading(:first)
      # Two of them share a read.
      others = ask_in_order(server, [:a, :a, :b])

      log =
        capture_log(fn ->
          for _ <- 1..2,
              do: assert(Task.await(read(server, :b), :infinity) == {:error, :not_stored})
        end)

      assert [_before, _after] = String.split(log, "too slow: 3 reads are waiting")

      send(reader, {:answer, 1})
      for key <- [:a, :b], do: send(reading(key), {:answer, key})
      assert Task.await_many([first | others], :infinity) == [1, :a, :a, :b]
      last = read(server, :last)
      send(reading(:last), {:answer, :done})
      assert Task.await(last, :infinity) == :done
    end
  end
end
