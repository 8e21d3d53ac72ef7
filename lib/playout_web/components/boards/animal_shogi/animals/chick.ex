defmodule PlayoutWeb.Boards.AnimalShogi.Animals.Chick do
  @moduledoc "Round, and fresh out of the egg."
  use PlayoutWeb, :html

  import PlayoutWeb.Boards.AnimalShogi.Outline

  @doc "Renders the chick, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <.cut_out shapes={[
      {"#f4b62d",
       "M47 23.5C42.5 19 42.5 14 45 11.5C46.5 14 48 15.5 49.5 16.5C49.5 13.5 51 11 54 10C53.5 13 54 15 54.5 16.5C56 15.5 58 15 60 15.5C57.5 18 55.5 21 53 23.5Z"},
      {"#f2b530", "M27 44C19 41 13 44 11.5 51C18 55.5 24 55 28 52Z"},
      {"#f2b530", "M73 44C81 41 87 44 88.5 51C82 55.5 76 55 72 52Z"},
      {"#fcd851", "M50 22C66 22 76 34 76 49C76 65 65 75 50 75C35 75 24 65 24 49C24 34 34 22 50 22Z"},
      {"#fffaf0",
       "M21.5 60L30 67.5L37.5 59.5L45 68L52 60L59.5 68L66.5 59.5L73 66.5L78.5 60C80 77 68 90 50 90C32 90 20 77 21.5 60Z"}
    ]} />
    <path d="M26.5 70Q33 84 50 85.5Q66 85.5 74 71Q71 90 50 89Q29 88 26.5 70Z" fill="#e5d6bd" />
    <circle cx="36" cy="75" r="1.7" fill="#d8c4a2" />
    <circle cx="62" cy="78" r="2.2" fill="#d8c4a2" />
    <circle cx="50" cy="76" r="1.3" fill="#d8c4a2" />
    <.eye x={39.5} y={42.5} wide={3.8} high={4.6} />
    <.eye x={60.5} y={42.5} wide={3.8} high={4.6} />
    <path
      d="M43.5 49.5Q50 44 56.5 49.5Q50 52.5 43.5 49.5Z"
      fill="#f08a2c"
      stroke={ink()}
      stroke-width="1.5"
      stroke-linejoin="round"
    />
    <path
      d="M44.8 50.2Q50 52.5 55.2 50.2Q54 57 50 57Q46 57 44.8 50.2Z"
      fill="#d85c28"
      stroke={ink()}
      stroke-width="1.5"
      stroke-linejoin="round"
    />
    <.cheek x={33} y={50.5} size={4.4} colour="#f0803c" />
    <.cheek x={67} y={50.5} size={4.4} colour="#f0803c" />
    """
  end
end
