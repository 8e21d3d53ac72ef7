defmodule Playout.Games.Quarto do
  @moduledoc """
  Quarto: place the piece you were handed, then hand one to your opponent; four
  in a line that have something in common win. In the variant `:squares` the
  2x2 blocks count as lines too.
  """

  use Playout.Games, name: :quarto

  @doc """
  Chooses a move in a position of Quarto, given as a `Playout.Position` or as
  its text.

  Options and answer are those of `Playout.choose_move/2`.

      iex> position = "012./..../..../.... 3"
      iex> {:ok, choice} = Playout.Games.Quarto.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"d4", 1.0}
  """
  @spec choose_move(Playout.Position.t() | String.t(), keyword) ::
          {:ok, Playout.Choice.t()} | {:error, Playout.Error.t()}
  def choose_move(position, options \\ []),
    do: Playout.Games.choose_move(name(), position, options)
end
