defmodule Playout.Matches.Store.ReaderTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.Store.Reader
  alias Playout.Test.Wait

  # A read that tells the test that it has begun, and answers with what the test sends.
  defp read(key) do
    test = self()

    Task.async(fn ->
      Reader.read({test, key}, fn ->
        send(test, {:reading, key, self()})
        receive(do: ({:answer, answer} -> answer))
      end)
    end)
  end

  defp reading(key) do
    assert_receive {:reading, ^key, reader}
    reader
  end

  defp waiting(key) do
    {callers, _work} = :sys.get_state(Reader).next[{self(), key}]
    length(callers)
  end

  test "those who ask during a read share the next one" do
    first = read(:list)
    reader = reading(:list)
    others = for _ <- 1..10, do: read(:list)
    assert Wait.until(fn -> waiting(:list) == 10 end)
    refute_received {:reading, _, _}

    # What has been stored since is in the second answer.
    send(reader, {:answer, :old})
    assert Task.await(first) == :old
    send(reading(:list), {:answer, :new})
    assert Task.await_many(others) == List.duplicate(:new, 10)
    refute_received {:reading, _, _}
    assert Wait.until(fn -> not is_map_key(:sys.get_state(Reader).next, {self(), :list}) end)
  end

  test "different reads don't wait for each other" do
    one = read(:one)
    two = read(:two)
    {reader, other} = {reading(:one), reading(:two)}
    send(other, {:answer, 2})
    assert Task.await(two) == 2
    send(reader, {:answer, 1})
    assert Task.await(one) == 1
  end

  @tag :capture_log
  test "a read that crashes takes nobody else down" do
    Process.flag(:trap_exit, true)
    standing = Process.whereis(Reader)
    crashing = read(:list)
    Process.exit(reading(:list), :kill)
    again = read(:list)
    send(reading(:list), {:answer, :new})
    assert Task.await(again) == :new
    assert Process.whereis(Reader) == standing
    assert {:exit, _reason} = Task.yield(crashing)
  end
end
