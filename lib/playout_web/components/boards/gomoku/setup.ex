defmodule PlayoutWeb.Boards.Gomoku.Setup do
  @moduledoc """
  What a position's text says, to draw it: the one place of the web that reads
  Gomoku's (the rows from the top; the colour to move, or who acts; the variant
  with what is left of the opening `swap2`).
  """

  @type colour :: :black | :white

  @typedoc """
  - `size`: points a side, 5 to 20;
  - `stones`: the stones with their points, from the top left;
  - `places`: the colour of the stone that can be placed now, nil if none can;
  - `opening`: how many stones of the opening swap2 are placed, nil outside it;
  - `black`: the side that has black, nil while nobody has chosen.
  """
  @type t :: %{
          size: pos_integer(),
          stones: [{String.t(), colour()}],
          places: nil | colour(),
          opening: nil | 0..5,
          black: nil | :first | :second
        }

  @doc "Reads a position."
  @spec read(String.t()) :: t()
  def read(position) do
    [rows, turn, variant] = String.split(position, " ")
    rows = String.split(rows, "/")
    size = length(rows)

    stones =
      for {text, index} <- Enum.with_index(rows),
          {point, mark} <- Enum.zip(row(size - index, size), marks(text)),
          mark != nil,
          do: {point, mark}

    Map.merge(%{size: size, stones: stones}, turn(variant, turn, length(stones)))
  end

  @doc "The colour that a side plays; nil while nobody has chosen."
  @spec colour_of(t(), :first | :second) :: nil | colour()
  def colour_of(%{black: nil}, _side), do: nil
  def colour_of(%{black: side}, side), do: :black
  def colour_of(_setup, _side), do: :white

  @doc "The points of a row, from the left: `[\"a3\", \"b3\", …]`."
  @spec row(pos_integer(), pos_integer()) :: [String.t()]
  def row(row, size), do: for(column <- 0..(size - 1), do: "#{<<?a + column>>}#{row}")

  defp turn(variant, turn, placed) do
    case String.split(variant, "+") do
      [_rule] -> %{places: colour(turn), opening: nil, black: :first}
      [_rule, "swapped"] -> %{places: colour(turn), opening: nil, black: :second}
      [_rule, "swap2"] -> %{places: of_opening(placed), opening: placed, black: nil}
    end
  end

  defp of_opening(5), do: nil
  defp of_opening(placed) when rem(placed, 2) == 0, do: :black
  defp of_opening(_placed), do: :white

  defp colour("x"), do: :black
  defp colour("o"), do: :white

  # The marks of a row, a number being so many empty points.
  defp marks(text) do
    ~r/\d+|x|o/
    |> Regex.scan(text)
    |> Enum.flat_map(fn
      [stone] when stone in ["x", "o"] -> [colour(stone)]
      [empty] -> List.duplicate(nil, String.to_integer(empty))
    end)
  end
end
