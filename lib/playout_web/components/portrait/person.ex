defmodule PlayoutWeb.Portrait.Person do
  @moduledoc "A faceless person, who could be anyone."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M10 116C10 80 26 66 50 66C74 66 90 80 90 116Z" fill="#2f7d73" />
      <circle cx="50" cy="39" r="22" fill="#2f7d73" />
    </g>
    <path
      d="M33 38C33 28 40 21 50 21"
      fill="none"
      stroke="#8fc9c0"
      stroke-width="4"
      stroke-linecap="round"
    />
    <path
      d="M19 92C22 82 30 76 40 74"
      fill="none"
      stroke="#8fc9c0"
      stroke-width="4"
      stroke-linecap="round"
    />
    """
  end
end
