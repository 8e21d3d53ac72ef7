defmodule Playout.Games.Quarto do
  @moduledoc """
  Quarto: place the piece you were handed, then hand one to your opponent; four
  in a line that have something in common win. In the variant `:squares` the
  2x2 blocks count as lines too.
  """

  @behaviour Playout.Games

  @impl true
  def name, do: :quarto

  @impl true
  def variants, do: [:standard, :squares]

  @impl true
  def options, do: [variant: variants()]

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
  def choose_move(position, options \\ [])

  def choose_move(%Playout.Position{game: :quarto} = position, options) do
    Playout.choose_move(position, options)
  end

  def choose_move(text, options) when is_binary(text) do
    with {:ok, position} <- Playout.new(:quarto, position: text) do
      Playout.choose_move(position, options)
    end
  end
end
