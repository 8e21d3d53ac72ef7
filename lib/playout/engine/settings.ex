defmodule Playout.Engine.Settings do
  @moduledoc false
  # The engine's limits, from `config :playout, Playout.Engine, …`:
  #
  # - `slots`: searches that run at once; one core is left for everything else;
  # - `memory`: the maximum size of one search's tree in MiB;
  # - `total_memory`: the maximum size of all trees together in MiB, those of running searches and
  #   those kept;
  # - `idle`: milliseconds for which an unused tree is kept;
  # - `searches`: searches that run or wait at once.

  def slots, do: get(:slots, max(1, System.schedulers_online() - 1))
  def memory, do: min(max_memory(), total_memory())
  def total_memory, do: get(:total_memory, slots() * max_memory())
  def idle, do: get(:idle, 60_000)
  def searches, do: get(:searches, 1000)

  defp max_memory, do: get(:memory, 1024)

  defp get(key, default) do
    :playout |> Application.get_env(Playout.Engine, []) |> Keyword.get(key, default)
  end
end
