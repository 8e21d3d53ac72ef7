defmodule PlayoutWeb.Portrait.Heron do
  @moduledoc "A long neck, a dagger-like beak and a black plume."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M8 104C8 84 22 74 36 70C50 66 52 58 46 48C38 36 39 22 53 16C65 12 75 18 78 28C80 36 74 41 68 43C63 45 64 52 68 60C74 74 70 90 70 104Z"
        fill="#f1f0ec"
      />
      <path d="M8 104C8 84 22 74 36 70C30 82 34 94 40 104Z" fill="#7d8b9b" />
      <path d="M73 22L100 32L72 38Z" fill="#eda43a" />
      <path
        d="M62 20C48 20 34 34 10 40C24 46 44 44 56 34C62 30 70 28 74 25C72 22 68 20 62 20Z"
        fill="#2c333d"
      />
    </g>
    <path
      d="M55 66C59 76 58 88 55 98M63 62C66 74 65 86 63 96"
      fill="none"
      stroke="#3a424d"
      stroke-width="3.2"
      stroke-linecap="round"
      stroke-dasharray="5 6"
    />
    <path d="M73 31L94 32" stroke={ink()} stroke-width="1.6" />
    <circle cx="66" cy="33.5" r="4.8" fill="#f6d44a" stroke={ink()} stroke-width="1.8" /><circle
      cx="66.5"
      cy="33.5"
      r="2.4"
      fill={ink()}
    />
    """
  end
end
