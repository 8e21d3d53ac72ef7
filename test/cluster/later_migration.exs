# What a later version may do to the database while this one still runs: its migrations only add.

defmodule Cluster.LaterMigration do
  use Ecto.Migration

  alias Playout.Database
  alias Playout.Database.Postgres

  def change do
    # With a default, so that every row has it at once.
    for table <- [:matches, :seats, :events] do
      alter table(table), do: add(:later, :text, null: false, default: "")
    end

    create index(:matches, [:later, :id])
    create table(:later, primary_key: false), do: add(:id, :text, primary_key: true)
  end

  # As `Playout.Database.migrate/2` does.
  def run do
    {:ok, _apps} = Application.ensure_all_started([:ecto_sql, :postgrex])
    settings = Database.Settings.get()
    {:ok, repo} = Postgres.Repo.start_link([name: nil] ++ Postgres.migrating(settings))
    migrations = [{99_991_231_000_000, __MODULE__}]
    options = [all: true, dynamic_repo: repo]
    work = fn -> Ecto.Migrator.run(Postgres.Repo, migrations, :up, options) end
    Postgres.one_at_a_time(settings, work)
    Supervisor.stop(repo)
  end
end

Cluster.LaterMigration.run()
