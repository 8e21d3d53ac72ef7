defmodule PlayoutWeb.Rules.Separo do
  @moduledoc "The rules of SEPARO, for people who have never heard of it."
  use PlayoutWeb, :html

  import PlayoutWeb.Rules.Components

  alias PlayoutWeb.Boards.Separo
  alias PlayoutWeb.Rules.Separo.Lesson

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
  def start do
    gettext("The start: two red and two blue stones in the corners.")
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
        angles: @angles,
        crossing: @crossing,
        undivided: @undivided,
        small: @small,
        stuck: @stuck,
        over: @over
      )

    ~H"""
    <.parts>
      <:part id="board" title={gettext("The board")}>
        <.text>
          <p>
            {gettext(
              "SEPARO is played on the points of a grid. The usual board has 9 × 9 points; you can choose a smaller or a larger one."
            )}
          </p>
          <p>
            {gettext(
              "Red starts with stones on the top left and bottom right corners, Blue with stones on the other two."
            )}
          </p>
          <p>{gettext("Red moves first, and then you take turns.")}</p>
          <p>{gettext("Red's stones and roots are solid. Blue's have a light core.")}</p>
          <p>{gettext("Stones and roots are never moved or removed.")}</p>
        </.text>
        <.pictures>
          <.diagram game={:separo} position={Separo.showpiece()}>
            {gettext("A match in progress.")}
          </.diagram>
        </.pictures>
      </:part>

      <:part id="turn" title={gettext("Your turn")}>
        <.text>
          <p>{gettext("On your turn you grow two roots, one after the other.")}</p>
          <ol class="steps">
            <li>
              {gettext(
                "The first root starts at one of your stones and goes one step diagonally to an empty point, where you get a new stone."
              )}
            </li>
            <li>
              {gettext(
                "The second root starts at that new stone and goes one step straight, in one of the two directions of the first: if the first went down and right, the second goes down or right."
              )}
            </li>
          </ol>
          <p>
            {gettext(
              "The second root ends at an empty point, where you get another stone, or at one of your own stones. It can't end at an opponent's stone."
            )}
          </p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:separo} position={@start} moves>
              {gettext("The dashed lines show all of Red's moves.")}
            </.diagram>
            <.move from={@start} move="a5-b4-c4" />
          </div>
        </.pictures>
      </:part>

      <:part id="angles" title={gettext("Not too close")}>
        <.text>
          <p>
            {gettext(
              "Two of your roots at the same stone must be at least a right angle (90°) apart. So you can't grow along one of your roots, or at 45° to it."
            )}
          </p>
          <p>
            {gettext(
              "This applies at both ends of your move: at the stone where you start and at the stone where you finish."
            )}
          </p>
        </.text>
        <.pictures>
          <.diagram game={:separo} position={@angles} moves>
            {gettext(
              "From b4, Red's first root can only go to a3. A root to c3 or c5 would be too close to the one from b4 to c4."
            )}
          </.diagram>
        </.pictures>
      </:part>

      <:part id="crossing" title={gettext("Crossing roots")}>
        <.text>
          <p>
            {gettext(
              "Two diagonal roots may cross in the middle of a square. It doesn't matter whose they are."
            )}
          </p>
        </.text>
        <.pictures>
          <.diagram game={:separo} position={@crossing}>
            {gettext(
              "Two red roots cross in the middle of the board. A red root and a blue root cross at the top left."
            )}
          </.diagram>
        </.pictures>
      </:part>

      <:part id="regions" title={gettext("Regions")}>
        <.text>
          <p>
            {gettext(
              "Your own roots and the edge of the board are your walls. Your opponent's roots don't fence you in."
            )}
          </p>
          <p>
            {gettext(
              "Each area that your walls close off is one of your regions. The open board counts as one, too."
            )}
          </p>
          <p>
            {gettext(
              "A region counts only if it is bigger than one square of the grid. Cut every square along both diagonals into four triangles: a region needs at least five."
            )}
          </p>
          <p>
            {gettext(
              "During a match your regions are coloured and numbered. The open board is region 1; each new region adds one."
            )}
          </p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:separo} position={@undivided}><.score position={@undivided} /></.diagram>
            <.diagram game={:separo} position={@small}>
              <.score position={@small} />
              {gettext("The bottom left corner is too small to count.")}
            </.diagram>
          </div>
        </.pictures>
      </:part>

      <:part id="end" title={gettext("End of the game")}>
        <.text>
          <p>
            {gettext(
              "If you have no legal moves, you pass automatically. You can't pass if you can move."
            )}
          </p>
          <p>{gettext("The game ends when neither player can move.")}</p>
          <p>{gettext("The player with more regions wins. Equal numbers are a draw.")}</p>
        </.text>
        <.pictures>
          <div class="diagrams">
            <.diagram game={:separo} position={@stuck}>
              {gettext("Blue has no moves and passes.")}
            </.diagram>
            <.diagram game={:separo} position={@over} />
          </div>
        </.pictures>
      </:part>

      <:part id="notation" title={gettext("How moves are written")}>
        <.text>
          <p>
            {gettext(
              "Tap or click to play, or draw both roots in one stroke. If you'd rather type, use the box below the list of moves."
            )}
          </p>
          <p>
            {gettext(
              "Columns are a, b, c and so on from the left. Rows are 1, 2, 3 and so on from the bottom. Type the three points of a move with hyphens between them; a pass is two hyphens."
            )}
          </p>
        </.text>
        <.pictures>
          <.notation game={:separo} examples={[{@start, "a5-b4-c4"}, {@stuck, "--"}]} />
        </.pictures>
      </:part>
    </.parts>
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
      {Separo.move_text(@played)}
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
