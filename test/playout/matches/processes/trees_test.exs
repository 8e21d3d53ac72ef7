defmodule Playout.Matches.Processes.TreesTest do
  @moduledoc "Tests of the search trees that a match's engines keep between moves."
  use Playout.Test.MatchCase, async: false

  alias Playout.Engine.{Native, Trees}
  alias Playout.Matches.Event

  @player {:custom, "mcts:playouts=2000,seed=1"}

  describe "an engine is asked to keep its tree" do
    test "for the strongest level, and for a custom player" do
      for game <- Playout.games(), player <- [{:level, "owl"}, @player] do
        {_id, _state} = begin(game: game, first: player, second: :me)
        assert asked().tree == :first
      end
    end

    test "but not for other levels, whose strength should stay as measured" do
      for game <- Playout.games(), %{name: name} <- Playout.levels(game), name != "owl" do
        {_id, _state} = begin(game: game, first: {:level, name}, second: :me)
        assert asked().tree == nil, "#{game}: #{name}"
      end
    end

    test "for a level by name, even if it is now another player" do
      {id, state} = begin(second: {:level, "sparrow"})
      {:engine, "sparrow", spec} = state.seats.second
      store_player(id, spec, "mcts:playouts=7,ms=1000")
      act!(id, state, {:move, "-7"})
      assert %{player: "mcts:playouts=7,ms=1000", tree: nil} = asked()
    end

    test "for each side, if two engines play" do
      {_id, _state} = begin(first: @player, second: @player)
      first = asked()
      EngineDouble.answer(first, "-7")
      second = asked()
      assert {first.tree, second.tree} == {:first, :second}
      EngineDouble.answer(second, "c3-A")
      assert asked().tree == :first
    end
  end

  describe "a match drops its engines' trees" do
    # After a move of each side.
    defp begun(changes \\ []) do
      {id, state} = begin(changes)
      act!(id, state, {:move, "-7"})
      EngineDouble.answer(asked(), "c3-A")
      {id, told(id, 3)}
    end

    test "when a move is undone" do
      {id, state} = begun()
      refute_received {:dropped, _}
      act!(id, state, :undo)
      owner = server(id)
      assert_receive {:dropped, ^owner}
    end

    test "when it ends" do
      {id, state} = begun()
      act!(id, state, :resign)
      assert_receive {:dropped, _}

      start = "squares 012./...4/8.../.... 3"
      {:ok, won} = begin_at(start)
      act!(won, %{seq: 1}, {:move, "d4"})
      assert_receive {:match, %{id: ^won, result: %{}}}
      assert_receive {:dropped, _}
    end

    test "when another engine takes over" do
      {id, state} = begun()
      act!(id, state, {:replace_engine, :second, {:custom, "careful"}})
      assert_receive {:dropped, _}
    end

    test "when another process has stored an event" do
      {id, state} = begun()
      append(id, %Event{seq: 4, type: :undone, data: %{side: :first, ply: 0}})
      assert {:error, :stale, _} = act(id, me(), state.seq, {:move, "d4-B"})
      assert_receive {:dropped, _}
    end

    test "but not after a change of pace or a move" do
      {id, state} = begin(first: @player, second: @player)
      EngineDouble.answer(asked(), "-7")
      asked()
      act!(id, %{state | seq: 2}, {:pace, :fast})
      asked()
      refute_received {:dropped, _}
    end
  end

  # A match that doesn't start from the game's usual position.
  defp begin_at(start) do
    event = %Event{
      seq: 1,
      type: :created,
      data: %{
        owner: me(),
        game: :quarto,
        variant: :standard,
        start: start,
        seats: %{first: {:person, me()}, second: {:person, me()}},
        toss: false,
        control: nil,
        listed: false
      }
    }

    id = Base.url_encode64(:crypto.strong_rand_bytes(9), padding: false)
    {:ok, state} = Matches.State.from_events(id, [event])
    {:ok, []} = Matches.Store.create(state, event)
    {:ok, _} = Matches.watch(id)
    {:ok, id}
  end

  describe "with the real engine" do
    @describetag engine: :real

    defp kept do
      for {{owner, name, _keeper}, native, _} <- :ets.tab2list(Trees), do: {owner, name, native}
    end

    defp kept?(number), do: Wait.until(fn -> length(kept()) == number end)

    # Plays a move and waits for the engine's reply.
    defp answered(id, state, move) do
      told(id, act!(id, state, {:move, move}).seq + 1)
    end

    # Native searches that exist; others may be left from tests before, and end at any time.
    defp searches do
      {:ok, count} = Native.search_count()
      count
    end

    defp next_move(state), do: hd(Playout.legal_moves!(state.position))

    test "a match continues in the tree of its last move" do
      {id, state} = begin(second: @player)
      state = answered(id, state, "-7")
      assert kept?(1)
      owner = server(id)
      assert [{^owner, :second, native}] = kept()

      # The search has already looked at this reply, so it continues in its tree.
      state = answered(id, state, next_move(state))
      assert Wait.until(fn -> kept() == [{owner, :second, native}] end)

      act!(id, state, :undo)
      assert kept?(0)
    end

    test "two engines have one tree each" do
      {id, state} = begin(first: @player, second: @player)
      act!(id, state, {:pace, :slow})
      owner = server(id)
      names = fn -> kept() |> Enum.map(&{elem(&1, 0), elem(&1, 1)}) |> Enum.sort() end
      assert Wait.until(fn -> names.() == [{owner, :first}, {owner, :second}] end)
    end

    test "a level without a kept tree starts with an empty one" do
      before = searches()
      {id, state} = begin(second: {:level, "hedgehog"})
      answered(id, state, "-7")
      assert Wait.until(fn -> searches() <= before end)
      assert kept() == []
    end

    test "a match that falls asleep drops its tree, and goes on without it" do
      before = searches()
      {id, state} = begin(second: @player)
      state = answered(id, state, "-7")
      assert kept?(1)
      sleep(id)
      assert kept?(0)
      assert Wait.until(fn -> searches() <= before end)
      answered(id, state, next_move(state))
      assert kept?(1)
    end
  end
end
