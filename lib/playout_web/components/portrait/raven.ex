defmodule PlayoutWeb.Portrait.Raven do
  @moduledoc "Black all over, with a heavy beak and a shaggy throat."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M8 104C8 80 18 66 22 50C22 30 36 16 54 18C66 19 73 26 75 34C77 42 73 48 72 54C70 62 76 66 72 74C80 84 80 96 80 104Z"
        fill="#2f3440"
      />
      <path d="M71 29C84 29 95 36 98 48C90 46 82 47 72 51Z" fill="#4c525e" />
    </g>
    <path d="M73 41C82 41 90 43 97 47.5" fill="none" stroke="#16181d" stroke-width="2" />
    <path d="M72 29C80 29 86 31 90 35C84 34 78 35 74 37Z" fill="#8b93a1" />
    <path
      d="M30 42C31 30 41 22 54 23C45 27 37 33 35 44C33 58 26 70 22 84C20 72 29 60 30 42Z"
      fill="#6f7f9e"
    />
    <path
      d="M66 56L60 64L67 63L62 72L70 70L66 79M44 62C42 76 38 88 40 102M56 70C56 82 54 92 56 102"
      fill="none"
      stroke="#69748a"
      stroke-width="2.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
    <circle cx="61" cy="36" r="5" fill="#d9dde4" /><circle cx="61.5" cy="36" r="3.4" fill="#0f1115" /><circle
      cx="60.3"
      cy="34.8"
      r="1.3"
      fill="#fff"
    />
    """
  end
end
