defmodule Playout.Engine.TreeBudgetTest do
  # Uses the count of searches that hold memory, which the whole VM shares.
  use ExUnit.Case, async: false

  alias Playout.Engine.{Native, Settings, Trees}
  alias Playout.Error
  alias Playout.Test.{Searches, Wait}

  setup do
    # Searches and trees of earlier tests end with their owner, the test.
    assert Searches.freed?()
    on_exit(fn -> assert Searches.freed?() end)
  end

  defp open do
    {:ok, {native, _}} = Native.search_open("quarto", "..../..../..../.... -", [], "mcts", [], 0)
    native
  end

  defp in_another_process(work), do: Task.await(Task.async(work), :infinity)

  # Another process that may own trees.
  defp start_owner, do: start_supervised!({Agent, fn -> nil end}, id: make_ref())

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
      idle = :sys.get_state(trees, :infinity).idle
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
        for {_pid, monitor} <- searches, do: assert_receive({:DOWN, ^monitor, _, _, _})
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
      :ok = :sys.suspend(trees, :infinity)
      keep(trees, :a, 50)
      # Nobody waits for the process.
      wanted = {{self(), :a}, {:same, ["a move"]}}
      assert Trees.most_bytes(trees, wanted) == 0

      assert {native, ["a move"], _bytes} =
               in_another_process(fn -> Trees.begin(trees, 0, wanted) end)

      Native.search_close(native)
      assert take(trees, :a) == nil
      :ok = :sys.resume(trees, :infinity)
      assert names(trees) == []
      assert Wait.until(fn -> Trees.figures(trees) == figures(0, 0, 0) end)
    end

    test "counts a tree until its very own search takes it", %{trees: trees} do
      owner = self()
      keep(trees, :a, 50)
      assert names(trees) == [:a]
      :ok = :sys.suspend(trees, :infinity)
      {native, [], _bytes} = take(trees, :a)
      in_another_process(fn -> Trees.keep(trees, {owner, :a}, {:same, []}, native, {30, 0}) end)
      :ok = :sys.resume(trees, :infinity)
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
      :ok = :sys.suspend(trees, :infinity)
      Trees.drop(trees, self())
      assert take(trees, :a) == nil
      :ok = :sys.resume(trees, :infinity)
      assert names(trees) == [:c]
      assert Trees.figures(trees) == figures(1, 40, 0)
      assert searches_left?(1)
    end

    test "loses no tree of a search that is killed while it keeps it", %{trees: trees} do
      owner = self()
      killed = start_running(trees, 10, {{owner, :a}, {:same, []}})

      insert = fn _ ->
        :ets.insert(trees, {{owner, :a, killed}, open(), {{:same, []}, 0}})
        nil
      end

      Agent.update(killed, insert, :infinity)

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
