defmodule Playout.Engine.TreesTest do
  # Uses the count of searches that hold memory, which the whole VM shares.
  use ExUnit.Case, async: false

  alias Playout.Engine.{Native, Queue, Trees}
  alias Playout.Error
  alias Playout.Test.{Searches, Wait}

  @player "mcts:playouts=3000,seed=1"

  # Far longer than any of these tests.
  @endless "mcts:ms=600000"

  setup do
    Playout.drop_trees()
    # Searches and trees of earlier tests end with their owner, the test.
    assert Wait.until(fn -> Queue.begun() == [] end)
    assert Searches.freed?()
    on_exit(fn -> assert Searches.freed?() end)
  end

  defp freed?, do: Native.search_count() == {:ok, 0}
  defp keeps_trees?(number), do: Wait.until(fn -> figures().idle == number end)

  # The process returns nothing while it restarts.
  defp figures, do: Playout.trees() || %{idle: nil, running_bytes: nil}

  defp choose(position, options \\ []) do
    options = Keyword.merge([player: @player, tree: :mine], options)
    Playout.choose_move!(position, options)
  end

  # The visits of this search and of earlier ones.
  defp visits(choice), do: choice.visits |> Map.values() |> Enum.sum()

  defp continues_in_tree?(choice), do: visits(choice) > choice.playouts

  # The position after a choice and a reply.
  defp play_on(position, choice) do
    played = Playout.play!(position, choice.move)
    reply = Enum.at(choice.line, 1) || hd(Playout.legal_moves!(played))
    Playout.play!(played, reply)
  end

  # The position two plies later, and the choice whose tree is kept.
  defp searched(options \\ []) do
    start = Playout.new!(:quarto)
    choice = choose(start, options)
    assert keeps_trees?(1)
    {play_on(start, choice), choice}
  end

  defp open do
    {:ok, {native, _}} = Native.search_open("quarto", "..../..../..../.... -", [], "mcts", [], 0)
    native
  end

  # Another process that may own trees: it runs functions and returns their results.
  defp start_owner, do: start_supervised!({Agent, fn -> nil end}, id: make_ref())
  defp run_in(owner, work), do: Agent.get(owner, fn nil -> work.() end, :infinity)

  describe "a search with a tree name" do
    test "continues in that tree, and its limit counts only new work" do
      for game <- Playout.games() do
        start = Playout.new!(game)
        first = choose(start, player: "mcts:playouts=4000,seed=1")
        assert first.playouts == 4_000 and not continues_in_tree?(first)
        second = choose(play_on(start, first), player: "mcts:playouts=4000,seed=1")
        assert second.playouts == 4_000 or second.proof != nil
        assert continues_in_tree?(second), "#{game}: nothing was kept"
        assert Playout.trees().idle in 0..1
      end
    end

    test "continues in that tree even several moves later" do
      # Few moves, so that the tree is deep.
      start = Playout.new!(:animal_shogi)
      choice = choose(start, player: "mcts:playouts=20000,seed=1")
      later = choice.line |> Enum.take(4) |> Enum.reduce(start, &Playout.play!(&2, &1))
      assert length(later.moves) == 4
      assert continues_in_tree?(choose(later, player: "mcts:playouts=20000,seed=1"))
    end

    test "starts a new tree for another name, or none" do
      {position, _} = searched()
      refute continues_in_tree?(choose(position, tree: :other))
      assert keeps_trees?(2)
      refute continues_in_tree?(choose(position, tree: nil))
      assert keeps_trees?(2)
      assert continues_in_tree?(choose(position))
    end

    test "starts a new tree for another caller" do
      {position, _} = searched()
      owner = start_owner()
      refute continues_in_tree?(run_in(owner, fn -> choose(position) end))
      assert keeps_trees?(2)
      assert continues_in_tree?(choose(position))
    end

    test "starts a new tree for another player or another game, and drops the old one" do
      for change <- [:player, :line, :back, :start] do
        {position, choice} = searched()
        [move | _] = Playout.legal_moves!(Playout.new!(:quarto)) -- [choice.move]
        [other | _] = Playout.legal_moves!(%{position | moves: [move]})

        {position, player} =
          case change do
            :player -> {position, "mcts:playouts=3001,seed=1"}
            :line -> {%{position | moves: [move, other]}, @player}
            :back -> {%{position | moves: []}, @player}
            :start -> {%{position | start: "squares " <> position.start}, @player}
          end

        refute continues_in_tree?(choose(position, player: player)), "#{change}"
        # The tree of the new search.
        assert keeps_trees?(1)
        assert Wait.until(fn -> Native.search_count() == {:ok, 1} end)
        Playout.drop_trees()
      end
    end

    test "starts a new tree if the old one is gone" do
      {position, _} = searched()
      [{_row, native, _kept}] = :ets.tab2list(Trees)
      Native.search_close(native)
      refute continues_in_tree?(choose(position))
    end

    test "answers its owner before it keeps the tree" do
      start = Playout.new!(:quarto)
      {:ok, %{ref: ref}} = Playout.start_search(start, player: @player, tree: :mine)
      assert_receive {:playout_search, ^ref, {:done, {:ok, choice}}}
      assert keeps_trees?(1)
      assert continues_in_tree?(choose(play_on(start, choice)))
    end
  end

  describe "no tree is kept" do
    test "unless that was requested" do
      choose(Playout.new!(:quarto), tree: nil)
      assert freed?()
    end

    test "after a search was cancelled or ran out of time" do
      start = Playout.new!(:quarto)
      {:ok, search} = Playout.start_search(start, player: @endless, tree: :mine)
      assert_receive {:playout_search, _, {:progress, _}}
      Playout.cancel(search)
      assert freed?()

      options = [player: @endless, tree: :mine, timeout: 50]
      assert {:error, %Error{code: :timeout}} = Playout.choose_move(start, options)
      assert Wait.until(&freed?/0)
    end

    test "for a player without a tree" do
      choose(Playout.new!(:quarto), player: "careful")
      assert freed?()
    end

    test "after a move that ends the game" do
      almost = Playout.new!(:quarto, position: "012./...4/8.../.... 3")
      assert choose(almost, player: "mcts:playouts=100").move == "d4"
      assert freed?()
    end
  end

  describe "a tree is dropped" do
    test "at its owner's request" do
      searched()
      owner = start_owner()
      run_in(owner, fn -> choose(Playout.new!(:quarto)) end)
      assert keeps_trees?(2)
      Playout.drop_trees()
      assert keeps_trees?(1)
      run_in(owner, &Playout.drop_trees/0)
      assert keeps_trees?(0)
      assert Wait.until(&freed?/0)
    end

    test "when its owner dies" do
      owner = start_owner()
      run_in(owner, fn -> for name <- [:a, :b], do: choose(Playout.new!(:quarto), tree: name) end)
      assert keeps_trees?(2)
      Process.exit(owner, :kill)
      assert Wait.until(&freed?/0)
      assert keeps_trees?(0)
    end

    test "when the search that continues in it is killed" do
      start = Playout.new!(:quarto)
      {:ok, search} = Playout.start_search(start, player: @endless, tree: :mine)
      assert_receive {:playout_search, _, {:progress, _}}
      Playout.finish(search)
      assert_receive {:playout_search, _, {:done, {:ok, choice}}}
      assert keeps_trees?(1)

      position = play_on(start, choice)
      {:ok, %{pid: pid}} = Playout.start_search(position, player: @endless, tree: :mine)
      assert_receive {:playout_search, _, {:progress, _}}
      assert keeps_trees?(0)
      assert Native.search_count() == {:ok, 1}
      Process.exit(pid, :kill)
      assert Wait.until(&freed?/0)
    end
  end

  describe "without the process that keeps them" do
    test "searches continue, and no trees are kept" do
      searched()
      {:ok, %{ref: ref} = search} = Playout.start_search(Playout.new!(:quarto), player: @endless)
      assert_receive {:playout_search, ^ref, {:progress, _}}
      before = figures().running_bytes
      assert before == 64 * 1024 * 1024

      for _ <- 1..5 do
        killed = Process.whereis(Trees)
        Process.exit(killed, :kill)
        assert Wait.until(fn -> Process.whereis(Trees) not in [nil, killed] end)
      end

      assert Wait.until(fn -> Native.search_count() == {:ok, 1} end)
      # The new process knows which searches are running.
      assert figures().running_bytes == before

      Playout.finish(search)
      assert_receive {:playout_search, ^ref, {:done, {:ok, _}}}
      assert Wait.until(fn -> figures().running_bytes == 0 end)
    end

    test "no tree is left of a search that began before and is killed while it keeps its tree" do
      {:ok, %{pid: pid}} = Playout.start_search(Playout.new!(:quarto), player: @endless)
      assert_receive {:playout_search, _ref, {:progress, _}}
      killed = Process.whereis(Trees)
      Process.exit(killed, :kill)
      assert Wait.until(fn -> figures().running_bytes == 64 * 1024 * 1024 end)
      assert Process.whereis(Trees) != killed

      :ets.insert(Trees, {{self(), :mine, pid}, open(), {:root, 1}})
      Process.exit(pid, :kill)
      assert Wait.until(&freed?/0)
      assert :ets.tab2list(Trees) == []
    end

    test "a tree is closed, and none is found" do
      assert Trees.keep(:no_trees, {self(), :a}, {:same, []}, open(), {1, 1}) == :ok
      assert freed?()
      assert Trees.most_bytes(:no_trees, {{self(), :a}, {:same, []}}) == 0
      assert Trees.begin(:no_trees, 1, {{self(), :a}, {:same, []}}) == nil
      assert Trees.drop(:no_trees, self()) == :ok
    end

    test "a move is still chosen" do
      :ok = Supervisor.terminate_child(Playout.Engine.Supervisor, Trees)
      on_exit(fn -> Supervisor.restart_child(Playout.Engine.Supervisor, Trees) end)
      assert Playout.trees() == nil
      assert choose(Playout.new!(:quarto)).playouts == 3000
      assert Playout.drop_trees() == :ok
      assert Wait.until(&freed?/0)
    end
  end
end
