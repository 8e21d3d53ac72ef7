defmodule Playout.Games.AnimalShogi do
  @moduledoc """
  Animal Shogi (Dobutsu shogi): capture the lion, or bring your own safely to the
  far rank. Captured animals change sides. In the variant `:"quick-try"` a lion
  wins on its far rank even if it is attacked there.
  """

  use Playout.Games, name: :animal_shogi

  @doc """
  Chooses a move in a position of Animal Shogi, given as a `Playout.Position` or
  as its text.

  Options and answer are those of `Playout.choose_move/2`.

      iex> position = "r1b/1k1/1P1/BKR b p"
      iex> {:ok, choice} = Playout.Games.AnimalShogi.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"2c2b", 1.0}
  """
  @spec choose_move(Playout.Position.t() | String.t(), keyword) ::
          {:ok, Playout.Choice.t()} | {:error, Playout.Error.t()}
  def choose_move(position, options \\ []),
    do: Playout.Games.choose_move(name(), position, options)
end
