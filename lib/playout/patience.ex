defmodule Playout.Patience do
  @moduledoc false
  # How long one part of the site waits for the answer of another process, node or database before it goes
  # on without it, for how long what it has heard counts, and when a search or a count of moves ends that was
  # given no limit. In tests everything answers, but perhaps on a machine that is a hundred times as slow,
  # so `config :playout, :patience` has a factor.

  @doc "Returns for how many milliseconds to wait, of which so many are usual."
  @spec ms(pos_integer) :: pos_integer
  def ms(usual), do: usual * Application.get_env(:playout, :patience, 1)
end
