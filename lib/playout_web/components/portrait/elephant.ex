defmodule PlayoutWeb.Portrait.Elephant do
  @moduledoc "Wide ears, two tusks and a trunk."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path d="M14 116C16 92 28 82 38 80H62C72 82 84 92 86 116Z" fill="#737c86" />
      <path
        d="M36 26C22 12 3 20 3 44C3 62 11 76 22 76C31 76 36 68 37 58ZM64 26C78 12 97 20 97 44C97 62 89 76 78 76C69 76 64 68 63 58Z"
        fill="#8e98a2"
      />
    </g>
    <path
      d="M31 30C20 22 9 28 9 45C9 59 15 70 22 70C29 70 32 60 31 50ZM69 30C80 22 91 28 91 45C91 59 85 70 78 70C71 70 68 60 69 50Z"
      fill="#d3a9a0"
    />
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M38 62C35 72 30 80 22 83C32 89 43 82 45 68ZM62 62C65 72 70 80 78 83C68 89 57 82 55 68Z"
        fill="#fbf4e2"
      />
      <path
        d="M50 12C66 12 75 24 74 40C73 52 67 59 61 64H39C33 59 27 52 26 40C25 24 34 12 50 12Z"
        fill="#a3adb7"
      />
      <path
        d="M40 53C40 70 37 82 43 90C50 98 65 97 70 86C71 80 63 78 61 82C59.5 86 55 86 55.5 81C56 74 60 68 60 53"
        fill="#a3adb7"
      />
    </g>
    <path
      d="M44 61Q50 64 56 61M43 69Q49 72 55 69M42 77Q47 80 52.5 77"
      fill="none"
      stroke="#6f7983"
      stroke-width="2.6"
      stroke-linecap="round"
    />
    <.eye x={36.0} y={42.0} size={4.4} />
    <.eye x={64.0} y={42.0} size={4.4} />
    <path
      d="M30 34Q35 31 40 34M70 34Q65 31 60 34"
      fill="none"
      stroke="#6f7983"
      stroke-width="3"
      stroke-linecap="round"
    />
    """
  end
end
