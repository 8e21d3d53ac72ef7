defmodule Playout.Matches.Mistakes do
  @moduledoc """
  The moves of a match that gave something away, where a table knows: a won position that was not won
  after the move, or a drawn one that was lost.

  A value counts only if it holds whatever has been played before (`t:Playout.value/0`), so a match
  with repetitions may have mistakes that are not listed, but none that is listed wrongly.
  """

  alias Playout.Matches.{Perfect, Settings}
  alias Playout.Side

  @typedoc """
  - `number`: the number of the move, from 1;
  - `side`: who made it;
  - `from`, `to`: the value of the position before and after it, for that side.
  """
  @type mistake :: %{
          number: pos_integer,
          side: Side.t(),
          from: :win | :draw,
          to: :draw | :loss
        }

  @doc """
  Returns the mistakes of a match, in order; none if there is no table for it. The first call may
  take a second.
  """
  @spec of(%{game: atom, variant: atom, position: Playout.Position.t(), moves: [map]}) :: [
          mistake
        ]
  def of(%{game: game, variant: variant, position: position, moves: moves}) do
    with true <- Perfect.offered?(game, variant),
         {:ok, values} <- Settings.engine().values(position) do
      find(values, Enum.map(moves, & &1.side))
    else
      _no_table -> []
    end
  end

  @doc """
  Finds the mistakes, given the values of all positions, each for its side to move, and the sides
  that moved. The sides take turns.
  """
  @spec find([Playout.value()], [Side.t()]) :: [mistake]
  def find(values, sides) do
    steps = Enum.zip([sides, values, Enum.drop(values, 1)])

    for {{side, %{certain: true} = before, %{certain: true} = later}, number} <-
          Enum.with_index(steps, 1),
        to = flipped(later.result),
        rank(to) < rank(before.result),
        do: %{number: number, side: side, from: before.result, to: to}
  end

  defp flipped(:win), do: :loss
  defp flipped(:draw), do: :draw
  defp flipped(:loss), do: :win

  defp rank(:win), do: 2
  defp rank(:draw), do: 1
  defp rank(:loss), do: 0

  @typedoc """
  Until which move a side had a win, and until which one a draw; at least one of them is not `nil`.
  """
  @type chance :: %{side: Side.t(), win: nil | pos_integer, draw: nil | pos_integer}

  @doc """
  Returns what the sides let go in a match with this result: each that did not win, the moves with
  which it last gave away a win, and a draw that it did not get.
  """
  @spec chances([mistake], Playout.Outcome.t()) :: [chance]
  def chances(mistakes, %{result: result}) do
    for side <- [:first, :second],
        side != result,
        chance = chance(side, Enum.filter(mistakes, &(&1.side == side)), result),
        chance.win || chance.draw,
        do: chance
  end

  defp chance(side, own, result) do
    win = last(own, &(&1.from == :win))
    # A draw that came back after a win had gone.
    draw = if result != :draw, do: last(own, &(&1.from == :draw and &1.number > (win || 0)))
    %{side: side, win: win, draw: draw}
  end

  defp last(mistakes, what?) do
    with %{number: number} <- mistakes |> Enum.filter(what?) |> List.last(), do: number
  end
end
