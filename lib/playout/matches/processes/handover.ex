defmodule Playout.Matches.Processes.Handover do
  @moduledoc false
  # Sees to the matches whose process changes its node, if the site has several.
  #
  # When nodes notice that two have a process for the same match, one of these steps back: the one that is
  # later in the match's own order of nodes (`Playout.Cluster.first/2`). When it has gone, the other one
  # reads what it may have missed.
  #
  # A process knows who watches on its own node. When a node learns of a process on another one, because
  # that has started or because the nodes are connected again, it tells the process who watches here.
  #
  # When a node is lost, pages on other nodes may wait for an engine of one of its matches. So for each
  # match that is watched from here and has no process, a node starts one: first the node that is the
  # first in the match's order, then the others.

  use GenServer

  alias Playout.Cluster
  alias Playout.Matches.{Processes, Watchers}
  alias Playout.Matches.Processes.{Local, Owners, Server}

  # In milliseconds: for what `:pg` needs to notice the loss of a node too, and between one node's turn
  # to start a match and the next one's.
  @adopt_after 100
  @between_turns 400

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @impl true
  def init(nil) do
    ref = Owners.monitor()
    :ok = :net_kernel.monitor_nodes(true)
    {:ok, ref}
  end

  @impl true
  def handle_info({ref, :join, id, joined}, ref) do
    introduce(for(pid <- joined, node(pid) != node(), do: pid), Watchers.here(id))

    with [_, _ | _] = pids <- Owners.all(id),
         {:ok, own} <- Local.here(id),
         true <- Enum.any?(pids, &(node(&1) != node())),
         true <- Owners.first(id, [own | pids]) != node() do
      Server.step_back(own)
    end

    {:noreply, ref}
  end

  def handle_info({ref, :leave, id, left}, ref) do
    with true <- Enum.any?(left, &(node(&1) != node())),
         {:ok, own} <- Local.here(id),
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
