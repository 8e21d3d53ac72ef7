defmodule Playout.Matches.Store.Connection do
  @moduledoc false
  # A connection that writes to the SQLite file. Every call into SQLite moves to another thread of
  # the VM and back, which takes longer than a small write itself. So all statements are prepared
  # when the connection opens, and running one is a single call.

  alias Exqlite.{Error, Sqlite3}

  @enforce_keys [:database, :statements]
  defstruct @enforce_keys

  @type t :: %__MODULE__{
          database: Sqlite3.db(),
          statements: %{atom => Sqlite3.statement()}
        }

  # In milliseconds. Another program, such as a backup, may be using the file.
  @busy_timeout 5_000

  # How often, and every how many milliseconds. Nobody should wait long for a site to stop.
  @last_tries 200
  @between_last_tries 20

  # SQLite waits for the disk at every commit, so an acknowledged event survives a power failure.
  # The write-ahead log shrinks again after a burst (the limit is in bytes, the cache in KiB).
  @pragmas [
    journal_mode: "wal",
    synchronous: "full",
    foreign_keys: "on",
    cache_size: -16_000,
    journal_size_limit: 16 * 1024 * 1024
  ]

  # A statement that returns more rows takes more calls.
  @rows_per_call 100

  @doc """
  Opens an existing database, sets `pragmas` (besides those of every connection), and prepares
  `statements`, SQL by name. The error is a text or an atom of SQLite's driver.
  """
  def open(path, statements, pragmas \\ []) do
    with {:ok, database} <- Sqlite3.open(path, mode: [:readwrite]) do
      with :ok <- Sqlite3.set_busy_timeout(database, @busy_timeout),
           :ok <- set(database, @pragmas ++ pragmas),
           {:ok, prepared} <- prepare(database, statements) do
        {:ok, %__MODULE__{database: database, statements: prepared}}
      else
        error ->
          Sqlite3.close(database)
          error
      end
    end
  end

  defp set(database, pragmas) do
    Enum.find_value(pragmas, :ok, fn {name, value} ->
      with :ok <- Sqlite3.execute(database, "PRAGMA #{name} = #{value}"), do: nil
    end)
  end

  defp prepare(database, statements) do
    Enum.reduce_while(statements, {:ok, %{}}, fn {name, sql}, {:ok, prepared} ->
      case Sqlite3.prepare(database, sql) do
        {:ok, statement} -> {:cont, {:ok, Map.put(prepared, name, statement)}}
        error -> {:halt, error}
      end
    end)
  end

  @doc """
  Moves the write-ahead log into the file and removes it, so that the file alone is complete. That
  takes the file for itself, so it waits for connections that are still closing. One of them stays
  open while the garbage of any process refers to a statement, so that is collected.
  """
  def settle(connection) do
    with {:error, _busy} <- take_file(connection) do
      Enum.each(Process.list(), &:erlang.garbage_collect/1)
      settle(connection, @last_tries)
    end
  end

  defp settle(_connection, 0), do: {:error, :busy}

  defp settle(connection, tries) do
    with {:error, _busy} <- take_file(connection) do
      Process.sleep(@between_last_tries)
      settle(connection, tries - 1)
    end
  end

  defp take_file(%__MODULE__{database: database}) do
    Sqlite3.execute(database, "PRAGMA journal_mode = delete")
  end

  def close(%__MODULE__{database: database, statements: statements}) do
    for {_name, statement} <- statements, do: Sqlite3.release(database, statement)
    Sqlite3.close(database)
  end

  @doc """
  Runs `work` in a transaction, and returns its result when everything that it wrote is on disk.
  Whatever `work` or the commit raises or throws is passed on, and nothing has changed then.
  """
  def transaction(%__MODULE__{database: database}, work) do
    execute!(database, "BEGIN IMMEDIATE")

    try do
      result = work.()
      execute!(database, "COMMIT")
      result
    catch
      kind, reason ->
        # SQLite may have rolled back already, as it does when the disk is full.
        Sqlite3.execute(database, "ROLLBACK")
        :erlang.raise(kind, reason, __STACKTRACE__)
    end
  end

  defp execute!(database, sql) do
    with {:error, reason} <- Sqlite3.execute(database, sql), do: failed(reason)
  end

  @doc "Runs a prepared statement and returns its rows; raises an `Exqlite.Error` if it fails."
  def query(%__MODULE__{database: database, statements: statements}, name, values \\ []) do
    statement = Map.fetch!(statements, name)
    :ok = Sqlite3.bind(statement, values)

    case Sqlite3.fetch_all(database, statement, @rows_per_call) do
      {:ok, rows} -> rows
      {:error, reason} -> failed(reason)
    end
  end

  @spec failed(term) :: no_return
  defp failed(reason), do: raise(Error, message: to_string(reason))
end
