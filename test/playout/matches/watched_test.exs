defmodule Playout.Matches.WatchedTest do
  # Tests of a match between two engines, and of its searches.
  use Playout.Test.MatchCase, async: true

  @moduletag :capture_log

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
    refute_receive {:asked, _}, 50

    assert act!(id, paused, :step) == paused
    step = asked()
    # A second request doesn't make a second step.
    act!(id, paused, :step)
    refute_receive {:asked, _}, 50
    EngineDouble.answer(step, "-7")
    assert_receive {:match, %{seq: 3, pace: :paused} = stepped}
    refute_receive {:asked, _}, 50

    act!(id, stepped, {:pace, :fast})
    assert asked().position.moves == ["-7"]
  end

  test "a pause counts even if an engine has moved in the meantime" do
    {id, state} = engines()
    EngineDouble.answer(asked(), "-7")
    assert_receive {:match, %{seq: 2}}
    assert {:error, :stale, _state} = Matches.act(id, me(), state.seq, :step)
    assert act!(id, state, {:pace, :paused}).pace == :paused
  end

  test "a match stays paused after its process crashes" do
    {id, state} = engines()
    asked()
    paused = act!(id, state, {:pace, :paused})
    kill(id)
    assert Matches.get(id) == {:ok, paused}
    refute_receive {:asked, _}, 50
  end

  test "at a slow pace, a reply is shown later" do
    {id, state} = engines()
    asked()
    act!(id, state, {:pace, :slow})
    EngineDouble.answer(asked(), "-7")
    refute_receive {:match, %{seq: 3}}, 150
    assert_receive {:match, %{seq: 3}}
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

  describe "the searches of one visitor" do
    setup do
      Env.merge(Matches, limits: [matches: 1_000_000, burst: 1_000_000, searches: 2])
    end

    test "wait for their turn beyond the limit" do
      for _ <- 1..3, do: engines()
      first = asked()
      asked()
      refute_receive {:asked, _}, 300

      # They don't delay another visitor's searches.
      {:ok, id} = Matches.create(me() <> "!", request(first: {:level, "sparrow"}))
      {:ok, _} = Matches.get(id)
      assert asked()

      # A match that crashes releases its search.
      Process.exit(first.owner, :kill)
      assert asked()
    end

    test "do not start once they are no longer needed" do
      for _ <- 1..2, do: engines()
      for _ <- 1..2, do: asked()
      {id, state} = engines()
      act!(id, state, {:pace, :paused})
      refute_receive {:asked, _}, 300
    end
  end
end
