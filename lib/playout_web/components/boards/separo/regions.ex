defmodule PlayoutWeb.Boards.Separo.Regions do
  @moduledoc """
  The regions of both sides, each with its number.

  Each side divides the whole board. During the game a side's largest region is the open board,
  which it has from the start: region 1, without a tint. The regions that it has fenced off are
  tinted and numbered from 2. After the game all regions of a side are tinted. Those of both sides would
  cover each other: a picture shows the winner's, and a page contains both and shows one side's at a
  time (`score/1`).

  A new region changes the numbers of those after it, and each one that changes is sent to the
  page. To send less, attributes that many regions share are set on the group around them.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Label
  alias PlayoutWeb.Boards.Separo.Grid
  alias PlayoutWeb.Boards.Separo.Room
  alias PlayoutWeb.Boards.Separo.Scene
  alias PlayoutWeb.Boards.Separo.Texture

  # The font sizes of numbers with one digit and with two.
  @letters 10.4
  @long_letters 8.4

  # The checkbox that shows the regions of `other/1`.
  @switch "other-regions"

  @doc """
  Returns the side whose regions a page shows first after the game, the winner's, or Red's after a
  draw; nil before.
  """
  @spec counted(Scene.t()) :: nil | :first | :second
  def counted(%{over?: false}), do: nil
  def counted(scene), do: winner(scene) || :first

  attr :scene, :map, required: true, doc: "a `PlayoutWeb.Boards.Separo.Scene`"
  attr :side, :atom, required: true
  attr :text, :string, required: true

  @doc """
  Renders a side's score, as text. After the game, that of the side whose regions are not shown is a
  switch that shows them instead.
  """
  def score(assigns) do
    counted = counted(assigns.scene)

    assigns =
      assign(assigns,
        switch: counted not in [nil, assigns.side] && @switch,
        words: show(assigns.side, assigns.text)
      )

    ~H"""
    <p :if={!@switch} class="score">{@text}</p>
    <%!-- The server does not know what is checked. --%>
    <label
      :if={@switch}
      class="score"
      id={"#{@switch}-#{@side}-#{@text}"}
      title={@words}
      phx-update="ignore"
      phx-no-format
    ><input type="checkbox" id={@switch} autocomplete="off" aria-label={@words} /><svg
      class="stroke" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"
    ><path d={eye()} /></svg>{@text}</label>
    """
  end

  defp show(:first, score), do: gettext("Show Red's regions: %{score}", score: score)
  defp show(:second, score), do: gettext("Show Blue's regions: %{score}", score: score)

  defp eye do
    "M2 12 C6 5 18 5 22 12 C18 19 6 19 2 12 Z M8.8 12 A3.2 3.2 0 1 0 15.2 12 A3.2 3.2 0 1 0 8.8 12"
  end

  attr :scene, :map, required: true, doc: "a `PlayoutWeb.Boards.Separo.Scene`"
  attr :fonts, :boolean, required: true
  attr :both, :boolean, required: true, doc: "whether the page can switch between the sides"

  @doc "Renders the tints and outlines of regions. The page must contain the sprite."
  def tints(%{fonts: true} = assigns) do
    regions =
      for {side, [start | _] = outline} <- tinted(assigns), do: {side, start, outline}

    size = assigns.scene.size
    columns = Grid.by_columns(regions, size)
    assigns = assign(assigns, columns: columns, transform: Grid.transform(size))

    ~H"""
    <g class="regions" transform={@transform} aria-hidden="true">
      <g
        :for={{{side, column}, outlines} <- @columns}
        :key={{side, column}}
        fill={"url(#separo-tint-#{side})"}
      >
        <path :for={outline <- outlines} :key={outline} class="region" d={path(outline)} />
      </g>
    </g>
    """
  end

  # A picture has no patterns: programs other than browsers draw them in whole pixels.
  def tints(assigns) do
    assigns =
      assign(assigns,
        regions: tinted(assigns),
        transform: Grid.transform(assigns.scene.size)
      )

    ~H"""
    <g class="regions" transform={@transform}>
      <%= for {side, outline} <- @regions do %>
        <path class={"tint is-#{side}"} d={path(outline)} />
        <path class={"tint-texture is-#{side}"} d={Texture.path(side, outline)} />
      <% end %>
    </g>
    """
  end

  defp tinted(%{scene: scene} = assigns) do
    shown = shown(assigns)
    alone? = scene.over? and (assigns.both or match?([_], shown))

    for {side, regions} <- shown,
        {outline, number} <- regions,
        number > 1 or alone?,
        do: {side, outline}
  end

  # The regions of each side with their numbers.
  defp shown(%{scene: %{regions: {first, second}} = scene, both: both?}) do
    counted = if not both?, do: counted(scene)

    for {side, outlines} <- [first: first, second: second],
        counted in [nil, side],
        do: {side, numbers_of(outlines)}
  end

  defp winner(%{over?: true, regions: {first, second}}) when length(first) > length(second),
    do: :first

  defp winner(%{over?: true, regions: {first, second}}) when length(first) < length(second),
    do: :second

  defp winner(_drawn_or_not_over), do: nil

  # A setup that is no position has no regions.
  defp numbers_of([]), do: []

  defp numbers_of(outlines) do
    open = largest(outlines)
    Enum.with_index([open | List.delete(outlines, open)], 1)
  end

  defp largest(outlines), do: Enum.max_by(outlines, &area/1)

  # Twice the area, in half steps (the shoelace formula).
  defp area([start | others] = outline) do
    outline
    |> Enum.zip_with(others ++ [start], fn {x1, y1}, {x2, y2} -> x1 * y2 - x2 * y1 end)
    |> Enum.sum()
  end

  # Relative coordinates take fewer characters.
  defp path([{x, y} = start | others]) do
    ways =
      Enum.zip_with([start | others], others, fn {x1, y1}, {x2, y2} ->
        " #{x2 - x1} #{y2 - y1}"
      end)

    IO.iodata_to_binary(["m#{x} #{y}l", ways, "z"])
  end

  attr :scene, :map, required: true, doc: "a `PlayoutWeb.Boards.Separo.Scene`"
  attr :last, :list, required: true, doc: "the places of the last move's points"
  attr :both, :boolean, required: true
  attr :fonts, :boolean, required: true

  # On a page, what a number needs is written out, because a move may send all of them.
  @doc "Renders the numbers of the regions that are shown."
  def numbers(%{fonts: true} = assigns) do
    assigns = assign(assigns, sides: numbered(assigns), letters: @letters)

    ~H"""
    <g class="region-numbers" font-size={@letters} aria-hidden="true">
      <g :for={{side, numbers} <- @sides} :key={side} class={"is-#{side}"}>
        <g
          :for={number <- numbers}
          :key={number.at}
          class="region-number"
          transform={number.at}
          data-arrive={number.new}
        >
          <circle r="7.6" />
          <text y="3.7" font-size={number.text > 9 && long_letters()}>{number.text}</text>
        </g>
      </g>
    </g>
    """
  end

  def numbers(assigns) do
    assigns = assign(assigns, sides: numbered(assigns))

    ~H"""
    <g class="region-numbers">
      <g :for={{side, numbers} <- @sides} class={"is-#{side}"}>
        <g :for={number <- numbers} class="region-number" transform={number.at}>
          <circle r="7.6" />
          <Label.label text={number.text} x={0} y={3.7} size={letters(number.text)} fonts={false} />
        </g>
      </g>
    </g>
    """
  end

  defp letters(number) when number > 9, do: @long_letters
  defp letters(_number), do: @letters

  defp long_letters, do: @long_letters

  # Numbers keep clear of those of the other side, unless only one side's are visible.
  defp numbered(%{scene: scene, last: last, both: both?} = assigns) do
    {sides, _taken} =
      assigns
      |> shown()
      |> Enum.map_reduce([], fn {side, shown}, others ->
        taken = if both? and scene.over?, do: [], else: others
        {numbers, taken} = Enum.map_reduce(shown, taken, &number(&1, &2, scene, last))
        {{side, numbers}, taken}
      end)

    sides
  end

  defp number({outline, number}, taken, scene, last) do
    place = Room.inside(outline, scene, taken, near(number, outline, scene))
    {x, y} = Grid.at(place, scene.size)

    drawn = %{
      text: number,
      at: "translate(#{rounded(x)} #{rounded(y)})",
      new: (number > 1 and Enum.any?(outline, &(&1 in last))) && ""
    }

    {drawn, [place | taken]}
  end

  # The open board changes with every root, but its number should not move every time.
  defp near(1, _outline, %{over?: false, size: size}), do: {size - 1, size - 1}
  defp near(_number, outline, _setup), do: Room.middle(outline)

  defp rounded(number), do: round(number * 10) / 10
end
