defmodule PlayoutWeb.Boards.AnimalShogi.Cell do
  @moduledoc "A cell of the board: the piece on it, and its marks."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.AnimalShogi.Field
  alias PlayoutWeb.Boards.AnimalShogi.Piece
  alias PlayoutWeb.Language.Format

  @typedoc """
  - `name`: for example `"2b"`;
  - `piece`: the piece on it, or nil;
  - `from`, `was`: where the last move brought the piece from, and which animal it was before
    it promoted, or nil;
  - `attacked`: whether a lion can be captured here;
  - `try`: whether a lion that steps here wins;
  - `last`, `winning`, `marked`: as on every board.
  """
  @type t :: %{
          name: String.t(),
          piece: nil | Piece.t(),
          from: nil | String.t(),
          was: nil | atom(),
          last: boolean(),
          attacked: boolean(),
          try: boolean(),
          winning: boolean(),
          marked: boolean()
        }

  attr :cell, :map, required: true
  attr :bottom, :atom, required: true
  attr :mine, :atom, required: true
  attr :playable, :boolean, required: true

  @doc "Renders a cell; on a playable board, a button in the grid."
  def cell(assigns) do
    {x, y} = Field.place(assigns.cell.name, assigns.bottom)
    button = assigns.playable && button(assigns.cell, assigns.mine)
    assigns = assign(assigns, x: x, y: y, button: button)

    ~H"""
    <g role={@playable && "gridcell"} transform={"translate(#{@x} #{@y})"}>
      <g class={["cell shogi-cell", marks(@cell)]} {@button || %{}}>
        <rect :if={@playable} class="cell-press" x="-56" y="-56" width="112" height="112" />
        <rect class="shogi-tint" x="-54" y="-54" width="108" height="108" rx="12" />
        <path :if={@cell.winning} class="shogi-rays" d={rays()} />
        <rect class="cell-ring" x="-52" y="-52" width="104" height="104" rx="14" />
        <circle :if={@playable && is_nil(@cell.piece)} class="cell-dot" r="10" />
        <Piece.drawing
          :if={@cell.piece}
          piece={@cell.piece}
          bottom={@bottom}
          was={@cell.was}
          crowned={@cell.winning and @cell.piece.animal == :lion}
          data-carry={@playable}
          data-arrive={@cell.from}
        />
        <use
          :if={@cell.try}
          class="shogi-try"
          href="#shogi-crown"
          transform={@cell.piece && "translate(34 -42) scale(0.7)"}
        />
        <g :if={@cell.attacked} class="shogi-alarm" transform="translate(40 -40)">
          <circle r="12" />
          <path d="M0-6V1.5M0 6V6.1" />
        </g>
      </g>
    </g>
    """
  end

  # The mark's twelve rays, from the middle of the cell to its edge.
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
      cell.last && is_nil(cell.piece) && "is-left",
      cell.winning && "is-winning",
      cell.marked && "is-marked",
      cell.attacked && "is-attacked"
    ]
  end

  defp button(cell, mine) do
    %{
      :id => "cell-#{cell.name}",
      :role => "button",
      :tabindex => "0",
      :"aria-label" => full_label(cell, mine),
      :"data-step" => cell.name
    }
  end

  defp full_label(cell, mine) do
    Format.list([
      label(cell.name, cell.piece, mine),
      cell.last && gettext("last move"),
      cell.marked && gettext("hint"),
      cell.attacked && gettext("can be caught"),
      cell.try && gettext("a lion that gets here wins"),
      cell.winning && gettext("won the game")
    ])
  end

  @doc "Names a cell and the piece on it: \"2b, your chick\"."
  def label(cell, nil, _mine), do: gettext("%{cell}, empty", cell: cell)

  def label(cell, piece, mine),
    do: gettext("%{cell}, %{piece}", cell: cell, piece: Piece.name(piece, mine))
end
