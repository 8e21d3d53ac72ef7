defmodule PlayoutWeb.Boards.Gomoku.Scene do
  @moduledoc "A Gomoku diagram, prepared for drawing: stones by their points, and colours."

  alias Playout.Diagram

  # The names of the points of the largest board, which all pages share.
  @rows List.to_tuple(
          for row <- 1..20, do: for(column <- ?a..?t, do: <<column>> <> Integer.to_string(row))
        )

  @type colour :: :black | :white

  @doc "Returns the stones with their points, row by row from the top."
  @spec stones(Diagram.t()) :: [{String.t(), colour()}]
  def stones(%{rows: size} = diagram) do
    for {kinds, index} <- Enum.with_index(Diagram.cells(diagram)),
        {point, {_side, colour}} <- Enum.zip(row(size - index, size), kinds),
        do: {point, colour(colour)}
  end

  @doc "Returns the colour of the stone that can be placed now, nil if none can."
  @spec next_colour(Diagram.t()) :: nil | colour()
  def next_colour(%{details: details}), do: colour(details[:places])

  @doc "Returns the number of stones placed in the swap2 opening; nil after the opening."
  @spec opening(Diagram.t()) :: nil | 0..5
  def opening(%{details: details}), do: details[:opening]

  @doc "Returns the colour that a side plays; nil until a side has chosen."
  @spec colour_of(Diagram.t(), :first | :second) :: nil | colour()
  def colour_of(%{details: details}, side), do: colour(details[side])

  @doc "Converts the rules' name of a colour."
  @spec colour(nil | String.t()) :: nil | colour()
  def colour(nil), do: nil
  def colour("black"), do: :black
  def colour("white"), do: :white

  @doc ~s(Returns the points of a row, from the left: `["a3", "b3", …]`.)
  @spec row(pos_integer(), pos_integer()) :: [String.t()]
  def row(row, size), do: Enum.take(elem(@rows, row - 1), size)
end
