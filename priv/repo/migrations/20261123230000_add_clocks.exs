defmodule Playout.Repo.Migrations.AddClocks do
  use Ecto.Migration

  def change do
    alter table(:matches) do
      # As in the event.
      add :control, :text
      # When the time of the side to move is up, by the site's uptime in ms.
      add :deadline, :bigint
      # Whether the lobby offers the open seat, or shows the match, to everyone.
      add :listed, :boolean, null: false, default: false
      add :public, :boolean, null: false, default: false
    end

    create index(:matches, [:deadline], where: "deadline IS NOT NULL")

    create index(:matches, [:at],
             name: :matches_public,
             where: "result IS NULL AND (listed OR public)"
           )

    create table(:uptime) do
      add :milliseconds, :bigint, null: false
    end
  end
end
