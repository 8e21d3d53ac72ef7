defmodule Playout.Matches.Processes do
  @moduledoc false
  # Finds the processes of matches (`Playout.Matches.Server`), starts them and calls them. They are
  # in a registry, each with the number of those who watch it. If the site has several nodes, a process
  # may also be on another one (`Playout.Matches.Owners`).

  alias Playout.Cluster
  alias Playout.Matches.{Crashes, Owners, Server, State}

  @registry Playout.Matches.Registry
  @supervisor Playout.Matches.Servers

  # How often a call is tried, and how often again because its process has ended, which a node learns of
  # a process of another one a moment later.
  @tries {3, 40}
  @learned_within 50

  @doc """
  Calls the process of a match, and starts it if necessary. `from` is who asks, as
  `{visitor, address}`, or `nil`.
  """
  def call(id, request, from, tries \\ @tries) do
    with {:ok, pid} <- find(id, from),
         do: pid |> GenServer.call({request, from}, 30_000) |> complete()
  catch
    # The process stopped or crashed in the meantime. If it had already run the command, the
    # repeated one is refused as stale.
    :exit, {reason, _} when reason != :timeout ->
      again(reason, tries, &call(id, request, from, &1))
  end

  # The process may be on a node with an earlier version of the site.
  defp complete({:ok, %State{} = state}), do: {:ok, State.complete(state)}
  defp complete(answer), do: answer

  defp again(:noproc, {tries, waits}, work) when waits > 0 do
    Process.sleep(@learned_within)
    work.({tries, waits - 1})
  end

  defp again(_reason, {tries, waits}, work) when tries > 1, do: work.({tries - 1, waits})
  defp again(_reason, _none_left, _work), do: {:error, :not_stored}

  @doc "Starts the process of a match, if necessary."
  def wake(id, from) do
    with {:ok, _pid} <- find(id, from), do: :ok
  catch
    # It crashed while it started, or its supervisor restarts.
    :exit, _reason -> {:error, :not_stored}
  end

  @doc "Returns the state of a match without starting its process."
  def read(id, tries \\ @tries) do
    case find(id) do
      nil -> with {:ok, state, _record} <- Server.load(id), do: {:ok, state}
      pid -> pid |> GenServer.call(:state, 30_000) |> complete()
    end
  rescue
    # There is no registry while the database and everything that depends on it restart.
    ArgumentError -> {:error, :not_stored}
  catch
    :exit, {reason, _} when reason != :timeout -> again(reason, tries, &read(id, &1))
  end

  @doc "See `Playout.Matches.figures/0`."
  def figures do
    watchers = Registry.select(@registry, [{{:_, :_, :"$1"}, [is_integer: :"$1"], [:"$1"]}])
    watched = Enum.count(watchers, &(&1 > 0))
    %{awake: length(watchers), watched: watched, watchers: Enum.sum(watchers)}
  rescue
    ArgumentError -> nil
  end

  @doc "Lists the ids of the matches that are awake on any node; `nil` while the registry restarts."
  def awake do
    if Cluster.on?(),
      do: Owners.awake(),
      else: Registry.select(@registry, [{{:"$1", :_, :_}, [], [:"$1"]}])
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

  @doc "Returns whether a match is awake on any node."
  def awake?(id) do
    find(id) != nil
  rescue
    ArgumentError -> false
  end

  @doc "Returns the process of a match on this node."
  def here(id) do
    case GenServer.whereis(name(id)) do
      nil -> :error
      pid -> {:ok, pid}
    end
  rescue
    ArgumentError -> :error
  end

  # `Registry.lookup/2` may still return a process that has just exited.
  defp find(id), do: GenServer.whereis(name(id)) || Owners.elsewhere(id)

  defp find(id, from) do
    case find(id) do
      nil -> start({id, %{from: from, callers: callers()}})
      pid -> {:ok, pid}
    end
  rescue
    # There is no registry while the database and everything that depends on it restart.
    ArgumentError -> {:error, :not_stored}
  end

  # For whom the process is started, as tasks know it too.
  defp callers, do: [self() | Process.get(:"$callers", [])]

  @doc """
  Starts the process of a match on this node if there is none, unless it keeps crashing. Takes the
  match's id, and who asks for it: `from` (see `call/3`) and their `callers`.
  """
  def start({id, _asked} = match) do
    supervisor = {:via, PartitionSupervisor, {@supervisor, id}}

    with :ok <- Crashes.check(id) do
      case DynamicSupervisor.start_child(supervisor, {Server, match}) do
        {:ok, pid} -> {:ok, pid}
        {:error, {:already_started, pid}} -> {:ok, pid}
        # It crashed while starting.
        {:error, reason} -> exit({reason, {__MODULE__, :start, [id]}})
      end
    end
  end

  @doc "Like `start/1`, unless the match has a process on another node meanwhile."
  def restart({id, _asked} = match), do: if(Owners.elsewhere(id) == nil, do: start(match))

  @doc "Stops the process of a deleted match, wherever it is."
  def forget(id) do
    own = GenServer.whereis(name(id))
    for pid <- [own | Owners.all_elsewhere(id)], pid != nil, do: GenServer.cast(pid, :forget)
    :ok
  end

  @doc "The name of a match's process."
  def name(id), do: {:via, Registry, {@registry, id}}

  @doc "Tells `figures/0` how many watch the match of the calling process."
  def count_watchers(id, count) do
    Registry.update_value(@registry, id, fn _ -> count end)
  end
end
