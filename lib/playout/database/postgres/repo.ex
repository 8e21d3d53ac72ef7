defmodule Playout.Database.Postgres.Repo do
  @moduledoc "The connections that read a PostgreSQL database."
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.Postgres, priv: "priv/repo"

  alias Playout.Database
  alias Playout.Database.Postgres

  # `Playout.Matches.Store.Reader` keeps bursts of reads from waiting here, which the others may (in
  # milliseconds).
  @defaults [
    pool_size: 5,
    queue_target: 2_000,
    backoff_max: 1_000,
    timeout: 10_000,
    parameters: [application_name: "playout reader", default_transaction_read_only: "on"]
  ]

  # A migration brings options of its own, and asks for these even if the site uses another database.
  @impl true
  def init(_context, config) do
    used? = config[:database] == nil and Database.adapter() == Database.Postgres
    settings = if used?, do: Postgres.options(Database.settings()), else: []
    {:ok, @defaults |> Keyword.merge(settings) |> Keyword.merge(config)}
  end
end
