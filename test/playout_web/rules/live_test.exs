defmodule PlayoutWeb.Rules.LiveTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Rules

  defp document(conn, path),
    do: conn |> get(path) |> html_response(200) |> LazyHTML.from_document()

  defp texts(html, selector), do: html |> LazyHTML.query(selector) |> Enum.map(&LazyHTML.text/1)

  test "every game has rules that name the game and link to what comes next", %{conn: conn} do
    for game <- Playout.games() do
      assert Rules.find(to_string(game)) == {:ok, game}
      html = document(conn, ~p"/rules/#{game}")
      assert [_] = texts(html, "h1")
      assert html |> LazyHTML.query("main") |> Enum.count() == 1
      links = html |> LazyHTML.query("main a") |> LazyHTML.attribute("href")
      assert html |> LazyHTML.query("main form[action='/matches']") |> Enum.count() == 2

      assert html |> LazyHTML.query("main form input[name=game]") |> LazyHTML.attribute("value") ==
               List.duplicate(to_string(game), 2)

      assert "/learn/#{game}" in links
      assert Enum.count(links, &(&1 == "/analysis/#{game}")) == 1
    end
  end

  test "rules begin with the start position, and have a jump link to every part", %{conn: conn} do
    for game <- Playout.games() do
      html = document(conn, ~p"/rules/#{game}")
      start = Playout.diagram!(Playout.new!(game))
      drawn = render_component(&Boards.board/1, game: game, diagram: start)

      label = fn html ->
        html |> LazyHTML.query("svg.board") |> LazyHTML.attribute("aria-label")
      end

      assert hd(label.(html)) == hd(label.(LazyHTML.from_fragment(drawn)))
      assert [_ | _] = texts(html, ".rules-head figcaption")

      jumps = LazyHTML.query(html, ".jumps a")
      parts = LazyHTML.query(html, "section.rules-part[tabindex='-1']")
      assert Enum.count(parts) > 4

      assert LazyHTML.attribute(jumps, "href") ==
               Enum.map(LazyHTML.attribute(parts, "id"), &"##{&1}")

      assert texts(html, ".jumps a") == texts(html, "section.rules-part > h2")
    end
  end

  test "rules link back to the visitor's match and to no other page", %{conn: conn} do
    choices = %{
      game: :quarto,
      variant: :standard,
      players: %{first: :me, second: :me},
      toss: false
    }

    {:ok, match} = Matches.create("somebody", choices)
    back = fn path -> document(conn, path) |> LazyHTML.query("main a[href^='/m/']") end

    html = document(conn, ~p"/m/#{match}")
    rules = ~p"/rules/quarto?#{[match: match]}"

    [link] =
      html |> LazyHTML.query(".top-links a") |> Enum.filter(&(LazyHTML.text(&1) =~ "Rules"))

    assert LazyHTML.attribute(link, "href") == [rules]
    assert LazyHTML.attribute(link, "aria-label") == ["Rules of Quarto"]

    assert Enum.uniq(LazyHTML.attribute(back.(rules), "href")) == [~p"/m/#{match}"]
    {:ok, view, _html} = live(conn, rules)
    assert has_element?(view, "a[href='/m/#{match}']", "Back to the match")
    # During a match, it may be unfair to ask an engine.
    refute has_element?(view, "#to-analysis")

    for path <- [
          "/rules/quarto",
          "/rules/gomoku?match=#{match}",
          "/rules/quarto?match=#{match}x",
          "/rules/quarto?match=",
          "/rules/quarto?match=//elsewhere.example",
          "/rules/quarto?match[]=#{match}",
          "/rules/quarto?match=#{String.duplicate("a", 22)}"
        ] do
      assert Enum.empty?(back.(path)), path
    end
  end

  test "an unknown game is not found", %{conn: conn} do
    for name <- ~w(chess Quarto quarto%00 Elixir.Playout) do
      assert_error_sent 404, fn -> get(conn, "/rules/" <> name) end
      assert_error_sent 404, fn -> get(conn, "/learn/" <> name) end
    end
  end

  test "made-up events change nothing", %{conn: conn} do
    {:ok, view, html} = live(conn, ~p"/rules/quarto")
    render_hook(view, "move", %{move: "c3-A", seq: 1})
    assert LazyHTML.text(LazyHTML.from_fragment(render(view))) =~ "How to play Quarto"
    assert html =~ "How to play Quarto"
  end

  describe "Quarto's rules, without JavaScript" do
    setup %{conn: conn}, do: %{html: document(conn, ~p"/rules/quarto")}

    test "show a line for each attribute, a square and a draw", %{html: html} do
      captions = html |> texts("figcaption") |> Enum.map(&String.trim/1)

      for attribute <- ~w(tall light round hollow) do
        assert "Four #{attribute} pieces in a row." in captions
      end

      assert "Four dark pieces in a square." in captions
      assert "The board is full." in captions
    end

    test "highlight the four winning cells in rows, columns and diagonals", %{html: html} do
      lines =
        for figure <- LazyHTML.query(html, ".diagram .board:has(.is-winning)") do
          figure |> LazyHTML.query(".cell.is-winning") |> Enum.count()
        end

      assert lines == [4, 4, 4, 4, 4]
    end

    test "describe every picture", %{html: html} do
      boards = LazyHTML.query(html, "svg.board")
      assert Enum.count(boards) >= 8
      labels = LazyHTML.attribute(boards, "aria-label")
      assert length(labels) == Enum.count(boards)
      assert hd(labels) == "Quarto board, empty"
      assert Enum.all?(tl(labels), &(&1 =~ ~r/^Quarto board: [a-d][1-4], /))
    end

    test "show each piece once in the table, with its digit", %{html: html} do
      cells = LazyHTML.query(html, ".all-pieces td code")
      digits = Enum.map(cells, &LazyHTML.text/1)
      drawn = html |> LazyHTML.query(".all-pieces td use") |> LazyHTML.attribute("href")
      assert Enum.sort(digits) == ~w(0 1 2 3 4 5 6 7 8 9 A B C D E F)
      assert drawn == Enum.map(digits, &"#quarto-#{&1}")
    end

    test "explain how moves are written", %{html: html} do
      assert texts(html, ".notation tbody code") == ["-7", "c2-E", "b1"]
      assert [hand_over, place, last] = texts(html, ".notation td")
      assert hand_over == "Gave the short dark square hollow piece."
      assert place =~ "Placed the piece on c2, gave the"
      assert last == "Placed the piece on b1."
    end

    test "use no id twice", %{html: html} do
      ids = html |> LazyHTML.query("[id]") |> LazyHTML.attribute("id")
      assert ids -- Enum.uniq(ids) == []
    end
  end

  describe "SEPARO's rules" do
    setup %{conn: conn}, do: %{html: document(conn, ~p"/rules/separo")}

    test "show the possible moves, and how a game ends", %{html: html} do
      assert html |> LazyHTML.query(".diagram .guide") |> Enum.count() > 0

      captions =
        html |> texts("figcaption") |> Enum.map(&(&1 |> String.split() |> Enum.join(" ")))

      assert "Grew a5 → b4 → c4." in captions
      assert "Red 1, Blue 1." in captions
      assert "Red 2, Blue 1. The bottom left corner is too small to count." in captions
      assert "8 regions to 7." in captions
    end

    # Checks with the engine what the captions say about points.
    test "have captions that are true" do
      describe = &Playout.describe!(Playout.new!(:separo, position: &1))

      firsts =
        for %{steps: ["b4", over, _]} <- describe.("5 r a5b4,b4c4 a1b2,b2b3").moves, do: over

      assert Enum.uniq(firsts) == ["a3"]
      assert describe.("5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2").pass == "--"
    end

    test "show how moves and passes are written", %{html: html} do
      assert html |> texts(".notation code") |> Enum.map(&String.trim/1) == ["a5-b4-c4", "--"]
    end
  end
end
