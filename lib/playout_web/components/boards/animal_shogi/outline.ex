defmodule PlayoutWeb.Boards.AnimalShogi.Outline do
  @moduledoc """
  Parts shared by all animals: eyes, cheeks, and shapes with an ink outline, cut out of cream
  paper so that they stand out on both light and dark wood.
  """
  use PlayoutWeb, :html

  @doc "Returns the colour of outlines."
  def ink, do: "#40271a"

  @doc "Returns the colour of the paper."
  def paper, do: "#fff6e3"

  attr :shapes, :list, required: true, doc: "pairs of a colour and a path, from back to front"

  @doc "Renders shapes that form the outline of an animal."
  def cut_out(assigns) do
    ~H"""
    <g fill={paper()} stroke={paper()} stroke-width="6.5" stroke-linejoin="round">
      <path :for={{_colour, path} <- @shapes} d={path} />
    </g>
    <g stroke={ink()} stroke-width="2.2" stroke-linejoin="round">
      <path :for={{colour, path} <- @shapes} d={path} fill={colour} />
    </g>
    """
  end

  attr :x, :any, required: true
  attr :y, :any, required: true
  attr :wide, :any, required: true
  attr :high, :any, required: true

  @doc "Renders an eye with a highlight."
  def eye(assigns) do
    ~H"""
    <ellipse cx={@x} cy={@y} rx={@wide} ry={@high} fill="#2a1a14" />
    <circle cx={Float.round(@x - 1.1, 1)} cy={Float.round(@y - 1.6, 1)} r="1.35" fill="#fff" />
    <circle
      cx={Float.round(@x + 1.2, 1)}
      cy={Float.round(@y + 1.5, 1)}
      r="0.7"
      fill="#fff"
      opacity="0.8"
    />
    """
  end

  attr :x, :any, required: true
  attr :y, :any, required: true
  attr :size, :any, required: true
  attr :colour, :string, default: "#ef7f6a"

  @doc "Renders a blushing cheek."
  def cheek(assigns) do
    ~H"""
    <ellipse
      cx={@x}
      cy={@y}
      rx={@size}
      ry={Float.round(@size * 0.7, 1)}
      fill={@colour}
      opacity="0.55"
    />
    """
  end
end
