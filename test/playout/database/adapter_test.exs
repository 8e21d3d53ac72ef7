defmodule Playout.Database.AdapterTest do
  use Playout.Test.MatchCase, async: false

  import Playout.Test.Logs, only: [log: 1, state: 1]

  alias Exqlite.Sqlite3
  alias Playout.Database
  alias Playout.Matches.Store
  alias Playout.Matches.Store.Writer

  @moduletag :capture_log

  test "gets its tables when the site starts; a file and its directory are made" do
    empty = empty_database()
    assert Database.adapter(empty).check(empty) == :ok
    restart_database(empty)
    [event] = log(:me_and_engine)
    assert {:ok, []} = Store.create(%{state(:me_and_engine) | id: "a match"}, event)
    # The migrations run only once.
    without_database(fn -> :ok end)
    assert {:ok, [stored]} = Store.events("a match")
    assert %{stored | at: nil} == event
    restore_database()
    assert Store.events("a match") == {:ok, []}
  end

  test "a site does not start with tables of a later version" do
    assert Database.check_version() == :ok
    empty = empty_database()
    assert Database.check_version(empty) == :ok
    Database.migrate(empty, all: true, log: false)
    assert Database.check_version(empty) == :ok

    restart_database(empty)
    at = ~N[2100-01-01 00:00:00]

    sql("INSERT INTO schema_migrations (version, inserted_at) VALUES (21000101000000, $1)", [at])

    restore_database()
    assert {:error, message} = Database.check_version(empty)
    assert message =~ "21000101000000" and message =~ "later version"
    assert message =~ Database.adapter(empty).name(empty)
  end

  test "knows the secret of the last start" do
    empty = empty_database()
    assert Database.check(empty) == :ok
    restart_database(empty)
    assert Store.note_secret("one") == {:ok, :first}
    assert Store.note_secret("one") == {:ok, :same}
    assert Store.note_secret("another") == {:ok, :changed}
    assert Store.note_secret("another") == {:ok, :same}
  end

  test "waits for the disk at every commit" do
    assert synchronous(kind())
  end

  defp synchronous(:postgresql) do
    setting = &Postgrex.query!(&1.connection, "SHOW synchronous_commit", []).rows
    Writer.run(setting) == [["on"]]
  end

  # In WAL mode.
  defp synchronous(:sqlite) do
    pragma("journal_mode") == "wal" and pragma("synchronous") == 2
  end

  # The setting of the connection that writes.
  defp pragma(name) do
    Writer.run(fn %{database: database} ->
      {:ok, statement} = Sqlite3.prepare(database, "PRAGMA #{name}")
      {:ok, [[value]]} = Sqlite3.fetch_all(database, statement)
      value
    end)
  end

  test "is read by connections that cannot write" do
    for _ <- 1..10 do
      assert {:error, error} = Database.repo().query("DELETE FROM matches")
      assert Exception.message(error) =~ ~r/read-?only/
    end
  end

  @tag database: :sqlite
  test "is one file after the site has stopped" do
    {id, _state} = begin()
    test = self()

    # Its garbage refers to a statement.
    reader = fn ->
      for _ <- 1..5, do: Database.repo().query!("SELECT count(*) FROM events")
      send(test, :read)
      Process.sleep(:infinity)
    end

    start_supervised!({Task, reader})
    assert_receive :read

    without_database(fn ->
      assert File.exists?(file())
      for end_of_name <- ["-wal", "-shm"], do: refute(File.exists?(file() <> end_of_name))
    end)

    assert {:ok, [_]} = Store.events(id)
  end

  @tag database: :sqlite
  test "is one file after the site has stopped while a process still refers to a statement" do
    begin()
    test = self()

    holder = fn ->
      pool = Ecto.Adapter.lookup_meta(Database.repo()).pid
      query = %Exqlite.Query{statement: "SELECT count(*) FROM events"}
      {:ok, query} = DBConnection.prepare(pool, query)
      send(test, :prepared)
      pool = Process.monitor(pool)
      receive do: ({:DOWN, ^pool, _, _, _} -> :ok)
      await_collection()
      send(test, {:let_go, query.statement})
      Process.sleep(:infinity)
    end

    start_supervised!({Task, holder})
    assert_receive :prepared

    without_database(fn ->
      assert_received {:let_go, _}
      for end_of_name <- ["-wal", "-shm"], do: refute(File.exists?(file() <> end_of_name))
    end)
  end

  # Until somebody has collected the garbage of the calling process.
  defp await_collection do
    process = self()

    tracer =
      spawn_link(fn ->
        receive do: ({:trace, ^process, :gc_major_end, _info} -> send(process, :collected))
      end)

    :erlang.trace(process, true, [:garbage_collection, tracer: tracer])
    receive do: (:collected -> :ok)
  end

  @tag database: :sqlite
  test "is one file after the site has stopped while a process runs a native function" do
    begin()
    {:ok, database} = Sqlite3.open(":memory:")
    on_exit(fn -> Sqlite3.interrupt(database) end)
    test = self()

    # A query that does not end before it is interrupted.
    long = fn ->
      numbers =
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n FROM n) SELECT count(*) FROM n"

      {:ok, statement} = Sqlite3.prepare(database, numbers)
      send(test, :begins)
      Sqlite3.fetch_all(database, statement)
    end

    reader = fn ->
      Database.repo().query!("SELECT count(*) FROM events")
      send(test, :read)
      Process.sleep(:infinity)
    end

    long = start_supervised!({Task, long}, id: :long)
    assert_receive :begins
    start_supervised!({Task, reader}, id: :reader)
    assert_receive :read

    without_database(fn ->
      assert Process.alive?(long)
      for end_of_name <- ["-wal", "-shm"], do: refute(File.exists?(file() <> end_of_name))
    end)
  end

  test "allows only one event with each number in a match" do
    assert ["match_id", "seq"] in unique(kind())

    values = "VALUES ('twice', 1, 1, 'moved', '{}', '2026-01-01T00:00:00.000000')"
    insert = "INSERT INTO events (match_id, seq, version, type, data, at) #{values}"
    sql(insert)
    assert_raise error(kind()), ~r/unique/i, fn -> sql(insert) end
  end

  defp error(:sqlite), do: Exqlite.Error
  defp error(:postgresql), do: Postgrex.Error

  # The columns of each unique index.
  defp unique(:sqlite) do
    for [index] <- sql(~s{SELECT name FROM pragma_index_list('events') WHERE "unique"}).rows do
      for [column] <- sql("SELECT name FROM pragma_index_info($1)", [index]).rows, do: column
    end
  end

  defp unique(:postgresql) do
    query = """
    SELECT array_agg(attname::text ORDER BY attnum)
    FROM pg_index JOIN pg_attribute ON attrelid = indexrelid
    WHERE indrelid = 'events'::regclass AND indisunique GROUP BY indexrelid
    """

    for [columns] <- sql(query).rows, do: columns
  end
end
