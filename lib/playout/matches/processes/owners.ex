defmodule Playout.Matches.Processes.Owners do
  @moduledoc false
  # Which node has the process of a match, if the site has several (`Playout.Cluster`). A match lives
  # where it is first asked for: its process joins a group of `:pg` with the match's id, and every
  # node has a copy of all groups, so a look-up is one in a local table. Copies are a moment late, so
  # two nodes may start a process for the same match, as they also do while they are disconnected. That
  # costs nothing but time, because the database takes an event with the same number only once, and
  # `Handover` sees to it.

  alias Playout.Cluster

  # By which nodes find each other, also those of an earlier version.
  @scope Playout.Matches.Owners.Scope

  @doc "Starts the groups."
  def child_spec(_options), do: %{id: @scope, start: {:pg, :start_link, [@scope]}}

  @doc "Lets the calling process hear who joins and leaves groups, with the reference that this returns."
  @spec monitor() :: reference
  def monitor do
    {ref, _groups} = :pg.monitor_scope(@scope)
    ref
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
      others = for pid <- all(id), node(pid) in connected, do: pid

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
    if Cluster.on?(), do: for(pid <- all(id), node(pid) in Node.list(), do: pid), else: []
  end

  @doc "Returns the ids of all matches that have a process on any node."
  @spec awake() :: [String.t()]
  def awake do
    :pg.which_groups(@scope)
  rescue
    ArgumentError -> []
  end

  @doc "Returns all processes of a match."
  @spec all(String.t()) :: [pid]
  def all(id) do
    :pg.get_members(@scope, id)
  rescue
    # The table is gone while its process restarts.
    ArgumentError -> []
  end

  @doc "Returns which of the nodes with these processes of a match is to keep it."
  @spec first(String.t(), [pid, ...]) :: node
  def first(id, pids), do: pids |> Enum.map(&node/1) |> Cluster.first(id)
end
