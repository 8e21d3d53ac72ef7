defmodule PlayoutWeb.Boards.AnimalShogi.Animals.Elephant do
  @moduledoc "Two wide ears and a curled trunk."
  use PlayoutWeb, :html

  import PlayoutWeb.Boards.AnimalShogi.Outline

  @doc "Renders the elephant, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <.cut_out shapes={[
      {"#7f93b0", "M36 29C25 19 11 25 10.5 42C10 57 18 67 28 66.5C34 66 37 60 37 54Z"},
      {"#7f93b0", "M64 29C75 19 89 25 89.5 42C90 57 82 67 72 66.5C66 66 63 60 63 54Z"},
      {"#9db0c9",
       "M50 21C64 21 71.5 31 71.5 43C71.5 54 66 60.5 58.5 63L58 71C58 75 60.5 76.5 63 74.5C66 72 65 69.5 66.5 68C69 66 73 67.5 73.2 71.5C73.5 79 67 86 58.5 86C48.5 86 42.5 79.5 42 70L41.5 63C34 60.5 28.5 54 28.5 43C28.5 31 36 21 50 21Z"}
    ]} />
    <path
      d="M33 33C25 26 16.5 31 16 43C15.5 53 20.5 60 26.5 60C30 60 31.5 56 31 52C28 47 28 39 33 33Z"
      fill="#eab3b0"
    />
    <path
      d="M67 33C75 26 83.5 31 84 43C84.5 53 79.5 60 73.5 60C70 60 68.5 56 69 52C72 47 72 39 67 33Z"
      fill="#eab3b0"
    />
    <path
      d="M46.5 21.5Q45 17 47.5 14.5M50 21Q50 16.5 53 14M53.5 21.5Q54.5 18.5 57.5 17.5"
      fill="none"
      stroke={ink()}
      stroke-width="2"
      stroke-linecap="round"
    />
    <path
      d="M43.5 66.5Q49 68.5 55.5 66.5M43.8 71.5Q49 74 55.5 71.5M46 77Q50.5 78 55.5 75M50.5 82.5Q54.5 81.5 57 78.5"
      fill="none"
      stroke="#7388a6"
      stroke-width="1.8"
      stroke-linecap="round"
    />
    <path
      d="M39.5 60.5C36 66 32.5 68 28.5 67.5C31 64 33.5 61.5 35 57.5ZM60.5 60.5C63 64 65.5 65.5 69 65.5C67.5 63 66 61 65 57.5Z"
      fill="#fffaf0"
      stroke={ink()}
      stroke-width="1.6"
      stroke-linejoin="round"
    />
    <.eye x={40.5} y={43} wide={3.5} high={4.3} />
    <.eye x={59.5} y={43} wide={3.5} high={4.3} />
    <path
      d="M36 36.5Q39.5 34 43 36M57 36Q60.5 34 64 36.5"
      fill="none"
      stroke="#5f7391"
      stroke-width="2"
      stroke-linecap="round"
    />
    <.cheek x={35.5} y={51.5} size={4} colour="#e98a86" />
    <.cheek x={64.5} y={51.5} size={4} colour="#e98a86" />
    <path
      d="M46 55Q50 57.5 54 55"
      fill="none"
      stroke="#7388a6"
      stroke-width="1.6"
      stroke-linecap="round"
    />
    """
  end
end
