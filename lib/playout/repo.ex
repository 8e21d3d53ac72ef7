defmodule Playout.Repo do
  @moduledoc """
  The database: one SQLite file, made when it is not there.
  `Playout.Matches.Database` looks at it first.
  """
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.SQLite3

  @impl true
  def init(_context, config) do
    # An event that was acknowledged survives a loss of power: SQLite waits for
    # the disk at every commit. Who reads beside us (a backup) does not wait for
    # it (WAL).
    #
    # SQLite lets one connection write at a time. Of several that want to, those
    # that wait hold threads of the VM which the one that writes needs for its
    # next statement, and all stand still until the others give up (measured: 12
    # writers, 4 connections, seconds). So there is one, and the order is that of
    # its queue, in which a burst of writes may well wait for a slow disk.
    config = Keyword.merge(config, pool_size: 1, queue_target: 2_000)
    {:ok, Keyword.merge([journal_mode: :wal, synchronous: :full, busy_timeout: 5_000], config)}
  end
end
