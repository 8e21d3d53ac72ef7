defmodule Playout.Engine.Supervisor do
  @moduledoc false
  # The queue, the searches and the trees that they leave. A restarted queue does not know which
  # places it has given, so the searches restart with it; they do not depend on the trees.

  use Supervisor

  alias Playout.Engine.{Queue, Settings, Trees}

  def start_link(options) do
    Supervisor.start_link(__MODULE__, options, name: __MODULE__)
  end

  @impl true
  def init(_options) do
    most_bytes = Settings.total_memory() * 1024 * 1024

    children = [
      {Queue, slots: Settings.slots(), most_bytes: most_bytes},
      {DynamicSupervisor, name: Playout.Engine.Searches, max_children: Settings.searches()},
      {Trees, most_bytes: most_bytes, idle: Settings.idle(), queue: Queue}
    ]

    # The process that only keeps trees must not stop the searches, however often it crashes.
    Supervisor.init(children, strategy: :rest_for_one, max_restarts: 100, max_seconds: 1)
  end
end
