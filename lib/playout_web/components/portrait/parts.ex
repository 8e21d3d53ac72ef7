defmodule PlayoutWeb.Portrait.Parts do
  @moduledoc "Parts shared by the portraits."
  use PlayoutWeb, :html

  @doc "Returns the colour of outlines."
  def ink, do: "#2e221c"

  attr :x, :any, required: true
  attr :y, :any, required: true
  attr :size, :any, required: true

  @doc "Renders a dark eye, lit from the top left."
  def eye(assigns) do
    ~H"""
    <circle cx={@x} cy={@y} r={@size} fill="#241812" />
    <circle
      cx={Float.round(@x - 0.32 * @size, 1)}
      cy={Float.round(@y - 0.38 * @size, 1)}
      r={Float.round(0.34 * @size, 1)}
      fill="#fff"
    />
    """
  end
end
