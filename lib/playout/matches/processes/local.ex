defmodule Playout.Matches.Processes.Local do
  @moduledoc false
  # The processes of matches on this node, in a registry, each with the number of those who watch it.

  @registry Playout.Matches.Registry

  @doc "The name of a match's process."
  def name(id), do: {:via, Registry, {@registry, id}}

  @doc """
  Returns the process of a match; `nil` if it has none here. Raises an `ArgumentError` while there is no
  registry, because the database and everything that depends on it restart.
  """
  # `Registry.lookup/2` may still return a process that has just exited.
  @spec find(String.t()) :: nil | pid
  def find(id), do: GenServer.whereis(name(id))

  @doc "Returns the process of a match."
  @spec here(String.t()) :: {:ok, pid} | :error
  def here(id) do
    case find(id) do
      nil -> :error
      pid -> {:ok, pid}
    end
  rescue
    ArgumentError -> :error
  end

  @doc "Lists the ids of the matches that have their process here; `nil` while the registry restarts."
  @spec awake() :: nil | [String.t()]
  def awake do
    Registry.select(@registry, [{{:"$1", :_, :_}, [], [:"$1"]}])
  rescue
    ArgumentError -> nil
  end

  @doc "Lists the matches that have their process here and are watched, from whatever node, with it."
  @spec watched() :: [{String.t(), pid}]
  def watched do
    counted = [{:is_integer, :"$3"}, {:>, :"$3", 0}]
    Registry.select(@registry, [{{:"$1", :"$2", :"$3"}, counted, [{{:"$1", :"$2"}}]}])
  rescue
    ArgumentError -> []
  end

  @doc "See `Playout.Matches.figures/0`."
  def figures do
    watchers = Registry.select(@registry, [{{:_, :_, :"$1"}, [is_integer: :"$1"], [:"$1"]}])
    watched = Enum.count(watchers, &(&1 > 0))
    %{awake: length(watchers), watched: watched, watchers: Enum.sum(watchers)}
  rescue
    ArgumentError -> nil
  end

  @doc "Tells `figures/0` how many watch the match of the calling process."
  def count_watchers(id, count) do
    Registry.update_value(@registry, id, fn _ -> count end)
  end
end
