defmodule PlayoutWeb.Rules.AnimalShogi.Lesson do
  @moduledoc """
  Animal Shogi's first lesson: six exercises, all from real games. Its readers are children,
  so its sentences are short.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Boards.AnimalShogi.Piece
  alias PlayoutWeb.Rules.Lesson.Exercise

  @doc "Returns the exercises, in order."
  @spec exercises() :: [Exercise.t()]
  def exercises do
    [
      %Exercise{
        id: "catch",
        game: :animal_shogi,
        position: "k2/R1P/1KP/B2 b RB",
        goal: :win,
        title: pgettext("children", "Catch the lion"),
        task:
          pgettext(
            "children",
            "The blue lion is marked. One of your animals can catch it. Look at the dots on your animals!"
          ),
        hint: pgettext("children", "Your giraffe is next to the blue lion."),
        marks: ~w(3b),
        moral: pgettext("children", "Before every move, look: can you catch the lion?")
      },
      %Exercise{
        id: "danger",
        game: :animal_shogi,
        position: "r2/1bk/1p1/BKR b P",
        goal: :hold,
        title: pgettext("children", "Danger"),
        task:
          pgettext(
            "children",
            "The blue chick can catch your lion. Capture the chick! But be careful: the animal that captures it may be captured next."
          ),
        hint:
          pgettext(
            "children",
            "Your lion isn't safe there. Which other animal can capture the chick?"
          ),
        marks: ~w(3d),
        moral:
          pgettext(
            "children",
            "Let another animal help your lion. The chick you captured goes to your hand."
          )
      },
      %Exercise{
        id: "try",
        game: :animal_shogi,
        position: "2k/KR1/P1r/B2 b BP",
        goal: :win,
        title: pgettext("children", "The far side"),
        task:
          pgettext(
            "children",
            "Your lion is one step from the far side. Walk it to a square where nobody can catch it."
          ),
        hint:
          pgettext(
            "children",
            "Stay away from the blue lion. It can catch your lion if you stop next to it."
          ),
        marks: ~w(1a),
        moral: pgettext("children", "Watch for an open path to the far side.")
      },
      %Exercise{
        id: "keep-out",
        game: :animal_shogi,
        position: "r2/1R1/k1K/B2 b BPp",
        goal: :hold,
        title: pgettext("children", "Keep it out"),
        task:
          pgettext(
            "children",
            "You captured the animals in your hand: you can put one on any empty square. The blue lion can win on the crown. Put an elephant where it can catch the lion there, and keep it safe!"
          ),
        hint:
          pgettext(
            "children",
            "An elephant goes one step diagonally. Put it next to your lion, so that your lion protects it."
          ),
        marks: ~w(1c),
        moral:
          pgettext(
            "children",
            "A lion doesn't win where it can be caught. Guard your side of the board."
          )
      },
      %Exercise{
        id: "brave",
        game: :animal_shogi,
        position: "1Bk/1P1/1+p1/2K b RBr",
        goal: :hold,
        title: pgettext("children", "Brave lion"),
        task:
          pgettext(
            "children",
            "A blue hen can catch your lion. None of your other animals can capture the hen. But is anyone protecting it?"
          ),
        hint:
          pgettext(
            "children",
            "No blue animal can reach the hen's square. So who can capture the hen?"
          ),
        marks: ~w(2c),
        moral:
          pgettext("children", "Your lion can capture animals too, if nobody can catch it there.")
      },
      %Exercise{
        id: "no-way-out",
        game: :animal_shogi,
        position: "2k/rP1/1BB/1KR b P",
        goal: {:force, "minimax:depth=3"},
        title: pgettext("children", "No way out"),
        task:
          pgettext(
            "children",
            "Drop your chick so that it attacks the blue lion. Make sure that the lion can't run away or capture the chick. Then you catch it next!"
          ),
        hint:
          pgettext(
            "children",
            "A chick attacks the square in front of it. Drop it right below the blue lion."
          ),
        marks: ~w(1a),
        moral:
          pgettext(
            "children",
            "An animal in your hand can go to any empty square. Your opponent's can too!"
          )
      }
    ]
  end

  @doc "See `c:PlayoutWeb.Rules.reply/2`."
  def reply(%{details: %{piece: piece, captured: "lion"}}, _catch),
    do: [
      pgettext("children", "The blue %{animal} catches your lion.", animal: Piece.animal(piece))
    ]

  def reply(_move, %{reason: :try}),
    do: [
      pgettext("children", "The blue lion reaches the far side, and nobody can catch it there.")
    ]

  def reply(%{details: %{piece: piece, captured: captured}}, _outcome) do
    [
      pgettext("children", "The blue %{animal} captures your %{captured}.",
        animal: Piece.animal(piece),
        captured: Piece.animal(captured)
      )
    ]
  end

  def reply(%{steps: [from, to], details: %{piece: piece}}, _outcome) do
    words = [animal: Piece.animal(piece), square: to]

    if Piece.drop?(from),
      do: [pgettext("children", "Your opponent drops a blue %{animal} on %{square}.", words)],
      else: [pgettext("children", "The blue %{animal} goes to %{square}.", words)]
  end
end
