defmodule PlayoutWeb.Portrait.Eagle do
  @moduledoc "A white head with a brow, and a large yellow beak."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M6 104C8 84 14 74 24 66L32 74L38 68L46 78L54 70L62 79L68 71L80 84C84 92 86 98 86 104Z"
        fill="#6b4527"
      />
      <path
        d="M24 68C18 58 18 50 22 42C24 26 36 15 53 16C68 17 76 27 77 38C78 48 72 53 72 60C72 66 76 70 78 78L68 72L62 80L54 71L46 79L38 69L32 75Z"
        fill="#fbf7ee"
      />
      <path d="M72 32C88 29 98 40 93 62C89 55 83 52 71 53Z" fill="#f0b32c" />
    </g>
    <path d="M72 44C78 44 83 45 87 48" fill="none" stroke="#8f5f12" stroke-width="2" />
    <path
      d="M30 62C26 50 30 34 42 25M38 64C35 56 36 48 40 42M48 66C46 61 46 57 48 53"
      fill="none"
      stroke="#cfc3ac"
      stroke-width="3"
      stroke-linecap="round"
    />
    <path d="M50 31L70 37" stroke={ink()} stroke-width="4" stroke-linecap="round" />
    <circle cx="62" cy="40.5" r="5" fill="#f6cf45" stroke={ink()} stroke-width="1.6" /><circle
      cx="62.6"
      cy="40.5"
      r="2.8"
      fill={ink()}
    />
    """
  end
end
