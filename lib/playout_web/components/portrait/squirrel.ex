defmodule PlayoutWeb.Portrait.Squirrel do
  @moduledoc "Tufted ears, two teeth, and a tail as tall as the head."
  use PlayoutWeb, :html

  import PlayoutWeb.Portrait.Parts

  @doc "Renders the drawing, on a 100 × 100 canvas."
  def drawing(assigns) do
    ~H"""
    <g stroke={ink()} stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">
      <path
        d="M66 104C90 92 100 68 92 42C86 22 66 14 58 24C72 24 76 38 70 52C64 66 54 74 52 104Z"
        fill="#b4571f"
      />
      <path d="M16 104C18 90 24 82 32 80L62 80C70 84 74 92 76 104Z" fill="#cf7330" />
      <path d="M17 44L15 16C22 18 30 26 33 34ZM61 34C63 25 69 17 76 14L75 44Z" fill="#b4571f" />
      <path
        d="M46 30C62 30 76 40 76 56C76 72 62 82 46 82C30 82 15 72 15 56C15 40 30 30 46 30Z"
        fill="#d8803a"
      />
    </g>
    <path
      d="M74 34C82 44 82 60 74 76"
      fill="none"
      stroke="#e39a57"
      stroke-width="5"
      stroke-linecap="round"
    />
    <path
      d="M45 58C56 56 68 62 64 71C60 80 52 81.5 46 81.5C40 81.5 31 80 27 71C24 62 36 56 45 58Z"
      fill="#fbeedb"
    />
    <path d="M40.5 60H51.5L46 66.5Z" fill="#3a211a" />
    <path
      d="M46 66V70M46 70Q41 74.5 37 71.5M46 70Q51 74.5 55 71.5"
      fill="none"
      stroke={ink()}
      stroke-width="2"
      stroke-linecap="round"
    />
    <path d="M43.5 73H48.5V79H43.5Z" fill="#fff" stroke={ink()} stroke-width="1.4" />
    <.eye x={30.0} y={51.0} size={5.2} />
    <.eye x={62.0} y={51.0} size={5.2} />
    """
  end
end
