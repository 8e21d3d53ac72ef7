defmodule PlayoutWeb.Portrait.Badger do
  @moduledoc "Two black stripes over a white face."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g transform="translate(2 3) scale(0.96)">
      <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
        <path d="M8 116C12 90 22 80 34 76H66C78 80 88 90 92 116Z" fill="#6f7177" />
        <circle cx="23" cy="28" r="9.5" fill="#3a3a3e" /><circle
          cx="77"
          cy="28"
          r="9.5"
          fill="#3a3a3e"
        />
        <path
          d="M50 15C68 15 82 27 83 43C84 58 76 67 68 75C63 82 58 88 50 88C42 88 37 82 32 75C24 67 16 58 17 43C18 27 32 15 50 15Z"
          fill="#fbf7ee"
        />
      </g>
      <path
        d="M25 26C30 20 36 17 41 16C41 34 42 50 43 66C37 70 33 70 30 66C22 56 20 38 25 26ZM75 26C70 20 64 17 59 16C59 34 58 50 57 66C63 70 67 70 70 66C78 56 80 38 75 26Z"
        fill="#2c2c30"
      />
      <path d="M17 27C20 22.5 26 22 29 26L25 33ZM83 27C80 22.5 74 22 71 26L75 33Z" fill="#fbf7ee" />
      <path
        d="M41 72C41 66 45 64 50 64C55 64 59 66 59 72C58 77 54 79 50 79C46 79 42 77 41 72Z"
        fill="#241a18"
      />
      <path
        d="M45 68.5Q48 66 51 67"
        stroke="#8d8480"
        stroke-width="2"
        stroke-linecap="round"
        fill="none"
      />
      <path
        d="M50 79V82M50 82Q46 86 42 84M50 82Q54 86 58 84"
        fill="none"
        stroke={ink()}
        stroke-width="2"
        stroke-linecap="round"
      />
      <circle cx="34.5" cy="47" r="4.4" fill="#fff" /><circle cx="65.5" cy="47" r="4.4" fill="#fff" />
      <circle cx="34.5" cy="47" r="3.2" fill="#15100e" /><circle
        cx="65.5"
        cy="47"
        r="3.2"
        fill="#15100e"
      />
      <circle cx="33.5" cy="45.8" r="1.2" fill="#fff" /><circle
        cx="64.5"
        cy="45.8"
        r="1.2"
        fill="#fff"
      />
    </g>
    """
  end
end
