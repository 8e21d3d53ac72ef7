defmodule Playout.Engine.TableSupervisor do
  @moduledoc false
  # Starts a process for each table of exact values (`Playout.Engine.Table`).

  use Supervisor

  alias Playout.Engine.{Native, Settings, Table, Tables}

  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(_options) do
    {:ok, nil} = Native.tables_use(Settings.tables_in())
    # This process owns the statuses, so they outlive those that write them.
    Tables.new_statuses()
    tables = for game <- Tables.games(), do: {Table, game}
    Supervisor.init([Tables.watchers() | tables], strategy: :one_for_one)
  end
end
