defmodule PlayoutWeb.Boards.HintsTest do
  # What a hint says and marks, in every game.
  use ExUnit.Case, async: true
  use ExUnitProperties

  import PlayoutWeb.Test.Drawing

  alias PlayoutWeb.Boards

  defp hint(game, position, move, given) do
    position = %Playout.Position{game: game, start: position}
    described = Playout.describe!(position)
    found = Enum.find(described.moves, &(&1.text == move)) || flunk("#{move} is not legal")
    %{words: words, marks: marks} = Boards.of(game).hint(found, given, described.diagram)
    {words, Enum.sort(marks)}
  end

  for {game, position, move, where, whole} <- [
        {:quarto, "..../..7./..../.... A", "b2-1", {"Look at b2.", ~w(b2)},
         {"Place it on b2, give the short light round hollow piece.", ~w(1 b2)}},
        {:quarto, "..../..../..../.... -", "-F",
         {"Look at the tall pieces.", ~w(8 9 A B C D E F)},
         {"Give the tall dark square hollow piece.", ~w(F)}},
        {:quarto, "012./..../..../.... 3", "d4", {"Look at row 4.", ~w(a4 b4 c4 d4)},
         {"Place it on d4.", ~w(d4)}},
        {:animal_shogi, "rkb/1p1/1P1/BKR b -", "2c2b", {"Look at the chick on 2c.", ~w(2c)},
         {"Capture the chick on 2b with the chick from 2c.", ~w(2b 2c)}},
        {:animal_shogi, "rkb/1p1/1P1/BKR b -", "1d1c", {"Look at the giraffe on 1d.", ~w(1d)},
         {"Move the giraffe from 1d to 1c.", ~w(1c 1d)}},
        {:animal_shogi, "1k1/1bp/3/K1B b RPr", "P*2c", {"Look at the chick in hand.", ~w(P)},
         {"Drop the chick on 2c.", ~w(2c P)}},
        {:gomoku, "9/9/9/9/4x4/9/9/9/9 o freestyle", "f6",
         {"Look between d4 and f6.", ~w(d4 d5 d6 e4 e6 f4 f5 f6)}, {"Play f6.", ~w(f6)}},
        {:separo, "5 r - -", "a5-b4-c4", {"Look at the stone on a5.", ~w(a5)},
         {"Grow a5 → b4 → c4.", ~w(a5 b4 c4)}}
      ] do
    test "#{game}: #{move}" do
      hint = &hint(unquote(game), unquote(position), unquote(move), &1)
      assert hint.(:where) == unquote(Macro.escape(where))
      assert hint.(:move) == unquote(Macro.escape(whole))
    end
  end

  test "gomoku: the choice of a colour" do
    position = Playout.new!(:gomoku, size: 9, opening: :swap2)
    position = Enum.reduce(~w(e5 f4 d6), position, &Playout.play!(&2, &1))
    %{diagram: diagram, moves: moves} = Playout.describe!(position)
    black = Enum.find(moves, &(&1.text == "black"))
    hint = &Boards.of(:gomoku).hint(black, &1, diagram)
    assert %{words: "Choose a colour now.", marks: ~w(black white)} = hint.(:where)
    assert %{words: "Choose Black.", marks: ~w(black)} = hint.(:move)
  end

  property "the first hint marks something and never the whole move, unless little is left" do
    check all(
            game <- member_of(Playout.games()),
            seeds <- list_of(positive_integer(), max_length: 12),
            seed <- positive_integer()
          ) do
      position = Enum.reduce(seeds, Playout.new!(game), &play/2)

      case Playout.describe!(position) do
        %{outcome: nil, moves: moves, diagram: diagram} ->
          move = at(moves, seed)
          where = Boards.of(game).hint(move, :where, diagram)
          whole = Boards.of(game).hint(move, :move, diagram)
          assert where.words != whole.words
          assert where.marks != []
          assert Enum.sort(whole.marks) == Enum.sort(move.steps)
          # A single step may be anywhere in an area, others are shown up to the first.
          assert hd(move.steps) in where.marks
          assert length(move.steps) > length(where.marks) or length(where.marks) > 1

        _over ->
          :ok
      end
    end
  end

  defp play(seed, position) do
    case Playout.describe!(position) do
      %{outcome: nil, moves: moves} -> Playout.play!(position, at(moves, seed).text)
      _over -> position
    end
  end

  defp at(moves, seed), do: Enum.at(moves, rem(seed * 7919, length(moves)))

  describe "marks can be seen and heard" do
    test "on every board that can be played on" do
      for {game, position, mark} <- [
            {:quarto, "..../..7./..../.... A", "b2"},
            {:animal_shogi, "1k1/1bp/3/K1B b RPr", "2c"},
            {:gomoku, "9/9/9/9/4x4/9/9/9/9 o freestyle", "f6"},
            {:separo, "5 r - -", "c3"}
          ] do
        board =
          draw(&Boards.board/1, game,
            position: position,
            marks: [mark],
            playable: true,
            bottom: :first
          )

        [label] =
          board |> LazyHTML.query("[data-step='#{mark}']") |> LazyHTML.attribute("aria-label")

        assert label =~ "hint"
        assert board |> LazyHTML.query(".is-marked, .point-mark") |> Enum.count() == 1
      end
    end

    test "in the hand, in the tray, and among the colours" do
      hand =
        draw(&Boards.holding/1, :animal_shogi,
          position: "1k1/1bp/3/K1B b RPr",
          side: :first,
          to_move: true,
          playable: true,
          marks: ["P"]
        )

      assert hand |> LazyHTML.query(".hand-piece.is-marked[data-step='P']") |> Enum.count() == 1

      assert hand |> LazyHTML.query("[data-step='P']") |> LazyHTML.attribute("aria-label") == [
               "chick, 1 in hand, hint"
             ]

      tray = draw(&Boards.tray/1, :quarto, position: "..../..../..../.... -", marks: ["7"])
      assert tray |> LazyHTML.query(".tray-slot.is-marked[data-step='7']") |> Enum.count() == 1

      swap2 = Playout.new!(:gomoku, size: 9, opening: :swap2)
      chosen = Enum.reduce(~w(e5 f4 d6), swap2, &Playout.play!(&2, &1))
      text = Playout.describe!(chosen).position
      colours = draw(&Boards.tray/1, :gomoku, position: text, marks: ["white"])
      assert colours |> LazyHTML.query(".is-marked[data-step='white']") |> Enum.count() == 1
    end
  end
end
