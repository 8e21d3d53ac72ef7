defmodule PlayoutWeb.Boards.Separo.Texture do
  @moduledoc """
  The hatching of Red's regions and the dots of Blue's as lines, which look like the patterns of
  `PlayoutWeb.Boards.Separo.Sprite`.
  """

  alias PlayoutWeb.Boards.Separo.Grid

  # In half steps: the distance between lines or dots, and from the first one to where it would
  # begin.
  @apart 0.5
  @line 0.035
  @dot 0.25

  @doc "Returns what fills the outline of a side's region, as SVG path data to be stroked."
  @spec path(:first | :second, [Grid.place()]) :: String.t()
  def path(:first, outline) do
    # Turned by 45 degrees, so that the lines are those on which `x + y` is the same.
    turned = for {x, y} <- outline, do: {y - x, (x + y) / :math.sqrt(2)}

    for {along, from, to} <- rows(turned, @line), into: "" do
      sum = along * :math.sqrt(2)

      "M#{number((sum - from) / 2)} #{number((sum + from) / 2)}" <>
        "L#{number((sum - to) / 2)} #{number((sum + to) / 2)}"
    end
  end

  # A dot is a line of zero length with round ends.
  def path(:second, outline) do
    for {y, from, to} <- rows(outline, @dot),
        column <- ceil((from - @dot) / @apart)..floor((to - @dot) / @apart)//1,
        into: "",
        do: "M#{number(column * @apart + @dot)} #{number(y)}h0"
  end

  # The parts of parallel horizontal lines that are within an outline: where they are, and from
  # where to where they go.
  defp rows([start | others] = outline, first) do
    edges = Enum.zip(outline, others ++ [start])
    {low, high} = outline |> Enum.map(&elem(&1, 1)) |> Enum.min_max()

    for row <- ceil((low - first) / @apart)..floor((high - first) / @apart)//1,
        y = row * @apart + first,
        [from, to] <- edges |> crossings(y) |> Enum.chunk_every(2),
        do: {y, from, to}
  end

  defp crossings(edges, y) do
    Enum.sort(
      for {{x1, y1}, {x2, y2}} <- edges, y1 > y != y2 > y do
        x1 + (x2 - x1) * (y - y1) / (y2 - y1)
      end
    )
  end

  defp number(number), do: Float.round(number * 1.0, 2)
end
