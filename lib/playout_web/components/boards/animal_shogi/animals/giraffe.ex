defmodule PlayoutWeb.Boards.AnimalShogi.Animals.Giraffe do
  @moduledoc "A long neck coming in from the side, and a leaf to chew."
  use PlayoutWeb, :html

  import PlayoutWeb.Boards.AnimalShogi.Outline

  @doc "Renders the giraffe, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <.cut_out shapes={[
      {"#f4c04f", "M50 52C52 62 49 74 43 85.5C53 88.5 67 88.5 75 85.5C71 70 67 56 63 44Z"},
      {"#8a5426",
       "M38.5 23L36.8 15.5A3.6 3.6 0 1 1 42 14.5L42.8 22ZM48.5 22L49.3 14.5A3.6 3.6 0 1 1 54.6 15.5L52.8 23Z"},
      {"#eeb347", "M33 33C26 33.5 20 30.5 16.5 24.5C23.5 22 31 24.5 34.5 30Z"},
      {"#eeb347", "M58.5 33C65.5 33 71.5 29.5 74.5 23.5C67.5 21.5 60.5 24.5 57 30Z"},
      {"#f7c95c",
       "M32.5 34C32 25 38 20.5 45 20.5C53 20.5 59 25.5 59 34L57.5 46Q60 51 59 56C57.5 63 51 65.5 45.5 65.5C39 65.5 33.5 62.5 32.5 56C32 51.5 33.5 48.5 34.5 46Z"}
    ]} />
    <path
      d="M21 25.8Q27 26 31.5 30.5Q25.5 30.5 21 25.8ZM70 25.2Q64.5 25.5 60 30Q66 29.5 70 25.2Z"
      fill="#f6b7a0"
    />
    <g fill="#b06a2a">
      <path d="M52 67q6-2.5 8.5 1t-1.5 6.5t-8.5-1.5zM64 57q3.5-2 4.5 2.5t2 7q-5 .5-6.5-3zM62.5 74q4.5-2.5 7.5 1t1.5 6q-6 2.5-9 .5t0-7.5zM49 79q4-2.5 6.5.5t0 6q-4.5 0-7.5-1.5z" />
      <path d="M42 24.5q4-2 6.5.8t-.5 5.7t-5.5-.7t-.5-5.8zM35.5 28q2.5-.5 2.5 2.5t-3 3zM55.5 28q-2.5-.5-2.5 2.5t3.5 3z" />
    </g>
    <path
      d="M45.5 47C53 47 58.5 51 57.5 56.5C56.5 62 51 64 45.5 64C40 64 34.5 62 33.8 56.5C33.2 51 38.5 47 45.5 47Z"
      fill="#fde9bf"
    />
    <ellipse cx="41.5" cy="52.5" rx="1.3" ry="1.7" fill="#8a5426" />
    <ellipse cx="50" cy="52.5" rx="1.3" ry="1.7" fill="#8a5426" />
    <path
      d="M39.5 57.8Q46 62 52.5 57.5"
      fill="none"
      stroke="#8a5426"
      stroke-width="1.9"
      stroke-linecap="round"
    />
    <.eye x={38} y={40.5} wide={3.2} high={4} />
    <.eye x={53.5} y={40.5} wide={3.2} high={4} />
    <path
      d="M34.8 38.5l-3.2-2M35.8 36.5l-2.2-2.6M56.7 38.5l3.2-2M55.7 36.5l2.2-2.6"
      stroke="#2a1a14"
      stroke-width="1.5"
      stroke-linecap="round"
    />
    <.cheek x={34.8} y={47.5} size={3} />
    <.cheek x={56.8} y={47.5} size={3} />
    <path
      d="M52 58.5Q60 57 66 61"
      fill="none"
      stroke="#4b7f37"
      stroke-width="1.8"
      stroke-linecap="round"
    />
    <path
      d="M61 59Q66 52 74 54.5Q71 62 63 61ZM59.5 60Q60.5 67 68 68.5Q69 62 63 60Z"
      fill="#6fa84a"
      stroke="#3f6d2e"
      stroke-width="1.2"
      stroke-linejoin="round"
    />
    """
  end
end
