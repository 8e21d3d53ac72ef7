defmodule Playout.Repo.Migrations.CreateEvents do
  use Ecto.Migration

  def change do
    create table(:events, primary_key: false) do
      add :match_id, :text, primary_key: true
      add :seq, :integer, primary_key: true
      add :version, :integer, null: false
      add :type, :text, null: false
      add :data, :text, null: false
      add :at, :utc_datetime_usec, null: false
    end
  end
end
