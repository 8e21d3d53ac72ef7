defmodule PlayoutWeb.Rules.Separo.Lesson do
  @moduledoc "SEPARO's first lesson: five exercises."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Rules.Lesson.Exercise

  @doc "Returns the exercises, in order."
  @spec exercises() :: [Exercise.t()]
  def exercises do
    [
      %Exercise{
        id: "grow",
        game: :separo,
        position: "5 r - -",
        goal: :any,
        title: gettext("Grow"),
        task:
          gettext(
            "You are Red. Choose a stone, then the ends of its two roots. The numbers count each colour's regions: the open board is region 1 of both."
          ),
        moral:
          gettext(
            "The first root goes diagonally, the second goes on in one of its two directions: after down and right, it goes down or right."
          )
      },
      %Exercise{
        id: "angle",
        game: :separo,
        position: "5 r a5b4,b4c4 a1b2,b2b3",
        goal: :any,
        given: ["b4"],
        title: gettext("Not too close"),
        task:
          gettext(
            "At a stone, two of your roots must be at least a right angle (90°) apart. From b4, only one way is still open. Find it."
          ),
        moral:
          gettext(
            "This applies at both ends of your move. Your opponent's roots may be as close as they like."
          )
      },
      %Exercise{
        id: "fence",
        game: :separo,
        position: "6 r a3a4,a4b5,a6b5,b5c5 a1b2,b2c2,d5e5,e5f6",
        goal: {:gain, 1},
        title: gettext("Fence off a region"),
        task:
          gettext(
            "Your roots and the edge of the board are your walls. Blue's roots don't fence you in. One move reaches the edge and divides the board in two."
          ),
        hint: gettext("Your roots from the corner end at c5. The top edge is one step away."),
        marks: ~w(c5),
        moral:
          gettext(
            "The area you fence off is your region 2. A region counts if it is bigger than one square of the grid."
          )
      },
      %Exercise{
        id: "two",
        game: :separo,
        position:
          "6 r a6b5,b5c5,c3c4,c3d2,c5d4,d2e2,d3d4,e2f1 a1b2,a4a5,a4b3,a5b6,b2b3,b2c1,b6c6,c1d1",
        goal: {:gain, 2},
        title: gettext("Two at once"),
        task:
          gettext(
            "Your roots may cross each other, and they divide regions there too. Find the move that adds two regions."
          ),
        hint: gettext("Start at c4. Cross your own root and go on to the top edge."),
        marks: ~w(c4),
        moral: gettext("Look for moves that cross your own roots and reach the edge.")
      },
      %Exercise{
        id: "no_room",
        game: :separo,
        position:
          "6 r a6b5,b3c3,b4b5,c3d2,d2e2,d5e5,e2f1,e2f3,e5f4,f3f4 " <>
            "a1b2,a3a4,a3b2,b2c2,c2d1,c2d3,c4c5,c4d3,d1e1,d3e3",
        goal: :pass,
        title: gettext("No room to grow"),
        task:
          gettext(
            "A player who can't move has to pass. Find the move that leaves Blue without a move."
          ),
        hint: gettext("Blue only has room to grow at d6, on the top edge. Get there first."),
        marks: ~w(d6),
        moral: gettext("If you can still move when your opponent can't, you can add regions.")
      },
      %Exercise{
        id: "win",
        game: :separo,
        position:
          "6 r a3a4,a4b5,a6b5,b5c5,c5d6,d2e2,d6e6,e2f1,e6f5,f4f5 " <>
            "a1b2,b2b3,b2c1,b3c4,b6c6,c1d1,c4d4,c6d5,d5e5,e5f6",
        goal: :win,
        title: gettext("Win"),
        task:
          gettext("You have two regions each, and this is the last move. Add a region to win."),
        hint:
          gettext("A root may end at one of your own stones. Grow from f4 to the stone on e2."),
        marks: ~w(e2 f4),
        moral: gettext("When neither player can move, the regions are counted.")
      }
    ]
  end

  @doc "See `c:PlayoutWeb.Rules.reply/2`."
  def reply(%{steps: [from, over, to]}, _outcome) do
    [gettext("Your opponent grows %{from} → %{over} → %{to}.", from: from, over: over, to: to)]
  end
end
