defmodule PlayoutWeb.Rules.Gomoku.Lesson do
  @moduledoc "Gomoku's first lesson: six exercises on small boards."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Rules.Lesson.Exercise

  # The radius covers the whole board, so that a proof considers every move. Without a
  # transposition table, the search finds the complete proof; without its knowledge of threats, none
  # that goes deeper than the exercise.
  @solver "memory=0,radius=7,threats=off,seed=1"

  @doc "Returns the exercises, in order."
  @spec exercises() :: [Exercise.t()]
  def exercises do
    [
      %Exercise{
        id: "win",
        game: :gomoku,
        position: "7/5x1/2xox2/2o1o2/1ox1o2/1x5/7 x freestyle",
        goal: :win,
        title: gettext("Win"),
        task: gettext("You are Black. One stone makes five in a row. Find the point."),
        hint: gettext("Four of your stones lie on one diagonal, with a gap between them."),
        marks: ~w(b2 c3 e5 f6),
        alerts?: false,
        moral: gettext("A line can have a gap, and it can be a diagonal. Check every direction.")
      },
      %Exercise{
        id: "block",
        game: :gomoku,
        position: "5x1/5o1/5o1/3xx2/2x2o1/5o1/7 x freestyle",
        goal: :hold,
        title: gettext("Stop the four"),
        task: gettext("White has four stones in a line and is about to win. Block it."),
        hint: gettext("White's four stones are in column f."),
        marks: ~w(f2 f3 f5 f6),
        alerts?: false,
        moral: gettext("First look at what your opponent threatens, then at your own plans.")
      },
      %Exercise{
        id: "open-four",
        game: :gomoku,
        position: "7/2ox3/3o3/o1xxx2/4o2/7/7 x freestyle",
        goal: {:force, "minimax:depth=2,#{@solver}"},
        title: gettext("An open four"),
        task: gettext("Turn your three into a four with two open ends. White can't stop that."),
        hint: gettext("White's stone on a4 blocks one end. Add to the other end."),
        marks: ~w(a4),
        moral:
          gettext("A four with two open ends can't be stopped. A four with one open end can be.")
      },
      %Exercise{
        id: "stop",
        game: :gomoku,
        position: "2x4/2o1o2/3o1x1/1x1ox2/2xo3/7/7 x freestyle",
        goal: {:hold, "minimax:depth=5,#{@solver}"},
        title: gettext("Stop the three"),
        task: gettext("White's three is open at both ends. Only one point can still stop it."),
        hint:
          gettext("Two more white stones are in row 6. Don't let White join them to the three."),
        marks: ~w(c6 e6),
        moral: gettext("The best point to block is where two of your opponent's lines meet.")
      },
      %Exercise{
        id: "four-three",
        game: :gomoku,
        position: "7/1x3o1/2oox2/oxxx3/3ox2/2o4/7 x freestyle",
        goal: {:force, "minimax:depth=4,#{@solver}"},
        title: gettext("A four and a three"),
        task:
          gettext(
            "One stone makes a four and an open three at the same time. White can stop only one of them."
          ),
        hint:
          gettext("Find the point where your three in row 4 meets your two stones in column e."),
        marks: ~w(e3 e5),
        moral: gettext("White must answer the four. Then your three becomes an open four.")
      },
      %Exercise{
        id: "two-threes",
        game: :gomoku,
        position: "7/3x3/2oxo2/1xx4/1o2o2/7/7 x freestyle",
        goal: {:force, "minimax:depth=4,#{@solver}"},
        title: gettext("Two threes"),
        task: gettext("You have no three yet. One stone makes two open threes. Find the point."),
        hint: gettext("Two of your stones are in row 4, and two are in column d."),
        marks: ~w(b4 c4 d5 d6),
        moral: gettext("Look for such crossings early. They win more games than long rows do.")
      }
    ]
  end

  @doc "See `c:PlayoutWeb.Rules.reply/2`."
  def reply(%{steps: [point]}, nil), do: [gettext("Your opponent plays %{point}.", point: point)]

  def reply(%{steps: [point]}, _five),
    do: [gettext("Your opponent plays %{point} and has five in a row.", point: point)]
end
