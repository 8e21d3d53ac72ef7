defmodule PlayoutWeb.Boards.Gomoku do
  @moduledoc """
  Draws Gomoku: a wooden board seen from above, stones on its points, and the guide through the
  `swap2` opening.

  There can be 361 points, but a move should send only its stone. So the points are drawn once,
  and only their labels change. What differs between points or stones is one value for each, and
  the texts are made from it in the template, which LiveView does only for values that changed.
  """
  use PlayoutWeb, :html
  use PlayoutWeb.Boards

  alias PlayoutWeb.Boards.Gomoku.Ground
  alias PlayoutWeb.Boards.Gomoku.Hint
  alias PlayoutWeb.Boards.Gomoku.Opening
  alias PlayoutWeb.Boards.Gomoku.Scene
  alias PlayoutWeb.Boards.Gomoku.Stone
  alias PlayoutWeb.Language.Format

  @colours ~w(black white)

  @impl true
  def name, do: gettext("Gomoku")

  @impl true
  def about do
    gettext("Take turns placing stones. The first to get five in a row wins.")
  end

  @impl true
  def variant_name(:freestyle), do: gettext("Five or more in a row wins")
  def variant_name(:standard), do: gettext("Exactly five in a row wins")

  @impl true
  def options do
    [
      %{option: :size, default: 15, values: [9, 13, 15, 19]},
      %{option: :opening, default: :none, values: [:none, :swap2]}
    ]
  end

  @impl true
  def option_legend(:size), do: gettext("Board")
  def option_legend(:opening), do: gettext("Opening")

  @impl true
  def option_name(:size, size), do: gettext("%{size} × %{size}", size: size)
  def option_name(:opening, :none), do: gettext("Free")
  def option_name(:opening, :swap2), do: gettext("Swap2")
  def option_name(:opening, :swapped), do: gettext("Swap2, colours swapped")

  @impl true
  def option_about(:opening, :swap2) do
    gettext(
      "Swap2 is fair for both: one player places the first three stones. The other chooses a colour, " <>
        "or places two more stones and lets the first player choose."
    )
  end

  def option_about(_option, _value), do: nil

  @impl true
  def showpiece do
    "13/5x7/5o7/6o1o4/1o3oxxx4/5oxo5/6xo1x3/4xxo3x2/3ooox6/4x2x5/8o4/13/13 x freestyle"
  end

  @impl true
  defdelegate sprite(assigns), to: Stone

  @impl true
  def prompts(diagram) do
    case Scene.opening(diagram) do
      nil -> [Stone.place_text(Scene.next_colour(diagram))]
      placed -> [Opening.prompt(placed)]
    end
  end

  @impl true
  def move_text(%{steps: [colour]}) when colour in @colours do
    Opening.chosen(Scene.colour(colour))
  end

  def move_text(%{steps: [point]}), do: gettext("Played %{point}.", point: point)

  @impl true
  def listed(%{steps: [colour]}) when colour in @colours,
    do: Opening.listed(Scene.colour(colour))

  def listed(%{text: text}), do: text

  @impl true
  def unseen(%{steps: [colour]} = move, _diagram) when colour in @colours, do: move_text(move)
  def unseen(_point, diagram), do: Opening.left_choice(Scene.opening(diagram))

  @impl true
  def terms(%{rows: size} = diagram) do
    opening = if Scene.opening(diagram), do: [option_name(:opening, :swap2)], else: []
    [gettext("%{size} × %{size}", size: size) | opening]
  end

  @impl true
  defdelegate hint(move, given, diagram), to: Hint, as: :of

  @impl true
  def reason(:five, _details), do: gettext("Five in a row.")
  def reason(:full_board, _details), do: gettext("The board is full.")

  @impl true
  def refusal("no_choice", _details), do: gettext("You can't choose a colour now.")
  def refusal("choice_due", _details), do: gettext("Choose your colour first: Black or White.")
  def refusal(_problem, _details), do: nil

  @impl true
  def alert_texts(alerts) do
    for {kind, points} <- Enum.sort(alerts), do: four_text(kind, Format.list(points))
  end

  defp four_text(:black_four, points), do: gettext("Black has a four: %{points}.", points: points)
  defp four_text(:white_four, points), do: gettext("White has a four: %{points}.", points: points)

  @impl true
  def side_name(side, diagram) do
    colour = Scene.colour_of(diagram, side)
    colour && Stone.colour_name(colour)
  end

  @impl true
  def side_mark(assigns) do
    colour = Scene.colour_of(assigns.diagram, assigns.side)
    assigns = assign(assigns, colour: colour || :either)
    ~H"<Stone.icon colour={@colour} />"
  end

  @impl true
  def move_picture(%{steps: [colour]} = assigns) when colour in @colours do
    assigns = assign(assigns, colour: Scene.colour(colour))
    ~H"<Stone.icon colour={@colour} />"
  end

  def move_picture(assigns), do: ~H""

  @impl true
  def settings do
    [%{name: "numbers", legend: gettext("Move numbers on the stones"), default: "off"}]
  end

  @impl true
  def tray(assigns) do
    assigns = assign(assigns, opening: Scene.opening(assigns.diagram))

    ~H"<Opening.tray opening={@opening} over={@over} marks={@marks} />"
  end

  @impl true
  def extent(%{rows: size}), do: {Ground.side(size), Ground.side(size)}

  @impl true
  def setup_refusal("wrong_count", %{at: point, black: black, white: white}) do
    gettext(
      "There are %{black} black and %{white} white stones; Black needs as many as White, or one more. The stone on %{point} is one too many.",
      black: black,
      white: white,
      point: point
    )
  end

  def setup_refusal("opening_over", _details),
    do: gettext("Before the colours are chosen there can be only five stones.")

  def setup_refusal("opening_not_over", _details),
    do: gettext("Colours can be swapped only after three stones.")

  def setup_refusal("row_of_other", %{at: point}),
    do:
      gettext(
        "The row with %{point} has won already, so it can't be the other colour's last move.",
        point: point
      )

  def setup_refusal("rows_apart", %{at: point}) do
    gettext("The row with %{point} and another one can't have been completed by the same stone.",
      point: point
    )
  end

  @impl true
  def piece_name({nil, "black"}), do: gettext("Black stone")
  def piece_name({nil, "white"}), do: gettext("White stone")

  @impl true
  def piece_picture(assigns) do
    assigns = assign(assigns, colour: Scene.colour(elem(assigns.kind, 1)))
    ~H"<Stone.icon colour={@colour} />"
  end

  @impl true
  def about_to_put(diagram, {nil, colour}),
    do: %{diagram | details: Map.put(diagram.details, :places, colour)}

  @impl true
  def board(assigns) do
    %{diagram: %{rows: size} = diagram} = assigns
    stones = Scene.stones(diagram)

    assigns =
      assign(assigns,
        next_colour: Scene.next_colour(diagram) || :none,
        stones: drawn(stones, size, assigns),
        rows: if(assigns.playable, do: rows(Map.new(stones), size, assigns), else: [])
      )

    ~H"""
    <%!-- An assign made above counts as changed every time. `@diagram.rows`, the size, does not. --%>
    <svg
      class="board gomoku-board"
      viewBox={Ground.box(@diagram.rows)}
      role={if @playable, do: "grid", else: "img"}
      aria-label={if @playable, do: gettext("Gomoku board"), else: describe(@diagram.rows, @stones)}
      data-steps={@playable}
      data-aim={@playable && "#gomoku-#{@next_colour}"}
    >
      <g aria-hidden="true" id={@playable && "gomoku-ground"} data-magnify={@playable}>
        <Ground.ground size={@diagram.rows} fonts={@fonts} />
      </g>
      <g
        class="stones"
        aria-hidden="true"
        id={@playable && "gomoku-stones"}
        data-magnify={@playable}
      >
        <Stone.stone :for={stone <- @stones} :key={stone.point} stone={stone} />
      </g>
      <g class="marks" aria-hidden="true">
        <circle
          :for={
            {x, y} <- for(mark <- @marks -- ~w(black white), do: Ground.place(mark, @diagram.rows))
          }
          class="point-mark"
          cx={x}
          cy={y}
          r="13"
        />
      </g>
      <g :if={@playable} role="rowgroup" class="points" fill={ghost(@next_colour)}>
        <g
          :for={{row, [%{y: y} | _] = points} <- @rows}
          :key={row}
          role="row"
          transform={"translate(0 #{y})"}
        >
          <g :for={place <- points} :key={place.point} role="gridcell">
            <rect
              class="point"
              x={place.x - 20}
              y="-20"
              width="40"
              height="40"
              rx="20"
              role="button"
              tabindex="-1"
              aria-label={full_label(place)}
              data-step={place.point}
              data-ghost
            />
          </g>
        </g>
      </g>
      <g :if={@playable} id="crosshair" aria-hidden="true" phx-update="ignore" data-crosshair></g>
    </svg>
    """
  end

  # A preview of the stone that would be placed.
  defp ghost(:none), do: "none"
  defp ghost(colour), do: "url(#gomoku-ghost-#{colour})"

  # In the order of play, so that a new stone comes last; stones of the start position have no
  # number.
  defp drawn(stones, size, assigns) do
    numbers = numbers(assigns.played)
    special = special(assigns)

    for {point, colour} <- Enum.sort_by(stones, fn {point, _} -> numbers[point] || 0 end) do
      point
      |> place(Ground.place(point, size), colour, special)
      |> Map.put(:number, numbers[point])
    end
  end

  defp place(point, {x, y}, colour, special) do
    {last?, winning?, four?, marked?} =
      Map.get(special, point, {false, false, false, false})

    %{
      point: point,
      x: x,
      y: y,
      colour: colour,
      last: last?,
      winning: winning?,
      four: four?,
      marked: marked?
    }
  end

  # The few points that differ from the others, so that the many are not looked for in four lists.
  defp special(%{last: last, winning: winning, alerts: alerts, marks: marks}) do
    fours = Enum.concat(Map.values(alerts))

    for point <- Enum.concat([last, winning, fours, marks]),
        into: %{},
        do: {point, {point in last, point in winning, point in fours, point in marks}}
  end

  defp numbers(played) do
    played
    |> Enum.flat_map(& &1.steps)
    |> Enum.reject(&(&1 in @colours))
    |> Enum.with_index(1)
    |> Map.new()
  end

  defp rows(stones, size, assigns) do
    special = special(assigns)

    for row <- size..1//-1 do
      points =
        for {point, column} <- Enum.with_index(Scene.row(row, size)),
            do: place(point, Ground.at(column, row, size), stones[point], special)

      {row, points}
    end
  end

  defp full_label(%{colour: nil, point: point, marked: marked?}),
    do: Format.list([gettext("%{point}, empty", point: point), marked? && gettext("hint")])

  defp full_label(%{colour: colour, point: point} = place) do
    Format.list([
      label(point, colour),
      place.last && gettext("last move"),
      place.four && gettext("in a four"),
      place.winning && gettext("in the winning row")
    ])
  end

  defp stone_label(%{colour: colour, point: point, four: four?}),
    do: Format.list([label(point, colour), four? && gettext("in a four")])

  defp label(point, :black), do: gettext("%{point}, black stone", point: point)
  defp label(point, :white), do: gettext("%{point}, white stone", point: point)

  defp describe(size, []),
    do: gettext("Gomoku board, %{size} by %{size}, empty", size: size)

  defp describe(_size, stones) do
    stones = stones |> Enum.map(&stone_label/1) |> Format.long_list()
    gettext("Gomoku board: %{stones}", stones: stones)
  end
end
