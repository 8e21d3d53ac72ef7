defmodule Playout.Repo.Migrations.CreateMatches do
  use Ecto.Migration

  def up do
    create table(:matches, primary_key: false) do
      add :id, :string, primary_key: true
      add :owner, :string
      add :game, :string, null: false
      add :variant, :string, null: false
      add :moves, :integer, null: false
      add :position, :string
      add :turn, :string
      add :result, :string
      add :at, :utc_datetime_usec, null: false
    end

    create table(:seats, primary_key: false) do
      add :match_id, references(:matches, type: :string, on_delete: :delete_all),
        primary_key: true

      add :side, :string, primary_key: true
      add :visitor, :string
      add :level, :integer
      add :spec, :string
    end

    create index(:matches, [:owner, :at])
    create index(:seats, [:visitor])
    flush()

    # The matches of before. What only the rules can tell (position, turn,
    # result) stays open until the next event, and is asked when it is shown.
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
