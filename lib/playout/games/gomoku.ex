defmodule Playout.Games.Gomoku do
  @moduledoc """
  Gomoku: five stones in a row win, five or more by default, exactly five in the
  variant `:standard`. With the opening `:swap2` the first side places three
  stones and the second chooses its colour, or places two more and leaves the
  choice to the first.
  """

  use Playout.Games, name: :gomoku

  @doc """
  Chooses a move in a position of Gomoku, given as a `Playout.Position` or as its
  text.

  Options and answer are those of `Playout.choose_move/2`.

      iex> position = "5/5/5/oooo1/xxxx1 x freestyle"
      iex> {:ok, choice} = Playout.Games.Gomoku.choose_move(position, player: "careful")
      iex> {choice.move, choice.value}
      {"e1", 1.0}
  """
  @spec choose_move(Playout.Position.t() | String.t(), keyword) ::
          {:ok, Playout.Choice.t()} | {:error, Playout.Error.t()}
  def choose_move(position, options \\ []),
    do: Playout.Games.choose_move(name(), position, options)
end
