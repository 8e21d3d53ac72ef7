defmodule Playout.Repo.Migrations.CreateMatches do
  use Ecto.Migration

  def up do
    create table(:matches, primary_key: false) do
      add :id, :text, primary_key: true
      add :owner, :text
      add :game, :text, null: false
      add :variant, :text, null: false
      add :moves, :integer, null: false
      add :position, :text
      add :turn, :text
      add :result, :text
      add :at, :utc_datetime_usec, null: false
    end

    create table(:seats, primary_key: false) do
      add :match_id, references(:matches, type: :text, on_delete: :delete_all), primary_key: true

      add :side, :text, primary_key: true
      add :visitor, :text
      add :level, :integer
      add :spec, :text
    end

    create index(:matches, [:owner, :at])
    create index(:seats, [:visitor])
    flush()
    # Nothing was ever stored in another database before.
    if repo().__adapter__() == Ecto.Adapters.SQLite3, do: derive_from_events()
  end

  # The matches of before. What only the rules can tell (position, turn,
  # result) stays open until the next event, and is asked when it is shown.
  defp derive_from_events do
    execute """
    INSERT INTO matches (id, owner, game, variant, moves, at)
    SELECT match_id,
           coalesce(json_extract(data, '$.seats.first.person'),
                    json_extract(data, '$.seats.second.person')),
           json_extract(data, '$.game'),
           json_extract(data, '$.variant'),
           (SELECT count(*) FROM events e WHERE e.match_id = events.match_id AND e.type = 'moved'),
           (SELECT max(at) FROM events e WHERE e.match_id = events.match_id)
    FROM events WHERE seq = 1 AND type = 'created'
    """

    for side <- ["first", "second"] do
      execute """
      INSERT INTO seats (match_id, side, visitor, level, spec)
      SELECT match_id, '#{side}',
             json_extract(data, '$.seats.#{side}.person'),
             json_extract(data, '$.seats.#{side}.level'),
             json_extract(data, '$.seats.#{side}.spec')
      FROM events WHERE seq = 1 AND type = 'created'
      """
    end
  end

  def down do
    drop table(:seats)
    drop table(:matches)
  end
end
