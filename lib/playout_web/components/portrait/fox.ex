defmodule PlayoutWeb.Portrait.Fox do
  @moduledoc "Orange with white cheeks, narrowing to the nose."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g transform="translate(7 8) scale(0.86)">
      <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
        <path d="M18 116C20 92 28 84 36 80H64C72 84 80 92 82 116Z" fill="#c85f1c" />
        <path d="M38 82H62L50 104Z" fill="#fbf1e0" />
        <path
          d="M12 46C8 30 10 14 14 6C24 12 34 20 40 28C46 26 54 26 60 28C66 20 76 12 86 6C90 14 92 30 88 46C90 54 94 58 98 62C88 66 78 70 70 76C63 82 57 89 50 90C43 89 37 82 30 76C22 70 12 66 2 62C6 58 10 54 12 46Z"
          fill="#e27a27"
        />
        <path
          d="M17 30C16 22 16 17 18 14C24 18 29 23 32 28C26 29 21 30 17 34ZM83 30C84 22 84 17 82 14C76 18 71 23 68 28C74 29 79 30 83 34Z"
          fill="#3c2620"
          stroke-width="1.4"
        />
      </g>
      <path
        d="M5 62C14 56 26 55 34 60C41 64 45 70 50 70C55 70 59 64 66 60C74 55 86 56 95 62C86 66 77 70 70 75.5C63 81 57 88 50 88.5C43 88 37 81 30 75.5C23 70 14 66 5 62Z"
        fill="#fdf4e6"
      />
      <path
        d="M43 79C43 75 46 73.5 50 73.5C54 73.5 57 75 57 79C56 84 53 87 50 88C47 87 44 84 43 79Z"
        fill="#241714"
      />
      <circle cx="47.5" cy="77" r="1.7" fill="#8f8079" />
      <path
        d="M25 50C29 44 37 46 39 53C34 56 28 55 25 50ZM75 50C71 44 63 46 61 53C66 56 72 55 75 50Z"
        fill="#f6c64b"
        stroke={ink()}
        stroke-width="2"
      />
      <.eye x={33.0} y={50.5} size={3.4} />
      <.eye x={67.0} y={50.5} size={3.4} />
    </g>
    """
  end
end
