defmodule Playout.Games.Gomoku do
  @moduledoc """
  Gomoku: five stones in a row win, five or more by default, exactly five in the variant
  `:standard`. In the opening `:swap2` the first side places three stones, and the second chooses
  its colour, or places two more and lets the first side choose.

      iex> position = "5/5/5/oooo1/xxxx1 x freestyle"
      iex> {:ok, choice} = Playout.Games.Gomoku.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"e1", 1.0}
  """

  use Playout.Games, name: :gomoku
end
