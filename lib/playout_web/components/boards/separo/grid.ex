defmodule PlayoutWeb.Boards.Separo.Grid do
  @moduledoc """
  The positions of a board's points.

  A place is a pair of half steps from a1, to the right and upward, as in the regions of a
  description: b3 is `{2, 4}`, and `{1, 1}` is the middle of the square between a1 and b2. In the
  drawing, points are 40 apart.
  """

  @half 20

  # The names of the points of the largest board, which all pages share.
  @rows List.to_tuple(
          for row <- 1..19, do: for(column <- ?a..?s, do: <<column>> <> Integer.to_string(row))
        )

  @type place :: {number(), number()}
  @type point :: String.t()

  @doc ~s(Returns the place of a point, `"a1"` to `"s19"`.)
  @spec place(point()) :: place()
  def place(<<column, row::binary>>), do: {2 * (column - ?a), 2 * (String.to_integer(row) - 1)}

  @doc "Returns the point at a place; nil unless both of its numbers are even."
  @spec point(place()) :: point()
  def point({x, y}), do: "#{<<?a + div(x, 2)>>}#{div(y, 2) + 1}"

  @doc "Returns the points of a board, row by row from the top."
  @spec rows(pos_integer()) :: [[point()]]
  def rows(size), do: for(row <- size..1//-1, do: Enum.take(elem(@rows, row - 1), size))

  @doc "Returns the names of the columns."
  @spec columns(pos_integer()) :: [String.t()]
  def columns(size), do: for(column <- 0..(size - 1), do: <<?a + column>>)

  @doc """
  Groups items of both sides, each with its side and a place, by side and column.

  A new item shifts those after it in its group, and every shifted item is sent to the page. The
  groups themselves never change.
  """
  @spec by_columns([{:first | :second, place(), thing}], pos_integer()) ::
          [{{:first | :second, non_neg_integer()}, [thing]}]
        when thing: term()
  def by_columns(things, size) do
    groups =
      Enum.group_by(things, fn {side, {x, _y}, _thing} -> {side, div(x, 2)} end, &elem(&1, 2))

    for side <- [:first, :second], column <- 0..(size - 1) do
      {{side, column}, Map.get(groups, {side, column}, [])}
    end
  end

  @doc """
  Returns the width of the paper around the lines: room for a stone in a corner and for the labels
  of the columns, which grow with the board.
  """
  @spec margin(pos_integer()) :: pos_integer()
  def margin(size), do: 22 + size

  @doc "Returns the width and height of the drawing."
  @spec width(pos_integer()) :: pos_integer()
  def width(size), do: 2 * @half * (size - 1) + 2 * margin(size)

  @doc "Returns the position of a place in the drawing."
  @spec at(place(), pos_integer()) :: {number(), number()}
  def at({x, y}, size) do
    {margin(size) + @half * x, margin(size) + @half * (2 * (size - 1) - y)}
  end

  @doc "Returns the SVG transformation from half steps to the units of the drawing."
  @spec transform(pos_integer()) :: String.t()
  def transform(size) do
    {x, y} = at({0, 0}, size)
    "translate(#{x} #{y}) scale(#{@half} #{-@half})"
  end

  @doc "Returns a straight line between two places, as SVG path data."
  @spec line({place(), place()}, pos_integer()) :: String.t()
  def line({from, to}, size) do
    {{x1, y1}, {x2, y2}} = {at(from, size), at(to, size)}
    "M#{x1} #{y1}L#{x2} #{y2}"
  end
end
