defmodule Playout.Matches.Owners do
  @moduledoc false
  # Which node has the process of a match, if the site has several (`Playout.Cluster`). A match lives
  # where it is first asked for: its process joins a group of `:pg` with the match's id, and every
  # node has a copy of all groups, so a look-up is one in a local table. Copies are a moment late, so
  # two nodes may start a process for the same match, as they also do while they are disconnected. That
  # costs nothing but time, because the database takes an event with the same number only once. When
  # the nodes notice, one of the two steps back: the one that is later in the match's own order of
  # nodes (`Playout.Cluster.first/2`). When it has gone, the other one reads what it may have missed.
  #
  # A process knows who watches on its own node. When a node learns of a process on another one, because
  # that has started or because the nodes are connected again, it tells the process who watches here.
  #
  # When a node is lost, pages on other nodes may wait for an engine of one of its matches. So for each
  # match that is watched from here and has no process, a node starts one: first the node that is the
  # first in the match's order, then the others.

  use GenServer

  alias Playout.Cluster
  alias Playout.Matches.{CutOff, Processes, Server, Watchers}

  @scope __MODULE__.Scope

  # In milliseconds: for what `:pg` needs to notice the loss of a node too, and between one node's turn
  # to start a match and the next one's.
  @adopt_after 100
  @between_turns 400

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Returns the children of the supervisor of matches: none for a single node."
  def children do
    if Cluster.on?(),
      do: [%{id: @scope, start: {:pg, :start_link, [@scope]}}, __MODULE__, CutOff],
      else: []
  end

  @doc "Notes that the calling process is that of a match."
  @spec claim(String.t()) :: :ok
  def claim(id), do: if(Cluster.on?(), do: :pg.join(@scope, id, self()), else: :ok)

  @doc "Returns the process of a match on another node; `nil` if there is none."
  @spec elsewhere(String.t()) :: nil | pid
  def elsewhere(id) do
    if Cluster.on?() do
      # To call a process of a node that was lost would try to connect to it again.
      connected = Node.list()
      others = for pid <- members(id), node(pid) in connected, do: pid

      case others do
        [] -> nil
        [pid] -> pid
        _several -> Enum.find(others, &(node(&1) == first(id, others)))
      end
    end
  end

  @doc "Returns all processes of a match on other nodes."
  @spec all_elsewhere(String.t()) :: [pid]
  def all_elsewhere(id) do
    if Cluster.on?(), do: for(pid <- members(id), node(pid) in Node.list(), do: pid), else: []
  end

  @doc "Returns the ids of all matches that have a process on any node."
  @spec awake() :: [String.t()]
  def awake do
    :pg.which_groups(@scope)
  rescue
    ArgumentError -> []
  end

  # The table is gone while its process restarts.
  defp members(id) do
    :pg.get_members(@scope, id)
  rescue
    ArgumentError -> []
  end

  defp first(id, pids), do: pids |> Enum.map(&node/1) |> Cluster.first(id)

  @impl true
  def init(nil) do
    {ref, _groups} = :pg.monitor_scope(@scope)
    :ok = :net_kernel.monitor_nodes(true)
    {:ok, ref}
  end

  @impl true
  def handle_info({ref, :join, id, joined}, ref) do
    introduce(for(pid <- joined, node(pid) != node(), do: pid), Watchers.here(id))

    with [_, _ | _] = pids <- members(id),
         {:ok, own} <- Processes.here(id),
         true <- Enum.any?(pids, &(node(&1) != node())),
         true <- first(id, [own | pids]) != node() do
      Server.step_back(own)
    end

    {:noreply, ref}
  end

  def handle_info({ref, :leave, id, left}, ref) do
    with true <- Enum.any?(left, &(node(&1) != node())),
         {:ok, own} <- Processes.here(id),
         do: Server.take_over(own)

    {:noreply, ref}
  end

  def handle_info({:nodedown, _node}, ref) do
    for id <- Watchers.watched_here() do
      Process.send_after(self(), {:adopt, id}, @adopt_after + Cluster.rank(id) * @between_turns)
    end

    {:noreply, ref}
  end

  def handle_info({:adopt, id}, ref) do
    if not Processes.awake?(id), do: Task.start(fn -> Processes.wake(id, nil) end)
    {:noreply, ref}
  end

  def handle_info(_nodeup, ref), do: {:noreply, ref}

  defp introduce([_ | _] = processes, [_ | _] = watchers),
    do: Enum.each(processes, &Server.watched(&1, watchers))

  defp introduce(_processes, _watchers), do: :ok
end
