defmodule Playout.ReleaseTest do
  use Playout.Test.MatchCase, async: false

  import ExUnit.CaptureIO

  alias Exqlite.Sqlite3
  alias Playout.{Database, Release}

  @moduletag :tmp_dir

  defp backup(directory), do: capture_io(fn -> assert Release.backup(directory) == :ok end)

  defp events(file, id) do
    {:ok, database} = Sqlite3.open(file, mode: :readonly)
    {:ok, statement} = Sqlite3.prepare(database, "SELECT seq FROM events WHERE match_id = ?")
    :ok = Sqlite3.bind(statement, [id])
    {:ok, rows} = Sqlite3.fetch_all(database, statement)
    Sqlite3.release(database, statement)
    Sqlite3.close(database)
    List.flatten(rows)
  end

  test "a backup of a running site contains everything stored", %{tmp_dir: dir} do
    {:ok, id} = Matches.create(me(), request())
    {:ok, state} = Matches.get(id)
    {:ok, _state} = Matches.act(id, me(), state.seq, {:move, "-7"})

    copy = Path.join(dir, "deep/backup")
    assert backup(copy) =~ copy
    assert events(Path.join(copy, "test.db"), id) == [1, 2]
    assert Bitwise.band(File.stat!(copy).mode, 0o777) == 0o700
  end

  test "a backup contains the secret", %{tmp_dir: dir} do
    secret = Path.join(Path.dirname(file()), "secret_key_base")
    File.write!(secret, "the secret")
    on_exit(fn -> File.rm!(secret) end)

    copy = Path.join(dir, "backup")
    backup(copy)
    assert File.read!(Path.join(copy, "secret_key_base")) == "the secret"
  end

  test "existing files are not touched", %{tmp_dir: dir} do
    File.write!(Path.join(dir, "file"), "kept")

    for taken <- [dir, Path.join(dir, "file"), Path.join(dir, "file/deeper")] do
      assert_raise RuntimeError, ~r/cannot create/, fn -> Release.backup(taken) end
    end

    assert File.ls!(dir) == ["file"]
    assert File.read!(Path.join(dir, "file")) == "kept"
  end

  test "a failed backup leaves nothing behind", %{tmp_dir: dir} do
    settings = Database.Settings.get()
    broken = Path.join(dir, "broken.db")
    File.write!(broken, String.duplicate("no database ", 1_000))
    Application.put_env(:playout, Database.Settings, file: broken)
    on_exit(fn -> Application.put_env(:playout, Database.Settings, settings) end)

    copy = Path.join(dir, "backup")
    assert_raise RuntimeError, ~r/not a database/, fn -> Release.backup(copy) end
    refute File.exists?(copy)

    Application.put_env(:playout, Database.Settings, file: "/no/where.db")
    assert_raise RuntimeError, ~r/there is no database/, fn -> Release.backup(copy) end
    refute File.exists?(copy)
  end

  test "PostgreSQL is backed up by its own program" do
    with_settings([url: "postgres://me:secret@db.example/matches"], fn ->
      error = assert_raise RuntimeError, ~r/pg_dump/, fn -> Release.backup("/tmp/never") end
      assert error.message =~ "the PostgreSQL database matches on db.example"
      refute error.message =~ "secret"
    end)
  end

  test "a move needs both databases", %{tmp_dir: dir} do
    data = Playout.Site.DataDirectory
    on_exit(fn -> Application.delete_env(:playout, data) end)

    for {settings, path} <- [
          {[file: Path.join(dir, "playout.db")], dir},
          {[url: "postgres://db.example/matches"], nil}
        ] do
      Application.put_env(:playout, data, path: path)

      with_settings(settings, fn ->
        assert_raise RuntimeError, ~r/set DATABASE_URL/, fn -> Release.move(:to_postgresql) end
      end)
    end

    Application.put_env(:playout, data, path: dir)

    with_settings([url: "postgres://db.example/matches"], fn ->
      missing = ~r/There is no database #{dir}/
      assert_raise RuntimeError, missing, fn -> Release.move(:to_postgresql) end
    end)
  end

  # As the command reads them, while the site goes on with its own.
  defp with_settings(settings, work) do
    usual = Database.Settings.get()

    try do
      Application.put_env(:playout, Database.Settings, settings)
      work.()
    after
      Application.put_env(:playout, Database.Settings, usual)
    end
  end
end
