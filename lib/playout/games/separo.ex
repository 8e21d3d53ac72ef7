defmodule Playout.Games.Separo do
  @moduledoc """
  SEPARO: each move grows two roots from one of your stones, one diagonal and one straight, never
  at less than 90 degrees to your other roots. The side that divides the board into more regions
  wins.

      iex> position = "5 r a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2"
      iex> {:ok, choice} = Playout.Games.Separo.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"d2-c1-b1", 1.0}
  """

  use Playout.Game, name: :separo
end
