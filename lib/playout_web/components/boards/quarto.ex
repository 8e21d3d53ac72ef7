defmodule PlayoutWeb.Boards.Quarto do
  @moduledoc """
  Draws Quarto: a wooden board with sixteen wells, seen from above at an angle, and the tray with
  the pieces that are left.
  """
  use PlayoutWeb, :html
  use PlayoutWeb.Boards

  alias Playout.{Diagram, Side}
  alias PlayoutWeb.Boards.Quarto.Blocks
  alias PlayoutWeb.Boards.Quarto.Cell
  alias PlayoutWeb.Boards.Quarto.Hint
  alias PlayoutWeb.Boards.Quarto.Piece
  alias PlayoutWeb.Boards.Quarto.Slab
  alias PlayoutWeb.Boards.Quarto.Sprite
  alias PlayoutWeb.Language.Format

  @rows [4, 3, 2, 1]
  @columns ~w(a b c d)

  @impl true
  def name, do: gettext("Quarto")

  @impl true
  def about do
    gettext(
      "Line up four pieces that have something in common. " <>
        "The catch: your opponent chooses the piece you place."
    )
  end

  @impl true
  def variant_name(:standard), do: gettext("Standard")
  def variant_name(:squares), do: gettext("2×2 squares also win")

  @impl true
  def showpiece, do: "6.../.1C./.9.F/3... D"

  @impl true
  defdelegate sprite(assigns), to: Sprite

  @impl true
  def prompts(diagram) do
    case {hand(diagram), diagram.pool} do
      {nil, _pool} ->
        [gettext("Choose a piece for your opponent.")]

      {_hand, []} ->
        [gettext("Place the last piece.")]

      _ ->
        [
          gettext("Place the piece on the board."),
          gettext("Now choose a piece to give.")
        ]
    end
  end

  @impl true
  def move_text(%{steps: [cell, piece]}) do
    gettext("Placed the piece on %{cell}, gave the %{piece}.",
      cell: cell,
      piece: Piece.name(piece)
    )
  end

  def move_text(%{steps: [step]}) do
    if step in Piece.digits() do
      gettext("Gave the %{piece}.", piece: Piece.name(step))
    else
      gettext("Placed the piece on %{cell}.", cell: step)
    end
  end

  @impl true
  def typed("-" <> _piece = move), do: gettext("%{move} (give a piece)", move: move)

  def typed(move) do
    if String.contains?(move, "-"),
      do: gettext("%{move} (place, then give)", move: move),
      else: move
  end

  @impl true
  defdelegate hint(move, given, diagram), to: Hint, as: :of

  @impl true
  def reason(:line, %{shared: [shared | _]}), do: line(shared)
  def reason(:block, %{shared: [shared | _]}), do: block(shared)
  def reason(:full_board, _details), do: gettext("The board is full.")

  defp line("tall"), do: gettext("Four tall pieces in a row.")
  defp line("short"), do: gettext("Four short pieces in a row.")
  defp line("dark"), do: gettext("Four dark pieces in a row.")
  defp line("light"), do: gettext("Four light pieces in a row.")
  defp line("square"), do: gettext("Four square pieces in a row.")
  defp line("round"), do: gettext("Four round pieces in a row.")
  defp line("hollow"), do: gettext("Four hollow pieces in a row.")
  defp line("solid"), do: gettext("Four solid pieces in a row.")

  defp block("tall"), do: gettext("Four tall pieces in a square.")
  defp block("short"), do: gettext("Four short pieces in a square.")
  defp block("dark"), do: gettext("Four dark pieces in a square.")
  defp block("light"), do: gettext("Four light pieces in a square.")
  defp block("square"), do: gettext("Four square pieces in a square.")
  defp block("round"), do: gettext("Four round pieces in a square.")
  defp block("hollow"), do: gettext("Four hollow pieces in a square.")
  defp block("solid"), do: gettext("Four solid pieces in a square.")

  @impl true
  def refusal("piece_used", _details), do: gettext("That piece has already been used.")
  def refusal("nothing_in_hand", _details), do: gettext("Start by giving your opponent a piece.")
  def refusal("not_placed", _details), do: gettext("First place the piece you were given.")
  def refusal("in_hand", _details), do: gettext("That's the piece you're about to place.")

  def refusal("nothing_given", _details),
    do: gettext("Now give your opponent a piece.")

  def refusal("game_ends", _details),
    do: gettext("That move ends the game, so there is no piece to give.")

  def refusal(_problem, _details), do: nil

  @impl true
  def extent(_diagram), do: {520, 424}

  @impl true
  def setup_refusal("piece_twice", %{place: "cell", at: cell}),
    do: gettext("The piece on %{cell} is already somewhere else.", cell: cell)

  def setup_refusal("piece_twice", _details),
    do: gettext("The piece to place is already on the board.")

  def setup_refusal("hand_empty", _details),
    do: gettext("The game isn't over, so there must be a piece to place.")

  def setup_refusal("hand_after_end", _details),
    do: gettext("A line is complete, so there is no piece left to place.")

  def setup_refusal("lines_apart", %{at: cell}) do
    gettext("The line with %{cell} and another one can't have been completed by the same piece.",
      cell: cell
    )
  end

  @impl true
  def piece_name({nil, digit}), do: Piece.name(digit)

  @impl true
  def piece_picture(assigns), do: ~H"<Piece.icon digit={elem(@kind, 1)} />"

  @impl true
  def about_to_put(%{side: side} = diagram, {nil, digit}) do
    hands = if side == :first, do: {[{digit, 1}], []}, else: {[], [{digit, 1}]}
    %{diagram | hands: hands}
  end

  @impl true
  def board(assigns) do
    rows = rows(assigns)

    assigns =
      assign(assigns,
        rows: rows,
        words: if(assigns.playable, do: gettext("Quarto board"), else: describe_rows(rows)),
        hand: hand(assigns.diagram),
        squares?: assigns.diagram.variant == :squares
      )

    ~H"""
    <svg
      class="board quarto-board"
      viewBox="0 0 520 424"
      role={if @playable, do: "grid", else: "img"}
      aria-label={@words}
      data-steps={@playable}
    >
      <defs :if={@playable}>
        <g id="quarto-held"><use :if={@hand} href={"#quarto-#{@hand}"} /></g>
      </defs>
      <Slab.slab fonts={@fonts} />
      <Blocks.blocks :if={@squares?} winning={@winning} />
      <g :for={row <- @rows} role={@playable && "row"}>
        <Cell.cell :for={cell <- row} :key={cell.name} cell={cell} playable={@playable} />
      </g>
    </svg>
    """
  end

  defp rows(%{diagram: diagram, last: last, winning: winning, marks: marks}) do
    for {row, kinds} <- Enum.zip(@rows, Diagram.cells(diagram)) do
      for {column, kind} <- Enum.zip(@columns, kinds), name = "#{column}#{row}" do
        %{
          name: name,
          piece: kind && elem(kind, 1),
          last: name in last,
          winning: name in winning,
          marked: name in marks
        }
      end
    end
  end

  defp describe_rows(rows) do
    case for row <- rows, %{piece: piece} = cell <- row, piece, do: Cell.label(cell.name, piece) do
      [] -> gettext("Quarto board, empty")
      pieces -> gettext("Quarto board: %{pieces}", pieces: Format.long_list(pieces))
    end
  end

  @impl true
  def tray(assigns) do
    left = assigns.diagram.pool

    slots =
      for digit <- Piece.digits(),
          do: %{digit: digit, gone?: digit not in left, marked?: digit in assigns.marks}

    assigns = assign(assigns, slots: slots)

    ~H"""
    <div
      class="quarto-tray"
      role="toolbar"
      aria-label={gettext("Pieces left")}
      data-steps
    >
      <button
        :for={slot <- @slots}
        :key={slot.digit}
        id={"piece-#{slot.digit}"}
        type="button"
        class={["tray-slot", slot.gone? && "is-gone", slot.marked? && "is-marked"]}
        aria-label={slot_label(slot)}
        data-step={slot.digit}
      >
        <Piece.icon digit={slot.digit} data-carry />
      </button>
    </div>
    """
  end

  @impl true
  def margins, do: {0, 0, 0, 96}

  # The piece to place, on felt as in the tray.
  @impl true
  def beside(assigns) do
    assigns = assign(assigns, hand: hand(assigns.diagram))

    ~H"""
    <rect class="quarto-felt" x="205" y="430" width="110" height="86" rx="12" />
    <g :if={@hand} transform="translate(260 491) scale(0.8)">
      <use href={"#quarto-#{@hand}"} />
    </g>
    """
  end

  defp slot_label(%{marked?: true, digit: digit}),
    do: Format.list([Piece.name(digit), gettext("hint")])

  defp slot_label(%{gone?: false, digit: digit}), do: Piece.name(digit)
  defp slot_label(%{digit: digit}), do: gettext("%{piece}, used", piece: Piece.name(digit))

  @impl true
  def holding(assigns) do
    assigns = assign(assigns, hand: assigns.to_move && hand(assigns.diagram))

    ~H"""
    <span :if={@hand} class="holding" data-hand>
      <Piece.icon
        digit={@hand}
        data-origin={@hand}
        data-arrive={@last && @hand in @last.steps && @hand}
        data-carry
      />
      <span class="sr-only">{gettext("Piece to place: %{piece}", piece: Piece.name(@hand))}</span>
    </span>
    """
  end

  @impl true
  def move_picture(assigns) do
    assigns = assign(assigns, piece: List.last(assigns.steps))

    ~H"""
    <Piece.icon :if={@piece in Piece.digits()} digit={@piece} />
    """
  end

  # The piece that the side to move has been given.
  defp hand(diagram) do
    case Side.of(diagram.hands, diagram.side) do
      [{digit, 1}] -> digit
      [] -> nil
    end
  end
end
