defmodule Playout.Matches.Supervisor do
  @moduledoc false
  # The database, brought up to date, then the processes of matches.

  use Supervisor

  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(_options) do
    children = [
      Playout.Repo,
      {Ecto.Migrator, repos: [Playout.Repo]},
      {Registry, keys: :unique, name: Playout.Matches.Registry},
      {DynamicSupervisor, name: Playout.Matches.Servers}
    ]

    # What comes later needs what comes before.
    Supervisor.init(children, strategy: :rest_for_one)
  end
end
