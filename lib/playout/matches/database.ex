defmodule Playout.Matches.Database do
  @moduledoc """
  Checks the database file before anything uses it.

  SQLite would read whatever it can from a damaged file, and writing to it would damage it
  further. So a site does not start with a damaged file; `check/1` tells the operator why.
  """

  alias Exqlite.Sqlite3

  @doc """
  Checks whether the whole database can be read and written. Creates its directory if
  necessary, and leaves a damaged file unchanged. Waits up to `patience` ms for another
  program to finish writing.

  The error is a few lines of text: the file, the problem, and the remedy.
  """
  @spec check(Path.t(), pos_integer) :: :ok | {:error, String.t()}
  def check(path, patience \\ 5_000) do
    with :ok <- make_directory(path),
         :ok <- read(path, patience),
         :ok <- write(path, patience) do
      :ok
    else
      {:error, reason} -> {:error, message(path, format_error(reason))}
    end
  end

  defp make_directory(path), do: path |> Path.dirname() |> File.mkdir_p()

  # Opened read-only, because closing a writable connection cleans up the write-ahead log.
  defp read(path, patience) do
    if File.exists?(path) do
      with_open(path, :readonly, patience, &ask(&1, "PRAGMA quick_check(1)", "ok"))
    else
      :ok
    end
  end

  defp write(path, patience) do
    with_open(path, [:readwrite, :create], patience, fn database ->
      # Connections that switch to WAL at the same time block one another. After this they all
      # find it switched on.
      with :ok <- ask(database, "PRAGMA journal_mode = WAL", "wal"),
           :ok <- Sqlite3.execute(database, "BEGIN IMMEDIATE; CREATE TABLE attempt (at)") do
        Sqlite3.execute(database, "ROLLBACK")
      end
    end)
  end

  defp with_open(path, mode, patience, work) do
    with {:ok, database} <- Sqlite3.open(path, mode: mode) do
      try do
        with :ok <- Sqlite3.set_busy_timeout(database, patience), do: work.(database)
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

  # Error codes of `File` and of the driver.
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
        The file and its directory must be there for the user who runs the site to
        write to. PLAYOUT_DATA names another directory.\
        """

      reason =~ "locked" ->
        """
        Another program is using it; perhaps the site runs already. Stop the other
        one, or name another directory with PLAYOUT_DATA.\
        """

      reason =~ ~r/full|disk I\/O/ ->
        """
        Look whether the disk is full, or failing. What was stored has not been
        touched.\
        """

      true ->
        """
        It is damaged, or no database at all. It was left as it is. Move it away,
        with its -wal and -shm if they are there, and put a backup in its place.
        Without a backup, the command .recover of the program sqlite3 saves what can
        still be read.\
        """
    end
  end
end
