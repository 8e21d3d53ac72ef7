defmodule PlayoutWeb.Portrait.Hedgehog do
  @moduledoc "A dome of spines, and a pointed snout."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M40.1 89.5L30.5 99.3L29.3 85.6L17.0 91.7L20.4 78.4L6.8 80.1L14.4 68.7L1.0 65.7L12.0 57.5L0.4 50.2L13.5 46.1L4.9 35.4L18.6 35.9L14.0 22.9L26.8 27.9L26.8 14.2L37.2 23.1L41.8 10.2L48.6 22.1L57.2 11.4L59.7 24.9L71.4 17.7L69.3 31.2L82.7 28.3L76.2 40.4L89.8 42.0L79.7 51.3L70 66L50 100Z"
        fill="#6a4a35"
      />
      <path
        d="M62 36C54 42 49 52 50 64C51 76 58 84 68 85C76 85 82 80 86 75C91 74 96 71 97 67C98 63 94 61 90 62C86 55 80 48 74 42C70 38 66 35 62 36Z"
        fill="#e9cda4"
      />
      <path d="M58 42C50 40 45 47 48 55C51 61 58 60 60 53Z" fill="#c99a6b" />
      <ellipse cx="95" cy="66" rx="5" ry="4.6" fill="#2a1d18" />
    </g>
    <path
      d="M20 42L29 48M15 58L26 59M26 27L33 35M20 75L29 70M38 19L41 30M52 17L51 28M33 50L40 54M30 64L38 65M38 39L44 46"
      stroke="#c7a27c"
      stroke-width="3.4"
      stroke-linecap="round"
    />
    <path
      d="M78 76C82 78 86 77 88 74"
      fill="none"
      stroke={ink()}
      stroke-width="2"
      stroke-linecap="round"
    />
    <.eye x={74.0} y={58.0} size={4.8} />
    <ellipse cx="66" cy="69" rx="5.5" ry="3.8" fill="#e58a6a" opacity=".5" />
    """
  end
end
