defmodule PlayoutWeb.Rules.AnimalShogi do
  @moduledoc "Animal Shogi explained to someone who never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.RulesComponents

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Rules.AnimalShogi.Ways

  @behaviour PlayoutWeb.Rules

  @start "rkb/1p1/1P1/BKR b -"
  @captured "rk1/1b1/3/BKR b Pp"
  @grows "2k/Pbr/3/1KR b BP"
  @hunt "1k1/1+P1/KB1/B1R b RP"
  @run "k2/1pK/2p/B1R b RB"

  @impl true
  defdelegate lesson, to: PlayoutWeb.Rules.AnimalShogi.Lesson, as: :exercises

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
    <.part id="animals" title={gettext("The animals")}>
      <p>
        {gettext(
          "Each of you begins with four. They look at your opponent, so that you can tell whose they are; and one side is the light Sun, the other the blue Moon."
        )}
      </p>
      <p>
        {gettext("Every animal goes one step at a time. The dots around it show where to.")}
      </p>
      <:picture><Ways.list /></:picture>
    </.part>

    <.part id="turn" title={gettext("Your turn")}>
      <p>{gettext("The Sun begins. Then you take turns, and each time you do one of two things:")}</p>
      <ul class="steps">
        <li>
          {gettext(
            "Move one of your animals. Where an animal of your opponent stands, you capture it: it goes to your hand."
          )}
        </li>
        <li>
          {gettext(
            "Or drop an animal from your hand on any empty cell. From now on it fights for you."
          )}
        </li>
      </ul>
      <:picture>
        <div class="diagrams">
          <.played game={:animal_shogi} from={@start} move="2c2b" hands />
          <.played game={:animal_shogi} from={@captured} move="P*2c" hands />
        </div>
      </:picture>
    </.part>

    <.part id="hen" title={gettext("The chick grows up")}>
      <p>
        {gettext(
          "A chick that walks to the far side of the board becomes a hen, and then goes almost everywhere: only not diagonally backward."
        )}
      </p>
      <p>
        {gettext(
          "Captured, a hen is a chick again. A chick that is dropped on the far side stays a chick, and can go nowhere."
        )}
      </p>
      <:picture>
        <div class="diagrams">
          <.diagram game={:animal_shogi} position={@grows} hands>
            {gettext("One step to go")}
          </.diagram>
          <.played game={:animal_shogi} from={@grows} move="3b3a+" hands />
        </div>
      </:picture>
    </.part>

    <.part id="winning" title={gettext("How you win")}>
      <p>
        {gettext(
          "Catch the lion. A lion that can be caught is marked; nobody has to save it, but who overlooks it loses."
        )}
      </p>
      <p>
        {gettext(
          "Or try: lead your own lion to the far side, to a cell where it cannot be caught. Where that is possible you see a crown."
        )}
      </p>
      <p>
        {gettext(
          "A lion that gets there and can be caught has not won yet. The game goes on, and it wins as soon as it stands there in safety."
        )}
      </p>
      <p>{gettext("And who has no move left, loses; that hardly ever happens.")}</p>
      <:picture>
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
            {gettext("It is there, but the giraffe could catch it: not won yet.")}
          </.diagram>
        </div>
      </:picture>
    </.part>

    <.part id="draw" title={gettext("A draw")}>
      <p>
        {gettext(
          "When the same position comes for the third time, with the same hands and the same side to move, nobody wins."
        )}
      </p>
      <p>
        {gettext("Nor if both lions stand in safety on their far sides, which takes some doing.")}
      </p>
      <:picture>
        <.diagram game={:animal_shogi} position="K2/1R1/2R/Bk1 w B2P" />
      </:picture>
    </.part>

    <.part id="quick-try" title={gettext("Variant: the far side always wins")}>
      <p>
        {gettext(
          "Here a lion that reaches the far side wins at once, whether it can be caught there or not."
        )}
      </p>
      <:picture>
        <.diagram game={:animal_shogi} position="quick-try krK/3/3/B1R w B2P" />
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
          "As in shogi, columns are called 3 to 1 from the left and rows a to d from the top, as the Sun sees them. A move is the cell that it comes from and the one that it goes to, with a + for a chick that becomes a hen. A drop begins with a letter: R for the giraffe, B for the elephant, P for the chick."
        )}
      </p>
      <:picture>
        <.notation
          game={:animal_shogi}
          examples={[{@start, "1d1c"}, {@grows, "3b3a+"}, {@captured, "P*2c"}]}
        />
      </:picture>
    </.part>
    """
  end

  attr :game, :atom, required: true
  attr :from, :string, required: true
  attr :move, :string, required: true
  attr :hands, :boolean, default: false

  # A move, seen and in words.
  defp played(assigns) do
    assigns = assign(assigns, described(assigns))

    ~H"""
    <.diagram game={@game} position={@position} last={@last.steps} hands={@hands}>
      {Boards.of(@game).move_words(@last)}
    </.diagram>
    """
  end

  attr :game, :atom, required: true
  attr :from, :string, required: true
  attr :move, :string, required: true

  # A move that ends the game; why is the caption.
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
