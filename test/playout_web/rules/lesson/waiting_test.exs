defmodule PlayoutWeb.Rules.Lesson.WaitingTest do
  # Takes every place of the engine's queue.
  use PlayoutWeb.ConnCase, async: false

  alias Playout.Engine.{Queue, Settings}
  alias Playout.Test.Wait
  alias PlayoutWeb.Rules
  alias PlayoutWeb.Rules.Lesson.Exercise

  # Opens an exercise for which an engine looks ahead, and plays its solution when all places are
  # taken. Returns the page, the move that was sent, and the processes that hold the places.
  defp play(conn, game) do
    {exercise, number} =
      Rules.of(game).lesson()
      |> Enum.with_index(1)
      |> Enum.find(&match?({%{goal: {_, _player}}, _number}, &1))

    {:ok, view, _html} = live(conn, ~p"/learn/#{game}/#{number}")
    {:ok, %{move: %{text: text}}} = Exercise.solution(exercise)

    holders = for _ <- 1..Settings.places(), do: hold_place()
    assert Wait.until(fn -> Queue.figures().running == Settings.places() end)

    [seq] = Regex.run(~r/data-seq="(\d+)"/, render(view), capture: :all_but_first)
    move = %{seq: String.to_integer(seq), move: text}
    render_hook(view, "move", move)
    assert_reply(view, %{accepted: true})
    {view, move, holders}
  end

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

  defp release(holders), do: for(pid <- holders, do: Process.exit(pid, :kill))

  for game <- [:gomoku, :animal_shogi] do
    @game game

    test "a learner of #{game} who waits for the engine is told the place", %{conn: conn} do
      {view, move, holders} = play(conn, @game)
      assert Wait.until(fn -> has_element?(view, "#verdict", "Waiting, place 1") end)

      # Another move has to wait for the answer.
      render_hook(view, "move", move)
      assert_reply(view, %{accepted: false})

      release(holders)
      render_async(view)
      assert has_element?(view, "#verdict .result", "Right!")
      refute has_element?(view, "#verdict", "Waiting")
    end
  end

  test "a learner who leaves the exercise gets no answer to it", %{conn: conn} do
    {view, _move, holders} = play(conn, :gomoku)
    assert Wait.until(fn -> Queue.figures().waiting.person > 0 end)

    view |> element("nav a", "1") |> render_click()
    # Its search has left the queue.
    assert Wait.until(fn -> Queue.figures().waiting.person == 0 end)
    release(holders)
    refute has_element?(view, "#verdict .result")
    refute has_element?(view, ".notice")
  end
end
