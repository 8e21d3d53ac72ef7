defmodule Playout.Database do
  @moduledoc """
  Which database the site uses (`Playout.Database.Adapter`): `Postgres` if there is a `url` in the
  settings, that is, if `DATABASE_URL` is set, and otherwise `Sqlite`, a `file` in `PLAYOUT_DATA`.

  Both hold the same tables, made by the same migrations (priv/repo/migrations). Whatever reads them
  is an Ecto query on `repo/0`. Whatever writes is a statement that both understand, on a connection
  from `open/3`: parameters are `$1`, `$2`, …, upserts are `ON CONFLICT`. What only one of them can do
  is in its adapter.

  A transaction writes alone, on either database and with any number of nodes. So a job that looks
  something up before it writes can rely on what it has found until its transaction ends.
  """

  alias Playout.Database.{Adapter, Postgres, Settings, Sqlite}

  @doc "Returns the adapter that settings stand for."
  @spec adapter(Settings.t()) :: module
  def adapter(settings \\ Settings.get()), do: if(settings[:url], do: Postgres, else: Sqlite)

  @doc "Returns the Ecto repository with the connections that read the site's database."
  @spec repo() :: module
  def repo, do: adapter().repo()

  @doc """
  Returns the condition of a query that a text column has one of these values, however many they are.
  They are one parameter, because a statement has room for only so many.
  """
  @spec one_of(atom, [String.t()]) :: Ecto.Query.dynamic_expr()
  def one_of(column, values), do: adapter().one_of(column, values)

  @doc """
  Keeps other sites off the site's database until the VM ends, unless several nodes may share it. The
  error is a few lines of text.
  """
  @spec reserve() :: :ok | {:error, String.t()}
  def reserve, do: adapter().reserve(Settings.get())

  @doc "Checks a database before anything uses it."
  @spec check(Settings.t()) :: :ok | {:error, String.t()}
  def check(settings \\ Settings.get()), do: adapter(settings).check(settings)

  @doc """
  Checks that no later version of the program has changed the tables of a database. The error is a few
  lines of text.
  """
  @spec check_version(Settings.t()) :: :ok | {:error, String.t()}
  def check_version(settings \\ Settings.get()) do
    adapter = adapter(settings)
    known = for {version, _module} <- migrations(), do: version
    newer = adapter.versions(settings) -- known
    if newer == [], do: :ok, else: {:error, newer(adapter.name(settings), Enum.max(newer))}
  end

  defp newer(name, version) do
    """
    The site cannot start with its database, #{name}
    (a later version of Playout has changed its tables: #{version}).
    Run that version, or put a backup from before the update in its place. Nothing
    has been changed.
    """
  end

  @doc "Brings the tables of a database up to date, on connections of its own."
  @spec migrate(Settings.t(), keyword) :: [integer]
  def migrate(settings \\ Settings.get(), upto \\ [all: true]) do
    adapter = adapter(settings)
    versions = for {version, _module} <- migrations(), do: version

    # So that nobody waits for a node that only starts.
    if versions -- adapter.versions(settings) == [],
      do: [],
      else: adapter.one_at_a_time(settings, fn -> migrate(adapter, settings, upto) end)
  end

  defp migrate(adapter, settings, upto) do
    {:ok, repo} = adapter.repo().start_link([name: nil] ++ adapter.migrating(settings))

    try do
      Ecto.Migrator.run(adapter.repo(), migrations(), :up, upto ++ [dynamic_repo: repo])
    after
      Supervisor.stop(repo)
    end
  end

  # Each file is loaded once, however many databases there are.
  defp migrations do
    directory = Application.app_dir(:playout, "priv/repo/migrations")

    for file <- Enum.sort(Path.wildcard(Path.join(directory, "*.exs"))) do
      Code.require_file(file)
      [version, name] = file |> Path.basename(".exs") |> String.split("_", parts: 2)
      module = Module.concat(Playout.Repo.Migrations, Macro.camelize(name))
      {String.to_integer(version), module}
    end
  end

  @doc "Opens a connection that writes to a database and can run these statements."
  @spec open(Settings.t(), Adapter.statements()) :: {:ok, Adapter.connection()} | {:error, term}
  def open(settings \\ Settings.get(), statements),
    do: adapter(settings).open(settings, statements)

  @doc """
  Runs `work` in a transaction, and returns its result when everything that it wrote is on disk.
  Whatever `work` or the commit raises or throws is passed on, and nothing has changed then, except
  perhaps if the commit failed. `Playout.Database.RepeatableError` means that a new connection may help.
  """
  @spec transaction(Adapter.connection(), (Adapter.connection() -> result)) :: result
        when result: term
  def transaction(%adapter{} = connection, work), do: adapter.transaction(connection, work)

  @doc "Runs a statement and returns its rows; raises if it fails."
  @spec query(Adapter.connection(), Adapter.name(), [Adapter.value()]) :: [[term]]
  def query(%adapter{} = connection, name, values \\ []),
    do: adapter.query(connection, name, values)

  @doc "Returns whether no site uses the database."
  @spec alone?(Adapter.connection()) :: boolean
  def alone?(%adapter{} = connection), do: adapter.alone?(connection)

  @doc "Lets the ids that a table gives to new rows begin after those that it has."
  @spec continue_ids(Adapter.connection(), table :: atom) :: :ok
  def continue_ids(%adapter{} = connection, table), do: adapter.continue_ids(connection, table)

  @spec settle(Adapter.connection()) :: :ok | {:error, term}
  def settle(%adapter{} = connection), do: adapter.settle(connection)

  @spec close(Adapter.connection()) :: :ok
  def close(%adapter{} = connection), do: adapter.close(connection)

  @doc "Returns how many nodes write to the site's database, as it sees them; raises if it cannot say."
  @spec writers() :: pos_integer
  def writers, do: adapter().writers()

  @doc "Returns the sizes of the site's database."
  @spec sizes(((Adapter.connection() -> term) -> term)) :: Adapter.sizes()
  def sizes(write), do: adapter().sizes(Settings.get(), write)

  @doc "Returns whether an error of a query is only about its connection, so that another may do better."
  @spec lost?(Exception.t()) :: boolean
  def lost?(error), do: adapter().lost?(error)

  @doc "Returns whether an error of a query means that what is stored is damaged."
  @spec damaged?(Exception.t()) :: boolean
  def damaged?(error), do: adapter().damaged?(error)
end
