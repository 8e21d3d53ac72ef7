defmodule Playout.Matches.Processes.ShareTest do
  # Whose time with the engine a match takes.
  use Playout.Test.MatchCase, async: true

  @moduletag :capture_log

  @home {192, 0, 2, 1}
  @elsewhere {192, 0, 2, 2}

  defp create(changes \\ []) do
    {:ok, id} = Matches.create(me(), request(changes))
    id
  end

  defp engines, do: create(first: {:level, "sparrow"}, second: {:level, "hedgehog"})
  defp watch(id, visitor, address), do: {:ok, _} = Matches.watch(id, from: {visitor, address})

  defp move(id, seq, move, options) do
    {:ok, _change} = Matches.act(id, me(), seq, {:move, move}, options)
  end

  test "it is the time of the address from which a person plays" do
    id = create()
    move(id, 1, "-7", from: @home)
    search = asked()
    assert {search.priority, search.share} == {:person, {@home, me(), id}}

    EngineDouble.answer(search, "a1-8")
    assert Wait.until(fn -> match?({:ok, %{seq: 3}}, Matches.get(id)) end)
    move(id, 3, "a2-9", from: @elsewhere)
    assert asked().share == {@elsewhere, me(), id}
  end

  test "two engines give way to people, and take the time of their owner's address" do
    id = engines()
    watch(id, me(), @home)
    first = asked()
    assert {first.priority, first.share} == {:engines, {@home, me(), id}}

    # A stranger who watches does not change that.
    watch(id, "a stranger", @elsewhere)
    EngineDouble.answer(first, "-7")
    second = asked()
    assert second.share == {@home, me(), id}
    watch(id, me(), @elsewhere)
    EngineDouble.answer(second, "a1-8")
    assert asked().share == {@elsewhere, me(), id}
  end

  test "whoever watches counts as long as no player does" do
    id = engines()
    watch(id, "a stranger", @elsewhere)
    search = asked()
    assert search.share == {@elsewhere, me(), id}
    watch(id, me(), @home)
    EngineDouble.answer(search, "-7")
    assert asked().share == {@home, me(), id}
  end

  test "without an address it is the owner's own time" do
    id = engines()
    {:ok, _} = Matches.watch(id)
    assert asked().share == {{:owner, me()}, me(), id}
  end

  test "a match that crashes still knows whose time it takes" do
    id = engines()
    watch(id, me(), @home)
    asked()
    kill(id)
    assert asked().share == {@home, me(), id}
  end

  test "the address is never stored" do
    id = create()
    move(id, 1, "-7", from: @home)
    asked()

    for table <- tables(),
        row <- sql("SELECT * FROM \"#{table}\"").rows do
      refute inspect(row) =~ ~r/192[., ]+0[., ]+2[., ]+1/
    end
  end

  test "watchers are told an engine's place in the queue, also those who come later" do
    id = engines()
    watch(id, me(), @home)
    search = asked()
    EngineDouble.wait(search, 4)
    assert_receive {:waiting, ^id, 4}
    assert Task.await(Task.async(fn -> waiting(id) end), :infinity) == 4

    EngineDouble.progress(search, %{playouts: 1})
    assert_receive {:thinking, ^id, %{playouts: 1}}
    assert Task.await(Task.async(fn -> waiting(id) end), :infinity) == nil
  end

  defp waiting(id) do
    {:ok, _state} = Matches.watch(id)

    receive do
      {:waiting, ^id, place} -> place
    after
      0 -> nil
    end
  end
end
