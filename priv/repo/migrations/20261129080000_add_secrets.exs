defmodule Playout.Repo.Migrations.AddSecrets do
  use Ecto.Migration

  def change do
    # One row: what tells the site's secret from another one.
    create table(:secrets) do
      add :fingerprint, :text, null: false
    end
  end
end
