defmodule Playout.Matches.Supervisor do
  @moduledoc false
  # Starts the counters for rate limits, the database and the processes of matches.

  use Supervisor

  alias Playout.Engine.HighPrioritySupervisor

  @partitions 16

  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(_options) do
    children =
      Playout.Matches.Limits.children() ++
        [
          Playout.Matches.Store.Supervisor,
          Playout.Matches.Uptime,
          {Registry, keys: :unique, name: Playout.Matches.Registry}
        ] ++
        between_nodes() ++
        [
          # One supervisor would start matches one by one.
          {PartitionSupervisor,
           child_spec: HighPrioritySupervisor,
           name: Playout.Matches.Servers,
           partitions: @partitions},
          {Playout.Matches.Crashes, &Playout.Matches.Processes.restart/1},
          Playout.Matches.Flags,
          Playout.Matches.Reviews,
          Playout.Matches.DeviceLinks,
          Playout.Matches.OpenSeats,
          Playout.Matches.Public,
          Playout.Matches.Sweeper,
          Playout.Matches.Health
        ]

    # Each child depends on those before it.
    Supervisor.init(children, strategy: :rest_for_one)
  end

  defp between_nodes do
    if Playout.Cluster.on?(),
      do: [
        Playout.Matches.Owners,
        Playout.Matches.Processes.Handover,
        Playout.Matches.CutOff
      ],
      else: []
  end
end
