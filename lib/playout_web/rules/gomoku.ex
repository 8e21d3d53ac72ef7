defmodule PlayoutWeb.Rules.Gomoku do
  @moduledoc "Gomoku explained to someone who never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.RulesComponents

  alias PlayoutWeb.Boards.Gomoku.Stone

  @behaviour PlayoutWeb.Rules

  @start "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x freestyle"
  @midgame "9/9/9/3o1x3/4xo3/3xo4/9/9/9 x freestyle"
  @six "9/9/4x4/2oo1o3/1xxxxxx2/4o1o2/1o7/9/9 o"
  @four "9/9/6o2/3oo4/1oxxxx3/5o3/3x5/9/9 x freestyle"
  @open_four "9/9/3o2o2/3o5/2xxxx3/5o3/2o1x4/9/9 x freestyle"
  @open_three {"9/9/6o2/2o1o4/3xxx3/5o3/3x5/9/9 x freestyle", ~w(c5 g5)}
  @three_placed "9/9/9/3o5/4x4/5x3/9/9/9 o freestyle+swap2"
  @five_placed "9/9/9/3o2o2/4x4/2x2x3/9/9/9 x freestyle+swap2"

  @doc """
  The picture of an open three: a position, and the points, marked in it, on which
  its side makes an open four.
  """
  @spec open_three() :: {String.t(), [String.t()]}
  def open_three, do: @open_three

  @impl true
  defdelegate lesson, to: PlayoutWeb.Rules.Gomoku.Lesson, as: :exercises

  @impl true
  def page(assigns) do
    {three, on_three} = @open_three

    assigns =
      assign(assigns,
        start: @start,
        midgame: @midgame,
        six: @six,
        four: @four,
        open_four: @open_four,
        three: three,
        on_three: on_three,
        three_placed: @three_placed,
        five_placed: @five_placed
      )

    ~H"""
    <.part id="turn" title={gettext("Your turn")}>
      <p class="sides">
        <Stone.icon colour={:black} /> {gettext("Black begins,")}
        <Stone.icon colour={:white} /> {gettext("White comes next.")}
      </p>
      <p>
        {gettext("Place one stone of your colour on any point where two lines meet and nothing lies.")}
      </p>
      <p>{gettext("Stones stay where they are: nothing is moved, nothing is captured.")}</p>
      <:picture>
        <.diagram game={:gomoku} position={@midgame} last={["f6"]}>
          {gettext("Black has just placed the ringed stone; it is White's turn.")}
        </.diagram>
      </:picture>
    </.part>

    <.part id="winning" title={gettext("How you win")}>
      <p>
        {gettext(
          "Be the first to have five stones of your colour side by side: in a row, in a column or on a diagonal, with no gap."
        )}
      </p>
      <:picture>
        <div class="diagrams">
          <.diagram
            game={:gomoku}
            position="9/9/4x4/2oo1o3/1oxxxxx2/4o1o2/3x5/9/9 o freestyle"
          />
          <.diagram
            game={:gomoku}
            position="9/5o3/4xo3/2x2ox2/4xo3/2ox1o3/5x3/9/9 x freestyle"
          />
          <.diagram
            game={:gomoku}
            position="9/9/2xo5/3xox3/2oxx4/4oxo2/5ox2/9/9 o freestyle"
          />
        </div>
      </:picture>
    </.part>

    <.part id="threats" title={gettext("What to look out for")}>
      <dl class="threats">
        <dt>{gettext("A four")}</dt>
        <dd>{gettext("One more stone makes five. It has to be stopped at once.")}</dd>
        <dt>{gettext("An open four")}</dt>
        <dd>{gettext("It has two ends. Only one of them can be stopped: it wins.")}</dd>
        <dt>{gettext("An open three")}</dt>
        <dd>{gettext("Left alone it becomes an open four. Stop it in time!")}</dd>
      </dl>
      <p>
        {gettext(
          "Two of them at once, made with a single stone, are how most games are won: nobody can stop both."
        )}
      </p>
      <:picture>
        <div class="diagrams">
          <.diagram game={:gomoku} position={@four} marks={wins(@four)}>
            {gettext("A four: Black wins on the marked point.")}
          </.diagram>
          <.diagram game={:gomoku} position={@open_four} marks={wins(@open_four)}>
            {gettext("An open four: Black wins on either marked point.")}
          </.diagram>
          <.diagram game={:gomoku} position={@three} marks={@on_three}>
            {gettext("An open three: a stone on either marked point makes an open four.")}
          </.diagram>
        </div>
      </:picture>
    </.part>

    <.part id="six" title={gettext("Six in a row")}>
      <p>{gettext("Before a match you choose what a row of six or more counts.")}</p>
      <dl class="threats">
        <dt>{gettext("Five or more win")}</dt>
        <dd>{gettext("A longer row wins as well. That is how it is usually played.")}</dd>
        <dt>{gettext("Exactly five win")}</dt>
        <dd>{gettext("A longer row is worth nothing, and the game goes on.")}</dd>
      </dl>
      <:picture>
        <div class="diagrams">
          <.diagram game={:gomoku} position={"#{@six} freestyle"} />
          <.diagram game={:gomoku} position={"#{@six} standard"}>
            {gettext("Where exactly five win, the game goes on here.")}
          </.diagram>
        </div>
      </:picture>
    </.part>

    <.part id="draw" title={gettext("A draw")}>
      <p>{gettext("If the board is full and nobody has five, nobody wins.")}</p>
      <p>
        {gettext(
          "That is rare on a large board. You can play on 9, 13, 15 or 19 lines; 15 is the usual size."
        )}
      </p>
      <:picture>
        <.diagram game={:gomoku} position="xxoxo/ooxxx/xxooo/ooxox/xxoxo o freestyle" />
      </:picture>
    </.part>

    <.part id="swap2" title={gettext("A fair beginning: swap2")}>
      <p>
        {gettext(
          "Whoever begins has the better chances. Between strong players the opening swap2 makes it fair: one cuts, the other chooses."
        )}
      </p>
      <ol class="steps">
        <li>{gettext("The first player places three stones: black, white, black.")}</li>
        <li>
          {gettext(
            "The second player takes Black, or takes White, or places a white and a black stone more."
          )}
        </li>
        <li>{gettext("If two more were placed, the first player takes a colour.")}</li>
        <li>{gettext("Then White moves, whoever that is, and the game goes on as always.")}</li>
      </ol>
      <:picture>
        <div class="diagrams">
          <.diagram game={:gomoku} position={@three_placed}>
            {gettext("Three stones: now the second player chooses.")}
          </.diagram>
          <.diagram game={:gomoku} position={@five_placed}>
            {gettext("Five stones: now the first player takes a colour.")}
          </.diagram>
        </div>
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
          "Columns are called a, b, c and so on from the left, rows 1, 2, 3 from the bottom; no letter is left out. In the opening swap2 a colour is taken by its name."
        )}
      </p>
      <:picture>
        <.notation
          game={:gomoku}
          examples={[{@start, "h8"}, {@three_placed, "white"}, {@four, "g5"}]}
        />
      </:picture>
    </.part>
    """
  end

  # The points on which the side to move wins.
  defp wins(position) do
    position = Playout.new!(:gomoku, position: position)

    for move <- Playout.legal_moves!(position),
        Playout.outcome!(Playout.play!(position, move)) != nil,
        do: move
  end
end
