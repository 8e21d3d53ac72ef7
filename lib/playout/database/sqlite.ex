defmodule Playout.Database.Sqlite do
  @moduledoc """
  A SQLite file, with a write-ahead log. One connection writes, and others read, which never wait for
  it.

  Every call into SQLite moves to another thread of the VM and back, which takes longer than a small
  write itself. So all statements are prepared when the connection that writes opens, and running one
  is a single call.
  """

  @behaviour Playout.Database.Adapter

  import Ecto.Query, only: [dynamic: 2]

  alias Exqlite.{Error, Sqlite3}
  alias Playout.Database.Adapter
  alias Playout.Database.Sqlite.{Check, Lock, Repo}

  @enforce_keys [:database, :statements]
  defstruct @enforce_keys

  @type t :: %__MODULE__{
          database: Sqlite3.db(),
          statements: %{Adapter.name() => Sqlite3.statement()}
        }

  # In milliseconds. Another program, such as a backup, may be using the file.
  @busy_timeout 5_000

  # How often, and every how many milliseconds. Nobody should wait long for a site to stop.
  @last_tries 200
  @between_last_tries 20
  @few_tries 50
  # Every how many of these tries garbage is collected.
  @tries_per_collection 25

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

  # The adapter's own, besides those it is given.
  @statements %{
    pages: """
    SELECT page_size, page_count, freelist_count, max_page_count
    FROM pragma_page_size, pragma_page_count, pragma_freelist_count, pragma_max_page_count
    """
  }

  @impl true
  def repo, do: Repo

  @impl true
  def one_of(column, values) do
    values = Jason.encode!(values)

    dynamic(
      [row],
      fragment("? IN (SELECT value FROM json_each(?))", field(row, ^column), ^values)
    )
  end

  @impl true
  def name(settings), do: settings[:file]

  @impl true
  def reserve(settings), do: Lock.take(settings[:file])

  @impl true
  def check(settings), do: Check.run(settings[:file])

  @impl true
  def migrating(settings),
    do: Repo.options(settings) ++ [mode: [:readwrite, :create], pool_size: 1]

  # The error is a text or an atom of SQLite's driver.
  @impl true
  def open(settings, statements) do
    pragmas = @pragmas ++ Keyword.get(settings, :custom_pragmas, [])

    with {:ok, database} <- Sqlite3.open(settings[:file], mode: [:readwrite]) do
      with :ok <- Sqlite3.set_busy_timeout(database, @busy_timeout),
           :ok <- set(database, pragmas),
           {:ok, prepared} <- prepare(database, Map.merge(statements, @statements)) do
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
      case Sqlite3.prepare(database, numbered(sql)) do
        {:ok, statement} -> {:cont, {:ok, Map.put(prepared, name, statement)}}
        error -> {:halt, error}
      end
    end)
  end

  @doc false
  # To SQLite, `$1` would be a name, numbered by where it stands.
  def numbered(sql), do: String.replace(sql, ~r/\$(\d)/, "?\\1")

  @impl true
  def transaction(%__MODULE__{database: database} = connection, work) do
    execute!(database, "BEGIN IMMEDIATE")

    try do
      result = work.(connection)
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

  @impl true
  def query(%__MODULE__{database: database, statements: statements}, name, values) do
    statement = Map.fetch!(statements, name)
    :ok = Sqlite3.bind(statement, Enum.map(values, &stored/1))

    case Sqlite3.fetch_all(database, statement, @rows_per_call) do
      {:ok, rows} -> rows
      {:error, reason} -> failed(reason)
    end
  end

  @doc false
  # As Ecto stores it: times in a form that sorts like them.
  def stored(%DateTime{} = at), do: DateTime.to_iso8601(at)
  def stored(true), do: 1
  def stored(false), do: 0
  def stored(value), do: value

  @spec failed(term) :: no_return
  defp failed(reason), do: raise(Error, message: to_string(reason))

  @impl true
  def lost?(_error), do: false

  @impl true
  def versions(settings) do
    with true <- File.exists?(settings[:file]),
         {:ok, database} <- Sqlite3.open(settings[:file], mode: :readonly) do
      try do
        versions_in(database)
      after
        Sqlite3.close(database)
      end
    else
      _none -> []
    end
  end

  # There may be no such table.
  defp versions_in(database) do
    with {:ok, statement} <- Sqlite3.prepare(database, "SELECT version FROM schema_migrations"),
         {:ok, rows} <- Sqlite3.fetch_all(database, statement, @rows_per_call) do
      Sqlite3.release(database, statement)
      List.flatten(rows)
    else
      {:error, _reason} -> []
    end
  end

  @impl true
  def damaged?(%{message: message}), do: message =~ ~r/malformed|not a database|disk I\/O error/

  @impl true
  def one_at_a_time(_settings, work), do: work.()

  @impl true
  def writers, do: 1

  @impl true
  def alone?(connection), do: settle(connection, @few_tries) == :ok

  # They are always greater than those of all rows.
  @impl true
  def continue_ids(_connection, _table), do: :ok

  # Moves the write-ahead log into the file and removes it, so that the file alone is complete. That
  # takes the file for itself, so it waits for connections that are still closing. One of them stays
  # open while any process refers to a statement. A process whose query has just been interrupted
  # does so until it goes on, and then its garbage does, so garbage is collected more than once.
  @impl true
  def settle(connection), do: settle(connection, @last_tries)

  defp settle(_connection, 0), do: {:error, :busy}

  defp settle(connection, tries) do
    with {:error, _busy} <- take_file(connection) do
      if rem(tries, @tries_per_collection) == 0, do: collect_garbage()
      Process.sleep(@between_last_tries)
      settle(connection, tries - 1)
    end
  end

  # Waits for no process: one that runs a long native function collects its garbage only afterwards.
  defp collect_garbage do
    spawn(fn ->
      for pid <- Process.list(), do: :erlang.garbage_collect(pid, async: make_ref())
    end)
  end

  defp take_file(%__MODULE__{database: database}) do
    Sqlite3.execute(database, "PRAGMA journal_mode = delete")
  end

  @impl true
  def close(%__MODULE__{database: database, statements: statements}) do
    for {_name, statement} <- statements, do: Sqlite3.release(database, statement)
    Sqlite3.close(database)
    :ok
  end

  @impl true
  def sizes(settings, write) do
    file = settings[:file]
    free = free_bytes(Path.dirname(file))

    %{
      file_bytes: size(file),
      wal_bytes: size(file <> "-wal"),
      free_bytes: free,
      room_bytes: room(free, write)
    }
  end

  defp size(file) do
    case File.stat(file) do
      {:ok, %{size: size}} -> size
      {:error, _reason} -> nil
    end
  end

  # The VM has no function for it.
  defp free_bytes(directory) do
    with df when df != nil <- System.find_executable("df"),
         {printed, 0} <- System.cmd(df, ["-Pk", directory], stderr_to_stdout: true),
         [_, kibibytes] <- Regex.run(~r/\s\d+\s+\d+\s+(\d+)\s+\d+%\s/, printed) do
      String.to_integer(kibibytes) * 1024
    else
      _unknown -> nil
    end
  end

  # The file may also be limited (`max_page_count`).
  defp room(free, write) do
    case write.(&{:ok, query(&1, :pages, [])}) do
      {:ok, [[size, count, inside, most]]} ->
        allowed = max(most - count, 0) * size
        min(free || allowed, allowed) + inside * size

      {:error, :not_stored} ->
        free
    end
  end
end
