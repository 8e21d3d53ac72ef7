defmodule Playout.Matches.Store.Supervisor do
  @moduledoc false
  # Starts the database: first the migrations, then the connections that read and the one that
  # writes.

  use Supervisor

  alias Playout.Matches.Store.{Committer, Disk, Reader, Writer}
  alias Playout.Repo

  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(_options) do
    # The committer stops last, because only a connection that writes can settle the file when all
    # others are closed: then it is complete and stands alone.
    children = [
      %{id: :migrations, start: {__MODULE__, :migrate, []}},
      Committer,
      Repo,
      Reader,
      Writer,
      Disk
    ]

    Supervisor.init(children, strategy: :one_for_one)
  end

  @doc "Runs the migrations on a connection of their own; `Playout.Repo` only reads afterwards."
  def migrate do
    {:ok, repo} = Repo.start_link(mode: [:readwrite, :create], pool_size: 1)
    Ecto.Migrator.run(Repo, :up, all: true)
    Supervisor.stop(repo)
    :ignore
  end
end
