defmodule PlayoutWeb.Rules.Separo.Lesson do
  @moduledoc "The five positions of SEPARO's first lesson."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Lesson.Exercise

  @doc "The exercises, in their order."
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
            "You are Red. Press a stone of yours, then where its first root goes, then the end of the second. Or draw it all in one stroke."
          ),
        moral: gettext("The first root goes diagonally, the second straight on.")
      },
      %Exercise{
        id: "fence",
        game: :separo,
        position: "6 r a3a4,a4b5,a6b5,b5c5 a1b2,b2c2,d5e5,e5f6",
        goal: {:gain, 1},
        title: gettext("Fence off a region"),
        task:
          gettext(
            "The border of the board is a fence as well. One move reaches it and parts the board in two."
          ),
        moral:
          gettext("What you fence off is tinted and counted. The rest of the board is one, too.")
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
            "Roots may cross each other, and where your own cross they part regions too. Find the move that adds two."
          ),
        moral: gettext("Look for a way across your own roots to the border.")
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
            "Whoever cannot grow has to pass. One of your moves leaves Blue without any move."
          ),
        moral: gettext("Who can still grow while the other passes decides the game.")
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
          gettext(
            "You have two regions each, and this is the last move of the game. Make it count."
          ),
        moral: gettext("When neither of you can grow any more, the regions are counted.")
      }
    ]
  end
end
