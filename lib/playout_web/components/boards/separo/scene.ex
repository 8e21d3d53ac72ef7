defmodule PlayoutWeb.Boards.Separo.Scene do
  @moduledoc "A SEPARO diagram, prepared for drawing."

  alias Playout.Diagram
  alias PlayoutWeb.Boards.Separo.Grid

  @enforce_keys [:size, :side, :over?, :roots, :edges, :stones, :growth, :regions]
  defstruct @enforce_keys

  @typedoc """
  - `side`: the side to move; `over?`: whether the game is over;
  - `roots`: the roots, each with its side and the places of its two ends;
  - `edges`: the pairs of places that roots connect, the smaller one first;
  - `stones`: for each point with a stone, the stone's side;
  - `growth`: for each side, the moves that it could make if it were its turn, as the places of
    their three points;
  - `regions`: the outlines of both sides' regions.
  """
  @type t :: %__MODULE__{
          size: pos_integer(),
          side: :first | :second,
          over?: boolean(),
          roots: [{:first | :second, Grid.place(), Grid.place()}],
          edges: MapSet.t({Grid.place(), Grid.place()}),
          stones: %{Grid.point() => :first | :second},
          growth: [{:first | :second, [[Grid.place()]]}],
          regions: {[[Grid.place()]], [[Grid.place()]]}
        }

  @spec new(Diagram.t()) :: t()
  def new(%Diagram{rows: size} = diagram) do
    {first, second} = diagram.regions

    roots =
      for {side, roots} <- lines(diagram.roots, 2), [from, to] <- roots, do: {side, from, to}

    %__MODULE__{
      size: size,
      side: diagram.side,
      over?: diagram.over,
      roots: roots,
      edges: MapSet.new(roots, fn {_side, from, to} -> {min(from, to), max(from, to)} end),
      stones: stones(diagram),
      growth: lines(diagram.growth, 3),
      regions: {Enum.map(first, &Diagram.places/1), Enum.map(second, &Diagram.places/1)}
    }
  end

  # Splits each side's bytes into lines of this many points.
  defp lines({first, second}, points) do
    for {side, bytes} <- [first: first, second: second] do
      {side, bytes |> Diagram.places() |> Enum.chunk_every(points)}
    end
  end

  defp stones(%{rows: size} = diagram) do
    for {points, kinds} <- Enum.zip(Grid.rows(size), Diagram.cells(diagram)),
        {point, {side, "stone"}} <- Enum.zip(points, kinds),
        into: %{},
        do: {point, side}
  end
end
