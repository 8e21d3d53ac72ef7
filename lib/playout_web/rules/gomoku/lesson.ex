defmodule PlayoutWeb.Rules.Gomoku.Lesson do
  @moduledoc "The six positions of Gomoku's first lesson, on small boards."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Lesson.Exercise

  # It looks at every point, so that what it proves is so; and without a table, so that all
  # it finds is proven.
  @judge "memory=0,radius=7,seed=1"

  @doc "The exercises, in their order."
  @spec exercises() :: [Exercise.t()]
  def exercises do
    [
      %Exercise{
        id: "win",
        game: :gomoku,
        position: "7/5x1/2xox2/2o1o2/1ox1o2/1x5/7 x freestyle",
        goal: :win,
        title: gettext("Win"),
        task: gettext("You are Black. One stone makes five in a row: find its point."),
        moral: gettext("A row may have a gap in it, and it may be a diagonal: look both ways.")
      },
      %Exercise{
        id: "block",
        game: :gomoku,
        position: "5x1/5o1/5o1/3xx2/2x2o1/5o1/7 x freestyle",
        goal: :hold,
        title: gettext("Stop the four"),
        task: gettext("White has four and is about to win. There is one point that stops it."),
        moral: gettext("Look at what your opponent threatens before you look at your own plans.")
      },
      %Exercise{
        id: "open-four",
        game: :gomoku,
        position: "7/2ox3/3o3/o1xxx2/4o2/7/7 x freestyle",
        goal: {:force, "minimax:depth=2,#{@judge}"},
        title: gettext("An open four"),
        task:
          gettext("Make your three a four with both ends free, so that White cannot stop it."),
        moral: gettext("A four with two free ends cannot be stopped. With one, it can.")
      },
      %Exercise{
        id: "stop",
        game: :gomoku,
        position: "2x4/2o1o2/3o1x1/1x1ox2/2xo3/7/7 x freestyle",
        goal: {:hold, "minimax:depth=5,#{@judge}"},
        title: gettext("Stop the three"),
        task: gettext("White's three is open at both ends. Only one point stops it now."),
        moral: gettext("Where two of your opponent's lines meet is where you want your stone.")
      },
      %Exercise{
        id: "four-three",
        game: :gomoku,
        position: "7/1x3o1/2oox2/oxxx3/3ox2/2o4/7 x freestyle",
        goal: {:force, "minimax:depth=4,#{@judge}"},
        title: gettext("A four and a three"),
        task:
          gettext(
            "One stone makes a four and an open three at once. White can stop only one of them."
          ),
        moral:
          gettext("The four has to be answered, and meanwhile the three becomes an open four.")
      },
      %Exercise{
        id: "two-threes",
        game: :gomoku,
        position: "7/3x3/2oxo2/1xx4/1o2o2/7/7 x freestyle",
        goal: {:force, "minimax:depth=4,#{@judge}"},
        title: gettext("Two threes"),
        task: gettext("No three yet, but one stone makes two of them, both open. Find it."),
        moral: gettext("Plan such crossings early: they win more games than long rows do.")
      }
    ]
  end
end
