defmodule PlayoutWeb.Boards.Label do
  @moduledoc "The name of a row or a column beside a board, or a number: text, or a drawing of it."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Glyphs

  attr :text, :any, required: true, doc: "a text or a number"
  attr :x, :any, required: true, doc: "its middle"
  attr :y, :any, required: true, doc: "its baseline"
  attr :down, :float, default: 0.0, doc: "by how many ems the baseline is below `y`"
  attr :size, :any, required: true, doc: "the font size, which text inherits or gets from CSS"
  attr :fonts, :boolean, required: true, doc: "whether there are fonts; a picture has none"
  attr :class, :string, default: nil

  @doc "Renders a label, which has the colour of its element (`fill`) and is centred."
  def label(%{fonts: true} = assigns) do
    ~H"""
    <text class={@class} x={@x} y={@y} dy={@down != 0 && "#{@down}em"}>{@text}</text>
    """
  end

  def label(%{text: text, x: x, y: y, down: down, size: size} = assigns) do
    assigns = assign(assigns, path: Glyphs.path(to_string(text), x, y + down * size, size))

    ~H"""
    <path class={@class} d={@path} />
    """
  end
end
