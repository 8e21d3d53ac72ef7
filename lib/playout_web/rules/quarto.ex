defmodule PlayoutWeb.Rules.Quarto do
  @moduledoc "The rules of Quarto, for people who have never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.Rules.Components

  alias PlayoutWeb.Boards.Quarto.Piece
  alias PlayoutWeb.Rules.Quarto.Lesson

  @behaviour PlayoutWeb.Rules

  @start "..../..../..../.... -"
  @midgame ".4../..B./6.../...1 8"
  @almost_won ".1.E/DB7./.9../..5. 0"

  @impl true
  def start do
    gettext("The start: the board is empty, and all sixteen pieces lie beside it.")
  end

  @impl true
  defdelegate lesson, to: Lesson, as: :exercises

  @impl true
  defdelegate reply(move, outcome), to: Lesson

  @impl true
  def page(assigns) do
    assigns = assign(assigns, start: @start, midgame: @midgame, almost_won: @almost_won)

    ~H"""
    <.parts>
      <:part id="pieces" title={gettext("The pieces")}>
        <.text>
          <p>
            {gettext("There are sixteen pieces, and no two are alike. They differ in four ways:")}
          </p>
          <dl class="attributes">
            <.attribute digits={~w(8 0)} name={gettext("Tall or short")}>
              {gettext("Tall pieces are more than twice as tall as short ones.")}
            </.attribute>
            <.attribute digits={~w(4 0)} name={gettext("Dark or light")}>
              {gettext("Dark pieces have brass rings.")}
            </.attribute>
            <.attribute digits={~w(2 0)} name={gettext("Square or round")}>
              {gettext("Square pieces are blocks, round ones are cylinders.")}
            </.attribute>
            <.attribute digits={~w(1 0)} name={gettext("Hollow or solid")}>
              {gettext("Hollow pieces have a hole in the top.")}
            </.attribute>
          </dl>
          <p>{gettext("You and your opponent play with the same pieces.")}</p>
        </.text>
        <.pictures><.all_pieces /></.pictures>
      </:part>

      <:part id="turn" title={gettext("Your turn")}>
        <.text>
          <ol class="steps">
            <li>{gettext("Place the piece you were given on any empty cell.")}</li>
            <li>
              {gettext(
                "Choose one of the pieces that are left and give it to your opponent to place."
              )}
            </li>
          </ol>
          <p>
            {gettext("The first player starts by giving a piece: there is no piece to place yet.")}
          </p>
          <p>{gettext("Once placed, a piece never moves.")}</p>
        </.text>
        <.pictures>
          <.turn game={:quarto} from={@midgame} move="c2-E">
            <:yours>{gettext("You were given this piece.")}</:yours>
            <:theirs>{gettext("Your opponent must place this one.")}</:theirs>
          </.turn>
        </.pictures>
      </:part>

      <:part id="winning" title={gettext("How you win")}>
        <.text>
          <p>
            {gettext(
              "You win by placing the fourth piece in a line of four that have something in common: all tall, all short, all dark, all light, all square, all round, all hollow or all solid."
            )}
          </p>
          <p>
            {gettext("There are ten lines: four rows, four columns and the two long diagonals.")}
          </p>
          <p>{gettext("It doesn't matter who placed the other three pieces.")}</p>
          <p class="tip">
            {gettext("Tip: before you give a piece, look for every line that it could complete.")}
          </p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:quarto} position="7.../9CF8/E5../.... -" />
            <.diagram game={:quarto} position=".3../DA../.8.F/.05. -" />
            <.diagram game={:quarto} position="8.../.5../..C./360D -" />
            <.diagram game={:quarto} position=".72D/..../B351/.... -" />
          </div>
        </.pictures>
      </:part>

      <:part id="draw" title={gettext("Draw")}>
        <.text>
          <p>
            {gettext("If all sixteen pieces are placed and nobody has won, the game is a draw.")}
          </p>
          <p>{gettext("With perfect play, every game is a draw.")}</p>
        </.text>
        <.pictures>
          <.diagram game={:quarto} position="420D/3BE9/F817/5C6A -" />
        </.pictures>
      </:part>

      <:part id="squares" title={gettext("Variant: 2×2 squares also win")}>
        <.text>
          <p>
            {gettext(
              "In this variant, a 2×2 square of four pieces with something in common also wins. There are nine such squares."
            )}
          </p>
        </.text>
        <.pictures>
          <.diagram game={:quarto} position="squares ..8./65.9/4E../..C. -" />
        </.pictures>
      </:part>

      <:part id="notation" title={gettext("How moves are written")}>
        <.text>
          <.tap_or_type />
          <p>
            {gettext(
              "Columns are a to d from the left, rows 1 to 4 from the bottom. Type the cell where you place your piece, a hyphen, and the piece you give."
            )}
          </p>
          <p>
            {gettext(
              "Each piece is a digit from 0 to 9 or a letter from A to F, shown under “The pieces”. Add 8 for tall, 4 for dark, 2 for square and 1 for hollow; A to F stand for 10 to 15."
            )}
          </p>
          <p>
            {gettext("You don't give a piece after a winning move or after placing the last piece.")}
          </p>
        </.text>
        <.pictures>
          <.notation
            game={:quarto}
            examples={[{@start, "-7"}, {@midgame, "c2-E"}, {@almost_won, "b1"}]}
          />
        </.pictures>
      </:part>
    </.parts>
    """
  end

  attr :digits, :list,
    required: true,
    doc: "two pieces that differ only in this attribute"

  attr :name, :string, required: true
  slot :inner_block, required: true

  defp attribute(assigns) do
    ~H"""
    <div class="attribute">
      <dt><Piece.icon :for={digit <- @digits} digit={digit} /> {@name}</dt>
      <dd>{render_slot(@inner_block)}</dd>
    </div>
    """
  end

  # The headings of rows and columns name the attributes, so the cells need no text.
  defp all_pieces(assigns) do
    assigns =
      assign(assigns,
        columns: [
          {gettext("Light round"), 0},
          {gettext("Light square"), 2},
          {gettext("Dark round"), 4},
          {gettext("Dark square"), 6}
        ],
        rows: [
          {gettext("Short solid"), 0},
          {gettext("Short hollow"), 1},
          {gettext("Tall solid"), 8},
          {gettext("Tall hollow"), 9}
        ]
      )

    ~H"""
    <table class="all-pieces">
      <caption class="sr-only">{gettext("The sixteen pieces and how each is written")}</caption>
      <thead>
        <tr>
          <td></td>
          <th :for={{name, _} <- @columns} scope="col">{name}</th>
        </tr>
      </thead>
      <tbody>
        <tr :for={{name, row} <- @rows}>
          <th scope="row">{name}</th>
          <td :for={{_, column} <- @columns}>
            <Piece.icon digit={Integer.to_string(row + column, 16)} />
            <code>{Integer.to_string(row + column, 16)}</code>
          </td>
        </tr>
      </tbody>
    </table>
    """
  end
end
