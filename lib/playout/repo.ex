defmodule Playout.Repo do
  @moduledoc """
  The connections that read the database, one SQLite file. `Playout.Matches.Store` writes to it
  on a connection of its own, and `Playout.Matches.Database` checks it first.
  """
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.SQLite3

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

  @impl true
  def init(_context, config), do: {:ok, Keyword.merge(@defaults, config)}
end
