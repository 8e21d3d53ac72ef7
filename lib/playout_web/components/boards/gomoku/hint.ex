defmodule PlayoutWeb.Boards.Gomoku.Hint do
  @moduledoc "Hints in Gomoku: where a good move is, or the move."
  use PlayoutWeb, :html

  alias Playout.Diagram
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.Gomoku.Scene

  # A move has a single step, so the first hint shows an area of so many columns and rows.
  @area 3

  @doc "Returns the words of a hint and the steps that it marks."
  @spec of(Boards.move(), :where | :move, Diagram.t()) :: Boards.hint()
  def of(%{steps: [colour]}, :where, _diagram) when colour in ~w(black white),
    do: %{words: gettext("Choose a colour now."), marks: ~w(black white)}

  def of(%{steps: ["black"]}, :move, _diagram),
    do: %{words: gettext("Choose Black."), marks: ["black"]}

  def of(%{steps: ["white"]}, :move, _diagram),
    do: %{words: gettext("Choose White."), marks: ["white"]}

  def of(%{steps: [point]}, :move, _diagram),
    do: %{words: gettext("Play %{point}.", point: point), marks: [point]}

  # The areas are the same for all moves, so that the middle of one says nothing.
  def of(%{steps: [point]}, :where, %{rows: size} = diagram) do
    {column, row} = place(point, size)
    [columns, rows] = for at <- [column, row], do: area(at, size)
    points = for row <- rows, column <- columns, do: Enum.at(Scene.row(row + 1, size), column)
    taken = for {point, _colour} <- Scene.stones(diagram), do: point

    words =
      gettext("Look between %{from} and %{to}.", from: hd(points), to: List.last(points))

    %{words: words, marks: points -- taken}
  end

  # Columns and rows from 0.
  defp place(point, size) do
    row = Enum.find(0..(size - 1), &(point in Scene.row(&1 + 1, size)))
    {Enum.find_index(Scene.row(row + 1, size), &(&1 == point)), row}
  end

  defp area(at, size) do
    first = min(div(at, @area) * @area, size - @area)
    first..(first + @area - 1)
  end
end
