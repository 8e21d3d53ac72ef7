defmodule PlayoutWeb.LessonWaitingTest do
  # Takes every place of the engine's queue.
  use PlayoutWeb.ConnCase, async: false

  alias Playout.Engine.{Queue, Settings}
  alias Playout.Test.Wait
  alias PlayoutWeb.Lesson
  alias PlayoutWeb.Rules

  # Holds a place of the queue until it exits.
  defp hold_place do
    {:ok, pid} =
      Task.start(fn ->
        share = {make_ref(), make_ref(), :test}
        entry = %{class: :person, share: share, bytes: 0, owner: self()}
        :ok = Queue.enter(Map.merge(entry, %{game: :gomoku, on_crash: nil}))
        Process.sleep(:infinity)
      end)

    on_exit(fn -> Process.exit(pid, :kill) end)
    pid
  end

  for game <- [:gomoku, :animal_shogi] do
    @game game

    test "a learner of #{game} who waits for the engine is told the place", %{conn: conn} do
      {exercise, number} =
        Rules.of(@game).lesson()
        |> Enum.with_index(1)
        |> Enum.find(&match?({%{goal: {_, _player}}, _number}, &1))

      {:ok, view, _html} = live(conn, ~p"/learn/#{@game}/#{number}")
      {:ok, %{move: move}} = Lesson.solution(exercise)

      holders = for _ <- 1..Settings.places(), do: hold_place()
      assert Wait.until(fn -> Queue.figures().running == Settings.places() end)

      ["data-seq", seq] = Regex.run(~r/(data-seq)="(\d+)"/, render(view), capture: :all_but_first)
      move = %{seq: String.to_integer(seq), move: move.text}
      render_hook(view, "move", move)
      assert_reply(view, %{accepted: true})
      assert Wait.until(fn -> has_element?(view, "#verdict", "Waiting, place 1") end)

      # Another move has to wait for the answer.
      render_hook(view, "move", move)
      assert_reply(view, %{accepted: false})

      for pid <- holders, do: Process.exit(pid, :kill)
      render_async(view, 10_000)
      assert has_element?(view, "#verdict .result", "Right!")
      refute has_element?(view, "#verdict", "Waiting")
    end
  end

  test "a learner who leaves the exercise gets no answer to it", %{conn: conn} do
    {exercise, number} =
      Rules.of(:gomoku).lesson()
      |> Enum.with_index(1)
      |> Enum.find(&match?({%{goal: {_, _player}}, _number}, &1))

    {:ok, view, _html} = live(conn, ~p"/learn/gomoku/#{number}")
    {:ok, %{move: move}} = Lesson.solution(exercise)
    holders = for _ <- 1..Settings.places(), do: hold_place()
    assert Wait.until(fn -> Queue.figures().running == Settings.places() end)
    [seq] = Regex.run(~r/data-seq="(\d+)"/, render(view), capture: :all_but_first)
    render_hook(view, "move", %{seq: String.to_integer(seq), move: move.text})
    assert Wait.until(fn -> Queue.figures().waiting.person > 0 end)

    view |> element("nav a", "1") |> render_click()
    # Its search has left the queue.
    assert Wait.until(fn -> Queue.figures().waiting.person == 0 end)
    for pid <- holders, do: Process.exit(pid, :kill)
    refute has_element?(view, "#verdict .result")
    refute has_element?(view, ".notice")
  end
end
