defmodule PlayoutWeb.Boards.Separo.Point do
  @moduledoc "A point of a board: its stone, if it has one, and its marks."
  use PlayoutWeb, :html

  alias PlayoutWeb.Language.Format

  @typedoc """
  - `name`, `x`, `y`: its name, and its position in the drawing;
  - `stone`: the side of its stone, or nil;
  - `grows`: whether its side can start a move here;
  - `last`: whether the last move passed through it;
  - `new`: the number of the last move's root that ended here, from 0; or nil;
  - `marked`: whether the text mentions it.
  """
  @type t :: %{
          name: String.t(),
          x: number(),
          y: number(),
          stone: nil | :first | :second,
          grows: boolean(),
          last: boolean(),
          new: nil | non_neg_integer(),
          marked: boolean()
        }

  attr :point, :map, required: true, doc: "a `t:t/0`"
  attr :playable, :boolean, required: true

  # CSS draws the preview on empty points, so they never change.
  @doc "Renders a point; on a playable board, a button in the grid."
  def point(assigns) do
    ~H"""
    <g role={@playable && "gridcell"} transform={"translate(#{@point.x} #{@point.y})"}>
      <g
        class={["separo-point", @point.stone && "is-stone", @point.marked && "is-marked"]}
        id={@playable && "point-#{@point.name}"}
        role={@playable && "button"}
        tabindex={@playable && "0"}
        aria-label={@playable && full_label(@point)}
        data-step={@playable && @point.name}
      >
        <rect :if={@playable} class="point-press" x="-20" y="-20" width="40" height="40" />
        <circle :if={@playable or @point.marked} class="point-ring" r="13.5" />
        <circle :if={@playable} class="point-ghost" r="7.4" />
        <use
          :if={@point.stone}
          class="separo-stone"
          href={"#separo-#{@point.stone}"}
          data-arrive={@point.new && ""}
          data-after={@point.new}
          data-carry={@playable}
        />
      </g>
    </g>
    """
  end

  defp full_label(point) do
    Format.list([
      label(point.name, point.stone),
      point.grows && gettext("can grow"),
      point.last && gettext("last move"),
      point.marked && gettext("hint")
    ])
  end

  @doc "Names a point and the stone on it: \"c4: Red's stone\"."
  def label(point, nil), do: gettext("%{point}, empty", point: point)
  def label(point, :first), do: gettext("%{point}: Red's stone", point: point)
  def label(point, :second), do: gettext("%{point}: Blue's stone", point: point)
end
