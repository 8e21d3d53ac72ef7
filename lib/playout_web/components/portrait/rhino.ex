defmodule PlayoutWeb.Portrait.Rhino do
  @moduledoc "Two horns one above the other, and ears like funnels."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M6 116C10 92 20 82 30 80H70C80 82 90 92 94 116Z" fill="#6c6a70" />
      <path
        d="M25 36C12 30 8 17 14 8C24 9 33 17 36 29ZM75 36C88 30 92 17 86 8C76 9 67 17 64 29Z"
        fill="#8d8a92"
      />
      <path
        d="M24 28C22 24 18 18 17 14M76 28C78 24 82 18 83 14"
        stroke="#5f5b66"
        stroke-width="2"
        fill="none"
      />
      <path
        d="M50 22C68 22 78 32 77 46C76 56 72 60 72 70C72 84 62 93 50 93C38 93 28 84 28 70C28 60 24 56 23 46C22 32 32 22 50 22Z"
        fill="#a3a0a8"
      />
      <path
        d="M50 66C62 66 70 71 70 78C69 87 60 92 50 92C40 92 31 87 30 78C30 71 38 66 50 66Z"
        fill="#bab7be"
      />
      <path d="M44 40C45 34 48 30 50 28C52 30 55 34 56 40C55 43 45 43 44 40Z" fill="#efe4cd" />
      <path d="M39 70C41 58 45 49 50 43C55 49 59 58 61 70C58 75 42 75 39 70Z" fill="#f6ecd8" />
    </g>
    <path
      d="M44 66C45 59 47 54 49 50"
      stroke="#fff"
      stroke-width="2"
      stroke-linecap="round"
      fill="none"
    />
    <path
      d="M37 80Q39 77 42 79M63 80Q61 77 58 79M42 87Q50 90 58 87"
      fill="none"
      stroke={ink()}
      stroke-width="2.2"
      stroke-linecap="round"
    />
    <.eye x={32.0} y={50.0} size={4.2} />
    <.eye x={68.0} y={50.0} size={4.2} />
    <path
      d="M26 42Q31 39 38 42M74 42Q69 39 62 42"
      fill="none"
      stroke="#6f6b76"
      stroke-width="2.6"
      stroke-linecap="round"
    />
    """
  end
end
