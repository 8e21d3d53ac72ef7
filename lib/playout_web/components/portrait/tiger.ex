defmodule PlayoutWeb.Portrait.Tiger do
  @moduledoc "Black stripes on orange, and round ears."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M8 116C12 92 22 82 34 78H66C78 82 88 92 92 116Z" fill="#cf7a26" />
      <circle cx="22" cy="25" r="12.5" fill="#2c2522" /><circle
        cx="78"
        cy="25"
        r="12.5"
        fill="#2c2522"
      />
      <path
        d="M50 15C62 15 72 19 79 29C84 37 85 45 86 52C88 58 91 62 95 66L85 69L88 78L77 79C70 86 60 90 50 90C40 90 30 86 23 79L12 78L15 69L5 66C9 62 12 58 14 52C15 45 16 37 21 29C28 19 38 15 50 15Z"
        fill="#ec9a3c"
      />
    </g>
    <circle cx="20.5" cy="25.5" r="5.5" fill="#fbf0dd" /><circle
      cx="79.5"
      cy="25.5"
      r="5.5"
      fill="#fbf0dd"
    />
    <path
      d="M9 66C18 62 27 63 31 69C34 74 32 80 28 82C24 80 20 78 14 77L17 69ZM91 66C82 62 73 63 69 69C66 74 68 80 72 82C76 80 80 78 86 77L83 69ZM25 42C28 34 38 34 42 41ZM75 42C72 34 62 34 58 41Z"
      fill="#fdf4e3"
    />
    <path
      d="M50 59C62 55 72 63 69 73C66 83 58 88.5 50 88.5C42 88.5 34 83 31 73C28 63 38 55 50 59Z"
      fill="#fdf4e3"
    />
    <path
      d="M50 18V39M38 20Q43 26 50 26Q57 26 62 20M37 30Q43 35 50 35Q57 35 63 30M17 44L26 48M16 56L26 57M83 44L74 48M84 56L74 57M16 69L26 69M84 69L74 69"
      fill="none"
      stroke="#2c2522"
      stroke-width="4.2"
      stroke-linecap="round"
    />
    <path
      d="M42.5 60H57.5L50 69Z"
      fill="#d9776a"
      stroke={ink()}
      stroke-width="1.8"
      stroke-linejoin="round"
    />
    <path
      d="M50 69V74M50 74Q44 80 38 76M50 74Q56 80 62 76"
      fill="none"
      stroke={ink()}
      stroke-width="2.2"
      stroke-linecap="round"
    />
    <path
      d="M26 50C30 43 39 44 41 53C35 56 29 55 26 50ZM74 50C70 43 61 44 59 53C65 56 71 55 74 50Z"
      fill="#f6dc57"
      stroke={ink()}
      stroke-width="2.2"
    />
    <.eye x={34.5} y={50.0} size={3.6} />
    <.eye x={65.5} y={50.0} size={3.6} />
    """
  end
end
