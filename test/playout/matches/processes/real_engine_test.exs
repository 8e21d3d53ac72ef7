defmodule Playout.Matches.Processes.RealEngineTest do
  @moduledoc "Tests of matches with the real engine, whose searches share one queue."
  use Playout.Test.MatchCase, async: false

  alias Playout.Engine.Queue
  alias Playout.Test.Searches

  @moduletag :capture_log
  @moduletag engine: :real

  # Searches until it is told to move.
  @slow {:custom, "mcts:ms=3600000,seed=1"}

  setup do: Env.merge(Matches.Settings, custom: [ms: 3_600_000])

  test "many simultaneous matches end without affecting one another" do
    matches =
      for number <- 1..12 do
        Task.async(fn ->
          you = if rem(number, 2) == 0, do: :first, else: :second
          visitor = "visitor #{number}"
          variant = if rem(number, 3) == 0, do: :squares, else: :standard
          players = if you == :first, do: [], else: [first: {:level, "sparrow"}, second: :me]
          {:ok, id} = Matches.create(visitor, request(players ++ [variant: variant]))
          {:ok, state} = Matches.watch(id)
          {id, you, play(state, visitor, you, number)}
        end)
      end

    for {id, you, state} <- Task.await_many(matches, :infinity) do
      assert %{id: ^id, result: %{}, failure: nil} = state
      assert Matches.get(id) == {:ok, state}
      # No move was lost, or played in another match.
      assert length(stored(id)) == 1 + length(state.moves)
      assert Playout.outcome!(state.position) == state.result
      assert Enum.any?(state.moves, &(&1.side == you))
      kill(id)
      assert Matches.get(id) == {:ok, state}
    end

    assert Wait.until(fn -> Queue.begun() == [] end)
  end

  # Plays any legal moves until the match is over.
  defp play(%{result: nil, snapshot: %{side: you}} = state, visitor, you, number) do
    moves = Playout.describe!(state.position).moves
    %{text: text} = Enum.at(moves, rem(number * 31 + state.seq * 17, length(moves)))
    {:ok, state} = act(state.id, visitor, state.seq, {:move, text})
    play(state, visitor, you, number)
  end

  defp play(%{result: nil} = state, visitor, you, number) do
    receive do
      {:match, change} ->
        {:ok, newer} = Matches.catch_up(state, change)
        play(newer, visitor, you, number)
    after
      Wait.patience() -> flunk("the engine did not answer: #{inspect(state)}")
    end
  end

  defp play(state, _visitor, _you, _number), do: state

  test "a search ends when its match crashes, and the restarted match searches again" do
    {id, state} = begin(second: @slow)
    state = act!(id, state, {:move, "-7"})
    %{search: %{client: %{search: %{pid: search}}}} = :sys.get_state(server(id), :infinity)
    kill(id)
    assert Wait.until(fn -> not Process.alive?(search) end)
    assert {:ok, _} = Matches.get(id)
    act!(id, state, :move_now)
    assert_receive {:match, %{seq: 3}}
    assert stored(id) == [{1, :created}, {2, :moved}, {3, :moved}]
    # With its tree, which it keeps.
    kill(id)
    assert Searches.freed?()
  end

  test "an undo ends the search" do
    {id, state} = begin(second: @slow)
    state = act!(id, state, {:move, "-7"})
    state = act!(id, state, :undo)
    assert {:ok, ^state} = Matches.get(id)
    assert Searches.freed?()
  end
end
