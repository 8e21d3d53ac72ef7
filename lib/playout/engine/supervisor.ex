defmodule Playout.Engine.Supervisor do
  @moduledoc false
  # The queue, the searches and the trees they leave. A queue that is started anew knows of
  # no turn that it granted, so the searches go with it; they do without the trees.

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

    # What only keeps trees must not take the searches with it, however often it dies.
    Supervisor.init(children, strategy: :rest_for_one, max_restarts: 100, max_seconds: 1)
  end
end
