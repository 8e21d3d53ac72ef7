defmodule Playout.Repo do
  @moduledoc """
  The database: one SQLite file, created if it does not exist. `Playout.Matches.Database` checks
  it first.
  """
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.SQLite3

  @impl true
  def init(_context, config) do
    # An acknowledged event survives a power failure, because SQLite waits for the disk at every
    # commit. Readers such as a backup do not block writers (WAL).
    #
    # SQLite lets one connection write at a time. With several connections, waiting writers hold
    # threads of the VM that the active writer needs for its next statement, and all hang until
    # the others give up (for seconds, with 12 writers on 4 connections). So there is one
    # connection, whose queue sets the order. A burst of writes may have to wait in it for a slow
    # disk.
    config = Keyword.merge(config, pool_size: 1, queue_target: 2_000)
    {:ok, Keyword.merge([journal_mode: :wal, synchronous: :full, busy_timeout: 5_000], config)}
  end
end
