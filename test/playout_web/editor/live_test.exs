defmodule PlayoutWeb.Editor.LiveTest do
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias PlayoutWeb.NotFoundError

  defp open(conn, game, params \\ []) do
    {:ok, view, _html} = live(conn, ~p"/edit/#{game}?#{params}")
    view
  end

  defp press(view, step), do: render_hook(view, "press", %{"step" => step})
  defp tool(view, tool), do: view |> element("#tool-#{tool}") |> render_click()
  defp text(view), do: view |> element("#editor-text-field") |> render() |> attribute("value")
  defp verdict(view), do: view |> element("#verdict") |> render()

  defp attribute(html, name),
    do: html |> LazyHTML.from_fragment() |> LazyHTML.attribute(name) |> hd()

  test "a position is set up, refused with its place, and put right", %{conn: conn} do
    view = open(conn, :quarto)
    assert verdict(view) =~ "Possible"
    tool(view, "8")
    press(view, "c3")
    assert verdict(view) =~ "there must be a piece to place"
    assert has_element?(view, "#hand-first.is-wrong")
    refute has_element?(view, "#editor-play")
    assert has_element?(view, "#editor-play-closed[aria-disabled=true]")
    tool(view, "11")
    view |> element("#hold-first") |> render_click()
    assert verdict(view) =~ "Possible. To move: First player"
    assert text(view) == "..../..7./..../.... A"
    assert_patch(view, ~p"/edit/quarto?#{[position: "..../..7./..../.... A"]}")
    assert view |> element("#editor-play") |> render() =~ "/play/quarto?position="

    assert view |> element("#editor-analyse") |> render() |> attribute("href") ==
             "/analysis/quarto?" <> URI.encode_query(position: "..../..7./..../.... A")
  end

  test "the refusal marks the cell on the board", %{conn: conn} do
    view = open(conn, :animal_shogi, position: "rkb/1p1/RP1/BKR b -")
    assert verdict(view) =~ "the giraffe on 1d is too many"
    assert has_element?(view, "#cell-1d.is-marked")
    tool(view, "eraser")
    press(view, "1d")
    refute has_element?(view, ".is-marked")
    assert verdict(view) =~ "Possible"
  end

  test "roots", %{conn: conn} do
    view = open(conn, :separo, position: "5 r - -")
    tool(view, "first")
    press(view, "a5")
    assert has_element?(view, "#point-a5.is-marked")
    assert render(view) =~ "From a5: press the other end"
    press(view, "b4")
    assert verdict(view) =~ "Red needs as many diagonal roots as straight ones"
    press(view, "c4")
    assert text(view) == "5 r a5b4,b4c4 -"
    assert verdict(view) =~ "Possible"
  end

  test "options, undo, clear and the start", %{conn: conn} do
    view = open(conn, :gomoku)
    form = element(view, "#editor-options")
    render_change(form, %{"size" => "9", "variant" => "standard", "opening" => "swap2"})
    assert text(view) == "9/9/9/9/9/9/9/9/9 x standard+swap2"
    press(view, "e5")
    assert verdict(view) =~ "To move"
    view |> element("#editor-clear") |> render_click()
    assert text(view) == "9/9/9/9/9/9/9/9/9 x standard+swap2"
    view |> element("#editor-undo") |> render_click()
    assert text(view) =~ "4x4"
    render_change(form, %{"opening" => "swapped"})
    assert has_element?(view, ".field.is-wrong #editor-opening")
    view |> element("#editor-start") |> render_click()
    assert text(view) == "9/9/9/9/9/9/9/9/9 x standard"
  end

  test "the side to move can be chosen where it doesn't follow from the pieces", %{conn: conn} do
    view = open(conn, :separo)
    view |> element("#editor-options") |> render_change(%{"side" => "second"})
    assert text(view) == "9 b - -"

    for game <- [:quarto, :gomoku] do
      refute has_element?(open(conn, game), "#editor-options [name=side]")
    end
  end

  test "the address holds any setup, and says where it can't be read", %{conn: conn} do
    view = open(conn, :gomoku, position: "5/5/2o2/5/5 o freestyle")
    assert text(view) == "5/5/2o2/5/5 o freestyle"
    assert verdict(view) =~ "The stone on c3 is one too many"
    assert has_element?(view, "#editor-undo[aria-disabled=true]")

    view = open(conn, :gomoku, position: "5/5/2y2/5/5 o freestyle")
    assert verdict(view) =~ "This text is not a position of Gomoku (see character 6)."
    assert text(view) == Playout.new!(:gomoku).start

    for position <- ["", String.duplicate("a", 7_000), "🦁", "5 r - -"] do
      assert view |> render_patch(~p"/edit/gomoku?#{[position: position]}") =~ "is-refused"
      assert text(view) == Playout.new!(:gomoku).start
    end

    assert verdict(open(conn, :gomoku, position: ["a", "b"])) =~ "Something went wrong"
  end

  test "a text can be typed", %{conn: conn} do
    view = open(conn, :quarto)
    form = element(view, "#editor-text")
    render_submit(form, %{"text" => " 7.../..../..../.... A "})
    assert text(view) == "7.../..../..../.... A"
    assert render_submit(form, %{"text" => "7.../..../..../.... X"}) =~ "see character 21"
    assert text(view) == "7.../..../..../.... A"
  end

  test "there is no editor for other games", %{conn: conn} do
    assert_raise NotFoundError, fn -> get(conn, "/edit/chess") end
    assert_raise NotFoundError, fn -> get(conn, "/edit/tic_tac_toe") end
  end

  test "forged events change nothing", %{conn: conn} do
    for game <- Playout.games() do
      view = open(conn, game)
      before = text(view)

      for {event, params} <- [
            {"press", %{"step" => "z99"}},
            {"press", %{"step" => nil}},
            {"press", %{"step" => ["a1"]}},
            {"press", %{"step" => String.duplicate("a", 100_000)}},
            {"press", %{}},
            {"tool", %{"tool" => "99"}},
            {"tool", %{"tool" => %{}}},
            {"hold", %{"side" => "third"}},
            {"hold", %{"side" => nil}},
            {"release", %{"side" => "first", "piece" => "dragon"}},
            {"release", %{"side" => "first", "piece" => nil}},
            {"options", %{"size" => "1000000", "variant" => "none", "side" => 7}},
            {"options", %{"size" => %{"a" => 1}}},
            {"options", %{}},
            {"undo", %{}},
            {"read", %{"text" => 7}},
            {"read", %{"text" => String.duplicate("x", 100_000)}},
            {"read", %{"text" => <<0xFF>> |> :unicode.characters_to_binary(:latin1)}},
            {"drop_table", %{}}
          ] do
        render_hook(view, event, params)
        assert text(view) == before, "#{game}: #{event} #{inspect(params, limit: 5)}"
      end
    end
  end

  describe "a match from a position" do
    defp start(conn, fields), do: post(conn, ~p"/matches", fields)

    defp match(conn) do
      "/m/" <> id = redirected_to(conn, 303)
      {:ok, state} = Matches.get(id)
      state
    end

    test "the form shows the position and starts the match there", %{conn: conn} do
      position = "rkb/1P1/3/BKR w P"
      conn = visiting(conn, me())
      {:ok, view, html} = live(conn, ~p"/play/animal_shogi?#{[position: position]}")
      assert html =~ "The match starts from this position."
      refute has_element?(view, "[name=variant]")
      view |> form("form.choices") |> render_change(%{"opponent" => "here"})
      assert has_element?(view, ~s(input[name=position][value="#{position}"]))

      fields = %{"game" => "animal_shogi", "position" => position, "opponent" => "engine"}
      state = conn |> start(fields) |> match()
      assert {state.start, state.moves, state.variant} == {position, [], :standard}
      # Whoever goes first moves next: here Moon.
      assert state.seats.second == {:person, me()}
      assert {:ok, again} = Matches.rematch(me(), state.id)
      assert {:ok, %{start: ^position}} = Matches.get(again)
    end

    test "the page of the match says so", %{conn: conn} do
      note = "This match started from a position that was set up."
      conn = visiting(conn, me())
      fields = %{"game" => "gomoku", "opponent" => "here"}

      {:ok, view, html} =
        conn
        |> start(Map.put(fields, "position", "5/5/2x2/5/5 o standard"))
        |> redirected_to(303)
        |> then(&live(conn, &1))

      assert html =~ note

      assert has_element?(
               view,
               ".top-title",
               "Gomoku · Exactly five in a row wins · from a position"
             )

      for options <- [%{"opening" => "swap2", "size" => "19"}, %{}] do
        {:ok, view, html} =
          conn
          |> start(Map.put(fields, "options", options))
          |> redirected_to(303)
          |> then(&live(conn, &1))

        refute html =~ note
        refute has_element?(view, ".top-title", "from a position")
      end
    end

    test "the position decides the rules and the board", %{conn: conn} do
      fields = %{
        "game" => "gomoku",
        "position" => "5/5/2x2/5/5 o standard",
        "variant" => "freestyle",
        "options" => %{"size" => "19"},
        "opponent" => "here"
      }

      state = conn |> start(fields) |> match()
      assert {state.start, state.variant} == {"5/5/2x2/5/5 o standard", :standard}
    end

    test "a position with an opening that isn't over is played to its end", %{conn: conn} do
      fields = %{"game" => "gomoku", "opponent" => "here"}
      text = "5/5/xox2/5/5 o freestyle+swap2"
      state = conn |> start(Map.put(fields, "position", text)) |> match()
      assert state.start == text
      assert state.snapshot.moves =~ "black"
    end

    test "is refused for text that is no position, and for a finished game", %{conn: conn} do
      for {position, words} <- [
            {"0123/..../..../.... -", "The game is already over in this position."},
            {"0..0/..../..../.... 1", "The position to start from isn&#39;t possible"},
            {"5 r - -", "The position to start from isn&#39;t possible"},
            {String.duplicate("7", 6_001), "Something went wrong."}
          ] do
        fields = %{"game" => "quarto", "position" => position}
        assert conn |> start(fields) |> html_response(422) =~ words
      end

      # None at all.
      for position <- ["", ["a"], %{"a" => "b"}] do
        fields = %{"game" => "quarto", "position" => position, "opponent" => "here"}
        state = conn |> start(fields) |> match()
        assert state.start == Playout.new!(:quarto).start
      end
    end

    test "the engine refuses what a form can't send" do
      request = request(position: "7.../..../..../.... A")
      assert {:ok, _id} = Matches.create(me(), request)

      for changes <- [
            [position: 7],
            [position: "squares 7.../..../..../.... A"],
            [options: [variant: :standard]]
          ] do
        assert Matches.create(me(), Map.merge(request, Map.new(changes))) ==
                 {:error, :malformed}
      end
    end
  end
end
