defmodule Playout.Engine.Places do
  @moduledoc """
  Whether somebody gets a place where there are only so many, such as in the queue of searches.

  A bound for each network address is not enough: a few addresses that take all they may would fill
  every place. So half of the places are for those who have none yet, and of the other half nobody gets
  more than stays free for others. Only as many addresses as half of the places can keep one out.
  """

  @doc """
  Returns whether somebody who has `own` of the `taken` places gets another one, if there are `most`.
  """
  @spec free?(non_neg_integer, non_neg_integer, non_neg_integer) :: boolean
  def free?(0, taken, most), do: taken < most
  def free?(own, taken, most), do: own + taken <= div(most + 1, 2)
end
