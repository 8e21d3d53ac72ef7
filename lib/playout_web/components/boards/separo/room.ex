defmodule PlayoutWeb.Boards.Separo.Room do
  @moduledoc """
  Finds room for a region's number, clear of roots, stones and other numbers, and as close as
  possible to where it should be.
  """

  alias PlayoutWeb.Boards.Separo.Grid
  alias PlayoutWeb.Boards.Separo.Scene

  # The minimum distance between two numbers, in half steps.
  @apart 1.0

  # From the middle of a unit square to the centre of the largest circle in half of it (the
  # same distance horizontally and vertically), and in a quarter of it.
  @to_half :math.sqrt(2) - 1
  @to_quarter 2 - :math.sqrt(2)

  @doc """
  Returns a place within the outline of a region, in half steps, close to `wanted`. `taken` are
  the places of other numbers.
  """
  @spec inside([Grid.place()], Scene.t(), [Grid.place()], Grid.place()) :: Grid.place()
  def inside(outline, scene, taken, wanted) do
    border = 2 * (scene.size - 1)
    squares = squares(outline)

    # The kinds of places, most spacious first.
    [&free_middles/2, &free_edges/2, &halves/2, &quarters/2]
    |> Enum.find_value(fn kind ->
      squares
      |> Enum.flat_map(&kind.(&1, scene.edges))
      |> Enum.reject(fn {x, y} = place ->
        x == border or y == border or Enum.any?(taken, &(distance2(place, &1) < @apart * @apart))
      end)
      |> Enum.sort_by(&distance2(&1, wanted))
      |> Enum.find(&within?(&1, outline))
    end) || hd(outline)
  end

  # The middles of the unit squares around the outline.
  defp squares(outline) do
    {xs, ys} = Enum.unzip(outline)
    rows = odd(ys)
    for x <- odd(xs), y <- rows, do: {x, y}
  end

  defp odd(coordinates) do
    {low, high} = Enum.min_max(coordinates)
    (low + 1 - rem(low, 2))..high//2
  end

  defp free_middles(square, edges) do
    if diagonals(square, edges) == [], do: [square], else: []
  end

  defp free_edges({x, y}, edges) do
    right = {{x + 1, y - 1}, {x + 1, y + 1}}
    upper = {{x - 1, y + 1}, {x + 1, y + 1}}

    for {edge, place} <- [{right, {x + 1, y}}, {upper, {x, y + 1}}],
        not MapSet.member?(edges, edge),
        do: place
  end

  defp halves({x, y} = square, edges) do
    by = @to_half

    case diagonals(square, edges) do
      [:rising] -> [{x - by, y + by}, {x + by, y - by}]
      [:falling] -> [{x - by, y - by}, {x + by, y + by}]
      _none_or_both -> []
    end
  end

  defp quarters({x, y} = square, edges) do
    by = @to_quarter

    case diagonals(square, edges) do
      [:rising, :falling] -> [{x - by, y}, {x + by, y}, {x, y - by}, {x, y + by}]
      _at_most_one -> []
    end
  end

  defp diagonals({x, y}, edges) do
    for {name, ends} <- [
          rising: {{x - 1, y - 1}, {x + 1, y + 1}},
          falling: {{x - 1, y + 1}, {x + 1, y - 1}}
        ],
        MapSet.member?(edges, ends),
        do: name
  end

  @doc "Returns the mean of an outline's corners."
  @spec middle([Grid.place()]) :: Grid.place()
  def middle(outline) do
    count = length(outline)
    {xs, ys} = Enum.unzip(outline)
    {Enum.sum(xs) / count, Enum.sum(ys) / count}
  end

  # The square of the distance.
  defp distance2({x1, y1}, {x2, y2}), do: (x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)

  # Whether a ray from the place upward crosses the outline an odd number of times.
  defp within?({x, y}, [start | others] = outline) do
    outline
    |> Enum.zip_with(others ++ [start], fn {x1, y1}, {x2, y2} ->
      x1 > x != x2 > x and y < y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    end)
    |> Enum.count(& &1)
    |> rem(2) == 1
  end
end
