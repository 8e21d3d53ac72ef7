defmodule Playout.Games.Quarto do
  @moduledoc """
  Quarto: place the piece you were given, then give one to your opponent. Four pieces in a line
  that share an attribute win. In the variant `:squares`, 2x2 blocks count as lines too.

      iex> position = "012./..../..../.... 3"
      iex> {:ok, choice} = Playout.Games.Quarto.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"d4", 1.0}
  """

  use Playout.Game, name: :quarto
end
