defmodule PlayoutWeb.Rules.Quarto.Lesson do
  @moduledoc "Quarto's first lesson: four exercises."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Boards.Quarto
  alias PlayoutWeb.Rules.Lesson.Exercise

  @doc "Returns the exercises, in order."
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
            "Pieces are tall or short, dark or light, square or round, hollow or solid. Three pieces in a line share one of these with the piece in your hand. Place it on the cell that completes the line."
          ),
        hint: gettext("Look at column b. What do its three pieces have in common with yours?"),
        marks: ~w(b2 b3 b4),
        moral: gettext("Check all ten lines before you place a piece.")
      },
      %Exercise{
        id: "danger",
        game: :quarto,
        position: "4.../.A../.67./9.8B 5",
        goal: :hold,
        title: gettext("Danger"),
        task:
          gettext(
            "You can't win yet, and any piece you give would complete a line. Block that line with your own piece, then give any of the others."
          ),
        hint: gettext("Three tall, light pieces are in row 1. Your piece is short and dark."),
        marks: ~w(a1 c1 d1),
        moral: gettext("A piece that doesn't match blocks a line for good.")
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
            "Let's make a mistake on purpose. Place your piece on d1, then give your opponent the one piece that wins."
          ),
        hint: gettext("Row 1 has three round pieces now. Which round piece is left?"),
        marks: ~w(a1 c1 d1),
        moral: gettext("In a real match, give any piece except that one.")
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
            "Place your piece on a4. Several lines need only one more piece now. Give your opponent the one piece that completes none of them."
          ),
        hint:
          gettext(
            "A tall piece, a round piece or a solid piece completes a line on one of the marked cells. Give a piece that is none of these."
          ),
        marks: ~w(b2 c1),
        moral: gettext("Before you give a piece, ask what your opponent could do with it.")
      }
    ]
  end

  @doc "See `c:PlayoutWeb.Rules.reply/2`."
  def reply(%{steps: [cell | _]}, nil),
    do: [gettext("Your opponent places the piece on %{cell}, and the game goes on.", cell: cell)]

  def reply(%{steps: [cell | _]}, outcome) do
    [
      gettext("Your opponent places the piece on %{cell} and wins.", cell: cell),
      Quarto.reason(outcome.reason, outcome.details)
    ]
  end
end
