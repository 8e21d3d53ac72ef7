defmodule Playout.Site.DataDirectoryTest do
  use ExUnit.Case, async: true

  import Bitwise

  alias Playout.Site.DataDirectory

  @moduletag :tmp_dir

  defp mode(path), do: File.stat!(path).mode &&& 0o7777

  test "a directory and a database that don't exist are created, and private", %{tmp_dir: dir} do
    database = Path.join(dir, "further/down/playout.db")
    assert DataDirectory.protect(database) == []
    assert File.read!(database) == ""
    assert mode(database) == 0o600
    assert mode(Path.dirname(database)) == 0o700
  end

  test "what others could read or write becomes private, and keeps its contents", context do
    data = Path.join(context.tmp_dir, "data")
    File.mkdir!(data)
    names = ~w(playout.db playout.db-wal playout.db-shm secret_key_base)
    files = for name <- names, do: Path.join(data, name)

    for {file, mode} <- Enum.zip(files, [0o644, 0o640, 0o606, 0o666]) do
      File.write!(file, file)
      File.chmod!(file, mode)
    end

    foreign = Path.join(data, "notes.txt")
    File.write!(foreign, "")
    File.chmod!(foreign, 0o644)
    File.chmod!(data, 0o755)

    for _ <- 1..2 do
      assert DataDirectory.protect(hd(files)) == []
      assert mode(data) == 0o700
      assert Enum.map(files, &mode/1) == List.duplicate(0o600, 4)
      assert Enum.map(files, &File.read!/1) == files
    end

    # Files that are not the site's are none of its business.
    assert mode(foreign) == 0o644
  end

  test "stricter modes stay", %{tmp_dir: dir} do
    database = Path.join(dir, "playout.db")
    File.write!(database, "")
    File.chmod!(database, 0o400)
    File.chmod!(dir, 0o500)
    DataDirectory.protect(database)
    assert {mode(database), mode(dir)} == {0o400, 0o500}

    # A read-only file is not made writable either.
    File.chmod!(database, 0o444)
    File.chmod!(dir, 0o555)
    DataDirectory.protect(database)
    assert {mode(database), mode(dir)} == {0o400, 0o500}
    File.chmod!(dir, 0o700)
  end

  test "SQLite's own files are as private as the database", %{tmp_dir: dir} do
    database = Path.join(dir, "playout.db")
    DataDirectory.protect(database)
    {:ok, connection} = Exqlite.Sqlite3.open(database)
    :ok = Exqlite.Sqlite3.execute(connection, "PRAGMA journal_mode = WAL; CREATE TABLE t (c)")
    for file <- ["", "-wal", "-shm"], do: assert(mode(database <> file) == 0o600)
    :ok = Exqlite.Sqlite3.close(connection)
  end

  test "a directory for everybody keeps its mode, with a warning", %{tmp_dir: dir} do
    shared = Path.join(dir, "tmp")
    File.mkdir!(shared)
    # Erlang cannot set the sticky bit.
    {_, 0} = System.cmd("chmod", ["1777", shared])
    database = Path.join(shared, "playout.db")
    assert [warning] = DataDirectory.protect(database)
    assert warning =~ "#{shared} is shared with other users"
    assert mode(shared) == 0o1777
    assert mode(database) == 0o600
  end

  test "what cannot be made private is reported, with the path and the reason", context do
    database = Path.join(context.tmp_dir, "playout.db")
    File.chmod!(context.tmp_dir, 0o755)
    # root may change any mode, but nobody may on some file systems.
    assert [one, other] = DataDirectory.protect(database, fn _, _ -> {:error, :eperm} end)
    assert one =~ ~r"read #{context.tmp_dir}, .* changed to 700 \(not owner\)"
    assert other =~ ~r"read #{database}, .* changed to 600 \(not owner\)"
  end

  test "a path that cannot be created is left to the check of the database", %{tmp_dir: dir} do
    File.write!(Path.join(dir, "file"), "")
    assert DataDirectory.protect(Path.join(dir, "file/data/playout.db")) == []
  end

  test "without a database in it, the secret is protected", %{tmp_dir: dir} do
    # A site on PostgreSQL whose secret comes from the environment has no such directory.
    for none <- [nil, Path.join(dir, "none")],
        do: assert(DataDirectory.protect_secret(none) == [])

    refute File.exists?(Path.join(dir, "none"))
    secret = Path.join(dir, "secret_key_base")
    File.write!(secret, "the secret")
    for path <- [dir, secret], do: File.chmod!(path, 0o755)
    assert DataDirectory.protect_secret(dir) == []
    for path <- [dir, secret], do: assert(Bitwise.band(File.stat!(path).mode, 0o077) == 0)
    assert File.ls!(dir) == ["secret_key_base"]
  end

  describe "a database that is not there" do
    @describetag :tmp_dir

    test "is missed where a site has run, and only there", %{tmp_dir: dir} do
      database = Path.join(dir, "playout.db")
      assert DataDirectory.missing(database) == []

      for mark <- ~w(secret_key_base playout.db-lock) do
        File.write!(Path.join(dir, mark), "")
        assert [warning] = DataDirectory.missing(database)
        assert warning =~ database and warning =~ "is missing"
        File.write!(database, "")
        assert [warning] = DataDirectory.missing(database)
        assert warning =~ "is empty"
        File.write!(database, "something")
        assert DataDirectory.missing(database) == []
        for file <- [database, Path.join(dir, mark)], do: File.rm!(file)
      end
    end
  end
end
