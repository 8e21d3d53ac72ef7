defmodule PlayoutWeb.Boards.AnimalShogi.Animals.Hen do
  @moduledoc "Grown up: white, seen from the side, with a comb."
  use PlayoutWeb, :html

  import PlayoutWeb.Boards.AnimalShogi.Outline

  @doc "Renders the hen, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <.feet />
    <.cut_out shapes={[
      {"#d93a33",
       "M35 25.5C31.5 21.5 31.5 16 35 14.5C37.5 13.5 39.5 15.5 40 17.5C40.5 13.5 43.5 11.5 46.5 12.5C49.5 13.5 50 16.5 49 19C51.5 17.5 54.5 18.5 55 21.5C55.5 25 52.5 28.5 49 29.5Z"},
      {"#f0952c", "M31.5 32.5L18.5 38.5Q24 42.5 31 41.5Z"},
      {"#fffdf8",
       "M30.5 33C31.5 25.5 37.5 21.5 43.5 22.5C50 23.5 53 29 53.5 35C54.5 43 62 45.5 68 41.5C71.5 39 72 34 70 29.5C75 27.5 80.5 28.5 83 31.5C85.5 29.5 89.5 31 90 34.5C90.5 38 89 40.5 88.5 43C91.5 44 92 48 89.5 51C88 69.5 74 82 56 82C38.5 82 27 70.5 26.5 56C26.3 48 29.5 42 30.5 33Z"}
    ]} />
    <path
      d="M27.5 42C23.5 45 23.5 51.5 27.5 52.5C31.5 53.5 33.5 48 31.5 42.5Z"
      fill="#d93a33"
      stroke={ink()}
      stroke-width="1.6"
    />
    <path
      d="M47 52C56 49 68 50.5 77 46C78.5 58 71.5 70 58.5 70.5C50 70.5 44.5 62.5 47 52Z"
      fill="#eadfcb"
    />
    <path
      d="M50.5 58.5Q60 60.5 68.5 56M53 64.5Q60 66 66 62"
      fill="none"
      stroke="#cbb999"
      stroke-width="1.9"
      stroke-linecap="round"
    />
    <path
      d="M77.5 33.5Q80 38 78.5 43M83.5 35.5Q85 40 82.5 45"
      fill="none"
      stroke="#d8c9ae"
      stroke-width="1.9"
      stroke-linecap="round"
    />
    <path
      d="M29 58C31 71 42 79 56 79.5C66 79.5 77 74 83 64C79 76 68 81.5 56 81.5C40.5 81.5 29 72 29 58Z"
      fill="#e3d5bb"
    />
    <.eye x={40} y={34} wide={3.5} high={4.2} />
    <path
      d="M36.5 28.5Q40 26.5 43.5 28"
      fill="none"
      stroke={ink()}
      stroke-width="1.7"
      stroke-linecap="round"
    />
    <.cheek x={42.5} y={42} size={4} />
    """
  end

  # Lines under the body, each drawn three times: in paper, in ink and in colour.
  defp feet(assigns) do
    ~H"""
    <g fill="none" stroke-linecap="round">
      <path
        :for={{colour, width} <- [{paper(), 7}, {ink(), 4.6}, {"#ef9030", 2}]}
        d="M47 80V88.5M47 88.5L41 90.5M47 88.5L50.5 91M60 80V88.5M60 88.5L54.5 90.5M60 88.5L64.5 91"
        stroke={colour}
        stroke-width={width}
      />
    </g>
    """
  end
end
