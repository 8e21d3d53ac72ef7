defmodule PlayoutWeb.Boards.Separo.Position do
  @moduledoc """
  Reads SEPARO's position text, `9 b a9b8,b8c8 -`: the size, the side to move, the
  roots of Red and of Blue. The one place of the web that does.
  """

  alias PlayoutWeb.Boards.Separo.Grid

  @enforce_keys [:size, :side, :roots, :stones]
  defstruct [:size, :side, :roots, :stones]

  @typedoc """
  - `side`: the side to move;
  - `roots`: each with its side and its two points;
  - `stones`: the side of each point that has a stone.
  """
  @type t :: %__MODULE__{
          size: pos_integer(),
          side: :first | :second,
          roots: [{:first | :second, Grid.point(), Grid.point()}],
          stones: %{Grid.point() => :first | :second}
        }

  @spec read(String.t()) :: t()
  def read(text) do
    [size, side, red, blue] = String.split(text, " ")
    size = String.to_integer(size)
    roots = roots(:first, red) ++ roots(:second, blue)
    grown = for {side, from, to} <- roots, point <- [from, to], into: %{}, do: {point, side}

    %__MODULE__{
      size: size,
      side: if(side == "r", do: :first, else: :second),
      roots: roots,
      stones: Map.merge(corners(size), grown)
    }
  end

  defp roots(_side, "-"), do: []

  defp roots(side, text) do
    for root <- String.split(text, ",") do
      [_root, from, to] = Regex.run(~r/^([a-s]\d+)([a-s]\d+)$/, root)
      {side, from, to}
    end
  end

  # Where both begin.
  defp corners(size) do
    last = List.last(Grid.columns(size))
    %{"a#{size}" => :first, "#{last}1" => :first, "a1" => :second, "#{last}#{size}" => :second}
  end

  @doc "The same position with the other side to move."
  @spec for_other_side(String.t()) :: String.t()
  def for_other_side(text) do
    [size, side | roots] = String.split(text, " ")
    Enum.join([size, if(side == "r", do: "b", else: "r") | roots], " ")
  end
end
