defmodule Playout.Release do
  @moduledoc """
  Tasks for the operator of a site. They work in a release, without Mix:

      bin/playout_server eval 'Playout.Release.backup("/backups/monday")'
  """

  alias Exqlite.Sqlite3
  alias Playout.Database
  alias Playout.Database.Move
  alias Playout.Site.Secret

  # In milliseconds. A backup waits for the database only briefly.
  @timeout 10_000

  @doc """
  Copies a site's data into a new directory while the site runs: all matches as they are at one
  moment, and the secret, without which the site would not recognise their players. A site that is
  started with `PLAYOUT_DATA` set to that directory, or to a copy of it, continues from there.

  Only the current user can read the directory and its files. It must not exist yet. If the backup fails,
  raises a `RuntimeError` with the reason and leaves no directory behind.
  """
  @spec backup(Path.t()) :: :ok
  def backup(directory) do
    Application.load(:playout)
    database = file(Database.Settings.get())

    File.exists?(database) ||
      raise "there is no database #{database}; set PLAYOUT_DATA to the site's data directory"

    directory = Path.expand(directory)
    ok!(File.mkdir_p(Path.dirname(directory)), directory)
    ok!(File.mkdir(directory), directory)

    try do
      ok!(File.chmod(directory, 0o700), directory)
      ok!(copy_database(database, Path.join(directory, Path.basename(database))), directory)
      ok!(copy_secret(Path.dirname(database), directory), directory)
      for file <- File.ls!(directory), do: File.chmod!(Path.join(directory, file), 0o600)
    rescue
      error ->
        File.rm_rf(directory)
        reraise error, __STACKTRACE__
    end

    IO.puts("The backup is in #{directory}")
  end

  defp file(settings) do
    settings[:file] ||
      raise "the site uses #{Database.adapter(settings).name(settings)}; back it up with pg_dump"
  end

  @doc """
  Copies everything stored from the SQLite file in `PLAYOUT_DATA` to the empty PostgreSQL database of
  `DATABASE_URL`, or back; see `Playout.Database.Move`. The site must not be running. If that fails,
  raises a `RuntimeError` with the reason, and nothing has been copied.

  Afterwards a site with `DATABASE_URL` continues from PostgreSQL, and one without from the file. What
  was copied is left where it was.
  """
  @spec move(:to_postgresql | :to_sqlite) :: :ok
  def move(direction) do
    Application.load(:playout)
    {:ok, _started} = Application.ensure_all_started(:ecto_sql)
    {:ok, _started} = Application.ensure_all_started([:exqlite, :postgrex])
    data = Playout.Site.DataDirectory.path()
    postgres = Database.Settings.get()

    (postgres[:url] && data) ||
      raise "set DATABASE_URL to the PostgreSQL database and PLAYOUT_DATA to the data directory"

    file = Playout.Site.file(data)
    {from, to} = if direction == :to_postgresql, do: {file, postgres}, else: {postgres, file}

    case Move.run(from, to) do
      {:ok, counts} -> IO.puts("Copied and compared: #{told(counts)}.")
      {:already, counts} -> IO.puts("Everything is there already: #{told(counts)}.")
      {:error, reason} -> raise String.trim(reason)
    end
  end

  defp told(counts), do: "#{counts[:matches]} matches with #{counts[:events]} events"

  # On a connection of its own, because the site may not be running here.
  defp copy_database(from, to) do
    with {:ok, database} <- Sqlite3.open(from, mode: :readonly) do
      try do
        with :ok <- Sqlite3.set_busy_timeout(database, @timeout),
             {:ok, statement} <- Sqlite3.prepare(database, "VACUUM INTO ?"),
             :ok <- Sqlite3.bind(statement, [to]),
             :done <- Sqlite3.step(database, statement) do
          Sqlite3.release(database, statement)
        end
      after
        Sqlite3.close(database)
      end
    end
  end

  # If the secret comes from the environment, the operator has to back it up.
  defp copy_secret(from, to) do
    with {:error, :enoent} <- File.cp(Secret.file(from), Secret.file(to)), do: :ok
  end

  defp ok!(:ok, _directory), do: :ok

  defp ok!(problem, directory) do
    raise "cannot create the backup #{directory}: #{format_error(problem)}"
  end

  defp format_error({:error, code}) when is_atom(code), do: to_string(:file.format_error(code))
  defp format_error({:error, text}) when is_binary(text), do: text
  defp format_error(answer), do: inspect(answer)
end
