defmodule Playout.Engine.HighPrioritySupervisor do
  @moduledoc false
  # Starts processes, such as searches and matches. It waits for each one until that has run for the
  # first time, and whoever asks for another waits too. So it runs at high priority, and so should
  # they until then: on a busy machine hundreds of pages would go first each time.

  use DynamicSupervisor

  def start_link(_argument), do: DynamicSupervisor.start_link(__MODULE__, nil)

  @impl true
  def init(nil) do
    Process.flag(:priority, :high)
    DynamicSupervisor.init(strategy: :one_for_one)
  end
end
