defmodule Playout.Repo do
  @moduledoc """
  The database: one SQLite file, made when it is not there.
  """
  use Ecto.Repo, otp_app: :playout, adapter: Ecto.Adapters.SQLite3

  @impl true
  def init(_context, config) do
    config |> Keyword.fetch!(:database) |> Path.dirname() |> File.mkdir_p!()

    # An event that was acknowledged survives a loss of power: SQLite waits for
    # the disk at every commit. Readers do not wait for a writer (WAL).
    {:ok, Keyword.merge([journal_mode: :wal, synchronous: :full, busy_timeout: 5_000], config)}
  end
end
