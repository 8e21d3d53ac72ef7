defmodule PlayoutWeb.Boards.Separo.Regions do
  @moduledoc """
  The regions of both sides: tinted, and counted by a number in each.

  Both sides divide the whole board, so while a game goes on the largest region of
  each side, which it has had from the beginning, stays bare paper, and those that it
  has fenced off are counted from 2 on. When the game is over, the regions of the
  winner are all shown, to be counted, and no others.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.Separo.Grid
  alias PlayoutWeb.Boards.Separo.Room

  attr :regions, :any, required: true, doc: "as a description has them"
  attr :over, :boolean, required: true
  attr :size, :integer, required: true

  @doc "What the regions look like, below the roots. The page has to have the sprite."
  def tints(assigns) do
    assigns =
      assign(assigns,
        shown: shown(assigns.regions, assigns.over),
        transform: Grid.transform(assigns.size)
      )

    ~H"""
    <g class="regions" transform={@transform} aria-hidden="true">
      <path
        :for={{side, outline, _number} <- @shown}
        :key={{side, outline}}
        class="region"
        fill={"url(#separo-tint-#{side})"}
        d={path(outline)}
      />
    </g>
    """
  end

  # Each with its side and its number.
  defp shown({first, second}, true) when length(first) > length(second), do: all(:first, first)
  defp shown({first, second}, true) when length(first) < length(second), do: all(:second, second)
  defp shown({first, second}, _over), do: fenced(:first, first) ++ fenced(:second, second)

  defp all(side, outlines), do: [{side, largest(outlines), 1} | fenced(side, outlines)]

  defp fenced(side, outlines) do
    for {outline, number} <- Enum.with_index(List.delete(outlines, largest(outlines)), 2),
        do: {side, outline, number}
  end

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

  attr :regions, :any, required: true, doc: "as a description has them"
  attr :over, :boolean, required: true
  attr :position, :map, required: true, doc: "a `PlayoutWeb.Boards.Separo.Position`"
  attr :last, :list, required: true, doc: "the points of the last move"

  @doc "A number in each region that is tinted."
  def numbers(assigns) do
    assigns = assign(assigns, numbers: numbered(assigns))

    ~H"""
    <g class="region-numbers" aria-hidden="true">
      <g
        :for={number <- @numbers}
        :key={number.at}
        class={["region-number is-#{number.side}", number.text > 9 && "is-long"]}
        transform={number.at}
        data-arrive={number.new? && ""}
      >
        <circle r="7.6" />
        <text y="3.7">{number.text}</text>
      </g>
    </g>
    """
  end

  defp numbered(%{position: position} = assigns) do
    last = Enum.map(assigns.last, &Grid.place/1)

    {numbers, _taken} =
      assigns.regions
      |> shown(assigns.over)
      |> Enum.map_reduce([], fn {side, outline, text}, taken ->
        place = Room.inside(outline, position, taken)
        {x, y} = Grid.at(place, position.size)
        new? = Enum.any?(outline, &(&1 in last))
        at = "translate(#{rounded(x)} #{rounded(y)})"
        {%{side: side, text: text, at: at, new?: new?}, [place | taken]}
      end)

    numbers
  end

  defp rounded(number), do: round(number * 10) / 10
end
