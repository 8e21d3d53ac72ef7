defmodule PlayoutWeb.Analysis.RecordDialogTest do
  # The record of an analysis, out and in again as text.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  import PlayoutWeb.Test.AnalysisPage

  alias Playout.Record

  setup %{conn: conn} do
    view = gomoku(conn)
    go(view, ~w(h8))
    play(view, "g7")
    view |> element("#commenting") |> render_click()
    view |> element("#comment-form") |> render_change(%{comment: "<b> {sharp}"})
    %{view: view, record: record(view)}
  end

  defp exported(view, format) do
    render_click(view, "export", %{format: format})

    view
    |> render()
    |> LazyHTML.from_document()
    |> LazyHTML.query("#record-exported")
    |> LazyHTML.text()
    # HTML ignores the first end of a line.
    |> String.trim_leading()
  end

  test "leaves as text, and comes in again as the same", context do
    %{conn: conn, view: view, record: record} = context

    for format <- ~w(pgn sgf) do
      text = exported(view, format)
      other = gomoku(conn, "?moves=a1")
      before = kept(other, "key")
      import_text(other, text)
      assert_push_event(other, "imported", %{opened: true})
      assert record(other) == record
      # From the start, and the one before stays.
      assert shown(other) == []
      assert kept(other, "key") != before
    end
  end

  test "has the formats of its game", %{conn: conn, view: view} do
    refute has_element?(view, ~s(#record-format [value="usi"]))
    shogi = open(conn, "/analysis/animal_shogi?moves=2c2b")
    assert exported(shogi, "usi") =~ "position startpos moves 2c2b"
    render_click(view, "export", %{format: "usi"})
    assert [_notice] = notice(view)
  end

  test "keeps its tags", %{view: view} do
    import_text(view, ~s([Game "gomoku"]\n[First "<Ada>"]\n\n1. h8 {[%clk 0:01:30]} *\n))
    assert_push_event(view, "imported", %{opened: true})
    play(view, "h8")
    play(view, "h9")
    assert %{tags: [{"First", "<Ada>"}]} = record(view)
    assert {:ok, %{clock: 90_000}} = Record.fetch(record(view), ["h8"])
    assert exported(view, "pgn") =~ "<Ada>"
  end

  test "that comes in may be wrong, and the page says where", %{view: view} do
    before = {record(view), shown(view)}
    head = ~s([Game "gomoku"]\n\n)

    for {text, words} <- [
          {head <> "1. h8 h8 *", "Line 3, column 7: That place is already taken."},
          {head <> "1. h8 z99 *", "Line 3, column 7: That isn't a move in this game."},
          {head <> "1. h8 {no end", "Line 3, column 7: What begins here has no end."},
          {head <> "1. h8 (", "Line 3, column"},
          {~s([Game "chess"]\n\n*), "Line 1, column 7: We don't have this game."},
          {~s([First "Ada"]\n\n1. h8 *), "The text doesn't say which game it is"},
          {~s([Game "gomoku"]\n[Variant "x"]\n\n*), "The game has no such variant."},
          {~s([Game "gomoku"]\n[Position "x"]\n\n*), "This isn't a position of the game."},
          {head <> "1. a1 b1 2. a2 b2 3. a3 b3 4. a4 b4 5. a5 b5 *",
           "The game is over before this move."},
          {head <> "{#{String.duplicate("a", 501)}} *", "This is more than a record can have."},
          {"(;GM[4]SZ[15];B[hh];B[ii])", "Line 1, column"},
          {"position startpos moves 2c2b", "This is a record of Animal Shogi."},
          {" ", "Please paste a record here, or choose a file."},
          {head <> "1. h8", "Something is missing here."},
          {"nonsense", "Line 1, column 1: This can't be read."},
          {<<255>>, "This can't be read."},
          {String.duplicate("a", 80_001), "This is too long for an analysis."},
          {nil, "This can't be read."},
          {7, "This can't be read."}
        ] do
      import_text(view, text)
      assert_push_event(view, "imported", %{opened: false})

      problem =
        view
        |> element("#record-problem")
        |> render()
        |> LazyHTML.from_fragment()
        |> LazyHTML.text()

      assert problem =~ words
      assert {record(view), shown(view)} == before
    end

    import_text(view, head <> "1. h8 *")
    assert_push_event(view, "imported", %{opened: true})
    refute has_element?(view, "#record-problem", "This")
  end

  test "of several in a text is the first", %{view: view} do
    one = ~s([Game "gomoku"]\n\n1. a1 *\n\n)
    two = ~s([Game "gomoku"]\n\n1. b1 *\n)
    import_text(view, one <> two)
    assert_push_event(view, "imported", %{opened: true})
    assert listed(view) == [~w(a1)]
    assert notice(view) == ["The text has 2 records. This is the first one."]
  end

  test "without moves is a record too", %{conn: conn} do
    view = gomoku(conn, "")
    assert exported(view, "pgn") =~ ~s([Game "gomoku"])
  end
end
