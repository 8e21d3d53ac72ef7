defmodule PlayoutWeb.Boards.Quarto.Cell do
  @moduledoc "A cell of the board: its well, the piece in it, and its marks."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Quarto.Piece
  alias PlayoutWeb.Boards.Quarto.Slab
  alias PlayoutWeb.Language.Format

  attr :cell, :map,
    required: true,
    doc:
      "its `name`, the digit of the `piece` on it or nil, whether it is `last`, `winning`, `marked`"

  attr :playable, :boolean, required: true

  # In a grid, screen readers leave the arrow keys to the page and announce the row and column. A
  # gridcell alone would not say that it can be pressed, least of all on a phone, so each cell
  # contains a button.
  @doc "Renders a cell; on a playable board, a button in the grid."
  def cell(assigns) do
    {x, y} = Slab.place(assigns.cell.name)
    assigns = assign(assigns, x: x, y: y, button: assigns.playable && button(assigns.cell))

    ~H"""
    <g role={@playable && "gridcell"} transform={"translate(#{@x} #{@y})"}>
      <g class={["cell", marks(@cell)]} {@button || %{}}>
        <rect :if={@button} class="cell-press" x="-56" y="-44" width="112" height="88" />
        <ellipse class="well" rx="46" ry="34.5" fill="url(#quarto-well)" />
        <ellipse class="well-floor" cx="0.5" cy="1.4" rx="43.6" ry="32.2" />
        <path class="well-rim" d="M-45 8 A46 34.5 0 0 0 45 8" />
        <ellipse class="cell-ring" rx="50" ry="38" />
        <ellipse :if={@button && is_nil(@cell.piece)} class="cell-dot" rx="7" ry="5.2" />
        <use
          :if={@cell.piece}
          class="piece"
          href={"#quarto-#{@cell.piece}"}
          data-arrive={@cell.last && @cell.piece}
        />
        <use
          :if={@button && is_nil(@cell.piece)}
          class="ghost"
          href="#quarto-held"
          data-ghost
        />
      </g>
    </g>
    """
  end

  defp marks(cell) do
    [cell.last && "is-last", cell.winning && "is-winning", cell.marked && "is-marked"]
  end

  defp button(cell) do
    %{
      :id => "cell-#{cell.name}",
      :role => "button",
      :tabindex => "0",
      :"aria-label" => full_label(cell),
      :"data-step" => cell.name
    }
  end

  defp full_label(cell) do
    Format.list([
      label(cell.name, cell.piece),
      cell.last && gettext("last move"),
      cell.marked && gettext("hint"),
      cell.winning && gettext("in the winning line")
    ])
  end

  @doc "Names a cell and the piece on it: \"c3, tall dark round solid piece\"."
  def label(cell, nil), do: gettext("%{cell}, empty", cell: cell)
  def label(cell, piece), do: gettext("%{cell}, %{piece}", cell: cell, piece: Piece.name(piece))
end
