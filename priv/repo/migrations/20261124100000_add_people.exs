defmodule Playout.Repo.Migrations.AddPeople do
  use Ecto.Migration

  def change do
    create table(:people, primary_key: false) do
      add :visitor, :string, primary_key: true
      add :name, :string
      add :at, :utc_datetime_usec, null: false
    end

    create index(:people, [:at])

    # A visitor may have several codes: each browser that became the same visitor brought its own.
    create table(:codes, primary_key: false) do
      # The SHA-256 of the recovery code.
      add :hash, :binary, primary_key: true
      add :visitor, :string, null: false
    end

    create index(:codes, [:visitor])

    create table(:chat_lines) do
      add :match_id, :string, null: false
      add :side, :string, null: false
      # A ready phrase by its name, or free text.
      add :phrase, :string
      add :text, :string
    end

    create index(:chat_lines, [:match_id])

    create table(:chat_switches, primary_key: false) do
      add :match_id, :string, primary_key: true
      add :side, :string, primary_key: true
      add :free, :boolean, null: false, default: false
      add :muted, :boolean, null: false, default: false
    end
  end
end
