defmodule Playout.Games.Gomoku do
  @moduledoc """
  Gomoku: five stones in a row win. So do more than five, except in the variant `:standard`. In
  the opening `:swap2`, the first side places three stones; the second side chooses its colour, or
  places two more stones and lets the first side choose.

      iex> position = "5/5/5/oooo1/xxxx1 x freestyle"
      iex> {:ok, choice} = Playout.Games.Gomoku.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"e1", 1.0}
  """

  use Playout.Game, name: :gomoku
end
