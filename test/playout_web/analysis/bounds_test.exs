defmodule PlayoutWeb.Analysis.BoundsTest do
  # All pages share the room for analyses, also those of other tests.
  use PlayoutWeb.ConnCase, async: false

  import PlayoutWeb.Test.AnalysisPage

  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Limits

  setup do
    assert Wait.until(fn -> Limits.analysis_moves() == 0 end)
    :ok
  end

  defp room(moves), do: Env.put(Limits, analysis_moves: moves)

  # A process that has analyses of so many moves, one after another.
  defp page(address) do
    owner = self()

    start_supervised!(
      {Task,
       fn ->
         Process.put(:"$callers", [owner])
         loop(owner, address)
       end},
      id: make_ref()
    )
  end

  defp loop(owner, address) do
    receive do
      {:analysis, moves, bytes} ->
        send(owner, {self(), Limits.analysis(address, moves, bytes)})
        loop(owner, address)
    end
  end

  defp analysis(page, moves, bytes \\ 0) do
    send(page, {:analysis, moves, bytes})
    assert_receive {^page, answer}
    answer
  end

  test "one address has a quarter of the room and one large analysis, others theirs" do
    room(10_000)
    [one, other] = for _ <- 1..2, do: page({11, 0, 0, 1})
    assert analysis(one, 2_000) == :ok
    assert analysis(other, 1_500) == :ok
    assert Limits.analysis_moves() == 3_500
    assert analysis(other, 1_501) == {:error, :analysis_moves}
    # What it had before still counts.
    assert Limits.analysis_moves() == 3_500
    third = page({11, 0, 0, 1})
    assert analysis(third, 1) == {:error, :analysis_moves}
    assert analysis(third, 0) == :ok
    neighbour = page({11, 0, 0, 2})
    assert analysis(neighbour, 2_000) == :ok

    assert analysis(other, 901) == :ok
    assert Limits.analysis_moves() == 5_000
    # A long text counts as well.
    assert analysis(neighbour, 900, 500_500) == :ok
    assert Limits.analysis_moves() == 4_100

    monitor = Process.monitor(one)
    Process.exit(one, :kill)
    assert_receive {:DOWN, ^monitor, :process, _pid, _reason}
    assert Wait.until(fn -> Limits.analysis_moves() == 2_100 end)
  end

  test "300 pages of one address may have 200 moves each" do
    room(nil)
    pages = for _ <- 1..300, do: page({11, 0, 0, 3})
    for page <- pages, do: assert(analysis(page, 200) == :ok)
    # And not many more.
    assert Enum.any?(1..30, fn _ -> analysis(page({11, 0, 0, 3}), 200) != :ok end)
  end

  # A first move with its variations, which are so many moves in all.
  defp moves(count) do
    [first | others] = for column <- ?a..?o, row <- 1..15, do: <<column>> <> to_string(row)

    ~s([Game "gomoku"]\n\n#{first}#{for other <- Enum.take(others, count - 1), do: " (#{other})"} *\n)
  end

  defp told?(view), do: has_element?(view, "#notices", "Too many large analyses")

  test "what has no room is refused in words, and the page keeps its analysis", context do
    view = gomoku(context.conn, "")
    room(100)
    import_text(view, moves(101))
    assert_push_event(view, "imported", %{opened: false})
    assert has_element?(view, "#record-problem", "Too many large analyses")
    import_text(view, moves(100))
    assert_push_event(view, "imported", %{opened: true})

    before = record(view)
    play(view, "o15")
    assert told?(view)
    assert record(view) == before

    # A move that is deleted takes its place until it can't come back.
    go(view, ~w(a2))
    render_click(view, "delete", %{id: PlayoutWeb.Analysis.id_of(~w(a2))})
    assert Limits.analysis_moves() == 100
    refute told?(view)
    render_click(view, "restore")
    assert record(view) == before
  end

  test "a page that has no room for its analysis begins with an empty one", context do
    view = gomoku(context.conn)
    assert Limits.analysis_moves() == 100
    room(100)
    other = gomoku(context.conn)
    assert told?(other)
    assert shown(other) == []

    for {ask, event} <- [{&recall/2, "recalled"}, {&recover/2, nil}] do
      {:ok, page, _html} = live(context.conn, "/analysis/gomoku")
      ask.(page, %{"text" => moves(2), "moves" => "a1", "key" => "kept"})
      if event, do: assert_push_event(page, ^event, %{taken: false})
      assert told?(page)
      # The browser still has it.
      refute kept(page, "key") == "kept"
    end

    GenServer.stop(view.pid)
    assert Wait.until(fn -> Limits.analysis_moves() == 0 end)
    play(other, "h8")
    refute told?(other)
    assert shown(other) == ~w(h8)
  end

  test "a document takes no room", context do
    room(100)
    assert html_response(get(context.conn, "/analysis/gomoku?moves=h8"), 200)
    assert Limits.analysis_moves() == 0
  end
end
