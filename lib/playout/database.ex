defmodule Playout.Database do
  @moduledoc """
  Which database the site uses. `adapter/1` is the only place that chooses: `Postgres` if there is a
  `url` in the settings, that is, if `DATABASE_URL` is set, and otherwise `Sqlite`, a `file` in
  `PLAYOUT_DATA`.

  Both hold the same tables, made by the same migrations (priv/repo/migrations). Whatever reads them
  is an Ecto query on `repo/0`. Whatever writes is a statement that both understand, on a connection
  from `open/3`: parameters are `$1`, `$2`, …, upserts are `ON CONFLICT`. What only one of them can do
  is in its adapter.

  A transaction writes alone, on either database and with any number of nodes. So a job that looks
  something up before it writes can rely on what it has found until its transaction ends.
  """

  alias Playout.Database.{Postgres, Sqlite}

  @typedoc """
    * `:file` - the path of a SQLite file, or
    * `:url` - the address of a PostgreSQL database, as in
      `postgres://user:password@host:5432/database`;
    * any other option of the adapter's Ecto repository.
  """
  @type settings :: keyword

  @typedoc "A connection that writes: the struct of an adapter's module."
  @type connection :: struct

  @typedoc "SQL by name."
  @type statements :: %{name => String.t()}

  @type name :: atom | {atom, atom}

  @typedoc """
  A value of a statement: text, integer, boolean, `nil`, a time, or bytes that are no text.
  """
  @type value :: nil | String.t() | integer | boolean | DateTime.t() | {:blob, binary}

  @typedoc """
  Sizes in bytes; `nil` if unknown.

    * `file_bytes`, `wal_bytes`: of the database and of its write-ahead log;
    * `free_bytes`: what is free on their file system;
    * `room_bytes`: how much more can be stored, in free space or in free parts of the file.
  """
  @type sizes :: %{
          file_bytes: nil | non_neg_integer,
          wal_bytes: nil | non_neg_integer,
          free_bytes: nil | non_neg_integer,
          room_bytes: nil | non_neg_integer
        }

  @doc "Returns the Ecto repository with the connections that read."
  @callback repo() :: module

  @doc "See `one_of/2`."
  @callback one_of(atom, [String.t()]) :: Ecto.Query.dynamic_expr()

  @doc "Returns the options with which the repository runs the migrations of a database."
  @callback migrating(settings) :: keyword

  @doc "Returns the versions of the migrations that a database has; none if that cannot be read."
  @callback versions(settings) :: [integer]

  @doc "See `reserve/0`."
  @callback reserve(settings) :: :ok | {:error, String.t()}

  @doc "Runs some work while nobody else writes, nor runs such work; returns its result."
  @callback one_at_a_time(settings, (-> result)) :: result when result: term

  @doc "See `writers/0`."
  @callback writers() :: pos_integer

  @doc """
  Checks whether the database can be read and written. The error is a few lines of text: the
  database, the problem, and how to fix it.
  """
  @callback check(settings) :: :ok | {:error, String.t()}

  @doc "Opens a connection that writes, which belongs to the calling process."
  @callback open(settings, statements) :: {:ok, connection} | {:error, term}

  @doc "Returns the sizes. `write` runs a function on the connection that writes."
  @callback sizes(settings, write :: ((connection -> term) -> term)) :: sizes

  @doc "Returns what to call the database when people read it, without a password."
  @callback name(settings) :: String.t()

  @doc "See `transaction/2`."
  @callback transaction(connection, (connection -> result)) :: result when result: term

  @doc "See `query/3`."
  @callback query(connection, name, [value]) :: [[term]]

  @doc "See `lost?/1`."
  @callback lost?(Exception.t()) :: boolean

  @doc "See `damaged?/1`."
  @callback damaged?(Exception.t()) :: boolean

  @doc "See `alone?/1`."
  @callback alone?(connection) :: boolean

  @doc "See `continue_ids/2`."
  @callback continue_ids(connection, table :: atom) :: :ok

  @doc "Leaves the database complete, as far as that takes any work, before the site stops."
  @callback settle(connection) :: :ok | {:error, term}

  @callback close(connection) :: :ok

  @doc "Returns the site's settings."
  @spec settings() :: settings
  def settings, do: Application.get_env(:playout, __MODULE__, [])

  @doc "Returns the adapter that settings stand for."
  @spec adapter(settings) :: module
  def adapter(settings \\ settings()), do: if(settings[:url], do: Postgres, else: Sqlite)

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
  def reserve, do: adapter().reserve(settings())

  @doc "Checks a database before anything uses it."
  @spec check(settings) :: :ok | {:error, String.t()}
  def check(settings \\ settings()), do: adapter(settings).check(settings)

  @doc """
  Checks that no later version of the program has changed the tables of a database. The error is a few
  lines of text.
  """
  @spec check_version(settings) :: :ok | {:error, String.t()}
  def check_version(settings \\ settings()) do
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
  @spec migrate(settings, keyword) :: [integer]
  def migrate(settings \\ settings(), upto \\ [all: true]) do
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
  @spec open(settings, statements) :: {:ok, connection} | {:error, term}
  def open(settings \\ settings(), statements), do: adapter(settings).open(settings, statements)

  @doc """
  Runs `work` in a transaction, and returns its result when everything that it wrote is on disk.
  Whatever `work` or the commit raises or throws is passed on, and nothing has changed then, except
  perhaps if the commit failed. `Playout.Database.RepeatableError` means that a new connection may help.
  """
  @spec transaction(connection, (connection -> result)) :: result when result: term
  def transaction(%adapter{} = connection, work), do: adapter.transaction(connection, work)

  @doc "Runs a statement and returns its rows; raises if it fails."
  @spec query(connection, name, [value]) :: [[term]]
  def query(%adapter{} = connection, name, values \\ []),
    do: adapter.query(connection, name, values)

  @doc "Returns whether no site uses the database."
  @spec alone?(connection) :: boolean
  def alone?(%adapter{} = connection), do: adapter.alone?(connection)

  @doc "Lets the ids that a table gives to new rows begin after those that it has."
  @spec continue_ids(connection, table :: atom) :: :ok
  def continue_ids(%adapter{} = connection, table), do: adapter.continue_ids(connection, table)

  @spec settle(connection) :: :ok | {:error, term}
  def settle(%adapter{} = connection), do: adapter.settle(connection)

  @spec close(connection) :: :ok
  def close(%adapter{} = connection), do: adapter.close(connection)

  @doc "Returns how many nodes write to the site's database, as it sees them; raises if it cannot say."
  @spec writers() :: pos_integer
  def writers, do: adapter().writers()

  @doc "Returns the sizes of the site's database."
  @spec sizes(((connection -> term) -> term)) :: sizes
  def sizes(write), do: adapter().sizes(settings(), write)

  @doc "Returns whether an error of a query is only about its connection, so that another may do better."
  @spec lost?(Exception.t()) :: boolean
  def lost?(error), do: adapter().lost?(error)

  @doc "Returns whether an error of a query means that what is stored is damaged."
  @spec damaged?(Exception.t()) :: boolean
  def damaged?(error), do: adapter().damaged?(error)
end
