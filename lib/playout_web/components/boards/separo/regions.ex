defmodule PlayoutWeb.Boards.Separo.Regions do
  @moduledoc """
  The regions of both sides: tinted, and counted by a number in each.

  Both sides divide the whole board, so while a game goes on the largest region of
  each side, which it has had from the beginning, stays bare paper, and those that it
  has fenced off are counted from 2 on. When the game is over, the regions of the
  winner are all shown, to be counted, and no others.

  What is the same for many is said once, by the group that they are in: one region
  more gives all after it another number, and each of these is sent to the page.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Separo.Grid
  alias PlayoutWeb.Boards.Separo.Room

  attr :setup, :map, required: true, doc: "a `PlayoutWeb.Boards.Separo.Setup`"

  @doc "What the regions look like, below the roots. The page has to have the sprite."
  def tints(assigns) do
    regions =
      for {side, shown} <- shown(assigns.setup),
          {[start | _] = outline, _number} <- shown,
          do: {side, start, outline}

    size = assigns.setup.size
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

  # Of each side, with their numbers.
  defp shown(%{over?: true, regions: {first, second}}) when length(first) > length(second),
    do: [first: all(first), second: []]

  defp shown(%{over?: true, regions: {first, second}}) when length(first) < length(second),
    do: [first: [], second: all(second)]

  defp shown(%{regions: {first, second}}), do: [first: fenced(first), second: fenced(second)]

  defp all(outlines), do: [{largest(outlines), 1} | fenced(outlines)]

  defp fenced(outlines),
    do: outlines |> List.delete(largest(outlines)) |> Enum.with_index(2)

  defp largest(outlines), do: Enum.max_by(outlines, &area/1)

  # Twice the area, in half steps (the shoelace formula).
  defp area([start | others] = outline) do
    [outline, others ++ [start]]
    |> Enum.zip_with(fn [{x1, y1}, {x2, y2}] -> x1 * y2 - x2 * y1 end)
    |> Enum.sum()
  end

  # From each corner to the next, which takes fewer characters.
  defp path([{x, y} = start | others]) do
    ways =
      [[start | others], others]
      |> Enum.zip_with(fn [{x1, y1}, {x2, y2}] -> " #{x2 - x1} #{y2 - y1}" end)

    IO.iodata_to_binary(["m#{x} #{y}l", ways, "z"])
  end

  attr :setup, :map, required: true, doc: "a `PlayoutWeb.Boards.Separo.Setup`"
  attr :last, :list, required: true, doc: "the places of the last move's points"

  @doc "A number in each region that is tinted."
  def numbers(assigns) do
    assigns = assign(assigns, sides: numbered(assigns))

    ~H"""
    <g class="region-numbers" aria-hidden="true">
      <g :for={{side, numbers} <- @sides} :key={side} class={"is-#{side}"}>
        <g
          :for={number <- numbers}
          :key={number.at}
          class={number.class}
          transform={number.at}
          data-arrive={number.new}
        >
          <circle r="7.6" />
          <text y="3.7">{number.text}</text>
        </g>
      </g>
    </g>
    """
  end

  defp numbered(%{setup: setup, last: last}) do
    {sides, _taken} =
      setup
      |> shown()
      |> Enum.map_reduce([], fn {side, shown}, taken ->
        {numbers, taken} = Enum.map_reduce(shown, taken, &number(&1, &2, setup, last))
        {{side, numbers}, taken}
      end)

    sides
  end

  defp number({outline, number}, taken, setup, last) do
    place = Room.inside(outline, setup, taken)
    {x, y} = Grid.at(place, setup.size)

    drawn = %{
      text: number,
      class: if(number > 9, do: "region-number is-long", else: "region-number"),
      at: "translate(#{rounded(x)} #{rounded(y)})",
      new: Enum.any?(outline, &(&1 in last)) && ""
    }

    {drawn, [place | taken]}
  end

  defp rounded(number), do: round(number * 10) / 10
end
