defmodule PlayoutWeb.Boards.Separo do
  @moduledoc """
  Draws SEPARO: stones and roots on paper, regions with tints and numbers, and dashed guides where
  roots can grow.
  """
  use PlayoutWeb, :html
  use PlayoutWeb.Boards

  alias Playout.Side
  alias PlayoutWeb.Boards.Separo.Grid
  alias PlayoutWeb.Boards.Separo.Hint
  alias PlayoutWeb.Boards.Separo.Paper
  alias PlayoutWeb.Boards.Separo.Point
  alias PlayoutWeb.Boards.Separo.Regions
  alias PlayoutWeb.Boards.Separo.Roots
  alias PlayoutWeb.Boards.Separo.Scene
  alias PlayoutWeb.Boards.Separo.Sprite
  alias PlayoutWeb.Language.Format

  @impl true
  def name, do: gettext("SEPARO")

  @impl true
  def about do
    gettext(
      "Grow roots from your stones, two at a time, and divide the board. " <>
        "The player with more regions wins."
    )
  end

  @impl true
  def variant_name(:standard), do: gettext("Standard")

  @impl true
  def showpiece do
    "9 r a5a6,a6b7,a9b8,b7b8,c3c4,c3d2,c4d5,d1d2,d5e5,e2e3,e2f1,e3f4,e5f4,f1g1,f4g4,g4h3," <>
      "g4h5,g6g7,g6h5,h2h3,h2i1,h5i5 a1b2,a2a3,a3b4,b2c2,b4b5,b5c6,c2d3,c6c7,c6d6,c7d8,d3d4," <>
      "d6e7,d8d9,d8e7,e7f7,e9f9,f7g8,f9g8,g8h8,h8i7,h8i9,i6i7"
  end

  @impl true
  def options, do: [%{option: :size, default: 9, values: [5, 7, 9, 11]}]

  @impl true
  def option_legend(:size), do: gettext("Board")

  @impl true
  def option_name(:size, size), do: gettext("%{size} × %{size}", size: size)

  @impl true
  def settings do
    [
      %{
        name: "guides",
        legend: gettext("Guides"),
        default: "mine",
        choices: [
          {"none", gettext("None")},
          {"mine", gettext("Yours")},
          {"both", gettext("Both colours")}
        ]
      }
    ]
  end

  @impl true
  def side_name(:first, _diagram), do: gettext("Red")
  def side_name(:second, _diagram), do: gettext("Blue")

  @impl true
  def score_text(score), do: ngettext("1 region", "%{count} regions", score)

  @impl true
  def prompts(diagram) do
    if Side.of(diagram.growth, diagram.side) == "" do
      [gettext("You have no moves, so you pass.")]
    else
      [
        gettext("Choose one of your stones."),
        gettext("Grow diagonally first."),
        gettext("Now grow straight, not back.")
      ]
    end
  end

  @impl true
  def move_text(%{steps: [from, over, to]}) do
    gettext("Grew %{from} → %{over} → %{to}.", from: from, over: over, to: to)
  end

  def move_text(_pass), do: gettext("Passed.")

  @impl true
  def hint(move, given, _diagram), do: Hint.of(move, given)

  @impl true
  def reason(:regions, %{first: same, second: same}) do
    ngettext("1 region each.", "%{count} regions each.", same)
  end

  def reason(:regions, %{first: first, second: second}) do
    ngettext("1 region to %{least}.", "%{count} regions to %{least}.", max(first, second),
      least: min(first, second)
    )
  end

  @impl true
  def refusal("cannot_pass", _details), do: gettext("You can still move, so you can't pass.")
  def refusal("must_pass", _details), do: gettext("You have no moves, so you must pass.")
  def refusal("not_diagonal", _details), do: gettext("The first root goes one step diagonally.")

  def refusal("not_forward", _details),
    do:
      gettext(
        "The second root goes one step straight, in one of the two directions of the first."
      )

  def refusal("no_stone", _details), do: gettext("Start from one of your stones.")
  def refusal("stuck", _details), do: gettext("This stone has no room to grow.")

  def refusal("no_second_root", _details),
    do: gettext("There is no room for a second root from there.")

  def refusal("opponents", _details), do: gettext("Your opponent has a stone there.")

  def refusal("too_close", _details),
    do:
      gettext(
        "Too close to another of your roots. They must be at least a right angle (90°) apart."
      )

  def refusal(_problem, _details), do: nil

  @impl true
  def setup_refusal("opponents_corner", %{at: root}),
    do: gettext("%{root} ends in a corner of the other colour.", root: root(root))

  def setup_refusal("both_sides", %{at: root}),
    do: gettext("%{root} ends at a stone of the other colour.", root: root(root))

  def setup_refusal("too_close", %{at: root}) do
    gettext(
      "%{root} is too close to another root of its colour. They must be at least a right angle (90°) apart.",
      root: root(root)
    )
  end

  def setup_refusal("wrong_count", %{at: side} = details) do
    words = %{diagonal: details.diagonal, straight: details.straight}

    case side do
      "first" ->
        gettext(
          "Red needs as many diagonal roots as straight ones, but has %{diagonal} and %{straight}.",
          words
        )

      "second" ->
        gettext(
          "Blue needs as many diagonal roots as straight ones, but has %{diagonal} and %{straight}.",
          words
        )
    end
  end

  def setup_refusal("not_joined", %{at: root}) do
    gettext("%{root} isn't connected to a corner of its colour.", root: root(root))
  end

  # "a9b8" as "a9–b8".
  defp root(ends), do: String.replace(ends, ~r/(?<=\d)(?=[a-z])/, "–")

  @impl true
  def roots_name(:first), do: gettext("Red root")
  def roots_name(:second), do: gettext("Blue root")

  @impl true
  defdelegate sprite(assigns), to: Sprite

  @impl true
  def extent(%{rows: size}), do: {Grid.width(size), Grid.width(size)}

  @impl true
  def board(assigns) do
    scene = Scene.new(assigns.diagram)
    growth = growth(scene, assigns)
    steps = steps(assigns.last)

    assigns =
      assign(assigns,
        scene: scene,
        last: Enum.map(steps, &Grid.place/1),
        rows: rows(scene, growth, steps, assigns),
        growth: growth
      )

    ~H"""
    <%!-- An assign made above counts as changed every time. `@diagram.rows`, the size, does not. --%>
    <svg
      class={[
        "board separo-board is-#{@diagram.side}-to-move",
        @playable && @diagram.over && "counts-#{Regions.counted(@scene)}"
      ]}
      viewBox={"0 0 #{Grid.width(@diagram.rows)} #{Grid.width(@diagram.rows)}"}
      role={if @playable, do: "grid", else: "img"}
      aria-label={if @playable, do: gettext("SEPARO board"), else: describe_stones(@scene)}
      data-steps={@playable}
    >
      <%!-- The browser matches the parts by position, so their number never changes. --%>
      <Paper.paper size={@diagram.rows} fonts={@fonts} />
      <Regions.tints scene={@scene} fonts={@fonts} both={@playable} />
      <Roots.guides growth={@growth} size={@diagram.rows} />
      <Roots.roots roots={@scene.roots} last={@last} size={@diagram.rows} />
      <g :for={{row, points} <- @rows} :key={row} role={@playable && "row"}>
        <Point.point :for={point <- points} :key={point.name} point={point} playable={@playable} />
      </g>
      <Regions.numbers scene={@scene} last={@last} fonts={@fonts} both={@playable} />
    </svg>
    """
  end

  # A pass has no points.
  defp steps([_pass]), do: []
  defp steps(steps), do: steps

  # The roots that each side could grow. A picture with guides shows only those of the side to
  # move.
  defp growth(scene, %{playable: true}), do: scene.growth
  defp growth(scene, %{guides: true}), do: Enum.filter(scene.growth, &(elem(&1, 0) == scene.side))
  defp growth(_setup, _picture), do: []

  # Everything drawn for a point is computed here, so a move sends only the points that it
  # changes.
  defp rows(%{size: size, stones: stones}, growth, last, %{marks: marks} = assigns) do
    growing = for {_side, moves} <- growth, [from | _] <- moves, into: MapSet.new(), do: from
    new = last |> Enum.drop(1) |> Enum.with_index() |> Map.new()

    for {row, number} <- Enum.with_index(Grid.rows(size)) do
      points =
        for name <- row, assigns.playable or is_map_key(stones, name) or name in marks do
          place = Grid.place(name)
          {x, y} = Grid.at(place, size)

          %{
            name: name,
            x: x,
            y: y,
            stone: stones[name],
            last: name in last,
            new: new[name],
            grows: place in growing,
            marked: name in marks
          }
        end

      {number, points}
    end
  end

  defp describe_stones(%{stones: stones}) do
    points = fn side -> for {point, ^side} <- Enum.sort(stones), do: point end

    gettext("SEPARO board: Red's stones are on %{red}; Blue's on %{blue}",
      red: Format.list(points.(:first)),
      blue: Format.list(points.(:second))
    )
  end

  @impl true
  def score(%{diagram: %{over: false}} = assigns) do
    ~H"""
    <p class="score">{@text}</p>
    """
  end

  def score(assigns) do
    assigns = assign(assigns, scene: Scene.new(assigns.diagram))
    ~H"<Regions.score scene={@scene} side={@side} text={@text} />"
  end

  attr :side, :atom, required: true

  @impl true
  def side_mark(assigns) do
    ~H"""
    <svg class="separo-mark" viewBox="-11 -11 22 22" aria-hidden="true">
      <use href={"#separo-#{@side}"} />
    </svg>
    """
  end

  @impl true
  def move_picture(%{steps: [from, over, to]} = assigns) do
    assigns = assign(assigns, line: miniature_line([from, over, to]))

    ~H"""
    <svg class="separo-move" viewBox="-14 -14 28 28" aria-hidden="true">
      <path class={"root-icon is-#{@side}"} d={@line} />
    </svg>
    """
  end

  def move_picture(assigns), do: ~H""

  # The window is centred on the middle stone of the move.
  defp miniature_line(steps) do
    [{x1, y1}, {x2, y2}, {x3, y3}] = Enum.map(steps, &Grid.place/1)
    [x1, y1, x3, y3] = Enum.map([x1 - x2, y2 - y1, x3 - x2, y2 - y3], &(5 * &1))
    "M#{x1} #{y1}L0 0L#{x3} #{y3}"
  end
end
