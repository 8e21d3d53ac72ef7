defmodule PlayoutWeb.Analysis.EngineSearchTest do
  # The engine of an analysis, with the test in its place, or the real one (tag `engine: :real`).
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias Playout.{Choice, Error}
  alias PlayoutWeb.Analysis

  # The page of an analysis whose browser has kept nothing, and its first search.
  defp open(conn, path \\ "/analysis/gomoku?moves=h8+h9") do
    {:ok, view, _html} = conn |> visiting(me()) |> live(path)
    render_hook(view, "recall", %{})
    view
  end

  defp searching(conn) do
    view = open(conn)
    assert_receive {:asked, search}
    {view, search}
  end

  defp progress(search, changes \\ %{}) do
    EngineDouble.progress(search, found(changes))
  end

  defp found(changes \\ %{}) do
    Map.merge(
      %{
        estimate: %{win: 0.6, draw: 0.1, loss: 0.3},
        proof: nil,
        playouts: 1_234,
        nodes: 999,
        depth: nil,
        seconds: 1.0,
        used: 0.25,
        visits: %{"j8" => 900, "g7" => 100},
        lines: [line("j8", ~w(j8 j9 g7)), line("g7", ~w(g7 g8))]
      },
      changes
    )
  end

  defp line(move, moves, changes \\ %{}) do
    Map.merge(
      %{move: move, value: 0.3, estimate: %{}, visits: 900, line: moves, proof: nil},
      changes
    )
  end

  defp choice(changes) do
    struct!(
      Choice,
      Map.merge(Map.delete(found(), :used), %{move: "j8", value: 0.3, line: [], seed: 1})
    )
    |> Map.merge(changes)
  end

  defp done(search, result),
    do: send(search.owner, {:playout_search, search.handle.ref, {:done, result}})

  # Messages of the test are handled before the page is rendered.
  defp text(view, selector), do: view |> element(selector) |> render() |> words()

  # Elements are boxes, with space between them.
  defp words(html) do
    html |> String.replace(~r/<[^>]*>/, " ") |> String.split() |> Enum.join(" ")
  end

  defp lines(view) do
    for line <- view |> render() |> LazyHTML.from_document() |> LazyHTML.query(".line"),
        do: line |> LazyHTML.to_html() |> words()
  end

  # The browser makes buttons of these.
  defp moves(view) do
    for text <- attributes(view, ".line-moves", "data-moves"), do: String.split(text)
  end

  # Presses one of the moves of a line, counted from 1.
  defp press(view, line, count) do
    [seq | _] = attributes(view, ".line-moves", "data-seq")
    moves = view |> moves() |> Enum.at(line) |> Enum.take(count)
    render_hook(view, "line", %{seq: String.to_integer(seq), moves: moves})
  end

  defp attributes(view, selector, name) do
    view
    |> render()
    |> LazyHTML.from_document()
    |> LazyHTML.query(selector)
    |> LazyHTML.attribute(name)
  end

  defp heat(view) do
    view
    |> element("#analysis")
    |> render()
    |> LazyHTML.from_fragment()
    |> LazyHTML.attribute("data-heat")
  end

  defp go(view, path), do: render_click(view, "go", %{id: Analysis.id_of(path)})

  describe "a search" do
    test "begins with the page, for the position that it shows", %{conn: conn} do
      {view, search} = searching(conn)
      assert search.position.moves == ~w(h8 h9)
      assert %{root: 0, lines: 3, priority: :analysis, tree: tree} = search
      assert tree != nil
      # The strongest level, with the limits of an analysis.
      assert {:ok, owl} =
               Playout.limit_player(:gomoku, List.last(Playout.levels(:gomoku)).spec,
                 ms: 300_000,
                 memory: 64
               )

      assert search.player == owl
      # Time is shared between addresses, visitors and pages.
      assert {{127, 0, 0, 1}, visitor, {:analysis, page}} = search.share
      assert visitor == me() and page == view.pid
    end

    test "does not begin before the page is connected, nor before the browser has said what it keeps",
         %{conn: conn} do
      conn = visiting(conn, me())
      assert conn |> get("/analysis/gomoku") |> html_response(200)
      refute_received {:asked, _search}
      {:ok, view, _html} = live(conn, "/analysis/gomoku")
      render(view)
      refute_received {:asked, _search}
    end

    test "looks where the page looks, and there is one at most", %{conn: conn} do
      {view, %{handle: handle}} = searching(conn)

      for {walk, moves} <- [{"back", ~w(h8)}, {"first", []}, {"last", ~w(h8 h9)}] do
        render_click(view, "walk", %{to: walk})
        assert_receive {:focused, ^handle, ^moves}
      end

      render_hook(view, "move", %{seq: 4, move: "j8"})
      assert_receive {:focused, ^handle, ~w(h8 h9 j8)}
      refute_received {:asked, _search}
    end

    test "begins anew if it has just ended", %{conn: conn} do
      {view, search} = searching(conn)
      EngineDouble.die(search)
      # The page may not have seen that yet, or have begun anew already.
      render_click(view, "walk", %{to: "back"})

      receive do
        {:asked, %{position: %{moves: ~w(h8)}}} -> :ok
        {:focused, _handle, ~w(h8)} -> :ok
      after
        Wait.patience() -> flunk("nothing looks at this position")
      end
    end

    test "stops when the page is hidden, and goes on when it is seen again", %{conn: conn} do
      {view, %{handle: handle} = search} = searching(conn)
      progress(search)
      render(view)
      render_hook(view, "away", %{away: true})
      # Its tree is kept.
      assert_receive {:finished, ^handle}
      refute_received {:asked, _search}
      render_click(view, "walk", %{to: "back"})
      refute_received {:asked, _search}
      render_hook(view, "away", %{away: false})
      assert_receive {:asked, %{position: %{moves: ~w(h8)}, tree: tree}}
      assert tree == search.tree
      # What the first one still says is not about this position.
      progress(search)
      assert lines(view) == []
    end

    test "that has not begun is cancelled instead", %{conn: conn} do
      {view, %{handle: handle} = search} = searching(conn)
      EngineDouble.wait(search, 3)
      render(view)
      render_hook(view, "away", %{away: true})
      assert_receive {:cancelled, ^handle}
    end

    test "can be switched off and on", %{conn: conn} do
      {view, %{handle: handle}} = searching(conn)
      view |> element("#engine-switch[aria-checked=true]") |> render_click()
      assert_receive {:cancelled, ^handle}
      assert text(view, "#verdict") == "The engine is off."
      refute has_element?(view, ".lines")
      view |> element("#engine-switch[aria-checked=false]") |> render_click()
      assert_receive {:asked, _search}
    end

    test "stops where the game is over", %{conn: conn} do
      view = open(conn, "/analysis/gomoku?moves=a1+b1+a2+b2+a3+b3+a4+b4")
      assert_receive {:asked, %{handle: handle} = search}
      progress(search)
      render(view)
      render_hook(view, "move", %{seq: 1, move: "a5"})
      assert_receive {:finished, ^handle}
      assert text(view, "#verdict") == "The game is over."
      render_click(view, "walk", %{to: "back"})
      assert_receive {:asked, _search}
    end

    test "ends with the page", %{conn: conn} do
      {view, search} = searching(conn)
      monitor = Process.monitor(search.handle.pid)
      GenServer.stop(view.pid)
      assert_receive {:DOWN, ^monitor, :process, _pid, _reason}
    end
  end

  describe "what it has found" do
    test "is shown as values of both sides, lines and heat", %{conn: conn} do
      {view, search} = searching(conn)
      assert text(view, "#verdict") == "…"
      progress(search)
      assert text(view, "#verdict .value-words") == "Black 60% Draw 10% White 30%"
      assert text(view, ".search-figures") == "1,234 playouts"
      assert lines(view) == ["65% 900 visits", "65% 900 visits"]
      assert moves(view) == [~w(j8 j9 g7), ~w(g7 g8)]
      assert has_element?(view, ~s(.lines[aria-label="Best moves for Black"]))
      assert heat(view) == ["j8=900 g7=100"]
    end

    test "has the values of the sides also if the second one is to move", %{conn: conn} do
      {view, search} = searching(conn)
      render_click(view, "walk", %{to: "back"})
      progress(search)
      assert text(view, "#verdict .value-words") == "Black 30% Draw 10% White 60%"
      assert has_element?(view, ~s(.lines[aria-label="Best moves for White"]))
    end

    test "says what is proven, and how far away the end is", %{conn: conn} do
      {view, search} = searching(conn)

      for {proof, line, words, value} <- [
            {%{result: :win, plies: 5}, %{result: :win, plies: 5},
             "Proven: Black wins within 5 moves.", "Win in 5"},
            {%{result: :win, plies: 1}, %{result: :win, plies: 1},
             "Proven: Black wins in 1 move.", "Win in 1"},
            {%{result: :loss, plies: nil}, %{result: :loss, plies: nil}, "Proven: White wins.",
             "Loss"},
            {%{result: :draw, plies: nil}, %{result: :draw, plies: nil},
             "Proven: a draw with best play.", "Draw"}
          ] do
        progress(search, %{proof: proof, lines: [line("j8", ~w(j8), %{proof: line})]})
        send(view.pid, {:update, timer(view)})
        assert text(view, "#verdict .value-words") == words
        assert has_element?(view, "#verdict [role=status]", words)
        assert [line] = lines(view)
        assert String.starts_with?(line, value <> " ")
      end
    end

    test "has a depth, and positions instead of playouts, for players that search so", %{
      conn: conn
    } do
      {view, search} = searching(conn)
      progress(search, %{playouts: 0, nodes: 12_345, depth: 7})
      assert text(view, ".search-figures") == "depth 7, 12,345 positions"
    end

    test "is updated twice a second at most", %{conn: conn} do
      {view, search} = searching(conn)
      progress(search)
      assert text(view, ".search-figures") == "1,234 playouts"

      for playouts <- 2_000..2_100, do: progress(search, %{playouts: playouts})
      # Only the last one counts, once the time has come.
      assert text(view, ".search-figures") == "1,234 playouts"
      assert timer(view) != nil
      send(view.pid, {:update, make_ref()})
      assert text(view, ".search-figures") == "1,234 playouts"
      assert Wait.until(fn -> text(view, ".search-figures") == "2,100 playouts" end)
    end

    test "is forgotten with the position", %{conn: conn} do
      {view, search} = searching(conn)
      progress(search)
      assert lines(view) != []
      progress(search, %{playouts: 5_000})
      render_click(view, "walk", %{to: "back"})
      assert lines(view) == []
      assert heat(view) == []
      # Not even the update that was due.
      if timer(view), do: send(view.pid, {:update, timer(view)})
      assert lines(view) == []
    end

    test "is kept while the page is hidden", %{conn: conn} do
      {view, search} = searching(conn)
      progress(search)
      render(view)
      render_hook(view, "away", %{away: true})
      assert text(view, "#verdict .value-words") == "Black 60% Draw 10% White 30%"
    end
  end

  defp timer(view), do: :sys.get_state(view.pid, :infinity).socket.private.search.timer

  describe "a line" do
    test "can be stepped through, and becomes a variation", %{conn: conn} do
      {view, search} = searching(conn)
      progress(search)
      press(view, 0, 2)
      assert_patch(view, "/analysis/gomoku?moves=h8+h9+j8+j9")
      assert has_element?(view, "#move-list [aria-current]", "j9")
      handle = search.handle
      assert_receive {:focused, ^handle, ~w(h8 h9 j8 j9)}
    end

    test "that was pressed before the next update is played as it was", %{conn: conn} do
      {view, search} = searching(conn)
      progress(search)
      render(view)
      render_hook(view, "line", %{seq: 1, moves: ~w(g7)})
      assert_patch(view, "/analysis/gomoku?moves=h8+h9+g7")
    end

    test "of another position is stale", %{conn: conn} do
      {view, _search} = searching(conn)
      render_click(view, "walk", %{to: "back"})
      render_hook(view, "line", %{seq: 1, moves: ~w(j8)})
      assert has_element?(view, "#notices", "The board has changed. Please look again.")
    end
  end

  describe "the end of a search" do
    test "by its limits can be followed by another one", %{conn: conn} do
      {view, search} = searching(conn)
      done(search, {:ok, choice(%{seconds: 300.0})})
      assert text(view, ".search-state") == "Stopped after five minutes."
      # What it has found stays.
      assert length(lines(view)) == 2
      view |> element("#go-on", "Go on") |> render_click()
      assert_receive {:asked, %{position: %{moves: ~w(h8 h9)}, tree: tree}}
      assert tree == search.tree
      refute has_element?(view, "#go-on")
      # A second press changes nothing.
      render_click(view, "go_on", %{})
      refute_received {:asked, _search}
    end

    test "with nothing left to find out is the end", %{conn: conn} do
      {view, search} = searching(conn)
      done(search, {:ok, choice(%{seconds: 300.0, proof: %{result: :win, plies: 3}})})
      assert text(view, "#verdict .value-words") == "Proven: Black wins within 3 moves."
      refute has_element?(view, "#go-on")
      render_click(view, "walk", %{to: "back"})
      assert_receive {:asked, _search}
    end

    test "of a player that needs no time is the end too", %{conn: conn} do
      {view, search} = searching(conn)
      done(search, {:ok, choice(%{seconds: 0.001, playouts: 0, nodes: 0})})
      refute has_element?(view, "#go-on")
      assert text(view, "#verdict .value-words") == "Black 60% Draw 10% White 30%"
    end

    test "of a player that only chooses a move says so", %{conn: conn} do
      {view, search} = searching(conn)
      unknown = %{win: 0.0, draw: 1.0, loss: 0.0}
      line = line("j8", ~w(j8), %{value: 0.0, visits: 0})
      found = %{seconds: 0.001, playouts: 0, nodes: 0, estimate: unknown, visits: %{}}
      done(search, {:ok, choice(Map.put(found, :lines, [line]))})
      refute has_element?(view, "#go-on")
      assert text(view, "#verdict .value-words") == "This player makes no estimate."
      assert [move] = lines(view)
      refute move =~ "%"
    end

    test "by a second failure is told, and it can be tried again", %{conn: conn} do
      {view, search} = searching(conn)
      done(search, {:error, Error.new(:internal, "crashed", "the search crashed")})
      assert_receive {:asked, %{position: %{moves: ~w(h8 h9)}} = search}
      assert text(view, ".search-state") == ""
      # The end of the whole engine, which says nothing.
      EngineDouble.die(search)
      assert Wait.until(fn -> has_element?(view, "#go-on", "Try again") end)
      assert has_element?(view, ".search-state", "The engine didn't respond.")
      view |> element("#go-on") |> render_click()
      assert_receive {:asked, _search}
    end
  end

  test "a busy engine is asked again, about the position that is shown then", %{conn: conn} do
    busy = Error.new(:busy, "busy", "too many searches", %{limit: 7})
    EngineDouble.refuse(busy)
    view = open(conn)
    assert text(view, ".search-state") == "Waiting, place 8"
    render_click(view, "walk", %{to: "back"})
    assert text(view, ".search-state") == "Waiting, place 8"
    EngineDouble.refuse([])
    assert_receive {:asked, %{position: %{moves: ~w(h8)}}}
    assert text(view, ".search-state") == ""
  end

  test "a page that is hidden doesn't wait for a busy engine", %{conn: conn} do
    EngineDouble.refuse(Error.new(:busy, "busy", "too many searches", %{limit: 7}))
    view = open(conn)
    render_hook(view, "away", %{away: true})
    %{client: client} = :sys.get_state(view.pid, :infinity).socket.private.search
    assert client == nil
    EngineDouble.refuse([])
    render_hook(view, "away", %{away: false})
    assert_receive {:asked, _search}
  end

  test "a search that waits says its place", %{conn: conn} do
    {view, search} = searching(conn)
    EngineDouble.wait(search, 3)
    assert text(view, ".search-state") == "Waiting, place 3"
    # Walking about does not change that.
    render_click(view, "walk", %{to: "back"})
    assert text(view, ".search-state") == "Waiting, place 3"
    progress(search)
    assert text(view, ".search-state") == ""
  end

  describe "the choices" do
    defp choose(view, fields), do: view |> element("#engine-choices") |> render_change(fields)

    test "are any player of the site, and from one to five lines", %{conn: conn} do
      {view, %{handle: first}} = searching(conn)
      choose(view, %{player: "sparrow", lines: "5", heat: "on"})
      assert_receive {:cancelled, ^first}
      assert_receive {:asked, %{lines: 5, player: player}}
      assert {:ok, ^player} = Playout.limit_player(:gomoku, "level:n=1", ms: 300_000, memory: 64)
      choose(view, %{player: "minimax", lines: "1", heat: "on"})
      assert_receive {:asked, %{lines: 1, player: "minimax:ms=300000,memory=64"}}
    end

    test "can be typed, and what is wrong is told", %{conn: conn} do
      {view, %{handle: first}} = searching(conn)
      choose(view, %{player: "text", lines: "3", heat: "on"})
      assert_receive {:cancelled, ^first}
      assert has_element?(view, "#engine-text-error", "Unknown player.")
      refute_received {:asked, _search}
      choose(view, %{player: "text", text: "mcts:c=0.6", lines: "3", heat: "on"})
      refute has_element?(view, "#engine-text-error")
      assert_receive {:asked, %{player: "mcts:ms=300000,memory=64,c=0.6"}}
      choose(view, %{player: "text", text: "mcts:nonsense=1", lines: "3", heat: "on"})
      assert has_element?(view, "#engine-text-error", "Unknown setting")
    end

    test "the heat can be left out, without another search", %{conn: conn} do
      {view, search} = searching(conn)
      progress(search)
      assert heat(view) == ["j8=900 g7=100"]
      # A checkbox that is not checked sends nothing.
      render_change(view, "engine", %{player: "owl", lines: "3"})
      assert heat(view) == []
      refute_received {:cancelled, _search}
    end

    test "are kept by the browser", %{conn: conn} do
      {view, _search} = searching(conn)
      choose(view, %{player: "fox", lines: "2"})

      engine =
        view
        |> element(~s(#kept [name="engine"]))
        |> render()
        |> LazyHTML.from_fragment()
        |> LazyHTML.attribute("value")
        |> hd()

      {:ok, view, _html} = conn |> visiting(me()) |> live("/analysis/gomoku")
      flush()
      render_hook(view, "recall", %{engine: engine})
      assert_receive {:asked, %{lines: 2, player: player}}
      fox = Enum.find(Playout.levels(:gomoku), &(&1.name == "fox"))
      assert {:ok, ^player} = Playout.limit_player(:gomoku, fox.spec, ms: 300_000, memory: 64)
      assert has_element?(view, ~s(#engine-player option[value=fox][selected]))
    end

    test "off stays off at the next visit", %{conn: conn} do
      {:ok, view, _html} = conn |> visiting(me()) |> live("/analysis/gomoku")
      render_hook(view, "recall", %{engine: Jason.encode!(%{"on?" => false})})
      assert has_element?(view, "#engine-switch[aria-checked=false]")
      refute_received {:asked, _search}
    end

    test "that do not exist are ignored", %{conn: conn} do
      {view, %{player: player}} = searching(conn)

      for fields <- [
            %{player: "dragon", lines: "9"},
            %{player: "", lines: ""},
            %{player: [], lines: %{}},
            %{text: String.duplicate("a", 401)},
            %{lines: "3x"}
          ] do
        render_change(view, "engine", Map.merge(%{player: "owl", lines: "3"}, fields))
        refute_received {:asked, _search}
      end

      for kept <- [
            "nonsense",
            "[]",
            ~s({"player":7,"lines":"2","on?":"no","heat?":1,"text":null})
          ] do
        {:ok, view, _html} = conn |> visiting(me()) |> live("/analysis/gomoku")
        render_hook(view, "recall", %{engine: kept})
        assert_receive {:asked, %{player: ^player, lines: 3}}
        assert has_element?(view, "#engine-switch[aria-checked=true]")
      end
    end
  end

  @tag engine: :real
  test "a real search finds lines in every game, and looks wherever one goes", %{conn: conn} do
    for game <- Playout.games() do
      view = open(conn, "/analysis/#{game}")
      assert Wait.until(fn -> lines(view) != [] end)
      press(view, 0, 1)
      [move] = :sys.get_state(view.pid, :infinity).socket.assigns.analysis.path
      # Never those of the position before, which begin with moves that are not legal here.
      assert Wait.until(fn -> lines(view) != [] end)
      legal = Playout.legal_moves!(%{Analysis.start(game) | moves: [move]})
      [best | _] = :sys.get_state(view.pid, :infinity).socket.assigns.findings.lines
      assert hd(best.moves) in legal
      go(view, [])
      assert Wait.until(fn -> lines(view) != [] end)
      view |> element("#engine-switch") |> render_click()
    end
  end

  @tag engine: :real
  test "players without an estimate say so in every game", %{conn: conn} do
    for game <- Playout.games(), player <- ~w(random careful) do
      view = open(conn, "/analysis/#{game}")
      render_change(view, "engine", %{"player" => player})

      no_estimate? = fn ->
        text(view, "#verdict .value-words") == "This player makes no estimate."
      end

      assert Wait.until(no_estimate?)
      refute Enum.any?(lines(view), &(&1 =~ "%"))
      refute has_element?(view, "#go-on")
    end
  end

  test "a player that doesn't play what is analysed now makes room for the default", %{conn: conn} do
    Env.put(:table, {:animal_shogi, :ready})
    view = open(conn, "/analysis/animal_shogi")
    assert_receive {:asked, %{player: "perfect" <> _limits}}
    assert has_element?(view, "#engine-player option[value=perfect][selected]")

    text = ~s([Game "animal_shogi"]\n[Variant "quick-try"]\n\n1. 2c2b *)
    PlayoutWeb.Test.AnalysisPage.import_text(view, text)
    assert_receive {:asked, %{player: player}}
    refute player =~ "perfect"
    assert has_element?(view, "#engine-player option[value=owl][selected]")
  end
end
