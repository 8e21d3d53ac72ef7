defmodule PlayoutWeb.Limits.WorkTest do
  # Tracing would show other tests what this one traces.
  use PlayoutWeb.ConnCase, async: false

  import PlayoutWeb.Test.AnalysisPage

  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.{Work, WorkQueue}
  alias PlayoutWeb.People.Visitor

  # Each call is a reduction, and 30,000 of them are a millisecond.
  defp compute(0), do: :ok
  defp compute(calls), do: compute(calls - 1)

  # How many more milliseconds there are, and whose budget is used up then.
  defp left(address, visitor, counted \\ 0) do
    case Limits.work(address, visitor, 1) do
      :ok -> left(address, visitor, counted + 1)
      {:error, limit} -> {limit, counted}
    end
  end

  # At once, a budget has twenty times what it has in a second.
  test "work costs what it computes and what native code reads, of both budgets" do
    Env.put(:still, true)
    Env.put(Limits, visitor_work: 1, address_work: 2)
    {address, visitor} = {address(), Visitor.new()}
    :ok = Work.count_bytes({address, visitor}, 8_000)
    assert Work.measure({address, visitor}, fn -> compute(7 * 30_000) end) == :ok
    assert {:visitor_work, left} = left(address, visitor)
    assert left in 4..5

    # The address has forty, of which this visitor has taken twenty.
    assert left(address, nil) == {:address_work, 20}
    assert Limits.work(address(), Visitor.new(), 1) == :ok
  end

  test "what costs more than the budget uses it up" do
    Env.put(:still, true)
    Env.put(Limits, visitor_work: 1, address_work: 3)
    {address, visitor} = {address(), Visitor.new()}
    assert Limits.worked(address, visitor, 30) == :ok
    assert left(address, visitor) == {:visitor_work, 0}
    # The address, which has sixty, pays for all of it.
    assert left(address, nil) == {:address_work, 30}
  end

  test "what is paid in advance is given back, and more than that is refused until then" do
    Env.put(:still, true)
    Env.put(Limits, visitor_work: 3, address_work: 5)
    {address, visitor} = {address(), Visitor.new()}
    assert Limits.work(address, visitor, 50) == :ok
    assert Limits.work(address, visitor, 50) == {:error, :visitor_work}
    # The address has a hundred, for all of its visitors.
    other = Visitor.new()
    assert Limits.work(address, other, 50) == :ok
    assert Limits.work(address, Visitor.new(), 50) == {:error, :address_work}
    assert Limits.worked(address, other, -50) == :ok
    assert Limits.worked(address, visitor, 2 - 50) == :ok
    assert Limits.work(address, visitor, 50) == :ok
    # What the address refuses costs its visitor nothing.
    for _ <- 1..20, do: assert(Limits.work(address, other, 50) == {:error, :address_work})
    assert Limits.work(address(), other, 50) == :ok
  end

  # The pages and the processes beside them that are traced send this test what they pay.
  defp trace(view) do
    for paid <- [:work, :worked] do
      :erlang.trace_pattern({Limits, paid, 3}, true, [])
      on_exit({:trace, paid}, fn -> :erlang.trace_pattern({Limits, paid, 3}, false, []) end)
    end

    :erlang.trace(view.pid, true, [:call, :set_on_spawn])
  end

  defp counted(view, counted \\ []) do
    page = view.pid

    receive do
      {:trace, pid, :call, {Limits, _paid, [_address, _visitor, milliseconds]}} ->
        counted(view, [{if(pid == page, do: :page, else: :beside), milliseconds} | counted])
    after
      0 ->
        Enum.reduce(counted, %{page: 0, beside: 0}, fn {who, n}, sum ->
          Map.update!(sum, who, &(&1 + n))
        end)
    end
  end

  test "an event costs the rendering after it, and what runs beside the page", context do
    view = gomoku(context.conn)
    trace(view)

    for {text, page, beside} <- [
          {~s([Game "gomoku"]\n\na1 c3 *), 0..2, 0..1},
          {large(), 20..100, 5..60}
        ] do
      import_text(view, text)
      assert_push_event(view, "imported", %{opened: true})
      # After its answer, everything has been counted.
      :sys.get_state(view.pid, :infinity)
      counted = counted(view)
      assert counted.page in page
      assert counted.beside in beside
    end
  end

  describe "a request" do
    defp from(conn, address), do: %{conn | remote_ip: address}

    # What these pages cost a browser.
    defp cost(conn, paths) do
      browser =
        Task.async(fn ->
          receive do: (:go -> for(path <- paths, do: conn |> get(path) |> response(200)))
        end)

      trace(browser)
      send(browser.pid, :go)
      Task.await(browser, :infinity)
      delivered = :erlang.trace_delivered(browser.pid)
      assert_receive {:trace_delivered, _pid, ^delivered}
      counted(browser).page
    end

    test "costs what it computes, of the budget that its address has for requests", context do
      # The first time, it also loads its code.
      [_first, rules] =
        for _ <- 1..2, do: cost(context.conn, [~p"/rules/gomoku"])

      assert rules in 5..30
      address = address()
      Env.put(:still, true)
      Env.put(Limits, document_work: 10)
      assert Limits.work(address, :document, 95) == :ok

      {429, _headers, _html} =
        assert_error_sent(429, fn -> context.conn |> from(address) |> get(~p"/") end)

      # Events have another one.
      assert Limits.work(address, Visitor.new(), 50) == :ok
    end

    test "beyond the budget is refused, in words, and leaves its place", context do
      Env.put(Limits, document_work: 0, requests: 1, patience: 0)
      conn = from(context.conn, address())

      for _ <- 1..3 do
        {429, _headers, html} = assert_error_sent(429, fn -> get(conn, ~p"/rules/gomoku") end)
        assert html =~ "Too many pages were opened on your network"

        for path <- ["/picture/gomoku.svg", "/m/abcdefghijkl/match.pgn", "/offline"],
            do: assert(conn |> get(path) |> text_response(429) =~ "Too many requests")
      end

      assert Limits.enter(conn.remote_ip) == :ok
    end

    test "of each of 60 pupils behind one address is within the budget, page after page",
         context do
      {:ok, id} = Playout.Matches.create(Visitor.new(), request())
      pages = [~p"/", ~p"/play/gomoku", ~p"/m/#{id}", ~p"/rules/gomoku", ~p"/site.webmanifest"]
      cost(context.conn, pages)
      # By default, they have four seconds together.
      assert cost(context.conn, pages) <= div(4_000, 60)
    end

    defp request do
      %{game: :gomoku, variant: :standard, players: %{first: :me, second: :me}, toss: false}
    end
  end

  test "beyond the budget, an event changes nothing, and its page learns why", context do
    visitor = Visitor.new()
    view = context.conn |> visiting(visitor) |> gomoku()
    Env.put(Limits, visitor_work: 0)
    before = record(view)
    play(view, "g7")
    assert_push_event(view, "too_fast", %{})
    assert record(view) == before
    Env.put(Limits, [])
    play(view, "g7")
    refute record(view) == before
  end

  test "pages that begin an event at the same moment do not pass the budget together", context do
    visitor = Visitor.new()
    [first, second] = for _ <- 1..2, do: context.conn |> visiting(visitor) |> gomoku()
    test = self()

    stop = fn _event, _measurements, _metadata, _config ->
      # What the search finds is rendered as well, but pays nothing in advance.
      if self() == first.pid and match?({_before, _who, 50}, Process.get({Work, :begun})) do
        send(test, :rendering)
        receive do: (:go_on -> :ok)
      end
    end

    :telemetry.attach("stop", [:phoenix, :live_view, :render, :start], stop, nil)
    on_exit(fn -> :telemetry.detach("stop") end)
    Env.put(Limits, visitor_work: 3)
    waiting = Task.async(fn -> play(first, "g7") end)
    assert_receive :rendering

    before = record(second)
    play(second, "g7")
    assert_push_event(second, "too_fast", %{})
    assert record(second) == before

    :telemetry.detach("stop")
    send(first.pid, :go_on)
    Task.await(waiting, :infinity)
    play(second, "g7")
    refute record(second) == before
  end

  test "a page without links within it stays as it is when somebody follows one", context do
    for address <- [~p"/", ~p"/you", ~p"/rules/gomoku", ~p"/play/gomoku"] do
      {:ok, view, _html} = live(context.conn, address)
      assert render_patch(view, address) =~ "top-bar"
    end
  end

  test "components have the same budget", context do
    {:ok, view, _html} = live(context.conn, ~p"/play/gomoku")
    Env.put(Limits, visitor_work: 0)
    view |> element("form[phx-change=change]") |> render_change(%{"who" => "friend"})
    assert_push_event(view, "too_fast", %{})
  end

  test "all components count their events" do
    for file <- Path.wildcard("lib/**/*.ex"), source = File.read!(file) do
      if source =~ ~r/^  use PlayoutWeb, :live_component$/m and source =~ "def handle_event",
        do: assert(source =~ "Work.component(socket)", "#{file} does not")
    end
  end

  describe "a text that waits for its turn" do
    # Processes that have all places of the address of these tests, until they are told to leave.
    defp occupy(places) do
      test = self()

      for _ <- 1..places do
        start_supervised!(
          {Task,
           fn ->
             WorkQueue.run({127, 0, 0, 1}, fn ->
               send(test, :begun)
               receive do: (:leave -> :ok)
             end)
           end},
          id: make_ref()
        )
      end
    end

    setup context do
      view = gomoku(context.conn)
      %{view: view, text: ~s([Game "gomoku"]\n\na1 c3 *)}
    end

    test "leaves its page alive, and is dropped if the analysis has changed", context do
      %{view: view, text: text} = context
      [first] = occupy(1)
      assert_receive :begun
      render_hook(view, "import", %{text: text})
      play(view, "g7")
      assert "g7" in shown(view)
      send(first, :leave)
      render_async(view)
      assert_push_event(view, "imported", %{opened: false})
      assert has_element?(view, "#record-problem", ~r/\w/)
      assert "g7" in shown(view)
      import_text(view, text)
      assert_push_event(view, "imported", %{opened: true})
    end

    test "is refused in words if too many wait", %{view: view, text: text} do
      before = record(view)
      occupy(100)
      assert_receive :begun
      queue = Process.whereis(WorkQueue)
      assert Wait.until(fn -> length(elem(Process.info(queue, :monitors), 1)) >= 100 end)
      import_text(view, text)
      assert_push_event(view, "imported", %{opened: false})
      assert has_element?(view, "#record-problem", "Too many records")
      assert record(view) == before
    end
  end

  describe "a page that would take too much memory" do
    @describetag :capture_log

    test "stops alone, and opens again", context do
      Process.flag(:trap_exit, true)
      {:ok, other, _html} = live(context.conn, ~p"/analysis/gomoku")
      Env.put(Work, most_memory: 2_000_000)
      {:ok, view, _html} = live(context.conn, ~p"/analysis/gomoku")
      monitor = Process.monitor(view.pid)
      large = large()
      catch_exit(import_text(view, large))
      assert_receive {:DOWN, ^monitor, :process, _pid, :killed}
      import_text(other, large)
      assert_push_event(other, "imported", %{opened: true})
      assert {:ok, _view, _html} = live(context.conn, ~p"/analysis/gomoku")
    end

    test "has 256 MiB, and the process of a document has no limit", context do
      for address <- [~p"/", ~p"/you", ~p"/rules/gomoku", ~p"/analysis/gomoku", ~p"/edit/gomoku"] do
        {:ok, view, _html} = live(context.conn, address)

        assert {:max_heap_size, %{kill: true, size: words}} =
                 Process.info(view.pid, :max_heap_size)

        assert words * :erlang.system_info(:wordsize) == 256 * 1024 * 1024
      end

      assert {:max_heap_size, %{size: 0}} = Process.info(self(), :max_heap_size)
    end
  end

  # A record of 1,800 moves: nine on the main line, each with 199 variations.
  defp large do
    main = ~w(a1 c3 e5 g7 i9 k11 m13 o15 a15)

    others =
      for letter <- ~w(b d f h j l n c e g i k m o), number <- 1..15, do: "#{letter}#{number}"

    others = Enum.take(others -- main, 199)
    moves = for move <- main, do: [move, for(other <- others, do: " (#{other})"), "\n"]
    ~s([Game "gomoku"]\n\n#{moves}*\n)
  end
end
