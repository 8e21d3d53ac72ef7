defmodule Playout.Matches.Processes do
  @moduledoc false
  # Finds the processes of matches (`Playout.Matches.Processes.Server`), on this node or another one,
  # starts them and calls them.

  alias Playout.{Cluster, Patience}
  alias Playout.Matches.{Id, State, Topics}
  alias Playout.Matches.Processes.{Crashes, Local, Owners, Server}

  @supervisor Playout.Matches.Servers

  # For how long a call waits for its answer, and how often it is tried. If its process has ended, which a
  # node learns of a process of another one a moment later, it is tried again for some time. In milliseconds.
  @timeout 30_000
  @tries 3
  @learned_within 2_000
  @between_tries 50

  @doc """
  Calls the process of a match, and starts it if necessary. `from` is who asks, as
  `{visitor, address}`, or `nil`.
  """
  def call(id, request, from), do: call(id, request, from, tries())

  defp call(id, request, from, tries) do
    with {:ok, pid} <- find(id, from),
         do: pid |> GenServer.call({request, from}, Patience.ms(@timeout)) |> complete()
  catch
    # The process stopped or crashed in the meantime. If it had already run the command, the
    # repeated one is refused as stale.
    :exit, {reason, _} when reason != :timeout ->
      again(reason, tries, &call(id, request, from, &1))
  end

  # The process may be on a node with an earlier version of the site.
  defp complete({:ok, %State{} = state}), do: {:ok, State.complete(state)}
  defp complete(answer), do: answer

  # How often it is tried, and how often again after a pause.
  defp tries, do: {@tries, div(Patience.ms(@learned_within), @between_tries)}

  defp again(:noproc, {tries, pauses}, work) when pauses > 0 do
    Process.sleep(@between_tries)
    work.({tries, pauses - 1})
  end

  defp again(_reason, {tries, pauses}, work) when tries > 1, do: work.({tries - 1, pauses})
  defp again(_reason, _none_left, _work), do: {:error, :not_stored}

  @doc "Starts the process of a match, if necessary."
  def wake(id, from) do
    with {:ok, _pid} <- find(id, from), do: :ok
  catch
    # It crashed while it started, or its supervisor restarts.
    :exit, _reason -> {:error, :not_stored}
  end

  @doc "Returns the state of a match without starting its process."
  def read(id), do: with(:ok <- Id.check(id), do: read(id, tries()))

  defp read(id, tries) do
    case find(id) do
      nil -> with {:ok, state, _record} <- Server.load(id), do: {:ok, state}
      pid -> pid |> GenServer.call(:state, Patience.ms(@timeout)) |> complete()
    end
  rescue
    # There is no registry while the database and everything that depends on it restart.
    ArgumentError -> {:error, :not_stored}
  catch
    :exit, {reason, _} when reason != :timeout -> again(reason, tries, &read(id, &1))
  end

  @doc "Lists the ids of the matches that are awake on any node; `nil` while the registry restarts."
  @spec awake() :: nil | [String.t()]
  def awake, do: if(Cluster.on?(), do: Owners.awake(), else: Local.awake())

  @doc "Returns whether a match is awake on any node."
  def awake?(id) do
    find(id) != nil
  rescue
    ArgumentError -> false
  end

  defp find(id), do: Local.find(id) || Owners.elsewhere(id)

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

  @doc "Stops the process of a deleted match, wherever it is, and tells all who look at it."
  @spec forget(String.t(), [String.t()]) :: :ok
  def forget(id, visitors) do
    for pid <- [Local.find(id) | Owners.all_elsewhere(id)], pid != nil, do: Server.step_back(pid)
    Topics.tell(Topics.match(id), {:match_deleted, id})
    Topics.lists_changed(visitors)
  end
end
