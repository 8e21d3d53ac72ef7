defmodule Playout.Test.Database do
  @moduledoc """
  Looks into the database of the tests, changes it behind the site's back, and makes it fail.

  Tests run on SQLite, and those of `test/playout/matches` and `test/playout/database` also on
  PostgreSQL (bin/test). A test that is about one of them has the tag `database: :sqlite` or
  `database: :postgresql`.
  """

  import ExUnit.Callbacks, only: [on_exit: 1, on_exit: 2]

  alias Exqlite.Sqlite3
  alias Playout.{Database, Matches}
  alias Playout.Database.{Postgres, Sqlite}
  alias Playout.Test.Wait

  @doc "Returns the tag of the database on which the tests run."
  def kind, do: if(Database.adapter() == Sqlite, do: :sqlite, else: :postgresql)

  @doc """
  Runs a statement as another program would; returns a map with its `rows`. Values are `$1`, `$2`, ….
  """
  def sql(query, values \\ []), do: run(Database.adapter(), query, values)

  defp run(Sqlite, query, values) do
    {:ok, database} = Sqlite3.open(file())
    :ok = Sqlite3.set_busy_timeout(database, 10_000)

    try do
      with {:ok, statement} <- Sqlite3.prepare(database, Sqlite.numbered(query)),
           :ok <- Sqlite3.bind(statement, Enum.map(values, &Sqlite.stored/1)),
           {:ok, rows} <- Sqlite3.fetch_all(database, statement) do
        Sqlite3.release(database, statement)
        %{rows: rows}
      else
        {:error, reason} -> raise Exqlite.Error, message: reason, statement: query
      end
    after
      Sqlite3.close(database)
    end
  end

  defp run(Postgres, query, values) do
    connection = connect()

    try do
      %{rows: Postgrex.query!(connection, query, values).rows}
    after
      GenServer.stop(connection)
    end
  end

  @doc "Connects to the PostgreSQL database of the tests as another program would, and waits for its answers."
  def connect do
    queue = [queue_target: Wait.patience(), queue_interval: Wait.patience()]
    options = Postgres.Repo.options(Database.Settings.get()) ++ queue ++ [timeout: :infinity]
    {:ok, connection} = Postgrex.start_link(options)
    connection
  end

  def file, do: Database.Settings.get()[:file]

  @doc "Runs a function while the database is stopped."
  def without_database(work) do
    :ok = Supervisor.terminate_child(Matches.Supervisor, Matches.Store.Supervisor)
    work.()
  after
    {:ok, _} = Supervisor.restart_child(Matches.Supervisor, Matches.Store.Supervisor)
  end

  @doc """
  Restarts the database with these settings besides the usual ones, until the end of the test
  or until `restore_database/0`.
  """
  def restart_database(changes) do
    usual = Database.Settings.get()
    on_exit(fn -> restart_with(usual) end)
    Process.put(:usual_database, usual)
    restart_with(Keyword.merge(usual, changes))
  end

  def restore_database, do: restart_with(Process.get(:usual_database))

  defp restart_with(settings) do
    if Database.Settings.get() != settings do
      without_database(fn -> Application.put_env(:playout, Database.Settings, settings) end)
    end
  end

  @doc """
  Makes an empty database of the kind that the tests run on, without tables, until the end of the
  test; returns its settings.
  """
  def empty_database do
    name = "playout-#{System.pid()}-#{System.unique_integer([:positive])}"
    empty_database(Database.adapter(), name)
  end

  defp empty_database(Sqlite, name) do
    directory = Path.join(System.tmp_dir!(), name)
    on_exit(fn -> File.rm_rf!(directory) end)
    [file: Path.join([directory, "new", "test.db"])]
  end

  defp empty_database(Postgres, name) do
    url = Database.Settings.get()[:url]
    sql(~s{CREATE DATABASE "#{name}"})
    on_exit(fn -> sql(~s{DROP DATABASE "#{name}" WITH (FORCE)}) end)
    [url: String.replace(url, ~r"/[^/?]+(?=\?|$)", "/#{name}", global: false)]
  end

  @doc """
  Makes the database refuse new rows of a table for which a condition holds, such as
  `NEW.match_id = 'a match'`, until the end of the test or until `accept/1` with what this returns.
  """
  def refuse(table, condition) do
    # Uses a new name every time, because a connection may not yet know that the last trigger is
    # gone.
    name = "refuse_#{System.unique_integer([:positive])}"
    Enum.each(trigger(kind(), name, table, condition), &sql/1)
    on_exit(name, fn -> accept({name, table}) end)
    {name, table}
  end

  defp trigger(:sqlite, name, table, condition) do
    [
      """
      CREATE TRIGGER #{name} BEFORE INSERT ON #{table} WHEN #{condition}
      BEGIN SELECT RAISE(ABORT, 'full'); END
      """
    ]
  end

  defp trigger(:postgresql, name, table, condition) do
    [
      """
      CREATE FUNCTION #{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF #{condition} THEN RAISE EXCEPTION 'full'; END IF;
        RETURN NEW;
      END $$
      """,
      "CREATE TRIGGER #{name} BEFORE INSERT ON #{table} FOR EACH ROW EXECUTE FUNCTION #{name}()"
    ]
  end

  def accept(refusal), do: Enum.each(untrigger(kind(), refusal), &sql/1)

  defp untrigger(:sqlite, {name, _table}), do: ["DROP TRIGGER IF EXISTS #{name}"]

  defp untrigger(:postgresql, {name, table}),
    do: ["DROP TRIGGER IF EXISTS #{name} ON #{table}", "DROP FUNCTION IF EXISTS #{name}"]

  @doc "Returns the names of all tables."
  def tables do
    query =
      case kind() do
        :sqlite -> "SELECT name FROM sqlite_master WHERE type = 'table'"
        :postgresql -> "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
      end

    List.flatten(sql(query).rows)
  end
end
