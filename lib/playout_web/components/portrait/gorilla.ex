defmodule PlayoutWeb.Portrait.Gorilla do
  @moduledoc "A heavy brow, wide nostrils and a high crown."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M-2 116C0 90 14 78 32 74H68C86 78 100 90 102 116Z" fill="#2c2c31" />
      <circle cx="17" cy="52" r="7" fill="#6b6461" /><circle cx="83" cy="52" r="7" fill="#6b6461" />
      <path
        d="M50 8C62 8 70 16 75 27C82 35 85 46 83 59C81 78 68 92 50 92C32 92 19 78 17 59C15 46 18 35 25 27C30 16 38 8 50 8Z"
        fill="#3d3d44"
      />
      <path
        d="M50 42C58 37 72 37 74 46C74 51 71 54 70 58C75 64 74 74 68 80C62 86 56 88 50 88C44 88 38 86 32 80C26 74 25 64 30 58C29 54 26 51 26 46C28 37 42 37 50 42Z"
        fill="#8a817c"
        stroke-width="1.8"
      />
    </g>
    <path d="M34 24Q40 14 50 14" fill="none" stroke="#6c6c77" stroke-width="4" stroke-linecap="round" />
    <circle cx="38" cy="49" r="6" fill="#d08c46" /><circle cx="62" cy="49" r="6" fill="#d08c46" />
    <.eye x={38.0} y={49.0} size={4.2} />
    <.eye x={62.0} y={49.0} size={4.2} />
    <path
      d="M28 44C34 38 44 39 50 44C56 39 66 38 72 44"
      fill="none"
      stroke="#2c2a2c"
      stroke-width="6.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
    <path
      d="M35 66C34 58 43 55 50 58C57 55 66 58 65 66C63 72 55 72 50 69C45 72 37 72 35 66Z"
      fill="#4c4644"
    />
    <ellipse cx="43" cy="65.5" rx="4" ry="3" fill="#1b1718" /><ellipse
      cx="57"
      cy="65.5"
      rx="4"
      ry="3"
      fill="#1b1718"
    />
    <path d="M36 79Q50 84 64 79" fill="none" stroke={ink()} stroke-width="2.4" stroke-linecap="round" />
    """
  end
end
