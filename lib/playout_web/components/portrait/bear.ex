defmodule PlayoutWeb.Portrait.Bear do
  @moduledoc "Round ears and a broad muzzle."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M4 116C8 90 20 80 32 78H68C80 80 92 90 96 116Z" fill="#5f3a20" />
      <circle cx="22" cy="26" r="13.5" fill="#7a4a28" /><circle
        cx="78"
        cy="26"
        r="13.5"
        fill="#7a4a28"
      />
      <circle cx="22" cy="27" r="7" fill="#c68f5f" stroke-width="1.4" /><circle
        cx="78"
        cy="27"
        r="7"
        fill="#c68f5f"
        stroke-width="1.4"
      />
      <path
        d="M50 14C72 14 86 30 86 50C86 72 72 86 50 86C28 86 14 72 14 50C14 30 28 14 50 14Z"
        fill="#86522c"
      />
      <ellipse cx="50" cy="64" rx="20.5" ry="17.5" fill="#d9a873" />
    </g>
    <path
      d="M39 57C39 51 44 49 50 49C56 49 61 51 61 57C60 63 54 66 50 66C46 66 40 63 39 57Z"
      fill="#241713"
    />
    <path
      d="M43.5 54Q47 51 51 52"
      stroke="#8a7468"
      stroke-width="2.4"
      stroke-linecap="round"
      fill="none"
    />
    <path
      d="M50 66V71M50 71Q44 77 38 73M50 71Q56 77 62 73"
      fill="none"
      stroke={ink()}
      stroke-width="2.4"
      stroke-linecap="round"
    />
    <.eye x={32.0} y={43.0} size={4.6} />
    <.eye x={68.0} y={43.0} size={4.6} />
    <path
      d="M24 33Q30 29 37 32M76 33Q70 29 63 32"
      fill="none"
      stroke="#5f3a20"
      stroke-width="3"
      stroke-linecap="round"
    />
    """
  end
end
