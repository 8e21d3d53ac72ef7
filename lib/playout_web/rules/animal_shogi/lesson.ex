defmodule PlayoutWeb.Rules.AnimalShogi.Lesson do
  @moduledoc "The six positions of Animal Shogi's first lesson, all from real games."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Lesson.Exercise

  @doc "The exercises, in their order."
  @spec exercises() :: [Exercise.t()]
  def exercises do
    [
      %Exercise{
        id: "catch",
        game: :animal_shogi,
        position: "k2/R1P/1KP/B2 b RB",
        goal: :win,
        title: gettext("Catch the lion"),
        task:
          gettext("The blue lion is marked: one of your animals can catch it. Look at the dots."),
        moral: gettext("Before every move, see whether you can catch the lion.")
      },
      %Exercise{
        id: "danger",
        game: :animal_shogi,
        position: "r2/1bk/1p1/BKR b P",
        goal: :hold,
        title: gettext("Danger"),
        task:
          gettext(
            "Now it is your lion that can be caught, by the chick. Take the chick, but with the right animal: whoever stands there then may be taken too."
          ),
        moral: gettext("A lion that captures goes into danger itself. Let another animal do it.")
      },
      %Exercise{
        id: "try",
        game: :animal_shogi,
        position: "2k/KR1/P1r/B2 b BP",
        goal: :win,
        title: gettext("The far side"),
        task:
          gettext(
            "Your lion is one step from the far side. Lead it to a cell where the other lion does not reach it."
          ),
        moral: gettext("Keep an eye on the way that lies open.")
      },
      %Exercise{
        id: "keep-out",
        game: :animal_shogi,
        position: "r2/1R1/k1K/B2 b BPp",
        goal: :hold,
        title: gettext("Keep it out"),
        task:
          gettext(
            "The crown shows where the blue lion would win with its next step. From one cell an elephant guards it in safety: put one there."
          ),
        moral:
          gettext("A lion does not win where it can be caught. So guard your side of the board.")
      },
      %Exercise{
        id: "brave",
        game: :animal_shogi,
        position: "1Bk/1P1/1+p1/2K b RBr",
        goal: :hold,
        title: gettext("Brave lion"),
        task:
          gettext(
            "A hen can catch your lion, and none of your animals can help. But does anybody stand by the hen?"
          ),
        moral: gettext("A lion may capture too, where nothing can catch it afterwards.")
      },
      %Exercise{
        id: "no-way-out",
        game: :animal_shogi,
        position: "2k/rP1/1BB/1KR b P",
        goal: {:force, "minimax:depth=3"},
        title: gettext("No way out"),
        task:
          gettext(
            "You hold a chick. Drop it where it attacks the blue lion, which must not get away nor capture it: then you catch the lion with your next move, whatever happens."
          ),
        moral:
          gettext(
            "An animal from the hand can stand anywhere at once. Think of yours, and of theirs."
          )
      }
    ]
  end
end
