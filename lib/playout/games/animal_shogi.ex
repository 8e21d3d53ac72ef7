defmodule Playout.Games.AnimalShogi do
  @moduledoc """
  Animal Shogi (Dobutsu shogi): capture the lion, or bring your own safely to the far rank.
  Captured animals change sides. In the variant `:"quick-try"`, a lion wins on the far rank even
  if it is attacked there.

      iex> position = "r1b/1k1/1P1/BKR b p"
      iex> {:ok, choice} = Playout.Games.AnimalShogi.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"2c2b", 1.0}
  """

  use Playout.Game, name: :animal_shogi
end
