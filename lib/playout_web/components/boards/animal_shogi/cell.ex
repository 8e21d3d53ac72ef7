defmodule PlayoutWeb.Boards.AnimalShogi.Cell do
  @moduledoc "A cell of the board: what stands on it, and its marks."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.AnimalShogi.Field
  alias PlayoutWeb.Boards.AnimalShogi.Piece

  attr :cell, :string, required: true
  attr :piece, :map, required: true, doc: "the piece on it, or nil"
  attr :bottom, :atom, required: true
  attr :mine, :atom, required: true
  attr :last, :boolean, required: true

  attr :from, :string,
    required: true,
    doc: "the step that the piece has come from just now, or nil"

  attr :was, :atom, required: true, doc: "the animal that it was before, if it has turned over"
  attr :attacked, :boolean, required: true, doc: "whether a lion can be caught here"
  attr :try, :boolean, required: true, doc: "whether a lion that steps here wins"
  attr :winning, :boolean, required: true
  attr :marked, :boolean, required: true
  attr :playable, :boolean, required: true

  # As every board: a grid, in each of its cells a button.
  @doc "A cell; on a board to press, a button in its place of the grid."
  def cell(assigns) do
    {x, y} = Field.place(assigns.cell, assigns.bottom)
    assigns = assign(assigns, x: x, y: y, button: assigns.playable && button(assigns))

    ~H"""
    <g role={@playable && "gridcell"} transform={"translate(#{@x} #{@y})"}>
      <g class={["cell shogi-cell", marks(assigns)]} {@button || %{}}>
        <rect :if={@button} class="cell-press" x="-56" y="-56" width="112" height="112" />
        <rect class="shogi-tint" x="-54" y="-54" width="108" height="108" rx="12" />
        <path :if={@winning} class="shogi-rays" d={rays()} />
        <circle :if={@button && is_nil(@piece)} class="cell-dot" r="10" />
        <Piece.drawing
          :if={@piece}
          piece={@piece}
          bottom={@bottom}
          was={@was}
          crowned={@winning and @piece.animal == :lion}
          data-carry={@button && true}
          data-arrive={@from}
        />
        <use
          :if={@try}
          class="shogi-try"
          href="#shogi-crown"
          transform={@piece && "translate(34 -42) scale(0.7)"}
        />
        <rect class="cell-ring" x="-52" y="-52" width="104" height="104" rx="14" />
        <g :if={@attacked} class="shogi-alarm" transform="translate(40 -40)">
          <circle r="12" />
          <path d="M0-6V1.5M0 6V6.1" />
        </g>
      </g>
    </g>
    """
  end

  # Twelve of them, from the middle of the cell to its edge.
  defp rays do
    Enum.map_join(0..11, fn ray ->
      [x1, y1, x2, y2] =
        for turn <- [ray - 0.22, ray + 0.22],
            at <- [&:math.sin/1, &:math.cos/1],
            do: Float.round(54 * at.(turn * :math.pi() / 6), 1)

      "M0 0L#{x1} #{y1}L#{x2} #{y2}Z"
    end)
  end

  defp marks(cell) do
    [
      cell.last && "is-last",
      cell.winning && "is-winning",
      cell.marked && "is-marked",
      cell.attacked && "is-attacked"
    ]
  end

  defp button(assigns) do
    %{
      :id => "cell-#{assigns.cell}",
      :role => "button",
      :tabindex => "0",
      :"aria-label" => full_label(assigns),
      :"data-step" => assigns.cell
    }
  end

  defp full_label(assigns) do
    [
      label(assigns.cell, assigns.piece, assigns.mine),
      assigns.last && gettext("last move"),
      assigns.attacked && gettext("attacked"),
      assigns.try && gettext("a lion that gets here wins"),
      assigns.winning && gettext("decided the game")
    ]
    |> Enum.filter(& &1)
    |> Enum.join(", ")
  end

  @doc "A cell and what stands on it: \"2b, your chick\"."
  def label(cell, nil, _mine), do: gettext("%{cell}, empty", cell: cell)

  def label(cell, piece, mine),
    do: gettext("%{cell}, %{piece}", cell: cell, piece: Piece.name(piece, mine))
end
