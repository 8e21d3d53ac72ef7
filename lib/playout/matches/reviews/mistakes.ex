defmodule Playout.Matches.Reviews.Mistakes do
  @moduledoc """
  What the players of a match let go, where a table knows: the moves after which a won position was
  not won any more, or a drawn one was lost, and until when each side could have won or drawn.

  A table knows no history, so a value counts only if it holds whatever has been played before
  (`t:Playout.Value.t/0`). In a match with repetitions, something may be missing here, but nothing is
  wrong.
  """

  alias Playout.Matches.Rules.Perfect
  alias Playout.{Outcome, Position, Side, Value}

  defstruct moves: [], chances: %{}

  @typedoc """
  A move that gave something away: its number, from 1; who made it; and the value of the position
  before and after it, for that side.
  """
  @type mistake :: %{
          number: pos_integer,
          side: Side.t(),
          from: :win | :draw,
          to: :draw | :loss
        }

  @typedoc """
  With which move a side gave away its last win, and after that its last draw; `:end` if it had it
  when the match ended, `nil` if it never had it.
  """
  @type chance :: %{win: nil | :end | pos_integer, draw: nil | :end | pos_integer}

  @type t :: %__MODULE__{moves: [mistake], chances: %{optional(Side.t()) => chance}}

  @doc """
  Returns the mistakes of a match; none if there is no table for it. The first call may take a second.
  """
  @spec of(%{
          :variant => atom,
          :position => Position.t(),
          :moves => [map],
          optional(atom) => term
        }) :: t
  def of(%{variant: variant, position: position, moves: moves}) do
    case Perfect.values(position, variant) do
      nil -> %__MODULE__{}
      values -> find(values, Enum.map(moves, & &1.side))
    end
  end

  @doc """
  Finds the mistakes, given the values of all positions, each for its side to move, and the sides
  that moved. The sides take turns.
  """
  @spec find([Value.t()], [Side.t()]) :: t
  def find(values, sides) do
    %__MODULE__{
      moves: moves(values, sides),
      chances: for(side <- [:first, :second], into: %{}, do: {side, chance(values, side)})
    }
  end

  defp moves(values, sides) do
    steps = Enum.zip([sides, values, Enum.drop(values, 1)])

    for {{side, %{certain: true, result: from}, later}, number} <- Enum.with_index(steps, 1),
        to = after_move(later),
        rank(to) < rank(from),
        do: %{number: number, side: side, from: from, to: to}
  end

  # The value of the position after a move, for who made it, or the best that it can be. What the
  # table calls a loss may be a draw, and what it calls a win too.
  defp after_move(%{certain: true, result: result}), do: flipped(result)
  defp after_move(%{result: :win}), do: :draw
  defp after_move(%{result: :loss}), do: :win

  # `:first` made the first move, so it is to move in every other position.
  defp chance(values, side) do
    own =
      for {%{result: result, certain: certain?}, ply} <- Enum.with_index(values) do
        to_move = if rem(ply, 2) == 0, do: :first, else: :second
        {ply, if(side == to_move, do: result, else: flipped(result)), certain?}
      end

    last_win = last(own, :win)
    # After the last win, certain or not.
    left = if last_win, do: Enum.drop(own, elem(last_win, 0) + 1), else: own
    %{win: win(last_win, own), draw: draw(last(left, :draw), own)}
  end

  defp last(own, result), do: own |> Enum.filter(&(elem(&1, 1) == result)) |> List.last()

  defp win({ply, :win, true}, own), do: move_after(ply, own)
  defp win(_none_or_uncertain, _own), do: nil

  # A later loss that is not certain may be a draw.
  defp draw({ply, :draw, _certain}, own) do
    certain? = own |> Enum.drop(ply) |> Enum.all?(&elem(&1, 2))
    if certain?, do: move_after(ply, own)
  end

  defp draw(nil, _own), do: nil

  # Only the side itself can have given away what it had.
  defp move_after(ply, own), do: if(ply + 1 == length(own), do: :end, else: ply + 1)

  defp flipped(:win), do: :loss
  defp flipped(:draw), do: :draw
  defp flipped(:loss), do: :win

  defp rank(:win), do: 2
  defp rank(:draw), do: 1
  defp rank(:loss), do: 0

  @doc """
  Returns what the sides let go in a match with this result: each that did not win its last win, and
  the loser also its last draw.
  """
  @spec let_go(t, Outcome.t()) :: [{Side.t(), chance}]
  def let_go(%__MODULE__{chances: chances}, %{result: result}) do
    for side <- [:first, :second],
        side != result,
        %{} = chance <- [chances[side]],
        chance = if(result == :draw, do: %{chance | draw: nil}, else: chance),
        chance.win || chance.draw,
        do: {side, chance}
  end
end
