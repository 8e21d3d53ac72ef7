defmodule PlayoutWeb.Rules.Separo do
  @moduledoc "SEPARO explained to someone who never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.RulesComponents

  alias PlayoutWeb.Boards.Separo

  @behaviour PlayoutWeb.Rules

  @start "5 r - -"
  @angles "5 r a5b4,b4c4 a1b2,b2b3"
  @crossing "6 r a6b5,b5c5,c3c4,c3d2,c4d5,c5d4,d2e2,d3d4,d5d6,e2f1 " <>
              "a1b2,a4a5,a4b3,a5b6,b2b3,b6c6,e4e5,e4f3,e5f6,f2f3"
  @undivided "6 r - -"
  @small "6 b a2a3,a2b1,a3b4,a6b5,b1c1,b4b5 -"
  @stuck "5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2"
  @over "9 r a2b2,a5a6,a5b5,a6b7,a9b8,b2c1,b2c3,b5c4,b5c6,b7b8,b7c6,b8c9,c1d1,c3c4,c3d2," <>
          "c4d5,c6d6,c9d9,d1d2,d5d6,d9e8,e8f8,h2h3,h2i1 d3e3,d7e7,e1e2,e2f3,e3f2,e3f4,e4e5," <>
          "e4f3,e5f6,e7f6,f1f2,f3g3,f4g4,f5g5,f6g6,f9g9,g3h4,g4h5,g5h4,g6h5,g6h7,g9h8,h4i4," <>
          "h5i5,h7h8,h7i6,h8i9,i5i6"

  @impl true
  defdelegate lesson, to: PlayoutWeb.Rules.Separo.Lesson, as: :exercises

  @impl true
  def page(assigns) do
    assigns =
      assign(assigns,
        start: @start,
        angles: @angles,
        crossing: @crossing,
        undivided: @undivided,
        small: @small,
        stuck: @stuck,
        over: @over
      )

    ~H"""
    <.part id="board" title={gettext("The board")}>
      <p>
        {gettext(
          "Red and Blue each begin with stones on two opposite corners. Red's stones and roots are solid; Blue's are rings and have a light core. Red moves first."
        )}
      </p>
      <p>{gettext("Nothing is ever taken away or moved: roots only grow.")}</p>
      <:picture>
        <.diagram game={:separo} position="9 r - -">
          {gettext("The start, on the usual board. Smaller and larger ones can be chosen.")}
        </.diagram>
      </:picture>
    </.part>

    <.part id="turn" title={gettext("Your turn")}>
      <ol class="steps">
        <li>
          {gettext(
            "From a stone of yours a root goes one step diagonally to an empty point. A new stone grows there."
          )}
        </li>
        <li>
          {gettext(
            "From there a second root goes one step straight on, the way it was going: sideways or up and down. It ends on an empty point, where another stone grows, or on a stone of yours."
          )}
        </li>
      </ol>
      <:picture>
        <div class="diagrams">
          <.diagram game={:separo} position={@start} moves>
            {gettext("Dashed: what Red can do.")}
          </.diagram>
          <.move from={@start} move="a5-b4-c4" />
        </div>
      </:picture>
    </.part>

    <.part id="angles" title={gettext("Not too close")}>
      <p>
        {gettext(
          "Where two roots of yours leave a stone there has to be a right angle between them, or more. Nothing grows at 45 degrees to a root of the same colour."
        )}
      </p>
      <p>
        {gettext("It goes for the stone from which you grow, and for the stone at which you end.")}
      </p>
      <:picture>
        <.diagram game={:separo} position={@angles} moves>
          {gettext("From b4 only one way is left. Up or down to the right would be too close.")}
        </.diagram>
      </:picture>
    </.part>

    <.part id="crossing" title={gettext("Crossing")}>
      <p>
        {gettext(
          "Two roots may cross in the middle of a square, your own or those of different colours."
        )}
      </p>
      <:picture>
        <.diagram game={:separo} position={@crossing}>
          {gettext("Two red roots cross in the middle, and a red and a blue one at the top left.")}
        </.diagram>
      </:picture>
    </.part>

    <.part id="regions" title={gettext("Regions")}>
      <p>
        {gettext(
          "Your roots and the border of the board are your fences; your opponent's roots are none to you. Each part that they fence off is a region of yours, and the board as it is at the start is one."
        )}
      </p>
      <p>
        {gettext(
          "In a match what each of you has fenced off is tinted and counted, from 2 on: the rest of the board is the first region."
        )}
      </p>
      <p>
        {gettext(
          "A region has to be larger than one square of the board. What is smaller does not count."
        )}
      </p>
      <:picture>
        <div class="diagrams">
          <.diagram game={:separo} position={@undivided}><.score position={@undivided} /></.diagram>
          <.diagram game={:separo} position={@small}>
            <.score position={@small} /> {gettext("The corner at the bottom left is too small.")}
          </.diagram>
        </div>
      </:picture>
    </.part>

    <.part id="end" title={gettext("The end")}>
      <p>
        {gettext("Whoever cannot grow passes, and only then. Here that is done for you.")}
      </p>
      <p>
        {gettext(
          "When neither of you can grow any more the game is over. More regions win; as many each is a draw."
        )}
      </p>
      <:picture>
        <div class="diagrams">
          <.diagram game={:separo} position={@stuck}>
            {gettext("Blue cannot grow anywhere, and passes.")}
          </.diagram>
          <.diagram game={:separo} position={@over} />
        </div>
      </:picture>
    </.part>

    <.part id="notation" title={gettext("Moves in writing")}>
      <p>
        {gettext(
          "You can play by pressing or drawing alone. But if you like to type, each match has a box for it under its list of moves."
        )}
      </p>
      <p>
        {gettext(
          "Columns are called a, b, c and so on from the left, rows 1, 2, 3 from the bottom. A move is its three points, a pass two dashes."
        )}
      </p>
      <:picture>
        <.notation game={:separo} examples={[{@start, "a5-b4-c4"}, {@stuck, "--"}]} />
      </:picture>
    </.part>
    """
  end

  attr :from, :string, required: true, doc: "a position"
  attr :move, :string, required: true

  defp move(assigns) do
    described =
      :separo
      |> Playout.new!(position: assigns.from)
      |> Playout.play!(assigns.move)
      |> Playout.describe!()

    assigns = assign(assigns, position: described.position, played: hd(described.played))

    ~H"""
    <.diagram game={:separo} position={@position} last={@played.steps}>
      {Separo.move_words(@played)}
    </.diagram>
    """
  end

  attr :position, :string, required: true

  defp score(assigns) do
    %{score: {red, blue}} =
      Playout.describe!(Playout.new!(:separo, position: assigns.position))

    assigns = assign(assigns, red: red, blue: blue)

    ~H"""
    {gettext("Red %{red}, Blue %{blue}.", red: @red, blue: @blue)}
    """
  end
end
