defmodule Playout.Matches.Supervisor do
  @moduledoc false
  # Starts the counters for rate limits, the database (with its migrations) and the processes of
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
          # Many matches may crash in the same second, and a match that keeps crashing must not
          # take the others down.
          {DynamicSupervisor, name: Playout.Matches.Servers, max_restarts: 1_000, max_seconds: 1},
          Playout.Matches.Sweeper,
          Playout.Matches.Health
        ]

    # Each child depends on those before it.
    Supervisor.init(children, strategy: :rest_for_one)
  end
end
