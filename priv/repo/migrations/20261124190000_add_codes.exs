defmodule Playout.Repo.Migrations.AddCodes do
  use Ecto.Migration

  # A visitor may have several codes: each browser that became the same visitor brought its own.
  def change do
    create table(:codes, primary_key: false) do
      # The SHA-256 of the recovery code.
      add :hash, :binary, primary_key: true
      add :visitor, :string, null: false
    end

    create index(:codes, [:visitor])

    execute "INSERT INTO codes (hash, visitor) SELECT code, visitor FROM people WHERE code IS NOT NULL",
            "UPDATE people SET code = (SELECT hash FROM codes WHERE visitor = people.visitor LIMIT 1)"

    execute "UPDATE people SET code = NULL", ""
  end
end
