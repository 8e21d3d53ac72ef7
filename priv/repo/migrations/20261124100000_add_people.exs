defmodule Playout.Repo.Migrations.AddPeople do
  use Ecto.Migration

  def change do
    create table(:people, primary_key: false) do
      add :visitor, :text, primary_key: true
      add :name, :text
      add :at, :utc_datetime_usec, null: false
    end

    create index(:people, [:at])

    # A visitor may have several codes: each browser that became the same visitor brought its own.
    create table(:codes, primary_key: false) do
      # The SHA-256 of the recovery code.
      add :hash, :binary, primary_key: true
      add :visitor, :text, null: false
    end

    create index(:codes, [:visitor])

    create table(:chat_lines) do
      add :match_id, :text, null: false
      add :side, :text, null: false
      # A ready phrase by its name, or free text.
      add :phrase, :text
      add :text, :text
    end

    create index(:chat_lines, [:match_id])

    create table(:chat_switches, primary_key: false) do
      add :match_id, :text, primary_key: true
      add :side, :text, primary_key: true
      add :free, :boolean, null: false, default: false
      add :muted, :boolean, null: false, default: false
    end
  end
end
