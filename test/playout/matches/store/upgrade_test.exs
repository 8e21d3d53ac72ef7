defmodule Playout.Matches.Store.UpgradeTest do
  # Migrates a database of the first release to the current one.
  use Playout.Test.MatchCase, async: false

  alias Exqlite.Sqlite3
  alias Playout.Database

  @moduletag database: :sqlite

  @before_rows 20_261_121_000_000
  @log "test/fixtures/logs/version_1/resigned.json"

  test "its matches are in the lists, and can be rematched and deleted" do
    dir = Path.join(System.tmp_dir!(), "playout-upgrade-#{System.pid()}")
    on_exit(fn -> File.rm_rf!(dir) end)
    File.mkdir_p!(dir)
    file = Path.join(dir, "old.db")
    migrate_to_first_release(file)
    write_log(file, "oldoldoldold")
    restart_database(file: file)

    assert {:ok, [match]} = Matches.list("1Yl8bXQ")
    assert %{id: "oldoldoldold", moves: 2, result: :second, turn: nil} = match
    assert match.position == "squares ..../..../..../0... F"
    assert %{first: {:person, "1Yl8bXQ"}, second: {:engine, "hedgehog", _}} = match.seats

    assert {:ok, state} = Matches.get("oldoldoldold")
    assert %{result: %{result: :second}, moves: [_, _]} = state
    assert {:ok, [%{at: ~U[2026-11-20 10:00:00.000000Z]} | _]} = Matches.Store.events(state.id)
    assert {:ok, ["1Yl8bXQ"]} = Matches.Store.delete("oldoldoldold", "1Yl8bXQ")
  end

  defp migrate_to_first_release(file) do
    Database.migrate([file: file], to: @before_rows, log: false)
  end

  # The format of the first release.
  defp write_log(file, id) do
    {:ok, database} = Sqlite3.open(file)

    for row <- Jason.decode!(File.read!(@log))["events"] do
      insert =
        "INSERT INTO events (match_id, seq, version, type, data, at) VALUES (?, ?, ?, ?, ?, ?)"

      values = [id, row["seq"], row["version"], row["type"], Jason.encode!(row["data"])]
      {:ok, statement} = Sqlite3.prepare(database, insert)
      :ok = Sqlite3.bind(statement, values ++ ["2026-11-20T10:00:00.000000Z"])
      :done = Sqlite3.step(database, statement)
      Sqlite3.release(database, statement)
    end

    Sqlite3.close(database)
  end
end
