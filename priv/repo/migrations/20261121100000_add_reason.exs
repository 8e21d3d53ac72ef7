defmodule Playout.Repo.Migrations.AddReason do
  use Ecto.Migration

  # Of the matches that are over already, only the rules can tell it: it is asked
  # when they are shown.
  def change do
    alter table(:matches) do
      add :reason, :text
      add :details, :text
    end
  end
end
