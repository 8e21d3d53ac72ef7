defmodule PlayoutWeb.Portrait.Sparrow do
  @moduledoc "A russet cap, a white cheek and a black bib."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M10 104C8 80 20 68 22 52C19 30 32 12 53 12C71 12 82 25 83 42C84 56 76 64 78 76C80 88 82 96 82 104Z"
        fill="#d8c4a2"
      />
      <path d="M10 104C8 80 20 68 22 52C28 68 22 90 32 104Z" fill="#8a5a35" />
      <path
        d="M22 53C17 30 32 12 53 12C70 12 80 23 82.5 37C70 31 58 32 49 38C40 44 34 52 22 53Z"
        fill="#97522a"
      />
      <path d="M81 37C89 37 96 42 99 48C92 51 86 52 80 52Z" fill="#4a3f3a" />
    </g>
    <path d="M80 52C82 62 78 72 66 76C59 68 61 58 68 52Z" fill={ink()} />
    <path d="M50 46C58 40 74 37 82 40L81.5 44C72 44 60 47 52 51Z" fill={ink()} />
    <ellipse cx="49" cy="60" rx="13" ry="11" fill="#f8f1e4" />
    <ellipse cx="46" cy="62.5" rx="5" ry="3.6" fill="#5b4133" />
    <circle cx="66" cy="43.5" r="6.6" fill="#f8f1e4" />
    <.eye x={66.5} y={43.5} size={5.2} />
    <path d="M82 45L95 47.5" stroke="#a2968d" stroke-width="1.8" stroke-linecap="round" />
    """
  end
end
