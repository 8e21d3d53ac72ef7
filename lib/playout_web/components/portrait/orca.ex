defmodule PlayoutWeb.Portrait.Orca do
  @moduledoc "Black and white, with a tall fin over the waves."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M20 56C17 36 22 18 34 8C35 22 42 32 54 40Z" fill="#20242c" />
      <path
        d="M-2 104C-2 66 18 36 54 34C76 33 92 41 97 54C95 64 84 66 76 72C68 80 66 90 66 104Z"
        fill="#2a2f39"
      />
      <path
        d="M97 54C95 64 84 66 76 72C68 80 66 90 66 104H44C44 82 54 66 72 62C82 60 91 60 97 54Z"
        fill="#fbf7ee"
      />
    </g>
    <path
      d="M16 62C24 48 38 41 56 40"
      fill="none"
      stroke="#5d6878"
      stroke-width="4"
      stroke-linecap="round"
    />
    <path d="M44 55C46 46 58 43 66 47C66 54 54 59 44 55Z" fill="#fff" />
    <circle cx="73" cy="52" r="4" fill="#8793a3" />
    <.eye x={73.0} y={52.0} size={3.0} />
    <path
      d="M-4 92C4 80 14 80 22 88C30 96 38 96 46 88C54 80 62 80 70 88C78 96 88 96 104 82V106H-4Z"
      fill="#5aa5c8"
      stroke={ink()}
      stroke-width="2.4"
      stroke-linejoin="round"
    />
    """
  end
end
