defmodule Playout.Matches.Supervisor do
  @moduledoc false
  # Starts the counters for rate limits, the database and the processes of matches.

  use Supervisor

  alias Playout.Cluster
  alias Playout.Engine.HighPrioritySupervisor
  alias Playout.Matches.{Limits, Processes, Reviews, Store}
  alias Playout.Matches.Lobby.{OpenSeats, Public}
  alias Playout.Matches.People.DeviceLinks
  alias Playout.Matches.Processes.{Crashes, CutOff, Flags, Handover, Owners, Sweeper}
  alias Playout.Matches.Store.{Probe, Uptime}

  @partitions 16

  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(_options) do
    children =
      Limits.children() ++
        [
          Store.Supervisor,
          Uptime,
          {Registry, keys: :unique, name: Playout.Matches.Registry}
        ] ++
        if(Cluster.on?(), do: [Owners, Handover, CutOff], else: []) ++
        [
          # One supervisor would start matches one by one.
          {PartitionSupervisor,
           child_spec: HighPrioritySupervisor,
           name: Playout.Matches.Servers,
           partitions: @partitions},
          {Crashes, &Processes.restart/1},
          Flags,
          Reviews,
          DeviceLinks,
          OpenSeats,
          Public,
          Sweeper,
          Probe
        ]

    # Each child depends on those before it.
    Supervisor.init(children, strategy: :rest_for_one)
  end
end
