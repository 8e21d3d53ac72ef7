defmodule PlayoutWeb.Boards.Separo.Point do
  @moduledoc "A point of a board: its stone, if it has one, and its marks."
  use PlayoutWeb, :html

  alias PlayoutWeb.Format

  attr :name, :string, required: true
  attr :x, :integer, required: true
  attr :y, :integer, required: true
  attr :stone, :atom, required: true, doc: "the side of its stone, or nil"
  attr :grows, :boolean, required: true, doc: "whether its side can start a move here"
  attr :last, :boolean, required: true, doc: "whether the last move passed through it"

  attr :new, :integer,
    required: true,
    doc: "the number of the last move's root that ended here, from 0; or nil"

  attr :marked, :boolean, required: true, doc: "whether the text mentions it"
  attr :playable, :boolean, required: true

  # CSS draws the preview on empty points, so they never change.
  @doc "Renders a point; on a playable board, a button in the grid."
  def point(assigns) do
    ~H"""
    <g role={@playable && "gridcell"} transform={"translate(#{@x} #{@y})"}>
      <g
        class={["separo-point", @stone && "is-stone", @marked && "is-marked"]}
        id={@playable && "point-#{@name}"}
        role={@playable && "button"}
        tabindex={@playable && "0"}
        aria-label={@playable && full_label(@name, @stone, @grows, @last)}
        data-step={@playable && @name}
      >
        <rect :if={@playable} class="point-press" x="-20" y="-20" width="40" height="40" />
        <circle :if={@playable or @marked} class="point-ring" r="13.5" />
        <circle :if={@playable} class="point-ghost" r="7.4" />
        <use
          :if={@stone}
          class="separo-stone"
          href={"#separo-#{@stone}"}
          data-arrive={@new && ""}
          data-after={@new}
          data-carry={@playable}
        />
      </g>
    </g>
    """
  end

  defp full_label(name, stone, grows, last) do
    Format.list([
      label(name, stone),
      grows && gettext("can grow"),
      last && gettext("last move")
    ])
  end

  @doc "Names a point and the stone on it: \"c4: Red's stone\"."
  def label(point, nil), do: gettext("%{point}, empty", point: point)
  def label(point, :first), do: gettext("%{point}: Red's stone", point: point)
  def label(point, :second), do: gettext("%{point}: Blue's stone", point: point)
end
