defmodule Playout.Engine.Settings do
  @moduledoc false
  # What bounds the engine, from `config :playout, Playout.Engine, …`:
  #
  # - `slots`: searches that run at once; one core is left to everything else;
  # - `memory`: MiB that the tree of one search may take at most, so that all
  #   trees together stay below `slots * memory`;
  # - `searches`: searches that run or wait at once.

  def slots, do: get(:slots, max(1, System.schedulers_online() - 1))
  def memory, do: get(:memory, 1024)
  def searches, do: get(:searches, 1000)

  defp get(key, default) do
    :playout |> Application.get_env(Playout.Engine, []) |> Keyword.get(key, default)
  end
end
