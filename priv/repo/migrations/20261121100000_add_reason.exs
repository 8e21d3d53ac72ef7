defmodule Playout.Repo.Migrations.AddReason do
  use Ecto.Migration

  # Of the matches that are over already, only the rules can tell it: it is asked
  # when they are shown.
  def change do
    alter table(:matches) do
      add :reason, :string
      add :details, :map
    end
  end
end
