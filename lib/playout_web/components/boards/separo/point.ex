defmodule PlayoutWeb.Boards.Separo.Point do
  @moduledoc "A point of a board: its stone, if there is one, and its marks."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Separo.Grid

  attr :point, :string, required: true
  attr :size, :integer, required: true
  attr :stone, :atom, required: true, doc: "whose stone is on it, or nil"
  attr :last, :boolean, required: true, doc: "whether the last move came by"
  attr :new, :boolean, required: true, doc: "whether its stone has come with the last move"
  attr :grows, :boolean, required: true, doc: "whether a move can begin here"
  attr :marked, :boolean, required: true
  attr :playable, :boolean, required: true

  # Empty points of a board to press are the same always: what a move sends is
  # what has changed. What is about to come there is drawn by the style.
  @doc "A point; on a board to press, a button in its place of the grid."
  def point(assigns) do
    {x, y} = Grid.at(Grid.place(assigns.point), assigns.size)
    assigns = assign(assigns, x: x, y: y, button: assigns.playable && button(assigns))

    ~H"""
    <g role={@playable && "gridcell"} transform={"translate(#{@x} #{@y})"}>
      <g class={["point", @stone && "is-stone", marks(assigns)]} {@button || %{}}>
        <rect :if={@button} class="point-press" x="-20" y="-20" width="40" height="40" />
        <circle :if={@button || @marked} class="point-ring" r="13.5" />
        <circle :if={@button} class="point-ghost" r="7.4" />
        <use
          :if={@stone}
          class="stone"
          href={"#separo-#{@stone}"}
          data-arrive={@new && ""}
          data-carry={@button && true}
        />
      </g>
    </g>
    """
  end

  defp marks(point), do: [point.last && "is-last", point.marked && "is-marked"]

  defp button(assigns) do
    %{
      :id => "point-#{assigns.point}",
      :role => "button",
      :tabindex => "0",
      :"aria-label" => full_label(assigns),
      :"data-step" => assigns.point
    }
  end

  defp full_label(assigns) do
    [
      label(assigns.point, assigns.stone),
      assigns.grows && gettext("can grow"),
      assigns.last && gettext("last move")
    ]
    |> Enum.filter(& &1)
    |> Enum.join(", ")
  end

  @doc "A point and what is on it: \"c4: Red's stone\"."
  def label(point, nil), do: gettext("%{point}, empty", point: point)
  def label(point, :first), do: gettext("%{point}: Red's stone", point: point)
  def label(point, :second), do: gettext("%{point}: Blue's stone", point: point)
end
