defmodule Playout.Database.Sqlite.CheckTest do
  use ExUnit.Case, async: true

  alias Exqlite.Sqlite3
  alias Playout.Database.Sqlite.Check

  setup context do
    dir = Path.join(System.tmp_dir!(), "playout-check-#{System.pid()}-#{context.line}")
    File.mkdir_p!(dir)
    on_exit(fn -> File.rm_rf!(dir) end)
    %{dir: dir, database: Path.join(dir, "playout.db")}
  end

  defp open(file) do
    {:ok, database} = Sqlite3.open(file)
    database
  end

  # A database with many pages.
  defp make(file) do
    database = open(file)
    :ok = Sqlite3.execute(database, "PRAGMA journal_mode = WAL")
    :ok = Sqlite3.execute(database, "CREATE TABLE events (seq INTEGER PRIMARY KEY, data TEXT)")
    rows = Enum.map_join(1..1_000, ",", &"(#{&1}, '#{String.duplicate("row ", 50)}')")
    :ok = Sqlite3.execute(database, "INSERT INTO events VALUES #{rows}")
    :ok = Sqlite3.close(database)
  end

  defp overwrite(file, at, bytes) do
    {:ok, device} = :file.open(file, [:read, :write, :raw, :binary])
    :ok = :file.pwrite(device, at, bytes)
    :ok = :file.close(device)
  end

  # Everything in its directory except the files that SQLite always recreates.
  defp contents(dir) do
    for name <- Enum.sort(File.ls!(dir)),
        bytes = File.read!(Path.join(dir, name)),
        not String.ends_with?(name, "-shm") and bytes != "" do
      {name, bytes}
    end
  end

  # Checks that a file is refused in a few lines and left unchanged.
  defp refused(dir, file) do
    before = contents(dir)
    assert {:error, message} = Check.run(file)
    assert contents(dir) == before
    assert message =~ file
    assert length(String.split(message, "\n")) in 4..10
    refute message =~ ~r/%\{|\{:|#PID|\*\*/
    message
  end

  test "a missing database is created, with its directory", %{dir: dir} do
    file = Path.join([dir, "further", "down", "playout.db"])
    assert Check.run(file) == :ok
    assert Check.run(file) == :ok
    assert File.exists?(file)
  end

  test "an empty file whose log is not empty is left alone", %{dir: dir, database: file} do
    File.write!(file, "")
    File.write!(file <> "-wal", "what was stored last")
    assert refused(dir, file) =~ "write-ahead log"
    File.rm!(file)
    assert refused(dir, file) =~ "write-ahead log"
  end

  test "an intact database passes, and keeps its contents", %{database: file} do
    make(file)
    assert Check.run(file) == :ok
    database = open(file)
    {:ok, statement} = Sqlite3.prepare(database, "SELECT count(*) FROM events")
    assert Sqlite3.step(database, statement) == {:row, [1_000]}
  end

  test "a file that is not a database is left alone", %{dir: dir, database: file} do
    File.write!(file, String.duplicate("a letter to a friend ", 1_000))
    assert refused(dir, file) =~ ~r/no database at all.*backup/s
  end

  test "a file with a damaged page in the middle is left alone", %{dir: dir, database: file} do
    make(file)
    overwrite(file, div(File.stat!(file).size, 2), :binary.copy(<<0xA5>>, 4_096))
    assert refused(dir, file) =~ ~r/damaged.*backup/s
  end

  # Leaves a write-ahead log behind, as a killed site does.
  defp leave_wal(file) do
    make(file)
    database = open(file)
    :ok = Sqlite3.execute(database, "INSERT INTO events VALUES (1001, 'the last')")
    for part <- ["", "-wal"], do: File.cp!(file <> part, file <> part <> ".left")
    :ok = Sqlite3.close(database)
    for part <- ["", "-wal"], do: File.rename!(file <> part <> ".left", file <> part)
  end

  test "an unclosed database keeps its last event", %{database: file} do
    leave_wal(file)
    assert Check.run(file) == :ok
    database = open(file)
    {:ok, statement} = Sqlite3.prepare(database, "SELECT max(seq) FROM events")
    assert Sqlite3.step(database, statement) == {:row, [1_001]}
  end

  test "an unclosed database with a damaged page is left alone", %{dir: dir, database: file} do
    leave_wal(file)
    overwrite(file, div(File.stat!(file).size, 2), :binary.copy(<<0xA5>>, 4_096))
    assert refused(dir, file) =~ ~r/damaged.*backup/s
  end

  test "a truncated file is left alone", %{dir: dir, database: file} do
    make(file)
    intact = File.read!(file)
    File.write!(file, binary_part(intact, 0, div(byte_size(intact), 2)))
    assert refused(dir, file) =~ ~r/damaged.*backup/s
  end

  test "a file that cannot be opened is refused", %{dir: dir, database: file} do
    File.write!(file, "")
    assert refused(dir, Path.join(file, "playout.db")) =~ ~r/write to.*PLAYOUT_DATA/s

    directory = Path.join(dir, "playout")
    File.mkdir!(directory)
    assert {:error, message} = Check.run(directory)
    assert message =~ ~r/write to.*PLAYOUT_DATA/s
  end

  test "a file that another program has locked is refused", %{database: file} do
    make(file)
    other = open(file)
    :ok = Sqlite3.execute(other, "BEGIN IMMEDIATE")
    assert {:error, message} = Check.run(file, 50)
    assert message =~ ~r/locked.*Another program/s
    :ok = Sqlite3.execute(other, "ROLLBACK")
    assert Check.run(file, 50) == :ok
  end
end
