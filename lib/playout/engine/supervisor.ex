defmodule Playout.Engine.Supervisor do
  @moduledoc false
  # The queue and the searches; a queue that is started anew knows of no turn
  # that it granted, so the searches go with it.

  use Supervisor

  alias Playout.Engine.{Queue, Settings}

  def start_link(options) do
    Supervisor.start_link(__MODULE__, options, name: __MODULE__)
  end

  @impl true
  def init(_options) do
    children = [
      {Queue, slots: Settings.slots()},
      {DynamicSupervisor, name: Playout.Engine.Searches, max_children: Settings.searches()}
    ]

    Supervisor.init(children, strategy: :rest_for_one)
  end
end
