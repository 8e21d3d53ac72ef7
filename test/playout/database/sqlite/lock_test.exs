defmodule Playout.Database.Sqlite.LockTest do
  use ExUnit.Case, async: true

  alias Exqlite.Sqlite3
  alias Playout.Database.Sqlite.Lock

  @moduletag :tmp_dir

  # As another process has it.
  defp held(file) do
    {:ok, other} = Sqlite3.open(file)
    :ok = Sqlite3.execute(other, "BEGIN EXCLUSIVE")
    other
  end

  test "is taken once, by the owner of the directory only", %{tmp_dir: dir} do
    file = Path.join(dir, "playout.db")
    assert Lock.take(file) == :ok
    assert Lock.take(file) == :ok
    assert Bitwise.band(File.stat!(Lock.file(file)).mode, 0o777) == 0o600

    {:ok, other} = Sqlite3.open(Lock.file(file))
    assert {:error, "database is locked"} = Sqlite3.execute(other, "BEGIN EXCLUSIVE")
    Sqlite3.close(other)
  end

  test "is refused in words while another site has it", %{tmp_dir: dir} do
    file = Path.join(dir, "playout.db")
    other = held(Lock.file(file))
    assert {:error, message} = Lock.take(file, 1)
    assert message =~ file and message =~ "another site"

    # A site that is stopping is waited for.
    waiting = Task.async(fn -> Lock.take(file, 60_000) end)
    Sqlite3.close(other)
    assert Task.await(waiting, :infinity) == :ok
  end

  test "a directory that cannot be written is not its business", %{tmp_dir: dir} do
    assert Lock.take(Path.join(dir, "none/playout.db")) == :ok
  end
end
