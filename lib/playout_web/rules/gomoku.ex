defmodule PlayoutWeb.Rules.Gomoku do
  @moduledoc "The rules of Gomoku, for people who have never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.Rules.Components

  alias PlayoutWeb.Boards.Gomoku.Stone
  alias PlayoutWeb.Rules.Gomoku.Lesson

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
  Returns the picture of an open three: a position, and the marked points that make an open four.
  """
  @spec open_three() :: {String.t(), [String.t()]}
  def open_three, do: @open_three

  @impl true
  def start do
    gettext("The start: the board is empty.")
  end

  @impl true
  defdelegate lesson, to: Lesson, as: :exercises

  @impl true
  defdelegate reply(move, outcome), to: Lesson

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
    <.parts>
      <:part id="turn" title={gettext("Your turn")}>
        <.text>
          <p class="sides">
            <span class="side-stones"><Stone.icon colour={:black} /><Stone.icon colour={:white} /></span>
            <span>{gettext("Black starts, then you take turns.")}</span>
          </p>
          <p>
            {gettext(
              "On your turn, place one stone of your colour on any empty crossing of two lines."
            )}
          </p>
          <p>{gettext("Stones are never moved or captured.")}</p>
        </.text>
        <.pictures>
          <.diagram game={:gomoku} position={@midgame} last={["f6"]}>
            {gettext("Black has just played the ringed stone. White moves next.")}
          </.diagram>
        </.pictures>
      </:part>

      <:part id="winning" title={gettext("How you win")}>
        <.text>
          <p>
            {gettext(
              "Be the first to get five stones of your colour in a row without gaps: across, down or diagonally."
            )}
          </p>
        </.text>
        <.pictures>
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
        </.pictures>
      </:part>

      <:part id="six" title={gettext("Six in a row")}>
        <.text>
          <p>{gettext("Before a match you choose whether six or more in a row also wins.")}</p>
          <dl class="terms">
            <dt>{gettext("Five or more in a row wins")}</dt>
            <dd>{gettext("A longer row wins too. This is the usual rule.")}</dd>
            <dt>{gettext("Exactly five in a row wins")}</dt>
            <dd>{gettext("A longer row doesn't win; the game goes on.")}</dd>
          </dl>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:gomoku} position={"#{@six} freestyle"} />
            <.diagram game={:gomoku} position={"#{@six} standard"}>
              {gettext("If only exactly five in a row wins, the game goes on here.")}
            </.diagram>
          </div>
        </.pictures>
      </:part>

      <:part id="draw" title={gettext("Draw")}>
        <.text>
          <p>{gettext("If the board is full and nobody has won, the game is a draw.")}</p>
          <p>
            {gettext(
              "That's rare on a large board. You can choose a board with 9, 13, 15 or 19 lines; 15 is usual."
            )}
          </p>
        </.text>
        <.pictures>
          <.diagram game={:gomoku} position="xxoxo/ooxxx/xxooo/ooxox/xxoxo o freestyle" />
        </.pictures>
      </:part>

      <:part id="threats" title={gettext("Tips: threats to know")}>
        <.text>
          <dl class="terms">
            <dt>{gettext("A four")}</dt>
            <dd>
              {gettext(
                "It needs one more stone to make five. The board circles its stones in red. Block it at once."
              )}
            </dd>
            <dt>{gettext("An open four")}</dt>
            <dd>
              {gettext(
                "It can become five at either end, and you can only block one. You can't stop it."
              )}
            </dd>
            <dt>{gettext("An open three")}</dt>
            <dd>{gettext("If nobody blocks it, it becomes an open four. Stop it in time!")}</dd>
          </dl>
          <p>
            {gettext(
              "Most games are won by making two threats with a single stone: your opponent can stop only one of them."
            )}
          </p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:gomoku} position={@four} marks={wins(@four)}>
              {gettext("A four: Black can win on the marked point.")}
            </.diagram>
            <.diagram game={:gomoku} position={@open_four} marks={wins(@open_four)}>
              {gettext("An open four: Black can win on either marked point.")}
            </.diagram>
            <.diagram game={:gomoku} position={@three} marks={@on_three}>
              {gettext("An open three: a stone on either marked point makes an open four.")}
            </.diagram>
          </div>
        </.pictures>
      </:part>

      <:part id="swap2" title={gettext("A fair start: Swap2")}>
        <.text>
          <p>
            {gettext(
              "Whoever goes first has an advantage. The opening Swap2 makes it fair: one cuts, the other chooses."
            )}
          </p>
          <ol class="steps">
            <li>
              {gettext("The first player places three stones: black, white and black.")}
            </li>
            <li>
              {gettext(
                "The second player chooses Black or White, or places two more stones, one white and one black."
              )}
            </li>
            <li>{gettext("If two more stones were placed, the first player chooses a colour.")}</li>
            <li>
              {gettext("Then White moves, and the game goes on as usual.")}
            </li>
          </ol>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:gomoku} position={@three_placed}>
              {gettext("Three stones: now the second player decides.")}
            </.diagram>
            <.diagram game={:gomoku} position={@five_placed}>
              {gettext("Five stones: now the first player chooses a colour.")}
            </.diagram>
          </div>
        </.pictures>
      </:part>

      <:part id="notation" title={gettext("How moves are written")}>
        <.text>
          <.tap_or_type />
          <p>
            {gettext(
              "Columns are a, b, c and so on from the left, and no letter is skipped. Rows are 1, 2, 3 and so on from the bottom. Type the point where you place your stone."
            )}
          </p>
          <p>{gettext("In the opening Swap2, type “black” or “white” to choose a colour.")}</p>
        </.text>
        <.pictures>
          <.notation
            game={:gomoku}
            examples={[{@start, "h8"}, {@three_placed, "white"}, {@four, "g5"}]}
          />
        </.pictures>
      </:part>
    </.parts>
    """
  end

  # The points where the side to move wins.
  defp wins(position) do
    position = Playout.new!(:gomoku, position: position)

    for move <- Playout.legal_moves!(position),
        Playout.outcome!(Playout.play!(position, move)) != nil,
        do: move
  end
end
