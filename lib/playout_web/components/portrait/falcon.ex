defmodule PlayoutWeb.Portrait.Falcon do
  @moduledoc "A dark hood with a stripe below the eye, and a small hooked beak."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M12 104C12 80 24 70 26 54C20 34 34 16 54 17C71 18 80 30 79 45C78 56 72 62 74 74C77 86 78 94 78 104Z"
        fill="#f3e9d3"
      />
      <path
        d="M12 104C12 80 24 70 26 54C20 34 34 16 54 17C69 18 78 27 79 40C72 37 68 40 67 45C66 54 64 60 60 66C56 60 56 54 52 50C44 54 40 62 40 72C36 82 34 92 36 104Z"
        fill="#4a5564"
      />
      <path d="M76 36C88 35 95 43 92 57C88 52 82 50 75 51Z" fill="#54606e" />
      <path d="M75 36C80 35.5 83 36.5 84 39C82 43 79 45 75 46Z" fill="#f2c230" />
    </g>
    <path d="M32 40C34 28 44 22 56 23C46 27 39 33 37 44Z" fill="#8492a6" />
    <path
      d="M50 76L53 80L56 76M60 82L63 86L66 82M49 89L52 93L55 89M62 95L65 99L68 95"
      fill="none"
      stroke="#6c5a48"
      stroke-width="2.6"
      stroke-linecap="round"
    />
    <circle cx="63" cy="39" r="7" fill="#f2c230" stroke={ink()} stroke-width="1.6" />
    <.eye x={63.0} y={39.0} size={4.8} />
    """
  end
end
