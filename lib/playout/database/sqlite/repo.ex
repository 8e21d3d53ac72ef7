defmodule Playout.Database.Sqlite.Repo do
  @moduledoc "The connections that read a SQLite file."
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.SQLite3, priv: "priv/repo"

  alias Playout.Database

  # With a write-ahead log, readers block neither one another nor the writer. Each has a cache (in
  # KiB), and a thread of the VM while it reads. `Playout.Matches.Store.Reader` keeps bursts of reads
  # from waiting here, which the others may (in milliseconds).
  @defaults [
    mode: :readonly,
    journal_mode: :wal,
    pool_size: 3,
    cache_size: -8_000,
    busy_timeout: 5_000,
    queue_target: 2_000
  ]

  @doc "Returns the options for a database."
  @spec options(Database.settings()) :: keyword
  def options(settings) do
    {file, others} = Keyword.pop(settings, :file)
    [database: file] ++ others
  end

  # A migration brings options of its own, and asks for these even if the site uses another database.
  @impl true
  def init(_context, config) do
    used? = config[:database] == nil and Database.adapter() == Database.Sqlite
    settings = if used?, do: options(Database.settings()), else: []
    {:ok, @defaults |> Keyword.merge(settings) |> Keyword.merge(config)}
  end
end
