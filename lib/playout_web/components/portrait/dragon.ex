defmodule PlayoutWeb.Portrait.Dragon do
  @moduledoc "Green scales, golden horns and whiskers, and calm golden eyes."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M30 34C22 28 15 20 14 7C20 11 23 13 27 14C28 9 30 6 33 3C35 14 39 22 45 28ZM70 34C78 28 85 20 86 7C80 11 77 13 73 14C72 9 70 6 67 3C65 14 61 22 55 28Z"
        fill="#f0c04a"
      />
      <path d="M24 104C24 92 28 84 34 80H66C72 84 76 92 76 104Z" fill="#2f7d62" />
      <path
        d="M22 44L8 40L15 50L5 55L15 60L9 70L25 66ZM78 44L92 40L85 50L95 55L85 60L91 70L75 66Z"
        fill="#e2703a"
      />
      <path
        d="M50 22C34 22 22 32 21 47C20 56 25 61 30 65C31 80 39 90 50 90C61 90 69 80 70 65C75 61 80 56 79 47C78 32 66 22 50 22Z"
        fill="#3f9c7a"
      />
      <path
        d="M50 60C39 60 32 66 32 74C32 84 40 91 50 91C60 91 68 84 68 74C68 66 61 60 50 60Z"
        fill="#bfe3c4"
      />
      <path d="M50 16L55 26L50 40L45 26Z" fill="#e2703a" stroke-width="2" />
      <path
        d="M33 72C24 70 17 74 12 84M67 72C76 70 83 74 88 84"
        fill="none"
        stroke="#d9a52f"
        stroke-width="3.4"
      />
      <path d="M38 80C45 85 55 85 62 80" fill="none" />
    </g>
    <path
      d="M26 40C32 36 38 37 44 43M74 40C68 36 62 37 56 43"
      fill="none"
      stroke="#1f5a45"
      stroke-width="5"
      stroke-linecap="round"
    />
    <circle cx="36" cy="50" r="8" fill="#ffd54d" stroke={ink()} stroke-width="2" />
    <.eye x={36.0} y={50.0} size={4.2} />
    <circle cx="64" cy="50" r="8" fill="#ffd54d" stroke={ink()} stroke-width="2" />
    <.eye x={64.0} y={50.0} size={4.2} />
    <ellipse cx="43" cy="68" rx="2.6" ry="1.9" fill={ink()} />
    <ellipse cx="57" cy="68" rx="2.6" ry="1.9" fill={ink()} />
    """
  end
end
