defmodule Playout.Matches.TreesTest do
  @moduledoc "What engines keep from move to move of a match."
  use Playout.Test.MatchCase, async: false

  alias Playout.Engine.{Native, Trees}
  alias Playout.Matches.Event

  @player {:custom, "mcts:playouts=2000,seed=1"}

  describe "an engine is asked to keep its tree" do
    test "as the last level, and as a custom player" do
      for game <- Playout.games(), player <- [{:level, "owl"}, @player] do
        {_id, _state} = begin(game: game, first: player, second: :me)
        assert asked().tree == :first
      end
    end

    test "as no other level, so that it is as strong as it was measured" do
      for game <- Playout.games(), %{name: name} <- Playout.levels(game), name != "owl" do
        {_id, _state} = begin(game: game, first: {:level, name}, second: :me)
        assert asked().tree == nil, "#{game}: #{name}"
      end
    end

    test "as a level that has another player by now, too" do
      {id, state} = begin(second: {:level, "sparrow"})
      {:engine, "sparrow", spec} = state.seats.second
      store_player(id, spec, "mcts:playouts=7,ms=1000")
      act!(id, state, {:move, "-7"})
      assert %{player: "mcts:playouts=7,ms=1000", tree: nil} = asked()
    end

    test "of its own, where two play" do
      {_id, _state} = begin(first: @player, second: @player)
      first = asked()
      EngineDouble.answer(first, "-7")
      second = asked()
      assert {first.tree, second.tree} == {:first, :second}
      EngineDouble.answer(second, "c3-A")
      assert asked().tree == :first
    end
  end

  describe "a match drops what its engines have kept" do
    # After a move of each side.
    defp begun(changes \\ []) do
      {id, state} = begin(changes)
      act!(id, state, {:move, "-7"})
      EngineDouble.answer(asked(), "c3-A")
      assert_receive {:match, %{seq: 3} = state}
      {id, state}
    end

    test "when a move is taken back" do
      {id, state} = begun()
      refute_received {:dropped, _}
      act!(id, state, :undo)
      owner = server(id)
      assert_receive {:dropped, ^owner}
    end

    test "when it is over" do
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

    test "when somebody else has stored an event" do
      {id, state} = begun()
      append(id, %Event{seq: 4, type: :undone, data: %{side: :first, ply: 0}})
      assert {:error, :stale, _} = Matches.act(id, me(), state.seq, {:move, "d4-B"})
      assert_receive {:dropped, _}
    end

    test "and not for a pace or a move" do
      {id, state} = begin(first: @player, second: @player)
      EngineDouble.answer(asked(), "-7")
      asked()
      act!(id, %{state | seq: 2}, {:pace, :fast})
      asked()
      refute_received {:dropped, _}
    end
  end

  # A match from another position than that of its game's start.
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
        toss: false
      }
    }

    id = Base.url_encode64(:crypto.strong_rand_bytes(9), padding: false)
    {:ok, state} = Matches.State.from_events(id, [event])
    :ok = Matches.Store.create(state, event)
    {:ok, _} = Matches.watch(id)
    {:ok, id}
  end

  describe "with the engine itself" do
    @describetag engine: :real

    defp kept do
      for {{owner, name}, tree} <- :sys.get_state(Trees).idle, do: {owner, name, tree.native}
    end

    defp kept?(number), do: Wait.until(fn -> length(kept()) == number end)

    # Plays, and waits for the engine's answer.
    defp answered(id, state, move) do
      seq = act!(id, state, {:move, move}).seq + 1
      assert_receive {:match, %{id: ^id, seq: ^seq} = answered}
      answered
    end

    defp next_move(state), do: hd(Playout.legal_moves!(state.position))

    test "a match goes on in the tree of its last move" do
      {id, state} = begin(second: @player)
      state = answered(id, state, "-7")
      assert kept?(1)
      owner = server(id)
      assert [{^owner, :second, native}] = kept()

      # Its answer to a move that it has looked at: the same search goes on.
      state = answered(id, state, next_move(state))
      assert Wait.until(fn -> kept() == [{owner, :second, native}] end)

      act!(id, state, :undo)
      assert kept?(0)
    end

    test "two engines have a tree each" do
      {id, state} = begin(first: @player, second: @player)
      act!(id, state, {:pace, :slow})
      owner = server(id)
      names = fn -> kept() |> Enum.map(&{elem(&1, 0), elem(&1, 1)}) |> Enum.sort() end
      assert Wait.until(fn -> names.() == [{owner, :first}, {owner, :second}] end)
    end

    test "a level begins afresh" do
      {id, state} = begin(second: {:level, "hedgehog"})
      answered(id, state, "-7")
      assert Wait.until(fn -> Native.search_count() == {:ok, 0} end)
    end

    test "a match that falls asleep drops it, and goes on without" do
      {id, state} = begin(second: @player)
      state = answered(id, state, "-7")
      assert kept?(1)
      sleep(id)
      assert kept?(0)
      assert Wait.until(fn -> Native.search_count() == {:ok, 0} end)
      answered(id, state, next_move(state))
      assert kept?(1)
    end
  end
end
