defmodule PlayoutWeb.Portrait.Custom do
  @moduledoc "A robot, because someone built this player."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M12 116C12 88 22 80 34 78H66C78 80 88 88 88 116Z" fill="#7f8a94" />
      <path d="M50 20V9" fill="none" stroke-width="4" /><circle cx="50" cy="9" r="5.5" fill="#e5863a" />
      <rect x="9" y="40" width="12" height="22" rx="5" fill="#7f8a94" /><rect
        x="79"
        y="40"
        width="12"
        height="22"
        rx="5"
        fill="#7f8a94"
      />
      <rect x="17" y="20" width="66" height="60" rx="16" fill="#b9c3cb" />
      <rect x="25" y="31" width="50" height="24" rx="12" fill="#263038" />
      <path d="M34 66H66V72H34Z" fill="#eef2f4" stroke-width="1.8" />
    </g>
    <path d="M42 66V72M50 66V72M58 66V72" stroke={ink()} stroke-width="1.8" />
    <circle cx="38" cy="43" r="6" fill="#63d6c4" /><circle cx="62" cy="43" r="6" fill="#63d6c4" />
    <circle cx="36.2" cy="41" r="1.9" fill="#fff" /><circle cx="60.2" cy="41" r="1.9" fill="#fff" />
    """
  end
end
