defmodule PlayoutWeb.Portrait.Owl do
  @moduledoc "Two large orange eyes in a pale face."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g transform="translate(5 7) scale(0.9)">
      <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
        <path
          d="M12 104C10 78 14 62 18 50C18 38 15 26 14 12C24 16 32 20 40 21C46 19.5 54 19.5 60 21C68 20 76 16 86 12C85 26 82 38 82 50C86 62 90 78 88 104Z"
          fill="#9a6a3c"
        />
        <path
          d="M50 34C44 24 26 25 21 40C17 56 28 68 41 66C46 65 49 61 50 58C51 61 54 65 59 66C72 68 83 56 79 40C74 25 56 24 50 34Z"
          fill="#f0dcb6"
        />
        <path d="M50 49L56 58C55 64 52 67 50 69C48 67 45 64 44 58Z" fill="#4a4038" />
      </g>
      <path
        d="M22 20C30 24 38 28 47 32M78 20C70 24 62 28 53 32"
        stroke="#5f3d1e"
        stroke-width="5"
        stroke-linecap="round"
      />
      <circle cx="35" cy="47" r="10.5" fill="#f59a23" stroke={ink()} stroke-width="2" />
      <.eye x={35.0} y={47.0} size={6.0} />
      <circle cx="65" cy="47" r="10.5" fill="#f59a23" stroke={ink()} stroke-width="2" />
      <.eye x={65.0} y={47.0} size={6.0} />
      <path
        d="M30 78L35 84L40 78M45 82L50 88L55 82M60 78L65 84L70 78M38 92L43 98L48 92M53 92L58 98L63 92"
        fill="none"
        stroke="#5f3d1e"
        stroke-width="3.2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </g>
    """
  end
end
