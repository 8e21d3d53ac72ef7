defmodule PlayoutWeb.Portrait.Lynx do
  @moduledoc "Black ear tufts and a ruff."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g transform="translate(6 9) scale(0.88)">
      <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
        <path d="M14 116C16 92 26 84 34 82H66C74 84 84 92 86 116Z" fill="#b98a55" />
        <path
          d="M20 34L9 0L17 4L31 20C25 24 22 28 20 34ZM80 34L91 0L83 4L69 20C75 24 78 28 80 34Z"
          fill="#2a211d"
        />
        <path
          d="M18 42C16 34 16 26 19 18C26 20 34 24 40 28C46 26.5 54 26.5 60 28C66 24 74 20 81 18C84 26 84 34 82 42C84 50 88 56 94 62L84 64L92 74L80 74L84 86C74 86 62 88 50 88C38 88 26 86 16 86L20 74L8 74L16 64L6 62C12 56 16 50 18 42Z"
          fill="#d2a468"
        />
        <path
          d="M22 36C21 31 21 28 23 25C28 26 32 28 35 31C30 32 26 34 22 36ZM78 36C79 31 79 28 77 25C72 26 68 28 65 31C70 32 74 34 78 36Z"
          fill="#f1dcc0"
          stroke-width="1.4"
        />
      </g>
      <path
        d="M10 63L19 66L12 73L22 72L19 84C26 82 30 78 32 72C30 66 20 62 10 63ZM90 63L81 66L88 73L78 72L81 84C74 82 70 78 68 72C70 66 80 62 90 63Z"
        fill="#fbf3e4"
      />
      <path
        d="M16 70L27 71M21 79L29 75M84 70L73 71M79 79L71 75"
        stroke={ink()}
        stroke-width="3"
        stroke-linecap="round"
      />
      <path
        d="M43 34L44 40M50 32V40M57 34L56 40"
        stroke="#6a4526"
        stroke-width="3.4"
        stroke-linecap="round"
      />
      <circle cx="29" cy="43" r="2" fill="#6a4526" /><circle cx="71" cy="43" r="2" fill="#6a4526" />
      <path
        d="M50 60C60 57 68 63 65 72C62 80 56 82 50 81C44 82 38 80 35 72C32 63 40 57 50 60Z"
        fill="#fbf3e4"
      />
      <path
        d="M43.5 60.5H56.5L50 68.5Z"
        fill="#b8665a"
        stroke={ink()}
        stroke-width="1.8"
        stroke-linejoin="round"
      />
      <path
        d="M50 68V73M50 73Q45 78 40 75M50 73Q55 78 60 75"
        fill="none"
        stroke={ink()}
        stroke-width="2.2"
        stroke-linecap="round"
      />
      <path
        d="M25 53C29 46 38 47 40 55C34 58 28 57 25 53ZM75 53C71 46 62 47 60 55C66 58 72 57 75 53Z"
        fill="#f0d24e"
        stroke={ink()}
        stroke-width="2.2"
      />
      <.eye x={33.5} y={52.5} size={3.6} />
      <.eye x={66.5} y={52.5} size={3.6} />
    </g>
    """
  end
end
