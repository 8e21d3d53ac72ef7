defmodule PlayoutWeb.Boards.AnimalShogi.Animals.Lion do
  @moduledoc "The only animal with a round mane."
  use PlayoutWeb, :html

  import PlayoutWeb.Boards.AnimalShogi.Outline

  @doc "Renders the lion, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <.cut_out shapes={[
      {"#b9541f",
       "M50 20.5 A9.6 9.6 0 0 1 66.8 25.4 A9.6 9.6 0 0 1 78.2 38.6 A9.6 9.6 0 0 1 80.7 55.9 A9.6 9.6 0 0 1 73.4 71.8 A9.6 9.6 0 0 1 58.7 81.2 A9.6 9.6 0 0 1 41.3 81.2 A9.6 9.6 0 0 1 26.6 71.8 A9.6 9.6 0 0 1 19.3 55.9 A9.6 9.6 0 0 1 21.8 38.6 A9.6 9.6 0 0 1 33.2 25.4 A9.6 9.6 0 0 1 50 20.5Z"}
    ]} />
    <path
      d="M57 28 A7.8 7.8 0 0 1 68.9 35.6 A7.8 7.8 0 0 1 74.7 48.4 A7.8 7.8 0 0 1 72.7 62.4 A7.8 7.8 0 0 1 63.5 73 A7.8 7.8 0 0 1 50 77 A7.8 7.8 0 0 1 36.5 73 A7.8 7.8 0 0 1 27.3 62.4 A7.8 7.8 0 0 1 25.3 48.4 A7.8 7.8 0 0 1 31.1 35.6 A7.8 7.8 0 0 1 43 28 A7.8 7.8 0 0 1 57 28Z"
      fill="#d97a2c"
    />
    <g stroke={ink()} stroke-width="2">
      <circle cx="31" cy="33.5" r="7.5" fill="#eda545" />
      <circle cx="69" cy="33.5" r="7.5" fill="#eda545" />
    </g>
    <circle cx="31.5" cy="34.5" r="3.8" fill="#f9d3a2" />
    <circle cx="68.5" cy="34.5" r="3.8" fill="#f9d3a2" />
    <path
      d="M50 31C64 31 72 41 72 52.5C72 65 62 73.5 50 73.5C38 73.5 28 65 28 52.5C28 41 36 31 50 31Z"
      fill="#f8bd58"
    />
    <path
      d="M38 33.5Q42 26 49 30Q56 25 62 33.5Q57 33.5 55 38Q51.5 35.5 49.5 40Q47 35.5 43 37.5Q42 34 38 33.5Z"
      fill="#b9541f"
    />
    <path
      d="M50 56C56 53.5 64 57 62.5 63.5C61 70 54 71.5 50 70.5C46 71.5 39 70 37.5 63.5C36 57 44 53.5 50 56Z"
      fill="#fff1d6"
    />
    <path d="M45 54.5Q50 52 55 54.5Q54 59.5 50 60.5Q46 59.5 45 54.5Z" fill="#6b3322" />
    <path
      d="M50 60.5V64M50 64Q46.5 67.5 43.5 65M50 64Q53.5 67.5 56.5 65"
      fill="none"
      stroke="#6b3322"
      stroke-width="1.9"
      stroke-linecap="round"
    />
    <g fill="#c98b4a">
      <circle cx="42" cy="61.5" r=".9" />
      <circle cx="58" cy="61.5" r=".9" />
    </g>
    <.eye x={39.5} y={49} wide={3.5} high={4.3} />
    <.eye x={60.5} y={49} wide={3.5} high={4.3} />
    <path
      d="M34.5 42.5Q39 39 43.5 42M56.5 42Q61 39 65.5 42.5"
      fill="none"
      stroke="#8c4218"
      stroke-width="2.4"
      stroke-linecap="round"
    />
    <.cheek x={33.5} y={57.5} size={4} />
    <.cheek x={66.5} y={57.5} size={4} />
    """
  end
end
