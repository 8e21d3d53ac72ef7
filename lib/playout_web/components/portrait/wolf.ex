defmodule PlayoutWeb.Portrait.Wolf do
  @moduledoc "Grey with a pale muzzle, and a frown."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g transform="translate(6 8) scale(0.88)">
      <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
        <path d="M12 116C14 92 24 82 34 78H66C76 82 86 92 88 116Z" fill="#59636f" />
        <path
          d="M22 36C18 24 19 12 22 4C31 9 38 17 42 24H58C62 17 69 9 78 4C81 12 82 24 78 36C82 44 86 50 94 58L85 60L91 70L80 70L82 79C74 80 68 84 62 90C58 94 54 96 50 96C46 96 42 94 38 90C32 84 26 80 18 79L20 70L9 70L15 60L6 58C14 50 18 44 22 36Z"
          fill="#7d8894"
        />
        <path
          d="M26 28C24 22 25 16 26 13C31 17 34 21 36 26C32 27 29 29 26 32ZM74 28C76 22 75 16 74 13C69 17 66 21 64 26C68 27 71 29 74 32Z"
          fill="#38404a"
          stroke-width="1.4"
        />
      </g>
      <path
        d="M50 26C58 26 64 34 65 43C60 44 57 48 56.5 56L55 72H45L43.5 56C43 48 40 44 35 43C36 34 42 26 50 26Z"
        fill="#4d5763"
      />
      <path
        d="M12 59C20 56 30 56 36 60C41 63 43 68 45 72L55 72C57 68 59 63 64 60C70 56 80 56 88 59L81 62L86 68L77 67L78 76C71 78 66 82 61 88C57 92.5 53 94 50 94C47 94 43 92.5 39 88C34 82 29 78 22 76L23 67L14 68L19 62Z"
        fill="#eef0f1"
      />
      <path
        d="M42 77C42 72 45.5 70 50 70C54.5 70 58 72 58 77C57 82 53 85 50 85C47 85 43 82 42 77Z"
        fill="#1c1a1d"
      />
      <path
        d="M45.5 74.5Q48 72.5 51 73"
        stroke="#8a8a90"
        stroke-width="2"
        stroke-linecap="round"
        fill="none"
      />
      <path
        d="M50 85V88M50 88Q45 92 40 87M50 88Q55 92 60 87"
        fill="none"
        stroke={ink()}
        stroke-width="2.2"
        stroke-linecap="round"
      />
      <path
        d="M26 44C31 42 38 45 40 53C34 55 28 51 26 44ZM74 44C69 42 62 45 60 53C66 55 72 51 74 44Z"
        fill="#f4c430"
        stroke={ink()}
        stroke-width="2.2"
        stroke-linejoin="round"
      />
      <circle cx="34" cy="48.5" r="2.8" fill="#15120f" /><circle
        cx="66"
        cy="48.5"
        r="2.8"
        fill="#15120f"
      />
      <path d="M22 41L39 47M78 41L61 47" stroke={ink()} stroke-width="3" stroke-linecap="round" />
    </g>
    """
  end
end
