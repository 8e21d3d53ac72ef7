defmodule Playout.Matches.Supervisor do
  @moduledoc false
  # What counts visitors, the database, brought up to date, then the processes of
  # matches.

  use Supervisor

  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(_options) do
    children =
      Playout.Matches.Limits.children() ++
        [
          Playout.Repo,
          {Ecto.Migrator, repos: [Playout.Repo]},
          {Registry, keys: :unique, name: Playout.Matches.Registry},
          # Many matches may die in a bad second; one that dies over and over must
          # not take the others with it.
          {DynamicSupervisor, name: Playout.Matches.Servers, max_restarts: 1_000, max_seconds: 1},
          Playout.Matches.Sweeper,
          Playout.Matches.Health
        ]

    # What comes later needs what comes before.
    Supervisor.init(children, strategy: :rest_for_one)
  end
end
