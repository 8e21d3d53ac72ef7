defmodule PlayoutWeb.Rules.Quarto do
  @moduledoc "Quarto explained to someone who never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.RulesComponents

  alias PlayoutWeb.Boards.Quarto.Piece

  @behaviour PlayoutWeb.Rules

  @start "..../..../..../.... -"
  @midgame ".4../..B./6.../...1 8"
  @almost_won ".1.E/DB7./.9../..5. 0"

  @impl true
  defdelegate lesson, to: PlayoutWeb.Rules.Quarto.Lesson, as: :exercises

  @impl true
  def page(assigns) do
    assigns = assign(assigns, start: @start, midgame: @midgame, almost_won: @almost_won)

    ~H"""
    <.part id="pieces" title={gettext("The pieces")}>
      <p>
        {gettext("There are sixteen, and no two are alike. Each of them is")}
      </p>
      <dl class="attributes">
        <.attribute digits={~w(8 0)} name={gettext("tall or short")}>
          {gettext("A tall piece is more than twice as high.")}
        </.attribute>
        <.attribute digits={~w(4 0)} name={gettext("dark or light")}>
          {gettext("Dark ones wear bands of brass.")}
        </.attribute>
        <.attribute digits={~w(2 0)} name={gettext("square or round")}>
          {gettext("A block or a cylinder.")}
        </.attribute>
        <.attribute digits={~w(1 0)} name={gettext("hollow or solid")}>
          {gettext("Hollow ones have a hole in the top.")}
        </.attribute>
      </dl>
      <p>{gettext("The pieces belong to nobody: both of you play with all of them.")}</p>
      <:picture><.all_pieces /></:picture>
    </.part>

    <.part id="turn" title={gettext("Your turn")}>
      <ol class="steps">
        <li>{gettext("Place the piece that you were handed on any empty cell.")}</li>
        <li>
          {gettext(
            "Pick one of the pieces that are left and hand it to your opponent, who places it next."
          )}
        </li>
      </ol>
      <p>
        {gettext(
          "On the very first turn there is nothing to place yet: whoever begins only hands a piece over. Pieces never move again."
        )}
      </p>
      <:picture>
        <.turn game={:quarto} from={@midgame} move="c2-E">
          <:given>{gettext("You were handed this one.")}</:given>
          <:handed>{gettext("Your opponent has to place this one.")}</:handed>
        </.turn>
      </:picture>
    </.part>

    <.part id="winning" title={gettext("How you win")}>
      <p>
        {gettext(
          "Place the fourth piece of a line in which all four share something: all tall, or all short, all dark, all light, all square, all round, all hollow or all solid."
        )}
      </p>
      <p>
        {gettext("There are ten lines: four rows, four columns and the two long diagonals.")}
      </p>
      <p>
        {gettext(
          "It does not matter who placed the other three. So look twice before you hand over a piece!"
        )}
      </p>
      <:picture>
        <div class="diagrams">
          <.diagram game={:quarto} position="7.../9CF8/E5../.... -" />
          <.diagram game={:quarto} position=".3../DA../.8.F/.05. -" />
          <.diagram game={:quarto} position="8.../.5../..C./360D -" />
          <.diagram game={:quarto} position=".72D/..../B351/.... -" />
        </div>
      </:picture>
    </.part>

    <.part id="draw" title={gettext("A draw")}>
      <p>
        {gettext("If all sixteen pieces are on the board and no line shares anything, nobody wins.")}
      </p>
      <p>{gettext("Between two players who never slip, that is how every game ends.")}</p>
      <:picture>
        <.diagram game={:quarto} position="420D/3BE9/F817/5C6A -" />
      </:picture>
    </.part>

    <.part id="squares" title={gettext("Variant: squares count too")}>
      <p>
        {gettext(
          "Here four pieces that stand together in a square of two by two win as well. There are nine such squares, so there is more to look out for."
        )}
      </p>
      <:picture>
        <.diagram game={:quarto} position="squares ..8./65.9/4E../..C. -" />
      </:picture>
    </.part>

    <.part id="notation" title={gettext("Moves in writing")}>
      <p>
        {gettext(
          "You can play by pressing alone. But if you like to type, each match has a box for it under its list of moves."
        )}
      </p>
      <p>
        {gettext(
          "Columns are called a to d from the left, rows 1 to 4 from the bottom. A piece is a digit from 0 to 9 or a letter from A to F, as under “The pieces”: tall counts 8, dark 4, square 2, hollow 1, and A to F are 10 to 15."
        )}
      </p>
      <:picture>
        <.notation
          game={:quarto}
          examples={[{@start, "-7"}, {@midgame, "c2-E"}, {@almost_won, "b1"}]}
        />
      </:picture>
    </.part>
    """
  end

  attr :digits, :list,
    required: true,
    doc: "a piece that has it and one that differs in nothing else"

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

  # Rows and columns say what a piece is, so that nobody has to be told twice.
  defp all_pieces(assigns) do
    assigns =
      assign(assigns,
        columns: [
          {gettext("light round"), 0},
          {gettext("light square"), 2},
          {gettext("dark round"), 4},
          {gettext("dark square"), 6}
        ],
        rows: [
          {gettext("short solid"), 0},
          {gettext("short hollow"), 1},
          {gettext("tall solid"), 8},
          {gettext("tall hollow"), 9}
        ]
      )

    ~H"""
    <table class="all-pieces">
      <caption class="sr-only">{gettext("The sixteen pieces and the digit of each")}</caption>
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
