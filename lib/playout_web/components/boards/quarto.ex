defmodule PlayoutWeb.Boards.Quarto do
  @moduledoc """
  Quarto on the page: a wooden board with sixteen wells, seen from 45 degrees
  above, and the tray with the pieces that are left.

  The one place of the web that reads Quarto's position text (four rows from
  the top, then the piece in hand).
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Quarto.Piece

  @behaviour PlayoutWeb.Boards

  @columns ~w(a b c d)
  @rows [4, 3, 2, 1]

  # A cell's place on the drawing: wide and deep, as seen from 45 degrees.
  @wide 112
  @deep 79
  @left 36
  @top 54

  @grain (for line <- 0..14 do
            y = 46 + line * 23 + rem(line * 7, 9)
            bend = rem(line * 37, 29) - 14

            "M6 #{y} C150 #{y + bend} 340 #{y - bend} 514 #{y + rem(line * 11, 13) - 6}"
          end)

  @impl true
  def name, do: gettext("Quarto")

  @impl true
  def about do
    gettext(
      "Line up four pieces that share something: tall or short, dark or light, square or round, hollow or solid. " <>
        "The catch: your opponent picks the piece that you must place."
    )
  end

  @impl true
  def variant_name(:standard), do: gettext("Standard")
  def variant_name(:squares), do: gettext("Squares count too")

  @impl true
  def showpiece, do: "6.../.1C./.9.F/3... D"

  @impl true
  defdelegate sprite(assigns), to: Piece

  @impl true
  def prompts(position) do
    case read(position) do
      %{hand: nil} ->
        [gettext("Choose a piece for your opponent to place.")]

      %{left: []} ->
        [gettext("Place the last piece.")]

      _ ->
        [
          gettext("Place the piece on the board."),
          gettext("Now pick their next piece.")
        ]
    end
  end

  @impl true
  def move_words([cell, piece]) do
    gettext("placed on %{cell}, handed over the %{piece}", cell: cell, piece: Piece.name(piece))
  end

  def move_words([step]) do
    if step in Piece.digits() do
      gettext("handed over the %{piece}", piece: Piece.name(step))
    else
      gettext("placed on %{cell}", cell: step)
    end
  end

  @impl true
  def reason(:line, %{shared: [shared | _]}) do
    gettext("four %{shared} pieces in a row", shared: shared_word(shared))
  end

  def reason(:block, %{shared: [shared | _]}) do
    gettext("four %{shared} pieces in a square", shared: shared_word(shared))
  end

  def reason(:full_board, _details), do: gettext("the board is full")

  defp shared_word("tall"), do: gettext("tall")
  defp shared_word("short"), do: gettext("short")
  defp shared_word("dark"), do: gettext("dark")
  defp shared_word("light"), do: gettext("light")
  defp shared_word("square"), do: gettext("square")
  defp shared_word("round"), do: gettext("round")
  defp shared_word("hollow"), do: gettext("hollow")
  defp shared_word("solid"), do: gettext("solid")

  @impl true
  def board(assigns) do
    assigns = assign(assigns, read(assigns.position))

    ~H"""
    <svg
      class={["board quarto-board", @winning != [] && "is-won"]}
      viewBox="0 0 520 432"
      role={if @playable, do: "group", else: "img"}
      aria-label={gettext("Quarto board")}
    >
      <.wood />
      <.cell
        :for={{cell, piece} <- @cells}
        cell={cell}
        piece={piece}
        hand={@hand}
        last={cell in @last}
        winning={cell in @winning}
        playable={@playable}
      />
    </svg>
    """
  end

  # Its gradients repeat with every board of a page; they are all the same.
  defp wood(assigns) do
    assigns = assign(assigns, grain: @grain, columns: @columns, rows: @rows)

    ~H"""
    <defs>
      <linearGradient id="quarto-wood" x2="1" y2="1">
        <stop class="wood-light" />
        <stop offset="0.55" class="wood-middle" />
        <stop offset="1" class="wood-deep" />
      </linearGradient>
      <linearGradient id="quarto-well" x2="0.7" y2="1">
        <stop class="well-shade" />
        <stop offset="1" class="well-lit" />
      </linearGradient>
    </defs>
    <g aria-hidden="true">
      <rect class="board-shadow" x="10" y="44" width="504" height="386" rx="22" />
      <path
        class="board-front"
        d="M2 382 V400 A18 16 0 0 0 20 416 H500 A18 16 0 0 0 518 400 V382 Z"
      />
      <rect
        class="board-face"
        x="2"
        y="26"
        width="516"
        height="368"
        rx="18"
        ry="14"
        fill="url(#quarto-wood)"
      />
      <path :for={line <- @grain} class="board-grain" d={line} />
      <rect class="board-bevel" x="4" y="28" width="512" height="364" rx="16" ry="12" />
      <rect class="board-turn" x="2" y="26" width="516" height="368" rx="18" ry="14" />
      <text :for={{name, x} <- marks(@columns, 92, 112)} class="board-mark" x={x} y="410">
        {name}
      </text>
      <text :for={{name, y} <- marks(@rows, 98, 79)} class="board-mark" x="21" y={y}>{name}</text>
    </g>
    """
  end

  defp marks(names, start, distance) do
    for {name, index} <- Enum.with_index(names), do: {name, start + index * distance}
  end

  attr :cell, :string, required: true
  attr :piece, :string, required: true
  attr :hand, :string, required: true
  attr :last, :boolean, required: true
  attr :winning, :boolean, required: true
  attr :playable, :boolean, required: true

  defp cell(assigns) do
    {x, y} = place(assigns.cell)
    assigns = assign(assigns, x: x, y: y, button: assigns.playable && button(assigns))

    ~H"""
    <g
      class={["cell", @last && "is-last", @winning && "is-winning"]}
      transform={"translate(#{@x} #{@y})"}
      {@button || %{}}
    >
      <rect :if={@button} class="cell-press" x="-56" y="-39.5" width="112" height="79" />
      <ellipse class="well" rx="46" ry="32" fill="url(#quarto-well)" />
      <ellipse class="well-floor" cx="1.5" cy="3" rx="41" ry="27.5" />
      <path class="well-rim" d="M-45 7 A46 32 0 0 0 45 7" />
      <ellipse class="cell-ring" rx="50" ry="35.5" />
      <ellipse :if={@button && is_nil(@piece)} class="cell-dot" rx="7" ry="5" />
      <use :if={@piece} class="piece" href={"#quarto-#{@piece}"} />
      <use :if={@button && @hand && is_nil(@piece)} class="ghost" href={"#quarto-#{@hand}"} />
    </g>
    """
  end

  defp button(%{cell: cell, piece: piece}) do
    label =
      if piece,
        do: gettext("%{cell}, %{piece}", cell: cell, piece: Piece.name(piece)),
        else: gettext("%{cell}, empty", cell: cell)

    %{
      :id => "cell-#{cell}",
      :role => "button",
      :tabindex => "0",
      :"aria-label" => label,
      :"data-step" => cell
    }
  end

  defp place(<<column, row>>) do
    {@left + @wide * (column - ?a + 0.5), @top + @deep * (?4 - row + 0.5)}
  end

  @impl true
  def tray(assigns) do
    assigns = assign(assigns, left: read(assigns.position).left, digits: Piece.digits())

    ~H"""
    <div class="quarto-tray" role="group" aria-label={gettext("Pieces left")}>
      <button
        :for={digit <- @digits}
        id={"piece-#{digit}"}
        type="button"
        class={["tray-slot", digit not in @left && "is-gone"]}
        aria-label={slot_label(digit, digit in @left)}
        data-step={digit}
      >
        <Piece.icon :if={digit in @left} digit={digit} />
      </button>
    </div>
    """
  end

  defp slot_label(digit, true), do: Piece.name(digit)
  defp slot_label(digit, false), do: gettext("%{piece}, gone", piece: Piece.name(digit))

  @impl true
  def holding(assigns) do
    assigns = assign(assigns, hand: read(assigns.position).hand)

    ~H"""
    <span :if={@hand} class="holding">
      <Piece.icon digit={@hand} />
      <span class="sr-only">{gettext("holds the %{piece}", piece: Piece.name(@hand))}</span>
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

  @doc """
  Reads a position: `cells` is a list of the cells from the top left, each with
  the digit of its piece or nil; `hand` the digit of the piece in hand or nil;
  `left` the digits of the pieces that are neither.
  """
  def read("squares " <> position), do: read(position)

  def read(position) do
    [rows, hand] = String.split(position, " ")
    names = for row <- @rows, column <- @columns, do: "#{column}#{row}"
    pieces = for <<piece::binary-1 <- String.replace(rows, "/", "")>>, do: digit(piece)
    hand = digit(hand)

    %{
      cells: Enum.zip(names, pieces),
      hand: hand,
      left: Piece.digits() -- [hand | pieces]
    }
  end

  defp digit(none) when none in ["-", "."], do: nil
  defp digit(digit), do: digit
end
