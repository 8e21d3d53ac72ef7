defmodule PlayoutWeb.Rules.Quarto.Lesson do
  @moduledoc "The four positions of Quarto's first lesson."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Lesson.Exercise

  @doc "The exercises, in their order."
  @spec exercises() :: [Exercise.t()]
  def exercises do
    [
      %Exercise{
        id: "win",
        game: :quarto,
        position: ".1.E/DB7./.9../..5. 0",
        goal: :win,
        title: gettext("Win"),
        task:
          gettext(
            "Somewhere three pieces in a line wait for a fourth like the one in your hand. Find the cell that wins."
          ),
        moral: gettext("Look through all ten lines before you place a piece.")
      },
      %Exercise{
        id: "danger",
        game: :quarto,
        position: "4.../.A../.67./9.8B 5",
        goal: :hold,
        title: gettext("Danger"),
        task:
          gettext(
            "You cannot win yet, and every piece left fits a line that waits for its fourth. Place yours so that your opponent cannot win; then hand over any piece."
          ),
        moral: gettext("A piece that does not fit spoils a line for good.")
      },
      %Exercise{
        id: "mistake",
        game: :quarto,
        position: ".54./9.../...D/C.8. 1",
        goal: :blunder,
        given: ["d1"],
        title: gettext("A gift"),
        task:
          gettext(
            "Mistakes are instructive, so make one: place your piece on d1, then hand over the one piece with which your opponent wins."
          ),
        moral: gettext("Now you know what to keep: in a real game, hand over any other piece.")
      },
      %Exercise{
        id: "safe",
        game: :quarto,
        position: "..CB/.2D./..8./E4.0 7",
        goal: :hold,
        given: ["a4"],
        title: gettext("The safe piece"),
        task:
          gettext(
            "Place your piece on a4. Several lines wait for their fourth now, and only one of the pieces left fits none of them. Hand that one over."
          ),
        moral: gettext("Ask of every piece what it would do on your opponent's turn.")
      }
    ]
  end
end
