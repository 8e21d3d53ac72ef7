defmodule Playout.Engine.Peers do
  @moduledoc false
  # Where searches run, if this node is connected to others with an engine. Nodes tell each other how
  # many searches they have, and how many can run at once. A search runs here if there is a place for it,
  # otherwise where there are the fewest searches for each place. It travels as it was asked for: as
  # texts; its owner then receives its messages from there. Trees stay on the node that has searched, so
  # the next search of the same owner with a tree of that name prefers that node while it has a free
  # place.
  #
  # A node from which nothing has been heard for a second gets no searches. If one that searches is lost,
  # or stops, the owner is told that the search crashed, as it would be of one on this node.

  use GenServer

  alias Playout.Engine.{Queue, Trees}
  alias Playout.{Error, Patience}

  # Nodes with another version may know other arguments, so they run no searches for each other.
  @version 1

  # In milliseconds.
  @tell_every 200
  @fresh_for 1_000

  # In milliseconds: for starting a search on another node.
  @start_within 2_000

  # In a process that asks for searches: by the name of a tree, the node that has it.
  @trees {__MODULE__, :trees}

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Returns the node on which the calling process's next search is to run."
  @spec choose(tree :: term) :: node
  def choose(tree) do
    case fresh() do
      [] -> node()
      peers -> choose(peers, Map.get(trees(), tree), Queue.load())
    end
  end

  @doc """
  Returns where a search goes: `peers` are the other nodes, each with its searches and places, `last` is
  the node that has the search's tree, if there is one, and `own` are this node's searches and places.
  """
  @spec choose([{node, non_neg_integer, non_neg_integer}], nil | node, {integer, integer}) :: node
  def choose(peers, last, {searches, places}) do
    nodes = [{node(), searches, places} | peers]

    case List.keyfind(nodes, last, 0) do
      {^last, searches, places} when searches < places -> last
      _full_or_unknown when searches < places -> node()
      _full -> nodes |> Enum.min_by(&crowd/1) |> elem(0)
    end
  end

  # Of several that are equally full, the first one, which is this node.
  defp crowd({_node, _searches, 0}), do: :infinity
  defp crowd({_node, searches, places}), do: (searches + 1) / places

  defp fresh do
    :ets.select(__MODULE__, [
      {{:"$1", :"$2", :"$3", :"$4"}, [{:>, :"$4", last_moment()}], [{{:"$1", :"$2", :"$3"}}]}
    ])
  rescue
    # The process restarts.
    ArgumentError -> []
  end

  @doc "Notes where the calling process's search with a tree runs."
  @spec note(tree :: term, node) :: term
  def note(nil, _node), do: :ok

  def note(tree, node) do
    if Node.list() != [] or trees() != %{}, do: Process.put(@trees, Map.put(trees(), tree, node))
  end

  @doc "Drops the trees that other nodes keep for the calling process."
  @spec drop_trees() :: :ok
  def drop_trees do
    for node <- trees() |> Map.values() |> Enum.uniq(),
        node in Node.list(),
        do: :erpc.cast(node, Trees, :drop, [self()])

    Process.delete(@trees)
    :ok
  end

  defp trees, do: Process.get(@trees, %{})

  @doc """
  Starts a search on another node: calls `module.function(arguments…)` there, which returns
  `{:ok, search}`, and watches it. `:error` if the node doesn't answer.
  """
  @spec start(node, module, atom, [term]) :: {:ok, Playout.Search.t()} | {:error, term} | :error
  def start(node, module, function, arguments) do
    :ets.update_counter(__MODULE__, node, {2, 1})

    within = Patience.ms(@start_within)

    with {:ok, search} <- :erpc.call(node, module, function, arguments, within) do
      GenServer.cast(__MODULE__, {:watch, search, self()})
      {:ok, search}
    end
  rescue
    # The table is gone, or has lost the node.
    ArgumentError -> :error
  catch
    :error, {:erpc, _reason} -> :error
    # The engine there restarts.
    :error, {:exception, _exception, _stack} -> :error
    :exit, _reason -> :error
  end

  # The table has other nodes, each with its searches, its places, and when it has told them. The state
  # are the searches on other nodes, by monitor.
  @impl true
  def init(nil) do
    :ets.new(__MODULE__, [:named_table, :public, read_concurrency: true])
    :ok = :net_kernel.monitor_nodes(true)
    tell_later()
    {:ok, %{}}
  end

  @impl true
  def handle_cast({:load, @version, node, searches, places}, watched) do
    :ets.insert(__MODULE__, {node, searches, places, now()})
    {:noreply, watched}
  end

  def handle_cast({:load, _version, _node, _searches, _places}, watched), do: {:noreply, watched}

  def handle_cast({:watch, search, owner}, watched) do
    {:noreply, Map.put(watched, Process.monitor(search.pid), {search.ref, owner})}
  end

  @impl true
  def handle_info(:tell, watched) do
    tell_later()

    with [_ | _] = nodes <- Node.list(),
         {searches, places} <- Queue.load() do
      for node <- nodes,
          do: GenServer.cast({__MODULE__, node}, {:load, @version, node(), searches, places})
    end

    {:noreply, watched}
  end

  # So that the table doesn't grow with every node that is replaced by one with another address.
  def handle_info({:nodedown, node}, watched) do
    :ets.delete(__MODULE__, node)
    {:noreply, watched}
  end

  def handle_info({:nodeup, _node}, watched), do: {:noreply, watched}

  # If a search crashed by itself, its queue has told the owner.
  def handle_info({:DOWN, monitor, :process, _pid, reason}, watched) do
    {{ref, owner}, watched} = Map.pop!(watched, monitor)

    if reason in [:noconnection, :shutdown] do
      error = Error.new(:internal, "crashed", "the node that searched has been lost")
      send(owner, {:playout_search, ref, {:done, {:error, error}}})
    end

    {:noreply, watched}
  end

  defp tell_later, do: Process.send_after(self(), :tell, @tell_every)
  # Who has not been heard of since then is silent.
  defp last_moment, do: now() - Patience.ms(@fresh_for)
  defp now, do: System.monotonic_time(:millisecond)
end
