defmodule PlayoutWeb.Rules.AnimalShogi do
  @moduledoc "The rules of Animal Shogi, for people who have never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.Rules.Components

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Rules.AnimalShogi.Directions
  alias PlayoutWeb.Rules.AnimalShogi.Lesson

  @behaviour PlayoutWeb.Rules

  @start "rkb/1p1/1P1/BKR b -"
  @captured "rk1/1b1/3/BKR b Pp"
  @grows "2k/Pbr/3/1KR b BP"
  @hunt "1k1/1+P1/KB1/B1R b RP"
  @run "k2/1pK/2p/B1R b RB"

  @impl true
  def start do
    gettext("The start: Sun is at the bottom, Moon at the top.")
  end

  @impl true
  defdelegate lesson, to: Lesson, as: :exercises

  @impl true
  defdelegate reply(move, outcome), to: Lesson

  @impl true
  def page(assigns) do
    assigns =
      assign(assigns,
        start: @start,
        captured: @captured,
        grows: @grows,
        hunt: @hunt,
        run: @run
      )

    ~H"""
    <.parts>
      <:part id="animals" title={gettext("The animals")}>
        <.text>
          <p>
            {gettext(
              "You start with four animals: a lion, a giraffe, an elephant and a chick. Your opponent has the same four."
            )}
          </p>
          <p>
            {gettext(
              "One side is Sun (yellow), the other is Moon (blue). Your animals face your opponent."
            )}
          </p>
          <p>
            {gettext("Every animal goes one step at a time. The dots around it show where it can go.")}
          </p>
        </.text>
        <.pictures><Directions.list /></.pictures>
      </:part>

      <:part id="turn" title={gettext("Your turn")}>
        <.text>
          <p>
            {gettext("Sun starts, then you take turns. On your turn you do one of two things:")}
          </p>
          <ul class="steps">
            <li>
              {gettext(
                "Move one of your animals. If your opponent's animal is on that square, you capture it: it goes into your hand."
              )}
            </li>
            <li>
              {gettext("Or drop an animal from your hand on any empty square. Now it plays for you.")}
            </li>
          </ul>
          <p>{gettext("Two of your animals can't stand on the same square.")}</p>
          <p>
            {gettext(
              "If you know shogi: here you may have two chicks in one column, drop a chick on the far side, and win by dropping a chick."
            )}
          </p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.played game={:animal_shogi} from={@start} move="2c2b" hands />
            <.played game={:animal_shogi} from={@captured} move="P*2c" hands />
          </div>
        </.pictures>
      </:part>

      <:part id="hen" title={gettext("The chick grows up")}>
        <.text>
          <p>
            {gettext(
              "A chick that walks to the far side of the board always becomes a hen. A hen goes one step in any direction except diagonally backward."
            )}
          </p>
          <p>{gettext("When a hen is captured, it becomes a chick again.")}</p>
          <p>
            {gettext("A chick that you drop on the far side stays a chick. It can't move from there.")}
          </p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:animal_shogi} position={@grows} hands>
              {gettext("The chick has one step to go.")}
            </.diagram>
            <.played game={:animal_shogi} from={@grows} move="3b3a+" hands />
          </div>
        </.pictures>
      </:part>

      <:part id="winning" title={gettext("How you win")}>
        <.text>
          <p>{gettext("Catch the other lion, and you win.")}</p>
          <p>
            {gettext(
              "A lion that can be caught is marked. You don't have to save it, but if you miss it, you lose."
            )}
          </p>
          <p>
            {gettext(
              "Or walk your lion to the far side. You win if nobody can catch it there. A crown marks the square."
            )}
          </p>
          <p>
            {gettext(
              "If your lion can be caught there, the game goes on. You win once it is safe there."
            )}
          </p>
          <p>{gettext("If you have no legal moves left, you lose. That almost never happens.")}</p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:animal_shogi} position={@hunt}>
              {gettext("The hen can catch the lion.")}
            </.diagram>
            <.ended game={:animal_shogi} from={@hunt} move="2b2a" />
            <.diagram game={:animal_shogi} position={@run}>
              {gettext("The lion can win on the right.")}
            </.diagram>
            <.ended game={:animal_shogi} from={@run} move="1b1a" />
            <.diagram game={:animal_shogi} position="krK/3/3/B1R b B2P">
              {gettext("The lion is there, but the giraffe can catch it. It hasn't won yet.")}
            </.diagram>
          </div>
        </.pictures>
      </:part>

      <:part id="draw" title={gettext("Draw")}>
        <.text>
          <p>
            {gettext(
              "If the same position comes up three times, the game is a draw. The animals in both hands and the side to move must be the same too."
            )}
          </p>
          <p>
            {gettext("It's also a draw if both lions are safe on their far sides.")}
          </p>
        </.text>
        <.pictures>
          <.diagram game={:animal_shogi} position="K2/1R1/2R/Bk1 w B2P" />
        </.pictures>
      </:part>

      <:part id="quick-try" title={gettext("Variant: reaching the far side always wins")}>
        <.text>
          <p>
            {gettext(
              "In this variant, a lion that reaches the far side wins at once, even if it can be caught there."
            )}
          </p>
        </.text>
        <.pictures>
          <.diagram game={:animal_shogi} position="quick-try krK/3/3/B1R w B2P" />
        </.pictures>
      </:part>

      <:part id="notation" title={gettext("How moves are written")}>
        <.text>
          <.tap_or_type />
          <p>
            {gettext(
              "As in shogi, columns are 3, 2 and 1 from the left and rows are a to d from the top, as seen by Sun. Type the square that an animal leaves and the square it goes to. Add + if a chick becomes a hen."
            )}
          </p>
          <p>
            {gettext(
              "For a drop, type a letter for the animal, a star and the square: R for the giraffe, B for the elephant, P for the chick."
            )}
          </p>
        </.text>
        <.pictures>
          <.notation
            game={:animal_shogi}
            examples={[{@start, "1d1c"}, {@grows, "3b3a+"}, {@captured, "P*2c"}]}
          />
        </.pictures>
      </:part>
    </.parts>
    """
  end

  attr :game, :atom, required: true
  attr :from, :string, required: true
  attr :move, :string, required: true
  attr :hands, :boolean, default: false

  # The board after a move, with the move as its caption.
  defp played(assigns) do
    assigns = assign(assigns, described(assigns))

    ~H"""
    <.diagram game={@game} position={@position} last={@last.steps} hands={@hands}>
      {Boards.of(@game).move_text(@last)}
    </.diagram>
    """
  end

  attr :game, :atom, required: true
  attr :from, :string, required: true
  attr :move, :string, required: true

  # The board after a move that ends the game; the caption says why.
  defp ended(assigns) do
    assigns = assign(assigns, described(assigns))

    ~H"""
    <.diagram game={@game} position={@position} last={@last.steps} />
    """
  end

  defp described(%{game: game, from: from, move: move}) do
    %{position: position, played: [last]} =
      game |> Playout.new!(position: from) |> Playout.play!(move) |> Playout.describe!()

    %{position: position, last: last}
  end
end
