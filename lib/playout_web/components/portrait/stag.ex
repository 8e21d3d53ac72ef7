defmodule PlayoutWeb.Portrait.Stag do
  @moduledoc "Branched antlers over a long face."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M18 116C20 94 28 82 40 76H60C72 82 80 94 82 116Z" fill="#6f4223" />
      <path
        d="M36 45C28 37 16 37 8 43C13 53 25 57 36 53ZM64 45C72 37 84 37 92 43C87 53 75 57 64 53Z"
        fill="#a5683a"
      />
    </g>
    <g fill="none" stroke-linejoin="round" stroke-linecap="round">
      <path
        :for={{colour, width} <- [{ink(), 8.4}, {"#ead3a4", 4}]}
        d="M43 35C36 30 23 31 18 18M31 29L32 10M40 33L43 21M57 35C64 30 77 31 82 18M69 29L68 10M60 33L57 21"
        stroke={colour}
        stroke-width={width}
      />
    </g>
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M50 30C61 30 67 36 68 45C69 55 65 62 63 72C62 85 57 93 50 93C43 93 38 85 37 72C35 62 31 55 32 45C33 36 39 30 50 30Z"
        fill="#b87b45"
      />
    </g>
    <path
      d="M50 68C58 67 62 72 61 78C60 87 56 91.5 50 91.5C44 91.5 40 87 39 78C38 72 42 67 50 68Z"
      fill="#f3dfbf"
    />
    <path d="M50 33C57 33 58 45 55 58C53 64 47 64 45 58C42 45 43 33 50 33Z" fill="#8c5529" />
    <path
      d="M42 77C42 73 46 72 50 72C54 72 58 73 58 77C57 81 53 83 50 83C47 83 43 81 42 77Z"
      fill="#241713"
    />
    <path
      d="M50 83V86M50 86Q46 89.5 43 87M50 86Q54 89.5 57 87"
      fill="none"
      stroke={ink()}
      stroke-width="2"
      stroke-linecap="round"
    />
    <.eye x={39.0} y={54.0} size={4.4} />
    <.eye x={61.0} y={54.0} size={4.4} />
    """
  end
end
