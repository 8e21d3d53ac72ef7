defmodule Playout.Repo.Migrations.IndexExpiredMatches do
  use Ecto.Migration

  # The time of a match changes with every move, so it is only in the indexes that need it.
  def up do
    drop index(:matches, [:owner, :at])
    create index(:matches, [:owner])
    create index(:matches, [:at], name: :matches_untouched, where: "result IS NULL AND moves = 0")
    create index(:matches, [:at], name: :matches_unfinished, where: "result IS NULL")
    create index(:matches, [:at], name: :matches_finished, where: "result IS NOT NULL")
  end

  def down do
    for name <- ~w(untouched unfinished finished)a do
      drop index(:matches, [:at], name: :"matches_#{name}")
    end

    drop index(:matches, [:owner])
    create index(:matches, [:owner, :at])
  end
end
