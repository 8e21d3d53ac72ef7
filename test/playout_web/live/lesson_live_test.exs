defmodule PlayoutWeb.LessonLiveTest do
  use PlayoutWeb.ConnCase, async: true

  alias PlayoutWeb.Lesson
  alias PlayoutWeb.Rules

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
  defp play(view, move), do: render_hook(view, "move", %{seq: seq(view), move: move})

  defp move(exercise, right?) do
    exercise
    |> Lesson.moves()
    |> Enum.find(&(elem(Lesson.answer(exercise, &1.text), 1).solved? == right?))
    |> Map.fetch!(:text)
  end

  defp assert_refused(view, event, params) do
    shown = {seq(view), data(view, "#lesson", "moves"), solved(view)}
    render_hook(view, event, params)
    assert has_element?(view, ".notice[role=alert]")
    assert {seq(view), data(view, "#lesson", "moves"), solved(view)} == shown
  end

  test "the whole lesson: each position is solved, then leads on to a match", %{conn: conn} do
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
    assert has_element?(view, "main", "All positions are solved")
    assert has_element?(view, "a[href='/']", "Play your first match")
  end

  test "a wrong answer shows why, and can be tried again", %{conn: conn} do
    for {%{goal: :hold} = exercise, number} <- Enum.with_index(@exercises, 1) do
      view = open(conn, ~p"/learn/quarto/#{number}")
      before = data(view, "#lesson", "moves")
      play(view, move(exercise, false))
      assert has_element?(view, "#verdict .result", "Not yet")
      assert has_element?(view, "#verdict", "Your opponent wins. Placed the piece on")
      assert has_element?(view, ".board.is-won .cell.is-winning.is-last")
      refute has_element?(view, "#next")
      assert solved(view) == []

      view |> element("#again") |> render_click()
      refute has_element?(view, ".board.is-won")
      assert data(view, "#lesson", "moves") == before
      play(view, move(exercise, true))
      assert solved(view) == [exercise.id]
    end
  end

  test "where the opponent wins by one's own gift, the board shows how", %{conn: conn} do
    number = Enum.find_index(@exercises, &(&1.goal == :blunder)) + 1
    exercise = Enum.at(@exercises, number - 1)
    view = open(conn, ~p"/learn/quarto/#{number}")
    play(view, move(exercise, false))
    assert has_element?(view, "#verdict", "Your opponent cannot win at once.")
    view |> element("#again") |> render_click()
    play(view, move(exercise, true))
    assert has_element?(view, "#verdict", "Right!")
    assert has_element?(view, ".board.is-won")
  end

  describe "what was solved before" do
    test "leads to the first position that is not solved", %{conn: conn} do
      view = open(conn)
      render_hook(view, "solved_before", %{solved: ["danger", "win"]})
      assert_patched(view, ~p"/learn/quarto/3")
      assert solved(view) == ["win", "danger"]
    end

    test "leads to the end where all is solved", %{conn: conn} do
      view = open(conn)
      render_hook(view, "solved_before", %{solved: Enum.map(@exercises, & &1.id)})
      assert_patched(view, ~p"/learn/quarto/end")
    end

    test "leads nobody away who has chosen a position, or has begun", %{conn: conn} do
      view = open(conn, ~p"/learn/quarto/1")
      render_hook(view, "solved_before", %{solved: ["win"]})
      assert has_element?(view, "[aria-current=step]", "1")

      view = open(conn)
      play(view, move(hd(@exercises), false))
      render_hook(view, "solved_before", %{solved: ["win"]})
      assert has_element?(view, "#again")
    end

    test "counts only where it is known, whatever a browser claims", %{conn: conn} do
      view = open(conn)
      junk = ["win", "win", "nothing", 7, nil, %{"a" => 1}, String.duplicate("x", 100_000)]
      render_hook(view, "solved_before", %{solved: junk})
      assert solved(view) == ["win"]
    end
  end

  test "addresses that lead nowhere are pages that do not exist", %{conn: conn} do
    for place <- ~w(0 5 -1 1x two end1 99999999999999999999) do
      assert_error_sent 404, fn -> get(conn, "/learn/quarto/" <> place) end
    end
  end

  test "what a browser makes up is refused and changes nothing", %{conn: conn} do
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

  test "a move that begins otherwise than given is refused", %{conn: conn} do
    number = Enum.find_index(@exercises, &(&1.given != [])) + 1
    exercise = Enum.at(@exercises, number - 1)
    legal = exercise |> Lesson.position() |> Playout.legal_moves!()
    [other | _] = legal -- Enum.map(Lesson.moves(exercise), & &1.text)
    view = open(conn, ~p"/learn/quarto/#{number}")
    assert_refused(view, "move", %{seq: seq(view), move: other})
  end

  test "an answer is given once; what comes after the end is refused too", %{conn: conn} do
    view = open(conn)
    seq = seq(view)
    play(view, move(hd(@exercises), true))
    assert_refused(view, "move", %{seq: seq, move: move(hd(@exercises), true)})
    assert_refused(view, "move", %{seq: seq(view), move: move(hd(@exercises), true)})

    view = open(conn, ~p"/learn/quarto/end")
    render_hook(view, "move", %{seq: 1, move: "b1"})
    render_hook(view, "again", %{})
    assert has_element?(view, "a", "Play your first match")
  end
end
