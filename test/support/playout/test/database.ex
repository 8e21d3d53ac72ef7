defmodule Playout.Test.Database do
  @moduledoc """
  Looks into the database of the tests, changes it behind the site's back, and makes it fail.
  """

  import ExUnit.Callbacks, only: [on_exit: 1]

  alias Exqlite.{Error, Sqlite3}
  alias Playout.{Matches, Repo}

  @doc "Runs a statement as another program would; returns a map with its `rows`."
  def sql(query, values \\ []) do
    {:ok, database} = Sqlite3.open(file())
    :ok = Sqlite3.set_busy_timeout(database, 10_000)

    try do
      with {:ok, statement} <- Sqlite3.prepare(database, query),
           :ok <- Sqlite3.bind(statement, values),
           {:ok, rows} <- Sqlite3.fetch_all(database, statement) do
        Sqlite3.release(database, statement)
        %{rows: rows}
      else
        {:error, reason} -> raise Error, message: reason, statement: query
      end
    after
      Sqlite3.close(database)
    end
  end

  def file, do: Repo.config()[:database]

  @doc "Runs a function while the database is stopped."
  def without_database(work) do
    :ok = Supervisor.terminate_child(Matches.Supervisor, Matches.Store.Supervisor)
    work.()
  after
    {:ok, _} = Supervisor.restart_child(Matches.Supervisor, Matches.Store.Supervisor)
  end

  @doc """
  Restarts the database with these settings of `Playout.Repo` besides the usual ones, until the end
  of the test or until `restore_database/0`.
  """
  def restart_database(changes) do
    usual = Application.get_env(:playout, Repo)
    on_exit(fn -> restart_with(usual) end)
    Process.put(:usual_database, usual)
    restart_with(Keyword.merge(usual, changes))
  end

  def restore_database, do: restart_with(Process.get(:usual_database))

  defp restart_with(settings) do
    # A new database needs the migrations, which were loaded when the application started.
    Code.put_compiler_option(:ignore_module_conflict, true)

    if Application.get_env(:playout, Repo) != settings do
      without_database(fn -> Application.put_env(:playout, Repo, settings) end)
    end
  after
    Code.put_compiler_option(:ignore_module_conflict, false)
  end
end
