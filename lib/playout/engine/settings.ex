defmodule Playout.Engine.Settings do
  @moduledoc false
  # What bounds the engine, from `config :playout, Playout.Engine, …`:
  #
  # - `slots`: searches that run at once; one core is left to everything else;
  # - `memory`: MiB that the tree of one search may take at most;
  # - `total_memory`: MiB that all trees together may take, those of searches at work and
  #   those that are kept;
  # - `idle`: milliseconds for which a tree is kept that nobody asks for;
  # - `searches`: searches that run or wait at once.

  def slots, do: get(:slots, max(1, System.schedulers_online() - 1))
  def memory, do: min(most_memory(), total_memory())
  def total_memory, do: get(:total_memory, slots() * most_memory())
  def idle, do: get(:idle, 60_000)
  def searches, do: get(:searches, 1000)

  defp most_memory, do: get(:memory, 1024)

  defp get(key, default) do
    :playout |> Application.get_env(Playout.Engine, []) |> Keyword.get(key, default)
  end
end
