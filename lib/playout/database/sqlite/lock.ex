defmodule Playout.Database.Sqlite.Lock do
  @moduledoc """
  Keeps a second site off a SQLite file: both would play its matches.

  The lock is SQLite's own, on an empty database next to the file, because the operating system gives
  it back however the process ends. The file itself can't be locked: backups read it while the site
  runs.
  """

  alias Exqlite.Sqlite3

  @doc "Returns the path of the lock of a database file."
  @spec file(Path.t()) :: Path.t()
  def file(database), do: database <> "-lock"

  @doc """
  Takes the lock of a database file until this VM ends. Waits up to `timeout` ms for a site that is
  just stopping.

  The error is a few lines of text. A lock that cannot be made is none: whether the directory can be
  used is up to `Playout.Database.Sqlite.Check`, which tells the operator more.
  """
  @spec take(Path.t(), pos_integer) :: :ok | {:error, String.t()}
  def take(database, timeout \\ 5_000) do
    held = {__MODULE__, Path.expand(database)}

    if :persistent_term.get(held, nil) do
      :ok
    else
      case lock(file(database), timeout) do
        {:ok, lock} -> :persistent_term.put(held, lock)
        {:error, :locked} -> {:error, message(database)}
        {:error, _reason} -> :ok
      end
    end
  end

  defp lock(file, timeout) do
    with {:ok, lock} <- Sqlite3.open(file, mode: [:readwrite, :create]) do
      File.chmod(file, 0o600)
      :ok = Sqlite3.set_busy_timeout(lock, timeout)

      # Nothing is ever written, so a journal would only be one more file next to the database.
      case Sqlite3.execute(lock, "PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE") do
        :ok ->
          {:ok, lock}

        {:error, reason} ->
          Sqlite3.close(lock)
          {:error, if(to_string(reason) =~ "locked", do: :locked, else: reason)}
      end
    end
  end

  defp message(database) do
    """
    The site cannot start with its database, #{database}
    (another site is using it).
    Stop the other site, or set PLAYOUT_DATA to another directory.
    """
  end
end
