defmodule PlayoutWeb.Analysis.LiveTest do
  # The moves of an analysis; engine_search_test.exs has its engine, record_dialog_test.exs
  # its record as text, and kept_test.exs what the browser keeps of it.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  import PlayoutWeb.Test.AnalysisPage

  alias Playout.Record
  alias PlayoutWeb.Analysis

  describe "the address" do
    test "says what position is shown", %{conn: conn} do
      view = gomoku(conn)
      assert shown(view) == ~w(h8 h9 j8 j9)
      assert listed(view) == [~w(h8 h9 j8 j9)]
      assert has_element?(view, "#strip-you.is-to-move", "Black")

      for game <- Playout.games(), variant <- Playout.Game.variants(game) do
        {:ok, view, html} = live(conn, "/analysis/#{game}?variant=#{variant}")
        assert html =~ "Analysis ·"
        assert has_element?(view, "#strip-you.is-prompted")
      end
    end

    test "follows the moves, in the same entry of the history", %{conn: conn} do
      view = gomoku(conn)
      play(view, "g7")
      assert_patch(view, "/analysis/gomoku?moves=h8+h9+j8+j9+g7")
      render_click(view, "walk", %{to: "first"})
      assert_patch(view, "/analysis/gomoku")
    end

    test "with something wrong shows the start, and says what is wrong", %{conn: conn} do
      for {query, words} <- [
            {"?moves=h8+h8", "Move 2 in this link isn't possible."},
            {"?variant=chess", "This link names a variant that Gomoku doesn't have."},
            {"?position=nonsense", "The position in this link isn't a position of Gomoku"}
          ] do
        {:ok, view, _html} = live(conn, "/analysis/gomoku" <> query)
        assert [notice] = notice(view)
        assert notice =~ words
        assert shown(view) == []
      end
    end

    test "of a position with the second side to move shows that it goes first", %{conn: conn} do
      view = open(conn, "/analysis/quarto?position=.4../..B./6.../...1 8")
      assert has_element?(view, "#strip-them.is-to-move")
      assert has_element?(view, "#strip-you .status", "Goes second")
      play(view, "a1-0")
      assert has_element?(view, "#strip-you.is-to-move")
      assert has_element?(view, "#strip-them .status", "Goes first")
    end

    test "of an unknown game is not found", %{conn: conn} do
      for game <- ~w(chess Gomoku %00 ..) do
        assert_error_sent(404, fn -> get(conn, "/analysis/#{game}") end)
      end
    end

    test "of a finished game shows how it ended", %{conn: conn} do
      view = gomoku(conn, "?moves=a1+b1+a2+b2+a3+b3+a4+b4+a5")
      assert has_element?(view, "#strip-you.is-headline", "Black wins")
      assert has_element?(view, "#verdict", "The game is over.")
      assert attribute(view, "#analysis", "data-moves") == ""
      refute has_element?(view, "#typed-move")
      render_hook(view, "move", %{seq: seq(view), move: "h8"})
      assert notice(view) == ["The match is over."]
      render_click(view, "walk", %{to: "back"})
      refute has_element?(view, ".is-headline")
    end

    test "may change by a link within the page", %{conn: conn} do
      view = gomoku(conn)
      play(view, "g7")
      before = kept(view, "key")
      render_patch(view, "/analysis/gomoku?moves=a1")
      assert listed(view) == [["a1"]]
      # What the browser has kept of the other analysis stays.
      assert kept(view, "key") != before
    end
  end

  describe "moves" do
    test "are played for both sides, and typed", %{conn: conn} do
      view = gomoku(conn, "")
      view |> play("h8") |> play("h9")
      render_hook(view, "type", %{seq: seq(view), move: " J8 "})
      assert shown(view) == ~w(h8 h9 j8)
      assert has_element?(view, "#strip-them.is-to-move", "White")
    end

    test "of an earlier position become variations", %{conn: conn} do
      view = gomoku(conn)
      go(view, ~w(h8))
      play(view, "g7")
      assert listed(view) == [~w(h8 h9), ~w(g7), ~w(j8 j9)]
      assert shown(view) == ~w(h8 g7)
      assert has_element?(view, "#move-list [aria-current]", "g7")
      # The move that led here is marked too.
      assert has_element?(view, "#move-list .is-led", "h8")
      refute has_element?(view, "#move-list .is-led", "j8")
    end

    test "are refused with a reason, and nothing changes", %{conn: conn} do
      view = gomoku(conn)

      for {move, words} <- [
            {"h8", "That place is already taken."},
            {"z99", "That isn't a move in this game."},
            {"", "That isn't a move in this game."}
          ] do
        render_hook(view, "move", %{seq: seq(view), move: move})
        assert [notice] = notice(view)
        assert notice =~ words
        assert shown(view) == ~w(h8 h9 j8 j9)
      end
    end

    test "for another position are stale", %{conn: conn} do
      view = gomoku(conn)
      before = seq(view)
      play(view, "g7")
      render_hook(view, "move", %{seq: before, move: "g8"})
      assert notice(view) == ["The board has changed. Please look again."]
      assert shown(view) == ~w(h8 h9 j8 j9 g7)
    end

    test "that can't be picked have a reason", %{conn: conn} do
      view = gomoku(conn)
      render_hook(view, "check", %{seq: seq(view), steps: ["h8"]})
      assert_reply(view, %{text: "That place is already taken."})
      render_hook(view, "check", %{seq: 0, steps: ["h8"]})
      assert_reply(view, %{text: nil})
    end

    test "a forced pass is offered and announced", %{conn: conn} do
      start = Playout.new!(:separo, size: 5).start
      moves = "e1-d2-d3 a1-b2-c2 a5-b4-c4 b2-a3-a4 d2-c1-b1 a4-b5-c5"
      view = open(conn, "/analysis/separo?" <> URI.encode_query(position: start, moves: moves))
      assert has_element?(view, "#notices", "Red has no moves and passes.")
      assert has_element?(view, "#announcement", "Red has no moves and passes.")
      assert attribute(view, "#analysis", "data-moves") == ""
      view |> element("#pass") |> render_click()
      assert List.last(shown(view)) == "--"
      refute has_element?(view, "#pass")
    end
  end

  describe "walking" do
    test "goes along the line that is shown", %{conn: conn} do
      view = gomoku(conn)

      for {walk, path} <- [
            {%{to: "back"}, ~w(h8 h9 j8)},
            {%{to: "back", by: 2}, ~w(h8)},
            {%{to: "forward"}, ~w(h8 h9)},
            {%{to: "forward", by: 9}, ~w(h8 h9 j8 j9)},
            {%{to: "first"}, []},
            {%{to: "back"}, []},
            {%{to: "last"}, ~w(h8 h9 j8 j9)},
            {%{to: "last"}, ~w(h8 h9 j8 j9)}
          ] do
        render_click(view, "walk", walk)
        assert shown(view) == path
      end
    end

    test "stays in a variation", %{conn: conn} do
      view = gomoku(conn)
      go(view, ~w(h8))
      view |> play("g7") |> play("g8")
      render_click(view, "walk", %{to: "back"})
      render_click(view, "walk", %{to: "last"})
      assert shown(view) == ~w(h8 g7 g8)
    end

    test "the buttons say where the ends are", %{conn: conn} do
      view = gomoku(conn)

      off = fn ->
        for to <- ~w(first back forward last), do: attribute(view, "#walk-#{to}", "aria-disabled")
      end

      assert off.() == ~w(false false true true)
      view |> element("#walk-first") |> render_click()
      assert off.() == ~w(true true false false)
    end

    test "is announced, once it is the page's own doing", %{conn: conn} do
      html = conn |> get("/analysis/gomoku?moves=h8+h9+j8+j9") |> html_response(200)
      announced = html |> LazyHTML.from_document() |> LazyHTML.query("#announcement")
      assert String.trim(LazyHTML.text(announced)) == ""
      view = gomoku(conn)
      render_click(view, "walk", %{to: "back"})
      assert has_element?(view, "#announcement", "Move 3. Black: Played j8. White to move.")
      render_click(view, "walk", %{to: "first"})
      assert has_element?(view, "#announcement", "The start position. Black to move.")
    end

    test "animates a move without its sound", %{conn: conn} do
      view = gomoku(conn)
      render_click(view, "walk", %{to: "back"})
      assert has_element?(view, "#analysis[data-past]")
      play(view, "g7")
      refute has_element?(view, "#analysis[data-past]")
    end
  end

  describe "variations" do
    setup %{conn: conn} do
      view = gomoku(conn)
      go(view, ~w(h8))
      view |> play("g7") |> play("g8")
      %{view: view}
    end

    test "can be promoted", %{view: view} do
      assert attribute(view, "#promote", "aria-disabled") == "false"
      view |> element("#promote") |> render_click()
      assert listed(view) == [~w(h8 g7), ~w(h9 j8 j9), ~w(g8)]
      assert shown(view) == ~w(h8 g7 g8)
      assert attribute(view, "#promote", "aria-disabled") == "true"
      # A press all the same changes nothing.
      view |> element("#promote") |> render_click()
      assert listed(view) == [~w(h8 g7), ~w(h9 j8 j9), ~w(g8)]
    end

    test "can be deleted, and that undone", %{view: view} do
      before = record(view)
      render_click(view, "walk", %{to: "back"})
      view |> element("#delete") |> render_click()
      assert listed(view) == [~w(h8 h9 j8 j9)]
      assert shown(view) == ~w(h8)
      assert [notice] = notice(view)
      assert notice =~ "Deleted."
      view |> element("#restore") |> render_click()
      assert record(view) == before
      assert shown(view) == ~w(h8 g7)
      assert notice(view) == []
    end

    test "a deletion can't be undone after the next change", %{view: view} do
      view |> element("#delete") |> render_click()
      play(view, "k9")
      refute has_element?(view, "#restore")
      before = record(view)
      render_click(view, "restore", %{})
      assert record(view) == before
    end

    test "can have comments, which are text", %{view: view} do
      view |> element("#commenting") |> render_click()
      text = "<b>sharp</b> & \"good\""
      view |> element("#comment-form") |> render_change(%{comment: text})
      assert {:ok, %{comment: ^text}} = Record.fetch(record(view), ~w(h8 g7 g8))
      assert has_element?(view, "#move-list .comment", text)
      refute has_element?(view, "#move-list b")

      # The comment on the start is above the moves.
      go(view, [])
      view |> element("#comment-form") |> render_change(%{comment: "a start"})
      assert has_element?(view, "#move-list > li:first-child .comment", "a start")
      view |> element("#comment-form") |> render_change(%{comment: " "})
      refute has_element?(view, "#move-list .comment", "a start")
    end

    test "a comment that arrives late is about its own move", %{view: view} do
      here = Analysis.id_of(~w(h8 g7 g8))
      go(view, ~w(h8 h9))
      render_change(view, "comment", %{at: here, comment: "late"})
      assert {:ok, %{comment: "late"}} = Record.fetch(record(view), ~w(h8 g7 g8))
      assert {:ok, %{comment: nil}} = Record.fetch(record(view), ~w(h8 h9))
    end

    test "comments have a limit", %{view: view} do
      long = String.duplicate("a", Record.most_comment() + 1)
      render_change(view, "comment", %{at: Analysis.id_of(~w(h8)), comment: long})
      assert notice(view) == ["A comment can have 500 characters."]
      assert {:ok, %{comment: nil}} = Record.fetch(record(view), ~w(h8))
    end
  end

  test "a new analysis begins where the old one began, which the browser keeps", %{conn: conn} do
    view = open(conn, "/analysis/quarto?variant=squares&moves=-7")
    before = kept(view, "key")
    view |> element("#new-analysis") |> render_click()
    assert_patch(view, "/analysis/quarto?variant=squares")
    assert kept(view, "key") != before
    assert kept(view, "text") == ""
  end

  test "the board can be turned", %{conn: conn} do
    view = open(conn, "/analysis/animal_shogi?moves=2c2b")
    assert has_element?(view, "#strip-you", "Sun")
    view |> element("#turn-board") |> render_click()
    assert has_element?(view, "#strip-you.is-to-move", "Moon")
    assert shown(view) == ["2c2b"]
  end

  test "forged events are refused, and change nothing", %{conn: conn} do
    view = gomoku(conn)
    before = {record(view), shown(view), kept(view, "key")}
    long = String.duplicate("a", 1_000_000)

    events =
      [
        {"nonsense", %{}},
        {"pass", %{}},
        {"recover", ["text"]},
        {"move", %{}},
        {"move", %{seq: "1", move: "g7"}},
        {"move", %{seq: 1, move: 7}},
        {"move", %{seq: 999, move: "g7"}},
        {"type", %{seq: nil, move: nil}},
        {"walk", %{}},
        {"walk", %{to: "away"}},
        {"walk", %{to: "back", by: 0}},
        {"walk", %{to: "forward", by: "1"}},
        {"walk", %{to: "back", by: -1}},
        {"line", %{}},
        {"line", %{moves: ["g7"], seq: 0}},
        {"line", %{moves: ["g7"], seq: "1"}},
        {"line", %{moves: "g7", seq: seq(view)}},
        {"line", %{moves: [], seq: seq(view)}},
        {"line", %{moves: ["h8"], seq: seq(view)}},
        {"line", %{moves: [7], seq: seq(view)}},
        {"line", %{moves: [long], seq: seq(view)}},
        {"line", %{moves: List.duplicate("g7", 101), seq: seq(view)}},
        {"export", %{format: "pdf"}},
        {"export", %{format: nil}},
        {"export", %{}},
        {"import", %{}},
        {"comment", %{comment: "x"}},
        {"comment", %{at: "nowhere", comment: "x"}},
        {"switch", %{on: "maybe"}},
        {"switch", %{}},
        {"away", %{away: "yes"}},
        {"delete", %{}}
      ] ++
        for event <- ~w(go promote delete),
            id <- ["", "nowhere", nil, 7, [], %{}, long],
            do: {event, %{id: id}}

    for {event, params} <- events do
      render_hook(view, event, params)
      assert [_words] = notice(view), "#{event} #{inspect(params, limit: 3)}"
      assert {record(view), shown(view), kept(view, "key")} == before
      send(view.pid, {:forget, :sys.get_state(view.pid, :infinity).socket.assigns.notice})
      assert notice(view) == []
    end
  end

  test "everything is in Japanese too", %{conn: conn} do
    conn = put_req_header(conn, "accept-language", "ja")
    {:ok, view, html} = live(conn, "/analysis/gomoku?moves=h8+h9+j8+j9")
    assert html =~ ~s(lang="ja")
    render_click(view, "walk", %{to: "back"})

    text =
      view
      |> render()
      |> LazyHTML.from_document()
      |> LazyHTML.query("#announcement")
      |> LazyHTML.text()

    assert text =~ ~r/[ぁ-ん]/
  end
end
