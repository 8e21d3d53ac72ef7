defmodule Playout.Engine.Supervisor do
  @moduledoc false
  # Supervises the queue, the searches, the process that keeps their trees, and the tables. A
  # restarted queue doesn't know who has a turn, so the searches go with it. They don't depend on
  # `Trees`, `TableSupervisor` and `Peers`.

  use Supervisor

  alias Playout.Engine.{HighPrioritySupervisor, Peers, Queue, Settings, TableSupervisor, Trees}

  def start_link(options) do
    Supervisor.start_link(__MODULE__, options, name: __MODULE__)
  end

  @impl true
  def init(_options) do
    most_bytes = Settings.total_memory() * 1024 * 1024

    children = [
      {Queue,
       places: Settings.places(),
       turn: Settings.turn(),
       most_bytes: most_bytes,
       limits: Settings.searches()},
      {PartitionSupervisor, child_spec: HighPrioritySupervisor, name: Playout.Engine.Searches},
      {Trees, most_bytes: most_bytes, idle: Settings.idle(), queue: Queue},
      TableSupervisor,
      Peers
    ]

    # `Trees` is only a cache: it must not take the searches down, however often it crashes.
    Supervisor.init(children, strategy: :rest_for_one, max_restarts: 100, max_seconds: 1)
  end
end
