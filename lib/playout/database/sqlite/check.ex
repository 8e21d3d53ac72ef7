defmodule Playout.Database.Sqlite.Check do
  @moduledoc """
  Checks the database file before anything uses it.

  SQLite would read whatever it can from a damaged file, and writing to it would damage it
  further. So a site does not start with a damaged file; `run/2` tells the operator why.
  """

  alias Exqlite.Sqlite3

  @doc """
  Checks whether the whole database can be read and written. Creates its directory if
  necessary, and leaves a damaged file unchanged. Waits up to `timeout` ms for another
  program to finish writing.

  The error is a few lines of text: the file, the problem, and how to fix it.
  """
  @spec run(Path.t(), pos_integer) :: :ok | {:error, String.t()}
  def run(path, timeout \\ 5_000) do
    with :ok <- make_directory(path),
         :ok <- compare_log(path),
         :ok <- read(path, timeout),
         :ok <- write(path, timeout) do
      :ok
    else
      {:error, reason} -> {:error, message(path, format_error(reason))}
    end
  end

  defp make_directory(path), do: path |> Path.dirname() |> File.mkdir_p()

  # SQLite would delete the log of an empty file, with all that it has.
  defp compare_log(path) do
    if size(path) == 0 and size(path <> "-wal") > 0,
      do: {:error, "it is empty, but its write-ahead log is not"},
      else: :ok
  end

  defp size(path) do
    case File.stat(path) do
      {:ok, %{size: size}} -> size
      {:error, _reason} -> 0
    end
  end

  # Opens the file read-only, because closing a writable connection cleans up the write-ahead log.
  defp read(path, timeout) do
    if File.exists?(path) do
      with_open(path, :readonly, timeout, &ask(&1, "PRAGMA quick_check(1)", "ok"))
    else
      :ok
    end
  end

  defp write(path, timeout) do
    with_open(path, [:readwrite, :create], timeout, fn database ->
      # Connections that switch to WAL at the same time block one another, so it is switched on
      # here, once.
      with :ok <- ask(database, "PRAGMA journal_mode = WAL", "wal"),
           :ok <- Sqlite3.execute(database, "BEGIN IMMEDIATE; CREATE TABLE attempt (at)") do
        Sqlite3.execute(database, "ROLLBACK")
      end
    end)
  end

  defp with_open(path, mode, timeout, work) do
    with {:ok, database} <- Sqlite3.open(path, mode: mode) do
      try do
        with :ok <- Sqlite3.set_busy_timeout(database, timeout), do: work.(database)
      after
        Sqlite3.close(database)
      end
    end
  end

  # Any other answer describes the problem.
  defp ask(database, query, wanted) do
    with {:ok, statement} <- Sqlite3.prepare(database, query) do
      answer = Sqlite3.step(database, statement)
      Sqlite3.release(database, statement)

      case answer do
        {:row, [^wanted]} -> :ok
        {:row, [other]} -> {:error, other}
        :busy -> {:error, "database is locked"}
        {:error, reason} -> {:error, reason}
      end
    end
  end

  # Error codes come from `File` and from the driver.
  defp format_error(:database_open_failed), do: "unable to open database file"
  defp format_error(code) when is_atom(code), do: to_string(:file.format_error(code))

  defp format_error(text) do
    text
    |> String.replace("*** in database main ***", "")
    |> String.split()
    |> Enum.join(" ")
    |> String.slice(0, 200)
  end

  defp message(path, reason) do
    """
    The site cannot start with its database, #{path}
    (#{reason}).
    #{hint(reason)}
    """
  end

  defp hint(reason) do
    cond do
      reason =~ ~r/unable to open|readonly|permission|read-only|directory|exists/ ->
        """
        The user who runs the site must be able to write to the file and its
        directory. PLAYOUT_DATA can be set to another directory.\
        """

      reason =~ "locked" ->
        """
        Another program is using it. Maybe the site is already running. Stop the other
        program, or set PLAYOUT_DATA to another directory.\
        """

      reason =~ ~r/full|disk I\/O/ ->
        """
        Check whether the disk is full or failing. The stored data has not been
        changed.\
        """

      true ->
        """
        The file is damaged, or it is no database at all. It has not been changed.
        Move it away, along with its -wal and -shm files if they exist, and put a
        backup in its place. Without a backup, the .recover command of sqlite3 can
        save whatever is still readable.\
        """
    end
  end
end
