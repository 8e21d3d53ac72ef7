defmodule Playout.Engine.SearchTest do
  use ExUnit.Case, async: false

  alias Playout.{Choice, Error, Position}
  alias Playout.Engine.{Native, Queue, Search, Settings}
  alias Playout.Test.{Searches, Wait}

  # Far longer than any of these tests.
  @endless "mcts:ms=600000"

  setup do
    # Searches of earlier tests end with their owner, the test.
    assert Wait.until(&idle?/0)
    assert Searches.freed?()
    %{position: Playout.new!(:quarto)}
  end

  defp idle?, do: count() == 0

  # The searches that run or wait.
  defp count do
    %{running: running, between: between, waiting: waiting} = Queue.figures()
    running + between + Enum.sum(Map.values(waiting))
  end

  defp freed?, do: Native.search_count() == {:ok, 0}

  defp start(position, options \\ []) do
    Playout.start_search!(position, Keyword.put_new(options, :player, @endless))
  end

  # Moves a point in time that a search has noted by so many milliseconds.
  defp shift(search, time, milliseconds) do
    milliseconds = System.convert_time_unit(milliseconds, :millisecond, :native)

    :sys.replace_state(
      search.pid,
      &Map.update!(&1, time, fn it -> it + milliseconds end),
      :infinity
    )
  end

  defp assert_ended(%{pid: pid}) do
    monitor = Process.monitor(pid)
    assert_receive {:DOWN, ^monitor, _, _, _}
  end

  defp drop_progress do
    receive do
      {:playout_search, _, {:progress, _}} -> drop_progress()
    after
      0 -> :ok
    end
  end

  # A process that starts searches and then does nothing.
  defp owner(position, searches) do
    test = self()

    pid =
      spawn(fn ->
        started = for _ <- 1..searches, do: start(position)
        send(test, {:started, self(), started})
        forward(test)
      end)

    assert_receive {:started, ^pid, started}
    {pid, started}
  end

  defp forward(test) do
    receive do
      message -> send(test, message)
    end

    forward(test)
  end

  describe "messages" do
    test "are progress, then the choice, then nothing", %{position: position} do
      %{ref: ref} = search = start(position, player: "mcts:ms=600000,seed=1")
      assert_receive {:playout_search, ^ref, {:progress, first}}
      assert_receive {:playout_search, ^ref, {:progress, second}}

      assert second.playouts > first.playouts
      assert second.used > first.used and second.used <= 1.0
      assert second.nodes >= first.nodes and second.seconds > first.seconds

      assert_in_delta second.estimate.win + second.estimate.draw + second.estimate.loss,
                      1.0,
                      1.0e-6

      assert second.proof == nil
      Playout.finish(search)
      assert_receive {:playout_search, ^ref, {:done, {:ok, %Choice{} = choice}}}
      assert choice.seed == 1 and choice.playouts >= second.playouts
      assert_ended(search)
      drop_progress()
      refute_received {:playout_search, ^ref, _}
    end

    test "report progress only a while after the last time", %{position: position} do
      %{ref: ref} = search = start(position)
      assert_receive {:playout_search, ^ref, {:progress, _}}
      # As if it had done so in an hour.
      %{native: native} = shift(search, :reported, 3_600_000)
      drop_progress()
      {:ok, %{playouts: before}} = Native.search_progress(native)

      assert Wait.until(fn ->
               {:ok, %{playouts: playouts}} = Native.search_progress(native)
               playouts > 10 * before
             end)

      refute_received {:playout_search, ^ref, {:progress, _}}
      shift(search, :reported, -3_600_000)
      assert_receive {:playout_search, ^ref, {:progress, _}}
      Playout.cancel(search)
    end

    test "are not left behind by choose_move", %{position: position} do
      assert {:ok, _} = Playout.choose_move(position, player: "mcts:ms=250")
      assert Process.info(self(), :messages) == {:messages, []}
    end

    test "are not used for errors in the arguments: those are returned at once", context do
      for options <- [[player: "genius"], [player: 7], [timeout: 0], [speed: 1]] do
        assert {:error, %Error{}} = Playout.start_search(context.position, options)
      end

      illegal = %Position{context.position | moves: ["-7", "-7"]}
      assert {:error, %Error{code: :illegal_move}} = Playout.start_search(illegal)
      assert idle?()
      assert freed?()
      assert Process.info(self(), :messages) == {:messages, []}
    end
  end

  describe "lines" do
    test "are in the progress and in the choice, best first", %{position: position} do
      %{ref: ref} = search = start(position, player: "mcts:ms=600000,seed=1", lines: 3)
      assert_receive {:playout_search, ^ref, {:progress, progress}}
      Playout.finish(search)
      assert_receive {:playout_search, ^ref, {:done, {:ok, choice}}}
      moves = Playout.legal_moves!(position)

      for found <- [progress, choice] do
        assert [best, second, third] = found.lines
        assert best.visits >= second.visits and second.visits >= third.visits
        assert Enum.sort(Map.keys(found.visits)) == moves
        assert found.depth == nil

        for line <- found.lines do
          assert hd(line.line) == line.move
          assert {:ok, _} = Playout.describe(%{position | moves: line.line})
          assert line.visits == found.visits[line.move]
          assert_in_delta line.value, line.estimate.win - line.estimate.loss, 1.0e-9
          assert line.proof == nil
        end
      end

      assert hd(choice.lines).move == choice.move
      assert hd(choice.lines).line == choice.line
    end

    test "of alpha-beta have proofs, and its progress a depth" do
      # Piece 3 wins on d1 and nowhere else.
      position = Playout.new!(:quarto, position: "..../..../..../012. 3")
      choice = Playout.choose_move!(position, player: "minimax:depth=3,seed=1", lines: 2)
      assert [%{move: "d1", proof: %{result: :win, plies: 1}}, _] = choice.lines

      %{ref: ref} = search = start(Playout.new!(:separo), player: "minimax:ms=600000", lines: 5)
      assert_receive {:playout_search, ^ref, {:progress, %{depth: depth, lines: [_ | _]}}}
      assert depth in 0..1000
      Playout.cancel(search)
    end

    test "are not there unless they are asked for", %{position: position} do
      assert Playout.choose_move!(position, player: "mcts:playouts=100").lines == []
      %{ref: ref} = search = start(position)
      assert_receive {:playout_search, ^ref, {:progress, progress}}
      refute Map.has_key?(progress, :lines) or Map.has_key?(progress, :visits)
      Playout.cancel(search)
    end

    test "are one to five", %{position: position} do
      for lines <- [1, 5] do
        choice = Playout.choose_move!(position, player: "mcts:playouts=1000", lines: lines)
        assert length(choice.lines) == lines
      end

      for lines <- [0, 6, -1, 1.0, "3", :all] do
        assert {:error, %Error{code: :bad_option, details: %{key: "lines"}}} =
                 Playout.choose_move(position, lines: lines)
      end
    end

    test "are not those of a kept tree that was searched for fewer", %{position: position} do
      options = [player: "minimax:depth=2,seed=1", tree: :shared]
      %{move: move} = Playout.choose_move!(position, options)
      choice = position |> Playout.play!(move) |> Playout.choose_move!(options ++ [lines: 3])
      assert [_, _, _] = choice.lines
    end
  end

  describe "opening" do
    # A search process whose caller has died, or has not called it yet.
    defp begun(position, player, owner) do
      {:ok, pid} =
        DynamicSupervisor.start_child(
          {:via, PartitionSupervisor, {Playout.Engine.Searches, self()}},
          {Search,
           {position,
            %{
              player: player,
              lines: nil,
              timeout: 60_000,
              tree: nil,
              priority: :person,
              share: nil,
              owner: owner,
              ref: make_ref(),
              reports: :all
            }}}
        )

      pid
    end

    test "does not block the supervisor", %{position: position} do
      pid = begun(position, "genius", self())
      assert {:error, %Error{code: :bad_option}} = GenServer.call(pid, :enter, :infinity)
      monitor = Process.monitor(pid)
      assert_receive {:DOWN, ^monitor, _, _, _}
    end

    test "doesn't queue before the caller knows about the search", %{position: position} do
      pid = begun(position, @endless, self())
      assert %{opened: :ok} = :sys.get_state(pid, :infinity)
      assert idle?()
      assert GenServer.call(pid, :enter, :infinity) == :ok
      assert count() == 1
      Playout.cancel(%Playout.Search{pid: pid, ref: make_ref()})
    end

    test "leaves nothing behind if the caller has died", %{position: position} do
      {gone, monitor} = spawn_monitor(fn -> :ok end)
      assert_receive {:DOWN, ^monitor, _, _, _}
      pid = begun(position, @endless, gone)
      monitor = Process.monitor(pid)
      assert_receive {:DOWN, ^monitor, _, _, _}
      assert freed?()
    end
  end

  describe "cancel" do
    test "ends a search at once and leaves none of its messages", context do
      search = start(context.position)
      assert_receive {:playout_search, _, {:progress, _}}
      assert Playout.cancel(search) == :ok
      refute Process.alive?(search.pid)
      assert freed?()
      assert Process.info(self(), :messages) == {:messages, []}
      assert Playout.cancel(search) == :ok
    end

    test "by another process is reported to the owner", %{position: position} do
      %{ref: ref} = search = start(position)
      Task.await(Task.async(fn -> Playout.cancel(search) end), :infinity)
      assert_receive {:playout_search, ^ref, {:done, {:error, %Error{code: :cancelled}}}}
    end

    test "also removes a search from the queue", %{position: position} do
      searches = for _ <- 1..(Settings.places() + 3), do: start(position)
      assert count() == Settings.places() + 3
      searches |> List.last() |> Playout.cancel()
      assert Wait.until(fn -> count() == Settings.places() + 2 end)
      Enum.each(searches, &Playout.cancel/1)
    end
  end

  describe "finish" do
    test "answers with the best move so far", %{position: position} do
      %{ref: ref} = search = start(position)
      assert_receive {:playout_search, ^ref, {:progress, progress}}
      assert Playout.finish(search) == :ok
      assert_receive {:playout_search, ^ref, {:done, {:ok, choice}}}
      assert choice.playouts >= progress.playouts
    end

    test "lets a waiting search run briefly first", %{position: position} do
      holders = Searches.hold_places()
      %{ref: ref} = waiting = start(position)
      Playout.finish(waiting)
      :sys.get_state(waiting.pid, :infinity)
      refute_received {:playout_search, ^ref, {:done, _}}
      Searches.free_places(holders)
      assert_receive {:playout_search, ^ref, {:done, {:ok, choice}}}
      assert choice.playouts > 0
    end

    test "answers at once between two turns", %{position: position} do
      %{ref: ref} = search = start(position)
      assert_receive {:playout_search, ^ref, {:progress, progress}}
      holders = Searches.hold_places()
      # The holders have first turns, and don't give them back.
      assert Wait.until(fn -> Queue.figures().between == 1 end)
      Playout.finish(search)
      assert_receive {:playout_search, ^ref, {:done, {:ok, choice}}}
      assert choice.playouts >= progress.playouts
      Searches.free_places(holders)
    end

    test "also keeps its tree between two turns", %{position: position} do
      queue = Process.whereis(Queue)
      %{ref: ref} = search = start(position, tree: :mine)
      assert_receive {:playout_search, ^ref, {:progress, _progress}}
      holders = Searches.hold_places()
      assert Wait.until(fn -> Queue.figures().between == 1 end)
      Playout.finish(search)
      assert_receive {:playout_search, ^ref, {:done, {:ok, _choice}}}
      Searches.free_places(holders)
      assert Wait.until(&idle?/0)
      assert Process.whereis(Queue) == queue
      assert Wait.until(fn -> Playout.trees().idle == 1 end)
    end
  end

  describe "timeout" do
    test "ends a running search", context do
      assert {:error, %Error{code: :timeout, details: %{limit: 120}}} =
               Playout.choose_move(context.position, player: @endless, timeout: 120)

      assert Wait.until(&freed?/0)
    end

    test "counts only granted time, as a limit in milliseconds does", %{position: position} do
      holders = Searches.hold_places()
      %{ref: ref} = search = start(position, timeout: 60_000)
      # As if it had waited for an hour.
      assert %{stage: :waiting} = shift(search, :since, -3_600_000)
      Searches.free_places(holders)
      assert_receive {:playout_search, ^ref, {:progress, _}}

      # And for another one between turns.
      holders = Searches.hold_places()
      assert Wait.until(fn -> Queue.figures().between == 1 end)
      assert Wait.until(fn -> :sys.get_state(search.pid, :infinity).stage == :ready end)
      shift(search, :since, -3_600_000)
      drop_progress()
      Searches.free_places(holders)
      assert_receive {:playout_search, ^ref, {:progress, %{used: used}}}
      assert used < 1
      Playout.finish(search)
      assert_receive {:playout_search, ^ref, {:done, {:ok, _choice}}}
    end

    test "is a number of milliseconds or :infinity", %{position: position} do
      for timeout <- [0, -1, 1.5, "1", nil, 0x100000000] do
        assert {:error, %Error{code: :bad_option, details: %{problem: "out_of_range"}}} =
                 Playout.choose_move(position, timeout: timeout)
      end

      assert {:ok, _} = Playout.choose_move(position, player: "random", timeout: :infinity)
    end
  end

  describe "the queue" do
    test "gives every search its turns", %{position: position} do
      searches = for _ <- 1..(Settings.places() + 2), do: start(position)

      for %{ref: ref} <- searches do
        assert_receive {:playout_search, ^ref, {:progress, %{playouts: first}}}
        assert_receive {:playout_search, ^ref, {:progress, %{playouts: later}}} when later > first
      end

      figures = Queue.figures()
      assert figures.places == Settings.places()
      assert figures.running <= figures.places
      assert figures.running + figures.between == length(searches)
      Enum.each(searches, &Playout.cancel/1)
    end

    test "answers a short search at once while others take long", %{position: position} do
      others = for _ <- 1..(Settings.places() + 2), do: start(position)
      for %{ref: ref} <- others, do: assert_receive({:playout_search, ^ref, {:progress, _}})
      assert {:ok, _} = Playout.choose_move(position, player: "mcts:playouts=1")
      # All of them still run.
      assert count() == length(others)
      Enum.each(others, &Playout.cancel/1)
    end

    test "tells who has not begun their place, unless they want only the answer", context do
      holders = Searches.hold_places()
      %{ref: first} = start(context.position)
      %{ref: second} = start(context.position)
      task = Task.async(fn -> Playout.choose_move(context.position, player: "random") end)
      # The task is somebody else, and this process has a turn already.
      assert_receive {:playout_search, ^first, {:waiting, 2}}
      assert_receive {:playout_search, ^second, {:waiting, 3}}
      Searches.free_places(holders)
      assert {:ok, _} = Task.await(task, :infinity)
      assert_receive {:playout_search, ^first, {:progress, _}}
    end

    test "takes a priority and a share, and bounds the searches of an address", context do
      limits = Settings.searches()
      share = fn number -> {"an address", number, number} end

      searches =
        for number <- 1..limits.address do
          start(context.position, priority: :engines, share: share.(number))
        end

      assert Queue.figures().waiting.engines > 0

      assert {:error, %Error{code: :busy, details: %{of: "address", limit: limit}}} =
               Playout.start_search(context.position, share: share.(0))

      assert limit == limits.address and limits.address < limits.all

      assert {:ok, _} =
               Playout.choose_move(context.position, share: {"another", 0, 0}, player: "random")

      Enum.each(searches, &Playout.cancel/1)
    end

    test "refuses other priorities and shares", %{position: position} do
      for {option, problem} <- [
            {[priority: :me_first], "not_a_choice"},
            {[priority: "person"], "not_a_choice"},
            {[share: "an address"], "not_a_share"},
            {[share: {1, 2}], "not_a_share"}
          ] do
        assert {:error, %Error{code: :bad_option, details: %{problem: ^problem}}} =
                 Playout.start_search(position, option)
      end

      # They mean nothing to a count.
      assert {:error, %Error{}} = Playout.perft(position, 1, priority: :person)
    end

    test "answers every search", %{position: position} do
      moves = Playout.legal_moves!(position)

      1..100
      |> Task.async_stream(
        fn _ -> Playout.choose_move!(position, player: "mcts:playouts=100") end,
        max_concurrency: 100,
        timeout: :infinity
      )
      |> Enum.each(fn {:ok, choice} -> assert choice.move in moves end)
    end

    test "is bounded", context do
      {owner, _} = owner(context.position, Settings.searches().all)

      assert {:error, %Error{code: :busy, details: %{of: "all"}}} =
               Playout.choose_move(context.position)

      Process.exit(owner, :kill)
      assert Wait.until(&idle?/0)
      assert freed?()
      assert {:ok, _} = Playout.choose_move(context.position, player: "random")
    end
  end

  describe "deaths" do
    # The memory of this VM in MiB, according to the operating system.
    defp resident_memory do
      {printed, 0} = System.cmd("ps", ["-o", "rss=", "-p", System.pid()])
      div(printed |> String.trim() |> String.to_integer(), 1024)
    end

    defp search_processes do
      for {_, supervisor, _, _} <- PartitionSupervisor.which_children(Playout.Engine.Searches),
          {_, pid, _, _} <- DynamicSupervisor.which_children(supervisor),
          do: pid
    end

    test "of owners leave no search running, and free the memory", context do
      before = resident_memory()

      nodes =
        for round <- 1..30 do
          {owner, searches} = owner(context.position, 1 + rem(round, 3))
          assert_receive {:playout_search, _, {:progress, %{nodes: nodes}}} when nodes > 250_000
          Process.exit(owner, :kill)
          assert Wait.until(fn -> not Enum.any?(searches, &Process.alive?(&1.pid)) end)
          nodes
        end

      assert Wait.until(&freed?/0)
      assert idle?()
      assert search_processes() == []

      # A node takes at least 16 bytes, so leaked trees would show.
      grown = div(Enum.sum(nodes) * 16, 1024 * 1024)
      assert grown > 100
      assert resident_memory() - before < div(grown, 2)
    end

    test "of searches leave no tree, and are reported to the owner", context do
      for _ <- 1..20 do
        %{ref: ref, pid: pid} = start(context.position)
        assert Wait.until(fn -> Queue.figures().running == 1 end)
        Process.exit(pid, :kill)

        assert_receive {:playout_search, ^ref,
                        {:done, {:error, %Error{code: :internal, details: %{problem: "crashed"}}}}}
      end

      assert Wait.until(&freed?/0)
    end

    test "of a search during choose_move return an error to the caller", %{position: position} do
      task = Task.async(fn -> Playout.choose_move(position, player: @endless) end)
      assert Wait.until(fn -> Queue.figures().running == 1 end)
      [pid] = search_processes()
      Process.exit(pid, :kill)
      assert {:error, %Error{code: :internal}} = Task.await(task, :infinity)
    end

    test "of the queue restart it along with the searches", context do
      task = Task.async(fn -> Playout.choose_move(context.position, player: @endless) end)
      assert Wait.until(fn -> Queue.figures().running == 1 end)
      queue = Process.whereis(Queue)
      Process.exit(queue, :kill)
      assert {:error, %Error{code: :internal}} = Task.await(task, :infinity)

      chosen? = fn ->
        match?({:ok, _}, Playout.choose_move(context.position, player: "random"))
      end

      assert Wait.until(fn -> chosen?.() and freed?() end)
      assert Process.whereis(Queue) != queue
    end

    test "by a panic end only that search, with an error", context do
      %{ref: ref, pid: pid} = start(context.position)
      sound = start(context.position, player: "mcts:playouts=100")
      native = :sys.get_state(pid, :infinity).native
      assert {:error, %{code: :internal}} = Native.search_panic(native)

      assert_receive {:playout_search, ^ref, {:done, {:error, %Error{code: :search_over}}}}
      ref = sound.ref
      assert_receive {:playout_search, ^ref, {:done, {:ok, _}}}
      assert freed?()
    end
  end
end
