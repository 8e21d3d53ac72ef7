defmodule PlayoutWeb.Boards.AnimalShogi do
  @moduledoc """
  Draws Animal Shogi: wooden tiles with animals on a felt board, and each side's hand in its
  strip.
  """
  use PlayoutWeb, :html
  use PlayoutWeb.Boards

  alias Playout.{Diagram, Side}
  alias PlayoutWeb.Boards.AnimalShogi.Cell
  alias PlayoutWeb.Boards.AnimalShogi.Field
  alias PlayoutWeb.Boards.AnimalShogi.Hand
  alias PlayoutWeb.Boards.AnimalShogi.Hint
  alias PlayoutWeb.Boards.AnimalShogi.Piece
  alias PlayoutWeb.Boards.AnimalShogi.Sprite
  alias PlayoutWeb.Language.Format

  @files ~w(3 2 1)
  @ranks ~w(a b c d)

  @impl true
  def name, do: gettext("Animal Shogi")

  @impl true
  def about do
    gettext(
      "Catch your opponent's lion, or walk your own to the far side of the board. " <>
        "The animals you capture join your side."
    )
  end

  @impl true
  def variant_name(:standard), do: gettext("Standard")
  def variant_name(:"quick-try"), do: gettext("Reaching the far side always wins")

  @impl true
  def showpiece, do: "b1+P/1k1/r1P/BKR b -"

  @impl true
  defdelegate sprite(assigns), to: Sprite

  @impl true
  def turnable?, do: true

  @impl true
  def side_name(:first, _diagram), do: gettext("Sun")
  def side_name(:second, _diagram), do: gettext("Moon")

  @impl true
  def side_mark(assigns) do
    ~H"""
    <svg class="shogi-side" viewBox="-11 -11 22 22" aria-hidden="true">
      <use href={if @side == :first, do: "#shogi-sun", else: "#shogi-moon"} />
    </svg>
    """
  end

  @impl true
  def prompts(_diagram), do: [gettext("Choose a piece."), gettext("Choose where it goes.")]

  @impl true
  def move_text(%{steps: [from, to], details: %{piece: animal} = details}) do
    words = %{
      animal: Piece.animal(animal),
      from: from,
      to: to,
      captured: details[:captured] && Piece.animal(details.captured)
    }

    cond do
      Piece.drop?(from) ->
        gettext("Dropped the %{animal} on %{to}.", words)

      details[:captured] && details[:becomes] ->
        capture_and_promotion_text(words)

      details[:captured] ->
        gettext("Captured the %{captured} on %{to} with the %{animal} from %{from}.", words)

      details[:becomes] ->
        gettext("Moved the %{animal} from %{from} to %{to}; it became a hen.", words)

      true ->
        gettext("Moved the %{animal} from %{from} to %{to}.", words)
    end
  end

  defp capture_and_promotion_text(words) do
    gettext(
      "Captured the %{captured} on %{to} with the %{animal} from %{from}; it became a hen.",
      words
    )
  end

  @impl true
  def hint(move, given, _diagram), do: Hint.of(move, given)

  @impl true
  def alert_texts(alerts) do
    attacked =
      for cell <- Map.get(alerts, :attacked, []),
          do: gettext("The lion on %{cell} can be caught.", cell: cell)

    tries =
      for cell <- Map.get(alerts, :try, []),
          do: gettext("A lion that reaches %{cell} wins.", cell: cell)

    attacked ++ tries
  end

  @impl true
  def move_picture(assigns) do
    animal = assigns.details[:becomes] || assigns.details.piece
    assigns = assign(assigns, piece: Piece.of({assigns.side, animal}))

    ~H"""
    <Piece.icon piece={@piece} bottom={@piece.side} />
    """
  end

  @impl true
  def reason(:catch, _details), do: gettext("The lion was caught.")
  def reason(:try, _details), do: gettext("The lion reached the far side.")
  def reason(:both_safe, _details), do: gettext("Both lions reached the far side.")
  def reason(:repetition, _details), do: gettext("The same position came up three times.")
  def reason(:no_moves, _details), do: gettext("No legal moves left.")

  @impl true
  def refusal("no_piece", _details), do: gettext("There is no piece on that square.")

  def refusal("not_in_hand", %{piece: piece}),
    do: gettext("There is no %{animal} in your hand.", animal: Piece.animal(piece))

  def refusal("out_of_reach", %{piece: piece}),
    do: gettext("The %{animal} can't move there.", animal: Piece.animal(piece))

  def refusal("own_piece", %{piece: piece}),
    do: gettext("Your own %{animal} is there.", animal: Piece.animal(piece))

  def refusal("own_piece_blocked", %{piece: piece}) do
    gettext("Your own %{animal} is there, and it has nowhere to go.", animal: Piece.animal(piece))
  end

  def refusal("blocked", %{piece: piece}),
    do: gettext("Your %{animal} has nowhere to go.", animal: Piece.animal(piece))

  def refusal("no_promotion", _details),
    do: gettext("Only a chick that moves to the far side becomes a hen, so leave out the +.")

  def refusal("must_promote", _details),
    do: gettext("The chick becomes a hen there, so add a + to the move.")

  def refusal(_problem, _details), do: nil

  @impl true
  def extent(_diagram), do: {396, 516}

  @impl true
  def setup_refusal("second_lion", %{at: cell}),
    do: gettext("Each side has only one lion, so the one on %{cell} is too many.", cell: cell)

  def setup_refusal("no_lion", _details),
    do: gettext("At least one lion must be on the board.")

  def setup_refusal("wrong_count", %{place: "board", animal: animal}) do
    case animal do
      "giraffe" -> gettext("There must be two giraffes, on the board or in the hands.")
      "elephant" -> gettext("There must be two elephants, on the board or in the hands.")
      "chick" -> gettext("There must be two chicks or hens, on the board or in the hands.")
    end
  end

  def setup_refusal("wrong_count", %{place: "cell", at: cell, animal: animal}) do
    gettext("There are only two of each animal, so the %{animal} on %{cell} is too many.",
      animal: Piece.animal(animal),
      cell: cell
    )
  end

  def setup_refusal("wrong_count", %{at: side, animal: animal}) do
    animal = Piece.animal(animal)

    case side do
      "first" ->
        gettext("There are only two of each animal, so one %{animal} in Sun's hand is too many.",
          animal: animal
        )

      "second" ->
        gettext("There are only two of each animal, so one %{animal} in Moon's hand is too many.",
          animal: animal
        )
    end
  end

  @impl true
  def piece_name(kind), do: kind |> Piece.of() |> Piece.name(nil)

  @impl true
  def piece_picture(assigns) do
    assigns = assign(assigns, piece: Piece.of(assigns.kind))

    ~H"<Piece.icon piece={@piece} />"
  end

  @impl true
  def board(assigns) do
    cells = cells(assigns.diagram)
    winning = assigns.winning ++ lion_left(cells)

    assigns =
      assign(assigns,
        ranks:
          cells |> marked(assigns, winning) |> Enum.chunk_every(3) |> oriented(assigns.bottom),
        words:
          if(assigns.playable, do: gettext("Animal Shogi board"), else: describe_cells(cells))
      )

    ~H"""
    <svg
      class="board shogi-board"
      viewBox="0 0 396 516"
      role={if @playable, do: "grid", else: "img"}
      aria-label={@words}
      data-steps={@playable}
    >
      <Field.field bottom={@bottom} fonts={@fonts} />
      <g :for={rank <- @ranks} :key={hd(rank).name} role={@playable && "row"}>
        <Cell.cell
          :for={cell <- rank}
          :key={cell.name}
          cell={cell}
          bottom={@bottom}
          mine={@mine}
          playable={@playable}
        />
      </g>
    </svg>
    """
  end

  # Everything drawn for a cell is in one value, so that an unchanged cell is not sent again.
  defp marked(cells, assigns, winning) do
    moved = moved(assigns)

    for {name, piece} <- cells do
      %{
        name: name,
        piece: piece,
        from: if(name == moved.to, do: moved.from),
        was: if(name == moved.to, do: moved.was),
        last: name in assigns.last,
        attacked: name in Map.get(assigns.alerts, :attacked, []),
        try: name in Map.get(assigns.alerts, :try, []),
        winning: name in winning,
        marked: name in assigns.marks
      }
    end
  end

  # The last move: its target, its origin, and any promotion.
  defp moved(%{last: [from, to], played: played}) do
    turned? = match?(%{steps: [^from, ^to], details: %{becomes: _}}, List.last(played))
    %{from: from, to: to, was: if(turned?, do: :chick)}
  end

  defp moved(_nothing), do: %{from: nil, to: nil, was: nil}

  defp oriented(ranks, :first), do: ranks
  defp oriented(ranks, :second), do: ranks |> Enum.reverse() |> Enum.map(&Enum.reverse/1)

  # The cell of the remaining lion, after the other one was captured.
  defp lion_left(cells) do
    case for {cell, %{animal: :lion}} <- cells, do: cell do
      [cell] -> [cell]
      _both -> []
    end
  end

  defp describe_cells(cells) do
    pieces = for {cell, piece} <- cells, piece, do: Cell.label(cell, piece, nil)
    gettext("Animal Shogi board: %{pieces}", pieces: Format.long_list(pieces))
  end

  @impl true
  def holding(assigns) do
    assigns =
      assign(assigns,
        hand: hand(assigns),
        arrived: arrived(assigns)
      )

    ~H"""
    <Hand.hand
      hand={@hand}
      side={@side}
      mine={@mine}
      arrived={@arrived}
      marks={@marks}
      pressable={@playable and @to_move and @mine in [nil, @side]}
    />
    """
  end

  @impl true
  def margins, do: {90, 0, 90, 0}

  # The hands, each on the right as its side sees the board.
  @impl true
  def beside(%{bottom: bottom, diagram: diagram} = assigns) do
    assigns =
      assign(assigns,
        below: hand(%{diagram: diagram, side: bottom}),
        above: hand(%{diagram: diagram, side: Side.other(bottom)})
      )

    ~H"""
    <Hand.pile_picture
      :for={{{animal, count}, index} <- Enum.with_index(@below)}
      piece={%{animal: animal, side: @bottom}}
      count={count}
      bottom={@bottom}
      x={441}
      y={466 - 84 * index}
    />
    <Hand.pile_picture
      :for={{{animal, count}, index} <- Enum.with_index(@above)}
      piece={%{animal: animal, side: Side.other(@bottom)}}
      count={count}
      bottom={@bottom}
      x={-45}
      y={42 + 84 * index}
    />
    """
  end

  defp hand(%{diagram: diagram, side: side}) do
    for {animal, count} <- Side.of(diagram.hands, side),
        do: {Piece.of({side, animal}).animal, count}
  end

  # A captured hen is a chick in the hand.
  defp arrived(%{side: side, last: %{side: side, steps: [_, to], details: %{captured: animal}}}) do
    %{if(animal == "hen", do: :chick, else: String.to_existing_atom(animal)) => to}
  end

  defp arrived(_nothing_captured), do: %{}

  # The cells from the top left as the first side sees them, each with its piece or nil.
  defp cells(diagram) do
    for {rank, kinds} <- Enum.zip(@ranks, Diagram.cells(diagram)),
        {file, kind} <- Enum.zip(@files, kinds) do
      {file <> rank, kind && Piece.of(kind)}
    end
  end
end
