defmodule Playout.Database.Sqlite.Repo do
  @moduledoc "The connections that read a SQLite file."
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.SQLite3, priv: "priv/repo"

  alias Playout.Database.Settings

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
  @spec options(Settings.t()) :: keyword
  def options(settings) do
    {file, others} = Keyword.pop(settings, :file)
    [database: file] ++ others
  end

  # A migration brings options of its own, and asks for these even if the site uses another database.
  @impl true
  def init(_context, config) do
    settings = Settings.get()
    used? = config[:database] == nil and settings[:url] == nil
    own = if used?, do: options(settings), else: []
    {:ok, @defaults |> Keyword.merge(own) |> Keyword.merge(config)}
  end
end
