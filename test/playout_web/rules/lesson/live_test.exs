defmodule PlayoutWeb.Rules.Lesson.LiveTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Test.Env
  alias PlayoutWeb.Rules
  alias PlayoutWeb.Rules.Lesson.Exercise

  @exercises Rules.of(:quarto).lesson()

  defp open(conn, path \\ "/learn/quarto") do
    {:ok, view, _html} = live(conn, path)
    view
  end

  defp data(view, selector, name) do
    [text] =
      view
      |> render()
      |> LazyHTML.from_fragment()
      |> LazyHTML.query(selector)
      |> LazyHTML.attribute("data-#{name}")

    text
  end

  defp seq(view), do: view |> data("#lesson", "seq") |> String.to_integer()
  defp solved(view), do: view |> data("#lesson-progress", "solved") |> Jason.decode!()

  defp play(view, move) do
    render_hook(view, "move", %{seq: seq(view), move: move})
    # An engine may have to look ahead.
    render_async(view)
  end

  defp show(view) do
    view |> element("#show") |> render_click()
    render_async(view)
  end

  defp move(exercise, right?) do
    exercise
    |> Exercise.moves()
    |> Enum.find(&(elem(Exercise.answer(exercise, &1), 1).solved? == right?))
    |> Map.fetch!(:text)
  end

  defp assert_refused(view, event, params) do
    shown = {seq(view), data(view, "#lesson", "moves"), solved(view)}
    render_hook(view, event, params)
    assert has_element?(view, ".notice[role=alert]")
    assert {seq(view), data(view, "#lesson", "moves"), solved(view)} == shown
  end

  test "a complete lesson: solve each exercise, then start a match", %{conn: conn} do
    view = open(conn)

    for {exercise, number} <- Enum.with_index(@exercises, 1) do
      assert has_element?(view, "h2", exercise.title)
      assert has_element?(view, "[aria-current=step]", to_string(number))
      assert has_element?(view, "main.is-your-turn")
      play(view, move(exercise, true))
      assert has_element?(view, "#verdict[role=status] .result", "Right!")
      assert has_element?(view, "#verdict", exercise.moral)
      assert data(view, "#lesson", "moves") == ""
      assert has_element?(view, "nav .is-solved", to_string(number))
      view |> element("#next") |> render_click()
    end

    assert_patched(view, ~p"/learn/quarto/end")
    assert solved(view) == Enum.map(@exercises, & &1.id)
    assert has_element?(view, "main", "You solved every exercise.")
    assert has_element?(view, "form[action='/matches'] button", "Play your first match")
    assert has_element?(view, "form input[name=game][value=quarto]")
  end

  test "a press that does nothing gets a reason, until the position is solved", %{conn: conn} do
    view = open(conn, ~p"/learn/quarto/1")

    check = fn seq ->
      render_hook(view, "check", %{seq: seq, steps: ["b4"]})
      assert_reply(view, %{text: text})
      text
    end

    assert check.(seq(view)) == "That place is already taken."
    assert check.(seq(view) + 1) == nil
    play(view, move(hd(@exercises), true))
    assert check.(seq(view)) == nil
  end

  test "asking a lot gets no more reasons", %{conn: conn} do
    Env.put(:still, true)
    Env.merge(Playout.Matches.Settings, limits: [events: 1])
    view = open(conn, ~p"/learn/quarto/1")

    reasons =
      for _press <- 1..20 do
        render_hook(view, "check", %{seq: seq(view), steps: ["b4"]})
        assert_reply(view, %{text: text})
        text
      end

    assert hd(reasons) == "That place is already taken."
    assert nil in reasons
  end

  test "a wrong move shows what happens, and can be tried again", %{conn: conn} do
    assert Enum.any?(@exercises, &(&1.goal == :hold))

    for {%{goal: :hold} = exercise, number} <- Enum.with_index(@exercises, 1) do
      view = open(conn, ~p"/learn/quarto/#{number}")
      before = data(view, "#lesson", "moves")
      play(view, move(exercise, false))
      assert has_element?(view, "#verdict .result", "That's not it")
      assert has_element?(view, "#verdict", "Your opponent places the piece on")
      assert has_element?(view, ".board .cell.is-winning.is-last")
      refute has_element?(view, "#next")
      assert solved(view) == []

      view |> element("#again") |> render_click()
      refute has_element?(view, ".board .is-winning")
      assert data(view, "#lesson", "moves") == before
      play(view, move(exercise, true))
      assert solved(view) == [exercise.id]
    end
  end

  test "if the learner gives away the win, the board shows how", %{conn: conn} do
    number = Enum.find_index(@exercises, &(&1.goal == :blunder)) + 1
    exercise = Enum.at(@exercises, number - 1)
    view = open(conn, ~p"/learn/quarto/#{number}")
    play(view, move(exercise, false))
    assert has_element?(view, "#verdict", "Your opponent can't win with that piece.")
    view |> element("#again") |> render_click()
    play(view, move(exercise, true))
    assert has_element?(view, "#verdict", "Right!")
    assert has_element?(view, ".board .is-winning")
  end

  describe "after wrong moves" do
    @danger Enum.at(@exercises, 1)

    defp miss(view, times) do
      for _ <- 1..times do
        play(view, move(@danger, false))
        view |> element("#again") |> render_click()
      end
    end

    test "two bring a hint and marks on the board", %{conn: conn} do
      view = open(conn, ~p"/learn/quarto/2")

      marks = fn ->
        view |> render() |> LazyHTML.from_fragment() |> LazyHTML.query(".is-marked")
      end

      miss(view, 1)
      refute has_element?(view, "#verdict", @danger.hint)
      assert Enum.empty?(marks.())

      miss(view, 1)
      assert has_element?(view, "#verdict[role=status] .lesson-hint", @danger.hint)
      assert Enum.count(marks.()) == length(@danger.marks)

      # The hint is only for its exercise.
      view |> element("nav a", "1") |> render_click()
      refute has_element?(view, ".lesson-hint")
      view |> element("nav a", "2") |> render_click()
      assert has_element?(view, ".lesson-hint", @danger.hint)
    end

    test "three offer to show the move, which does not count as solved", %{conn: conn} do
      view = open(conn, ~p"/learn/quarto/2")
      miss(view, 2)
      refute has_element?(view, "#show")
      play(view, move(@danger, false))
      show(view)

      assert has_element?(view, "#verdict .result", "This is the move")
      assert has_element?(view, "#verdict", @danger.moral)
      assert has_element?(view, "#next")
      assert solved(view) == []

      view |> element("#own-try") |> render_click()
      assert has_element?(view, "#show")
      play(view, move(@danger, true))
      assert solved(view) == ["danger"]
    end

    test "before that, the move cannot be requested", %{conn: conn} do
      view = open(conn, ~p"/learn/quarto/2")
      miss(view, 2)
      assert_refused(view, "show", %{})

      view = open(conn, ~p"/learn/quarto/end")
      render_hook(view, "show", %{})
      assert has_element?(view, "h2", "Ready to play")
    end
  end

  test "only the first match is called that", %{conn: conn} do
    conn = get(conn, ~p"/learn/gomoku/end")
    assert html_response(conn, 200) =~ "Play your first match"

    conn = conn |> recycle() |> post(~p"/matches", %{game: "gomoku"})
    assert redirected_to(conn, 303) =~ ~r"^/m/"
    html = conn |> recycle() |> get(~p"/learn/gomoku/end") |> html_response(200)
    assert html =~ "Play a match"
    refute html =~ "first match"
  end

  test "once connected, the page announces what to do", %{conn: conn} do
    asked = "#lesson-says[role=status]"
    html = conn |> get(~p"/learn/quarto") |> html_response(200) |> LazyHTML.from_document()
    assert html |> LazyHTML.query(asked) |> LazyHTML.text() |> String.trim() == ""

    view = open(conn)
    assert has_element?(view, asked, hd(@exercises).task)
    assert has_element?(view, asked, "Place the piece on the board.")
    play(view, move(hd(@exercises), true))
    refute has_element?(view, asked, hd(@exercises).task)
  end

  test "without JavaScript, every exercise states its task", %{conn: conn} do
    for game <- Playout.games(),
        {exercise, number} <- Enum.with_index(Rules.of(game).lesson(), 1) do
      html = conn |> get(~p"/learn/#{game}/#{number}") |> html_response(200)
      text = html |> LazyHTML.from_document() |> LazyHTML.query("main") |> LazyHTML.text()
      assert text =~ exercise.title
      assert text =~ exercise.task
    end
  end

  describe "exercises solved before" do
    test "lead to the first unsolved exercise", %{conn: conn} do
      view = open(conn)
      render_hook(view, "solved_before", %{solved: ["danger", "win"]})
      assert_patched(view, ~p"/learn/quarto/3")
      assert solved(view) == ["win", "danger"]
    end

    test "lead to the end if all are solved", %{conn: conn} do
      view = open(conn)
      render_hook(view, "solved_before", %{solved: Enum.map(@exercises, & &1.id)})
      assert_patched(view, ~p"/learn/quarto/end")
    end

    test "don't move a learner who has chosen an exercise or played a move", %{conn: conn} do
      view = open(conn, ~p"/learn/quarto/1")
      render_hook(view, "solved_before", %{solved: ["win"]})
      assert has_element?(view, "[aria-current=step]", "1")

      view = open(conn)
      play(view, move(hd(@exercises), false))
      render_hook(view, "solved_before", %{solved: ["win"]})
      assert has_element?(view, "#again")
    end

    test "count only if they belong to the lesson", %{conn: conn} do
      view = open(conn)
      junk = ["win", "win", "nothing", 7, nil, %{"a" => 1}, String.duplicate("x", 100_000)]
      render_hook(view, "solved_before", %{solved: junk})
      assert solved(view) == ["win"]
    end
  end

  test "exercises that don't exist are not found", %{conn: conn} do
    for place <- ~w(0 5 -1 1x two end1 99999999999999999999) do
      assert_error_sent 404, fn -> get(conn, "/learn/quarto/" <> place) end
    end
  end

  test "made-up events are refused and change nothing", %{conn: conn} do
    view = open(conn)
    seq = seq(view)
    legal = move(hd(@exercises), true)

    for params <- [
          %{seq: seq, move: "zz"},
          %{seq: seq, move: "-7"},
          %{seq: seq, move: String.duplicate("a", 100_000)},
          %{seq: seq, move: %{"a" => 1}},
          %{seq: seq},
          %{seq: seq + 1, move: legal},
          %{seq: to_string(seq), move: legal},
          %{}
        ] do
      assert_refused(view, "move", params)
    end

    assert_refused(view, "solved_before", %{solved: "win"})
    assert_refused(view, "solved_before", %{})
    assert_refused(view, "resign", %{seq: seq})
  end

  test "a move that does not begin with the given steps is refused", %{conn: conn} do
    number = Enum.find_index(@exercises, &(&1.given != [])) + 1
    exercise = Enum.at(@exercises, number - 1)
    legal = exercise |> Exercise.position() |> Playout.legal_moves!()
    [other | _] = legal -- Enum.map(Exercise.moves(exercise), & &1.text)
    view = open(conn, ~p"/learn/quarto/#{number}")
    assert_refused(view, "move", %{seq: seq(view), move: other})
  end

  test "a move gets one answer, and none after the end", %{conn: conn} do
    view = open(conn)
    seq = seq(view)
    play(view, move(hd(@exercises), true))
    assert_refused(view, "move", %{seq: seq, move: move(hd(@exercises), true)})
    assert_refused(view, "move", %{seq: seq(view), move: move(hd(@exercises), true)})

    view = open(conn, ~p"/learn/quarto/end")
    render_hook(view, "move", %{seq: 1, move: "b1"})
    render_hook(view, "again", %{})
    assert has_element?(view, "button", "Play your first match")
  end

  describe "the lesson for children" do
    # The text on the page, without what only screen readers speak.
    defp shown(view) do
      view
      |> render()
      |> LazyHTML.from_fragment()
      |> LazyHTML.query("main")
      |> LazyHTML.text()
    end

    test "has no kanji in Japanese", %{conn: conn} do
      conn = put_req_header(conn, "accept-language", "ja")
      exercises = Rules.of(:animal_shogi).lesson()

      for {exercise, number} <- Enum.with_index(exercises, 1) do
        view = open(conn, "/learn/animal_shogi/#{number}")
        refute shown(view) =~ ~r/\p{Han}/u
        refute data(view, "#confirm-move", "confirm-move") =~ ~r/\p{Han}/u

        for move <- Exercise.moves(exercise) do
          play(view, move.text)
          assert has_element?(view, ".result")
          refute shown(view) =~ ~r/\p{Han}/u
          render_click(view, "again")
        end

        play(view, "unknown")
        assert has_element?(view, ".notice")
        refute shown(view) =~ ~r/\p{Han}/u

        for steps <- [["2a"], ["1a"], ["3d"], ["2b", "2a"], ["1c", "2d"], ["P", "2a"]] do
          render_hook(view, "check", %{seq: seq(view), steps: steps})
          assert_reply(view, %{text: text})
          refute (text || "") =~ ~r/\p{Han}/u
        end
      end

      view = open(conn, "/learn/animal_shogi/end")
      refute shown(view) =~ ~r/\p{Han}/u
      render_hook(view, "solved_before", %{solved: Enum.map(exercises, & &1.id)})
      refute shown(view) =~ ~r/\p{Han}/u
    end
  end
end
