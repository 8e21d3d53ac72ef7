defmodule Playout.Engine.FocusTest do
  # Searches that walk about in a tree. Uses the count of searches that hold memory, which the whole
  # VM shares.
  use ExUnit.Case, async: false

  alias Playout.Engine.{Native, Queue, Trees}
  alias Playout.Test.{Searches, Wait}

  # Far longer than any of these tests.
  @endless "mcts:ms=600000,seed=1"

  setup do
    Playout.drop_trees()
    # Searches and trees of earlier tests end with their owner, the test.
    assert Wait.until(fn -> Queue.begun() == [] end)
    assert Searches.freed?()
    on_exit(fn -> assert Searches.freed?() end)
    %{start: Playout.new!(:animal_shogi)}
  end

  defp search(position, options) do
    options = Keyword.merge([player: @endless, root: 0, lines: 3], options)
    Playout.start_search!(position, options)
  end

  defp progress(%{ref: ref}) do
    assert_receive {:playout_search, ^ref, {:progress, progress}}
    progress
  end

  defp choice(%{ref: ref}) do
    assert_receive {:playout_search, ^ref, {:done, result}}
    assert {:ok, choice} = result
    choice
  end

  defp visits(found), do: found.visits |> Map.values() |> Enum.sum()

  defp about?(found, position) do
    found.visits |> Map.keys() |> Enum.sort() == Playout.legal_moves!(position) and
      Enum.all?(found.lines, &match?({:ok, _}, play_all(position, &1.line)))
  end

  defp play_all(position, moves) do
    Enum.reduce_while(moves, {:ok, position}, fn move, {:ok, position} ->
      case Playout.play(position, move) do
        {:ok, played} -> {:cont, {:ok, played}}
        refusal -> {:halt, refusal}
      end
    end)
  end

  # The position after the best moves of a short search.
  defp later(start, plies) do
    line = Playout.choose_move!(start, player: "mcts:playouts=20000,seed=1").line
    assert length(line) >= plies
    %{start | moves: Enum.take(line, plies)}
  end

  describe "a search with a root above its position" do
    test "is about the position", %{start: start} do
      position = later(start, 3)
      search = search(position, [])
      assert about?(progress(search), position)
      Playout.finish(search)
      assert about?(choice(search), position)
    end

    test "looks at other positions, and all messages are about the last one", %{start: start} do
      position = later(start, 3)
      search = search(start, [])

      for moves <- [position.moves, Enum.take(position.moves, 1), [], position.moves] do
        # Some progress is in the mailbox already, which the next focus must remove.
        ref = search.ref
        assert Wait.until(fn -> mailbox() > 0 end)
        assert Playout.focus(search, moves) == :ok
        refute_received {:playout_search, ^ref, {:progress, _}}
        assert about?(progress(search), %{start | moves: moves})
      end

      Playout.finish(search)
      assert about?(choice(search), position)
    end

    test "finds the tree as it was", %{start: start} do
      search = search(start, [])
      before = Enum.find_value(1..1_000, &enough(progress(search), &1))
      [line | _] = before.lines
      assert Playout.focus(search, Enum.take(line.line, 2)) == :ok
      # What is below was counted before.
      assert visits(progress(search)) > 0
      assert Playout.focus(search, []) == :ok
      again = progress(search)
      # A tree that began anew would have no more visits than playouts.
      assert visits(again) >= visits(before) + again.playouts
      Playout.cancel(search)
    end

    test "waits with the last position it was told", %{start: start} do
      position = later(start, 2)
      holders = Searches.hold_places()
      search = search(start, [])
      assert Playout.focus(search, position.moves) == :ok
      Searches.free_places(holders)
      assert about?(progress(search), position)
      Playout.cancel(search)
    end

    test "exists for every player, each of which starts anew", %{start: start} do
      position = later(start, 2)

      for player <- ~w(random careful monte_carlo:ms=600000 minimax:ms=600000 level:n=3) do
        search = search(start, player: player)
        ref = search.ref

        case Playout.focus(search, position.moves) do
          :ok ->
            Playout.finish(search)
            assert about?(choice(search), position)

          # The shortest searches have ended.
          {:error, %{code: :search_over}} ->
            assert_receive {:playout_search, ^ref, {:done, {:ok, _choice}}}
        end
      end
    end

    test "keeps its tree whole, also for another number of lines", %{start: start} do
      position = later(start, 2)
      short = [player: "mcts:playouts=20000,seed=1", root: 0, tree: :walk]
      first = Playout.choose_move!(start, [lines: 3] ++ short)
      assert Wait.until(fn -> Playout.trees().idle == 1 end)

      # Elsewhere in the tree, and back.
      assert Playout.choose_move!(position, [lines: 5] ++ short).playouts == 20_000
      assert Wait.until(fn -> Playout.trees().idle == 1 end)
      again = Playout.choose_move!(start, [lines: 1] ++ short)
      assert again.playouts == 20_000
      assert visits(again) >= visits(first) + 20_000
      assert length(again.lines) == 1
    end

    test "does not continue in a tree with another root", %{start: start} do
      position = later(start, 2)
      short = [player: "mcts:playouts=2000,seed=1", tree: :walk]

      for {first, second} <- [{0, 1}, {1, 0}, {nil, 0}, {0, nil}] do
        Playout.choose_move!(position, [root: first] ++ short)
        assert Wait.until(fn -> Playout.trees().idle == 1 end)
        again = Playout.choose_move!(position, [root: second] ++ short)
        assert visits(again) == 2_000
        Playout.drop_trees()
        assert Wait.until(fn -> Playout.trees().idle == 0 end)
      end
    end

    test "starts anew if the kept tree is gone", %{start: start} do
      short = [player: "mcts:playouts=2000,seed=1", tree: :walk, root: 0]
      Playout.choose_move!(start, short)
      [{_row, native, _kept}] = :ets.tab2list(Trees)
      Native.search_close(native)
      assert visits(Playout.choose_move!(start, short)) == 2_000
    end
  end

  describe "is refused, and changes nothing," do
    test "a move that is not legal, with its number in the game", %{start: start} do
      position = later(start, 2)
      search = search(position, root: 1)
      [_first, second] = position.moves

      for {moves, code, where} <- [
            {["9z9z"], :bad_move, 2},
            {[second, "1d1c"], :illegal_move, 3}
          ] do
        assert {:error, %{code: ^code, where: ^where}} = Playout.focus(search, moves)
      end

      assert {:error, %{code: :not_text}} = Playout.focus(search, [:nonsense])
      assert {:error, %{code: :not_list}} = Playout.focus(search, :nonsense)
      assert about?(progress(search), position)
      Playout.cancel(search)
    end

    test "a search without a root", %{start: start} do
      search = search(start, root: nil)
      assert {:error, %{code: :bad_option} = error} = Playout.focus(search, [])
      assert error.details.key == "root"
      assert about?(progress(search), start)
      Playout.cancel(search)
    end

    test "a search that has ended", %{start: start} do
      search = search(start, player: "mcts:playouts=10")
      assert choice(search).playouts == 10
      assert {:error, %{code: :search_over}} = Playout.focus(search, [])
    end

    test "a root that is no number of moves, or below the position", %{start: start} do
      for root <- [-1, 1, 1.0, "0", :all] do
        assert {:error, %{code: :bad_option, details: %{key: "root"}}} =
                 Playout.start_search(start, root: root)
      end
    end

    test "a position whose moves are wrong, wherever the root is", %{start: start} do
      for root <- 0..2 do
        position = %{start | moves: ["2c2b", "nonsense"]}

        assert {:error, %{code: :bad_move, where: 2}} =
                 Playout.start_search(position, root: root)
      end

      assert {:error, %{code: :not_list}} =
               Playout.start_search(%{start | moves: :nonsense}, root: 0)

      assert {:error, %{code: :not_list}} =
               Playout.start_search(%{start | moves: ["2c2b" | :improper]}, root: 0)
    end
  end

  test "a player gets other limits, as far as it has them" do
    for {player, limited} <- [
          {"level:n=1", "mcts:ms=300000,memory=64,c=0.4,threshold=4,policy=uniform,proofs=off"},
          {"minimax:depth=4", "minimax:ms=300000,memory=64"},
          {"monte_carlo:playouts=5", "monte_carlo:ms=300000"},
          {"careful", "careful"},
          {"perfect", "perfect:ms=300000"}
        ] do
      assert Playout.limit_player(:animal_shogi, player, ms: 300_000, memory: 64) ==
               {:ok, limited}
    end

    for {player, limits} <- [
          {"genius", [ms: 1]},
          {"mcts", [depth: 1]},
          {"mcts", [ms: 0]},
          {"mcts", [ms: "1"]}
        ] do
      assert {:error, %{code: :bad_option}} = Playout.limit_player(:quarto, player, limits)
    end

    assert {:error, %{code: :unknown_game}} = Playout.limit_player(:chess, "mcts", ms: 1)
  end

  test "a search that looks where the game is over ends with that error" do
    position = Playout.new!(:quarto, position: "012./..../..../.... D")
    won = %{position | moves: ["a1-3", "d4"]}
    {:ok, %{ref: ref} = search} = Playout.start_search(position, player: @endless, root: 0)
    assert Playout.focus(search, won.moves) == :ok
    assert_receive {:playout_search, ^ref, {:done, {:error, %{code: :finished}}}}
    {:ok, %{ref: ref}} = Playout.start_search(won, player: @endless, root: 0)
    assert_receive {:playout_search, ^ref, {:done, {:error, %{code: :finished}}}}
  end

  defp mailbox, do: self() |> Process.info(:message_queue_len) |> elem(1)

  # A tree that is large enough to be told from a new one.
  defp enough(progress, _try), do: if(visits(progress) > 20_000, do: progress)
end
