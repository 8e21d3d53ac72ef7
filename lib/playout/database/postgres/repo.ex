defmodule Playout.Database.Postgres.Repo do
  @moduledoc "The connections that read a PostgreSQL database."
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.Postgres, priv: "priv/repo"

  alias Playout.Database.Settings

  # `Playout.Matches.Store.Reader` keeps bursts of reads from waiting here, which the others may (in
  # milliseconds).
  @defaults [
    pool_size: 5,
    queue_target: 2_000,
    backoff_max: 1_000,
    timeout: 10_000,
    parameters: [application_name: "playout reader", default_transaction_read_only: "on"]
  ]

  @doc """
  Returns the driver's options for a database. Raises an `Ecto.InvalidURLError` if the address has
  errors; its message contains the address with its password.
  """
  @spec options(Settings.t()) :: keyword
  def options(settings) do
    {url, others} = settings |> Keyword.delete(:patience) |> Keyword.pop!(:url)
    url |> Ecto.Repo.Supervisor.parse_url() |> Keyword.delete(:scheme) |> Keyword.merge(others)
  end

  # A migration brings options of its own, and asks for these even if the site uses another database.
  @impl true
  def init(_context, config) do
    settings = Settings.get()
    used? = config[:database] == nil and settings[:url] != nil
    own = if used?, do: options(settings), else: []
    {:ok, @defaults |> Keyword.merge(own) |> Keyword.merge(config)}
  end
end
