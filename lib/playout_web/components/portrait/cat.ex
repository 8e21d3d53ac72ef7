defmodule PlayoutWeb.Portrait.Cat do
  @moduledoc "Grey stripes, whiskers and green eyes."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g transform="translate(6 8) scale(0.88)">
      <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
        <path d="M16 116C18 92 26 84 34 82H66C74 84 82 92 84 116Z" fill="#8d949c" />
        <path
          d="M14 54C10 36 10 22 16 9C26 14 36 22 41 28C47 26.5 53 26.5 59 28C64 22 74 14 84 9C90 22 90 36 86 54C86 74 70 86 50 86C30 86 14 74 14 54Z"
          fill="#a3aab2"
        />
        <path
          d="M19 38C17 30 17 24 20 18C26 22 31 26 34 31C28 33 23 36 19 38ZM81 38C83 30 83 24 80 18C74 22 69 26 66 31C72 33 77 36 81 38Z"
          fill="#e9a9a0"
          stroke-width="1.4"
        />
      </g>
      <path
        d="M50 28V41M40 30L42 40M60 30L58 40M15 60H27M17 68L28 66M85 60H73M83 68L72 66"
        stroke="#5d656e"
        stroke-width="3.6"
        stroke-linecap="round"
      />
      <path
        d="M50 62C60 59 70 64 67 73C64 81 56 82 50 81C44 82 36 81 33 73C30 64 40 59 50 62Z"
        fill="#f3eee6"
      />
      <path
        d="M44 62H56L50 69Z"
        fill="#d9766d"
        stroke={ink()}
        stroke-width="1.6"
        stroke-linejoin="round"
      />
      <path
        d="M50 69V73M50 73Q45 78 40 75M50 73Q55 78 60 75"
        fill="none"
        stroke={ink()}
        stroke-width="2"
        stroke-linecap="round"
      />
      <path
        d="M22 51C27 43 38 44 41 54C34 58 26 57 22 51ZM78 51C73 43 62 44 59 54C66 58 74 57 78 51Z"
        fill="#b9d45a"
        stroke={ink()}
        stroke-width="2"
      />
      <ellipse cx="32" cy="51" rx="3" ry="5.6" fill="#1d1712" /><ellipse
        cx="68"
        cy="51"
        rx="3"
        ry="5.6"
        fill="#1d1712"
      />
      <circle cx="31" cy="48.8" r="1.4" fill="#fff" /><circle cx="67" cy="48.8" r="1.4" fill="#fff" />
      <path
        d="M28 72L10 70M28 76L12 80M72 72L90 70M72 76L88 80"
        stroke="#fff"
        stroke-width="1.6"
        stroke-linecap="round"
      />
    </g>
    """
  end
end
