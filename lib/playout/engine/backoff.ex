defmodule Playout.Engine.Backoff do
  @moduledoc false
  # How long to wait before something that failed is tried again: twice as long each time, up to a limit,
  # and not equally long for all that failed at the same moment.

  # Doubling the pause more often would only make the numbers large.
  @most_doublings 20

  @doc """
  Returns the pause after so many earlier tries, in milliseconds: at least half of, and at most, `first`
  times two for each try, or `last` if that is less. Both are at least 2.
  """
  @spec pause(pos_integer, pos_integer, non_neg_integer) :: pos_integer
  def pause(first, last, tries) do
    most = min(first * 2 ** min(tries, @most_doublings), last)
    div(most, 2) + :rand.uniform(div(most, 2))
  end
end
