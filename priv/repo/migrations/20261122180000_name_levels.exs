defmodule Playout.Repo.Migrations.NameLevels do
  use Ecto.Migration

  alias Playout.Matches.NumberedLevels

  def up do
    alter table(:seats) do
      add :name, :text
    end

    flush()

    for {game, names} <- NumberedLevels.ladders(), {name, number} <- Enum.with_index(names, 1) do
      execute """
      UPDATE seats SET name = '#{name}'
      WHERE level = #{number}
        AND match_id IN (SELECT id FROM matches WHERE game = '#{game}')
      """
    end

    alter table(:seats) do
      remove :level
    end
  end

  def down do
    alter table(:seats) do
      add :level, :integer
    end

    flush()

    for {game, names} <- NumberedLevels.ladders(), {name, number} <- Enum.with_index(names, 1) do
      execute """
      UPDATE seats SET level = #{number}
      WHERE name = '#{name}'
        AND match_id IN (SELECT id FROM matches WHERE game = '#{game}')
      """
    end

    alter table(:seats) do
      remove :name
    end
  end
end
