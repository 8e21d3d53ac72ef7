defmodule PlayoutWeb.Rules.LessonTest do
  # Checks what a lesson claims about its positions. The engine player `careful` looks one move
  # ahead and takes a win if there is one.
  use ExUnit.Case, async: true

  import Phoenix.LiveViewTest, only: [render_component: 2]

  alias Playout.Engine.{Queue, Settings}
  alias Playout.Test.Wait
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Rules
  alias PlayoutWeb.Rules.Lesson
  alias PlayoutWeb.Rules.Lesson.Exercise

  @exercises for game <- Playout.games(), exercise <- Rules.of(game).lesson(), do: exercise

  defp answer(exercise, text) do
    {:ok, move} = Lesson.read(exercise, text)
    {:ok, answer} = Lesson.answer(exercise, move)
    answer
  end

  defp wins_at_once?(position) do
    choice = Playout.choose_move!(position, player: "careful:seed=1")
    outcome = Playout.outcome!(Playout.play!(position, choice.move))
    outcome != nil and outcome.result != :draw
  end

  # Red's score. Red is to move in all of these exercises.
  defp regions(position),
    do: position |> Playout.describe!() |> Map.fetch!(:regions) |> elem(0) |> length()

  # Takes fewer moves if each of them requires a search.
  defp some(moves, {_goal, player}) when is_binary(player), do: Enum.take_every(moves, 5)
  defp some(moves, _goal), do: moves

  # Whether the side to move loses (or wins) if both sides play like the reference player. The
  # game must end within the number of plies that it looks ahead, plus one for an immediate win.
  defp loses?(position, player), do: played_out(position, player) == :loss
  defp wins?(position, player), do: played_out(position, player) == :win

  defp played_out(position, player) do
    %{side: side} = Playout.describe!(position)
    [_, depth] = Regex.run(~r/depth=(\d+)/, player)

    1..String.to_integer(depth)
    |> Enum.reduce_while(position, fn _ply, position ->
      if Playout.outcome!(position),
        do: {:halt, position},
        else:
          {:cont, Playout.play!(position, Playout.choose_move!(position, player: player).move)}
    end)
    |> Playout.outcome!()
    |> case do
      nil -> nil
      %{result: ^side} -> :win
      %{result: _other} -> :loss
    end
  end

  # The answers to all moves of all exercises.
  setup_all do
    %{answers: Map.new(@exercises, &{{&1.game, &1.id}, answers(&1)})}
  end

  defp answers(exercise), do: Enum.map(Lesson.moves(exercise), &answer(exercise, &1.text))

  for exercise <- @exercises do
    describe "#{exercise.game}, #{exercise.id}" do
      @describetag exercise: exercise.id, game: exercise.game

      setup %{game: game, exercise: id, answers: answers} do
        exercise = Enum.find(Rules.of(game).lesson(), &(&1.id == id))
        answers = answers[{game, id}]
        {solving, wrong} = Enum.split_with(answers, & &1.solved?)
        moves = fn answers -> Enum.map(answers, & &1.move) end
        %{exercise: exercise, answers: answers, solving: moves.(solving), wrong: moves.(wrong)}
      end

      test "a single step solves it, and most moves are wrong", context do
        %{exercise: exercise, solving: solving, wrong: wrong} = context

        decisive =
          solving
          |> Enum.map(&MapSet.new(&1.steps -- exercise.given))
          |> Enum.reduce(&MapSet.intersection/2)

        # If there are only a few moves, only a few can be wrong.
        enough = if length(solving ++ wrong) < 10, do: 2, else: 6

        unless exercise.goal == :any do
          assert match?([_], solving) or MapSet.size(decisive) == 1
          assert length(wrong) >= enough
          assert length(wrong) >= enough * length(solving)
        end
      end

      test "only moves that reach the goal solve it, and all of them do", context do
        %{exercise: exercise} = context

        for move <- context.solving ++ some(context.wrong, exercise.goal) do
          position = Playout.play!(Lesson.position(exercise), move.text)
          outcome = Playout.outcome!(position)
          over? = outcome != nil

          reached? =
            case exercise.goal do
              :win -> over? and outcome.result != :draw
              :hold -> not wins_at_once?(position)
              :blunder -> not over? and wins_at_once?(position)
              :any -> true
              :pass -> Playout.legal_moves!(position) == ["--"]
              {:gain, wanted} -> regions(position) - regions(Lesson.position(exercise)) >= wanted
              {:force, player} -> loses?(position, player)
              {:hold, player} -> not over? and not wins?(position, player)
            end

          assert reached? == move in context.solving, move.text
        end
      end

      test "a move that wins one move too late is not said to win nothing", context do
        %{exercise: exercise, answers: answers} = context

        for %{solved?: false, won?: false} = answer <- answers, exercise.goal == :win do
          after_move = Playout.play!(Lesson.position(exercise), answer.move.text)

          late? =
            Playout.outcome!(after_move) == nil and not wins_at_once?(after_move) and
              after_move
              |> Playout.legal_moves!()
              |> Enum.all?(&wins_at_once?(Playout.play!(after_move, &1)))

          said = exercise |> Lesson.Text.what_happens(answer) |> Enum.join(" ")
          assert late? == (said =~ "wins with your next move"), answer.move.text
          refute late? and said =~ "doesn't win", answer.move.text
        end
      end

      test "no other goal would fit better", %{exercise: exercise, solving: solving} do
        position = Lesson.position(exercise)
        assert wins_at_once?(position) == (exercise.goal == :win)

        if exercise.goal == :hold do
          for move <- solving do
            player = "mcts:playouts=20000,seed=1"
            choice = Playout.choose_move!(Playout.play!(position, move.text), player: player)
            refute match?(%{result: :win}, choice.proof), "#{move.text} only delays the loss"
          end
        end
      end

      test "an answer says what happens, and shows the reply that it mentions", context do
        %{exercise: exercise} = context

        for answer <- context.answers do
          sentences = Lesson.Text.what_happens(exercise, answer)
          assert sentences != []
          for sentence <- sentences, do: assert(sentence =~ ~r/^[A-Z0-9].*\.$/)
          assert length(answer.shown.played) == if(answer.reply, do: 2, else: 1)

          if answer.reply do
            assert List.last(answer.shown.played).text == answer.reply.text
            replied = Rules.of(exercise.game).reply(answer.reply, answer.shown.outcome)
            assert List.starts_with?(Enum.reverse(sentences), Enum.reverse(replied))
          end

          # The answer to a wrong move names the opponent's win if it loses immediately,
          # otherwise the reply, the score, or the end of the game.
          if not answer.solved? and exercise.goal in [:win, :pass, :hold] do
            assert answer.reply != nil or answer.shown.outcome != nil
          end
        end
      end

      test "there is a hint if moves can be wrong, with marks on cells of the board", context do
        %{exercise: exercise, wrong: wrong} = context
        assert exercise.hint != nil == (wrong != [])
        assert exercise.marks != [] == (exercise.hint != nil)

        drawn = fn marks ->
          render_component(&Boards.board/1,
            game: exercise.game,
            diagram: Playout.diagram!(Lesson.position(exercise)),
            marks: marks
          )
        end

        # Each mark changes the picture, so it is on the board.
        for mark <- exercise.marks, do: assert(drawn.([mark]) != drawn.([]), mark)
      end

      test "the page shows a correct solution", %{exercise: exercise, solving: solving} do
        assert {:ok, %{solved?: true, move: move}} = Lesson.solution(exercise)
        assert move in solving
      end
    end
  end

  test "some moves that don't solve an exercise win one move later" do
    exercise = Enum.find(Rules.of(:animal_shogi).lesson(), &(&1.id == "catch"))
    assert Enum.any?(Lesson.moves(exercise), &answer(exercise, &1.text).wins_next?)
  end

  # The directions of the second root are those in which it can go in the exercise.
  test "SEPARO's first lesson speaks of moves that are possible in it" do
    [%{moral: moral} = exercise | _] = Rules.of(:separo).lesson()
    [_, vertical, horizontal] = Regex.run(~r/after (up|down) and (left|right)/, moral)

    # The numbers of a column and a row.
    at = fn <<column, row::binary>> -> {column, String.to_integer(row)} end

    first_roots =
      for %{steps: [from, over, _to]} <- Lesson.moves(exercise) do
        {{x1, y1}, {x2, y2}} = {at.(from), at.(over)}
        {if(y2 > y1, do: "up", else: "down"), if(x2 > x1, do: "right", else: "left")}
      end

    assert {vertical, horizontal} in first_roots
  end

  test "SEPARO's lesson has a move that the right angle alone decides" do
    exercise = Enum.find(Rules.of(:separo).lesson(), &(&1.id == "angle"))
    assert Enum.map(Lesson.moves(exercise), & &1.text) == ["b4-a3-a2"]

    for step <- ~w(c3 c5) do
      assert {:error, %{details: %{problem: "too_close"}}} =
               Playout.check_steps(Lesson.position(exercise), ["b4", step])
    end
  end

  test "the exercises of a lesson have different names" do
    for game <- Playout.games() do
      ids = Enum.map(Rules.of(game).lesson(), & &1.id)
      assert length(ids) in 4..6
      assert Enum.uniq(ids) == ids
    end
  end

  describe "answer/3" do
    setup do
      %{
        exercise: %Exercise{
          id: "test",
          game: :quarto,
          position: "..CB/.2D./..8./E4.0 7",
          goal: :hold,
          given: ["a4"],
          title: "",
          task: "",
          moral: ""
        }
      }
    end

    test "refuses illegal moves with the engine's reason", %{exercise: exercise} do
      assert {:error, %Playout.Error{code: :bad_move}} = Lesson.read(exercise, "zz")
      assert {:error, %Playout.Error{code: :illegal_move}} = Lesson.read(exercise, "c4-3")
    end

    test "refuses a legal move that does not begin with the given steps", %{exercise: exercise} do
      assert {:error, :not_offered} = Lesson.read(exercise, "b4-3")
      assert Enum.all?(Lesson.moves(exercise), &(hd(&1.steps) == "a4"))
    end

    test "distinguishes a win, a reply that wins, and neither", %{exercise: exercise} do
      assert %{won?: false, reply: nil, solved?: true} = answer(exercise, "a4-3")
      assert %{won?: false, reply: %{text: "c1"}, solved?: false} = answer(exercise, "a4-1")

      won = %{exercise | position: "012./..../..../.... 3", given: [], goal: :win}
      assert %{won?: true, reply: nil, solved?: true} = answer(won, "d4")
    end

    test "asks the engine for the visitor, whose searches are bounded, and waits for it" do
      visitor = "visitor #{System.unique_integer([:positive])}"
      share = {{192, 0, 2, 9}, visitor, :lesson}
      test = self()
      asker = %{share: share, waiting: &send(test, {:waiting, &1})}
      exercise = Enum.find(Rules.of(:gomoku).lesson(), &match?({:force, _player}, &1.goal))
      moves = exercise |> Lesson.moves() |> Enum.take(5)

      entry = %{
        class: :engines,
        share: share,
        bytes: 0,
        owner: self(),
        game: :gomoku,
        on_crash: nil
      }

      holders =
        for _ <- 1..Settings.searches().visitor do
          {:ok, pid} = Task.start(fn -> Queue.enter(entry) && Process.sleep(:infinity) end)
          on_exit(fn -> Process.exit(pid, :kill) end)
          pid
        end

      assert Wait.until(fn -> Queue.room(share) != :ok end)
      answers = Task.async(fn -> Enum.map(moves, &Lesson.answer(exercise, &1, asker)) end)
      assert_receive {:waiting, place} when place != nil
      for pid <- holders, do: Process.exit(pid, :kill)
      assert Enum.all?(Task.await(answers, :infinity), &match?({:ok, _answer}, &1))
      assert_received {:waiting, nil}
    end
  end
end
