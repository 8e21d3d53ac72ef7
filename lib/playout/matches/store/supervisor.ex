defmodule Playout.Matches.Store.Supervisor do
  @moduledoc false
  # Starts the database: first the migrations, then the connections that read and the one that
  # writes.

  use Supervisor

  alias Playout.Database
  alias Playout.Matches.Store.{Committer, Disk, Reader, Writer}
  alias Playout.Patience

  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(_options) do
    # The committer stops last, because only a connection that writes can settle a SQLite file when
    # all others are closed: then it is complete and stands alone.
    children = [
      %{id: :migrations, start: {__MODULE__, :migrate, []}},
      Supervisor.child_spec(Committer, shutdown: Patience.ms(10_000)),
      Database.repo(),
      Reader,
      {Writer, committer: Committer},
      Disk
    ]

    Supervisor.init(children, strategy: :one_for_one)
  end

  @doc "Runs the migrations."
  def migrate do
    Database.migrate()
    :ignore
  end
end
