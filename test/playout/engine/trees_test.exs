defmodule Playout.Engine.TreesTest do
  # Uses the count of searches that hold memory, which the whole VM shares.
  use ExUnit.Case, async: false

  alias Playout.Engine.{Native, Queue, Settings, Trees}
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
    {:ok, {native, _}} = Native.search_open("quarto", "..../..../..../.... -", [], "mcts", [])
    native
  end

  defp in_another_process(work), do: Task.await(Task.async(work))

  # Another process that may own trees: it runs functions and returns their results.
  defp start_owner, do: start_supervised!({Agent, fn -> nil end}, id: make_ref())
  defp run_in(owner, work), do: Agent.get(owner, fn nil -> work.() end, :infinity)

  describe "a search with a tree name" do
    test "continues in that tree, and its limit counts only new work" do
      for game <- Playout.games() do
        start = Playout.new!(game)
        first = choose(start, player: "mcts:playouts=20000,seed=1")
        assert first.playouts == 20_000 and not continues_in_tree?(first)
        second = choose(play_on(start, first), player: "mcts:playouts=20000,seed=1")
        assert second.playouts == 20_000 or second.proof != nil
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

  describe "the budget" do
    setup context do
      name = :"trees of #{context.test}"
      options = [name: name, most_bytes: 100, idle: 60_000]
      start_supervised!({Trees, Keyword.merge(options, context[:options] || [])})
      %{trees: name}
    end

    defp keep(trees, name, bytes, owner \\ self()) do
      Trees.keep(trees, {owner, name}, {:same, []}, open(), {bytes, 0})
    end

    defp take(trees, name, bytes \\ 0) do
      Trees.begin(trees, bytes, {{self(), name}, {:same, []}})
    end

    # Those that are accounted for, which must be all that there are.
    defp names(trees) do
      idle = :sys.get_state(trees).idle
      names = for({_owner, {_, named}} <- idle, {name, _tree} <- named, do: name) |> Enum.sort()
      assert names == for({{_, name, _}, _, _} <- :ets.tab2list(trees), do: name) |> Enum.sort()
      names
    end

    defp searches_left?(left), do: Wait.until(fn -> Native.search_count() == {:ok, left} end)

    # A running search, until it is stopped.
    defp start_running(trees, bytes, wanted \\ nil) do
      work = fn -> Trees.begin(trees, bytes, wanted) end
      start_supervised!({Agent, work}, id: make_ref(), restart: :temporary)
    end

    test "is never exceeded; the least recently used tree goes first", %{trees: trees} do
      for name <- [:a, :b, :c], do: keep(trees, name, 33)
      keep(trees, :d, 1)
      assert names(trees) == [:a, :b, :c, :d]
      assert Trees.figures(trees) == figures(4, 100, 0)

      # Used again, so it is no longer the least recently used.
      {native, [], _bytes} = take(trees, :a)
      Trees.keep(trees, {self(), :a}, {:same, []}, native, {33, 0})
      keep(trees, :e, 1)
      assert names(trees) == [:a, :c, :d, :e]
      keep(trees, :f, 66)
      assert names(trees) == [:a, :e, :f]
      assert searches_left?(3)
    end

    test "drops nothing for a tree that would not fit even alone", %{trees: trees} do
      keep(trees, :a, 50)
      keep(trees, :b, 101)
      assert names(trees) == [:a]
      assert searches_left?(1)
    end

    test "counts what a tree may grow to: a search that may take less starts anew", context do
      unused = open()
      Trees.keep(context.trees, {self(), :a}, {:same, []}, unused, {10, 70})
      assert Trees.most_bytes(context.trees, {{self(), :a}, {:same, ["a move"]}}) == 70
      assert Trees.most_bytes(context.trees, {{self(), :a}, {:other, []}}) == 0
      assert Trees.most_bytes(context.trees, {{self(), :b}, {:same, []}}) == 0
      assert Trees.most_bytes(context.trees, nil) == 0
      assert take(context.trees, :a, 69) == nil
      assert names(context.trees) == []
      assert Wait.until(fn -> match?({:error, _closed}, Native.search_progress(unused)) end)

      Trees.keep(context.trees, {self(), :a}, {:same, []}, open(), {10, 70})
      assert {native, [], _bytes} = take(context.trees, :a, 70)
      Native.search_close(native)
      assert searches_left?(0)
    end

    test "keeps one tree per name", %{trees: trees} do
      owner = self()
      for bytes <- [60, 70], do: in_another_process(fn -> keep(trees, :a, bytes, owner) end)
      assert Trees.figures(trees) == figures(1, 70, 0)
      assert searches_left?(1)
    end

    test "charges running searches their maximum", %{trees: trees} do
      for name <- [:a, :b, :c], do: keep(trees, name, 30)
      first = start_running(trees, 40)
      assert names(trees) == [:b, :c]
      assert Trees.figures(trees) == figures(2, 60, 40)
      second = start_running(trees, 60)
      assert names(trees) == []
      keep(trees, :d, 1)
      assert names(trees) == []

      for pid <- [first, second], do: Agent.stop(pid)
      keep(trees, :e, 100)
      assert names(trees) == [:e]
      assert searches_left?(1)
    end

    test "does not count a search that has ended", %{trees: trees} do
      for name <- [:mine, :b], do: keep(trees, name, 40)
      # Its own tree no longer counts, so there is room for the other.
      start_running(trees, 60, {{self(), :mine}, {:same, ["a move"]}})
      assert names(trees) == [:b]
      assert Trees.figures(trees) == figures(1, 40, 60)
    end

    test "is never exceeded and loses no tree, whatever the order of events", %{trees: trees} do
      owner = self()

      most =
        for _ <- 1..300 do
          {name, bytes} = {:rand.uniform(6), :rand.uniform(50)}

          case :rand.uniform(10) do
            1 -> Trees.drop(trees, owner)
            number when number < 4 -> trees |> take(name, 2 * bytes) |> close()
            _ -> in_another_process(fn -> keep(trees, name, bytes, owner) end)
          end

          figures = Trees.figures(trees)
          assert figures.idle_bytes + figures.running_bytes <= 100
          figures.idle
        end

      assert Enum.max(most) > 2
      assert searches_left?(length(names(trees)))
    end

    test "is right and no tree is lost, whenever searches are killed", %{trees: trees} do
      owner = self()

      search = fn ->
        key = {owner, :rand.uniform(2)}
        taken = Trees.begin(trees, 10, {key, {:same, []}})
        native = with {native, [], _bytes} <- taken, do: native
        Trees.keep(trees, key, {:same, []}, native || open(), {20, 10})
      end

      for _ <- 1..100 do
        searches = for _ <- 1..4, do: spawn_monitor(search)
        # By then some have finished.
        for {pid, _monitor} <- Enum.take_random(searches, 2), do: Process.exit(pid, :kill)
        for {_pid, monitor} <- searches, do: assert_receive({:DOWN, ^monitor, _, _, _}, 20_000)
      end

      assert Wait.until(fn -> Trees.figures(trees).running_bytes == 0 end)
      assert length(:ets.tab2list(trees)) in 0..2
      Trees.drop(trees, owner)
      assert names(trees) == []
      assert Trees.figures(trees) == figures(0, 0, 0)
      assert searches_left?(0)
    end

    defp close(nil), do: nil
    defp close({native, [], _bytes}), do: Native.search_close(native)

    @tag options: [idle: 1]
    test "frees trees that are not used for a while", %{trees: trees} do
      keep(trees, :a, 1)
      assert Wait.until(fn -> names(trees) == [] end)
      assert searches_left?(0)
    end

    test "ignores the timeout of another tree", %{trees: trees} do
      keep(trees, :a, 1)
      send(trees, {:expired, {self(), :a}, make_ref()})
      assert names(trees) == [:a]
    end

    test "frees the trees of an owner that is already dead", %{trees: trees} do
      {gone, monitor} = spawn_monitor(fn -> :ok end)
      assert_receive {:DOWN, ^monitor, _, _, _}
      keep(trees, :a, 1, gone)
      assert Wait.until(fn -> names(trees) == [] end)
      assert searches_left?(0)
    end

    test "does not count a tree that was taken before it was counted", %{trees: trees} do
      :ok = :sys.suspend(trees)
      keep(trees, :a, 50)
      # Nobody waits for the process.
      wanted = {{self(), :a}, {:same, ["a move"]}}
      assert Trees.most_bytes(trees, wanted) == 0

      assert {native, ["a move"], _bytes} =
               in_another_process(fn -> Trees.begin(trees, 0, wanted) end)

      Native.search_close(native)
      assert take(trees, :a) == nil
      :ok = :sys.resume(trees)
      assert names(trees) == []
      assert Wait.until(fn -> Trees.figures(trees) == figures(0, 0, 0) end)
    end

    test "counts a tree until its very own search takes it", %{trees: trees} do
      owner = self()
      keep(trees, :a, 50)
      assert names(trees) == [:a]
      :ok = :sys.suspend(trees)
      {native, [], _bytes} = take(trees, :a)
      in_another_process(fn -> Trees.keep(trees, {owner, :a}, {:same, []}, native, {30, 0}) end)
      :ok = :sys.resume(trees)
      assert Trees.figures(trees) == figures(1, 30, 0)
      assert names(trees) == [:a]
      assert searches_left?(1)
    end

    test "counts a tree although a search says late that it took an earlier one", context do
      keep(context.trees, :a, 50)
      GenServer.cast(context.trees, {:begin, self(), 10, {self(), :a}, start_owner()})
      assert names(context.trees) == [:a]
      assert Trees.figures(context.trees) == figures(1, 50, 10)
    end

    test "watches owners and searches no longer than necessary", %{trees: trees} do
      watched = fn -> trees |> Process.whereis() |> Process.info(:monitors) end

      for _ <- 1..3 do
        keep(trees, :a, 1)
        keep(trees, :b, 1)
        Native.search_close(elem(take(trees, :a), 0))
      end

      # For its tree, and as a search that has begun.
      assert Trees.figures(trees) == figures(1, 1, 0)
      assert watched.() == {:monitors, [process: self(), process: self()]}
      keep(trees, :a, 1)
      Trees.drop(trees, self())
      assert Trees.figures(trees) == figures(0, 0, 0)
      assert watched.() == {:monitors, []}
    end

    test "drops an owner's trees before the owner's next search", %{trees: trees} do
      owner = start_owner()
      keep(trees, :a, 10)
      keep(trees, :b, 20)
      keep(trees, :c, 40, owner)
      assert names(trees) == [:a, :b, :c]
      :ok = :sys.suspend(trees)
      Trees.drop(trees, self())
      assert take(trees, :a) == nil
      :ok = :sys.resume(trees)
      assert names(trees) == [:c]
      assert Trees.figures(trees) == figures(1, 40, 0)
      assert searches_left?(1)
    end

    test "loses no tree of a search that is killed while it keeps it", %{trees: trees} do
      owner = self()
      killed = start_running(trees, 10, {{owner, :a}, {:same, []}})

      Agent.update(killed, fn _ ->
        :ets.insert(trees, {{owner, :a, killed}, open(), {{:same, []}, 0}})
        nil
      end)

      Process.exit(killed, :kill)
      assert searches_left?(0)
      assert names(trees) == []
    end

    defp figures(idle, idle_bytes, running_bytes) do
      %{idle: idle, idle_bytes: idle_bytes, running_bytes: running_bytes, most_bytes: 100}
    end
  end

  describe "the work for a message" do
    test "hardly grows with the number of trees" do
      few = reductions(100)
      many = reductions(3000)
      assert many < 2 * few, "#{few} reductions with 100 trees, #{many} with 3000"
    end

    # The reductions of the process and of its callers while a number of trees is idle.
    defp reductions(idle) do
      trees = :"#{idle} trees"
      start_supervised!({Trees, name: trees, most_bytes: idle, idle: 60_000}, id: trees)
      for _ <- 1..idle, do: keep_any(trees, start_process())
      assert Trees.figures(trees).idle == idle

      processes = [self(), Process.whereis(trees)]
      before = Enum.map(processes, &elem(Process.info(&1, :reductions), 1))
      for _ <- 1..100, do: all_messages(trees)
      assert Trees.figures(trees).idle > idle - 10

      for {pid, before} <- Enum.zip(processes, before), reduce: 0 do
        sum -> sum + elem(Process.info(pid, :reductions), 1) - before
      end
    end

    defp all_messages(trees) do
      # A search keeps its tree, which pushes out another one, and the next search takes it.
      owner = start_process()
      keep_any(trees, owner)
      wanted = {{owner, :mine}, {:same, []}}
      assert Trees.most_bytes(trees, wanted) == 1
      assert {_native, [], _bytes} = Trees.begin(trees, 1, wanted)
      keep_any(trees, owner)

      # An owner's trees are dropped.
      keep_any(trees, self())
      Trees.drop(trees, self())

      # An owner dies.
      dying = start_process()
      keep_any(trees, dying)
      stop_process(dying)

      # A search ends without keeping its tree.
      in_another_process(fn ->
        assert {_native, [], _bytes} = Trees.begin(trees, 1, wanted)
        assert Trees.figures(trees).running_bytes > 0
      end)

      # There are as many trees again.
      for _ <- 1..4, do: keep_any(trees, start_process())
    end

    # Nothing but the engine looks into what is kept.
    defp keep_any(trees, owner) do
      Trees.keep(trees, {owner, :mine}, {:same, []}, make_ref(), {1, 1})
    end

    defp start_process, do: spawn_link(fn -> Process.sleep(:infinity) end)

    defp stop_process(pid) do
      monitor = Process.monitor(pid)
      Process.unlink(pid)
      Process.exit(pid, :kill)
      assert_receive {:DOWN, ^monitor, _, _, _}
    end
  end

  describe "settings" do
    setup do
      settings = Application.get_env(:playout, Playout.Engine, [])
      on_exit(fn -> Application.put_env(:playout, Playout.Engine, settings) end)
    end

    test "the total is enough for the largest tree" do
      assert Settings.total_memory() == Settings.places() * Settings.memory()
      Application.put_env(:playout, Playout.Engine, total_memory: 32)
      assert Settings.memory() == 32
      start = Playout.new!(:quarto)
      assert {:ok, _} = Playout.choose_move(start, player: "mcts:playouts=10")
      assert {:ok, _} = Playout.choose_move(start, player: "mcts:playouts=10,memory=32")

      assert {:error, %Error{code: :bad_option, details: %{key: "memory", limit: 32}}} =
               Playout.choose_move(start, player: "mcts:playouts=10,memory=33")
    end
  end
end
