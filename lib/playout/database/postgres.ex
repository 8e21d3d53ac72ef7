defmodule Playout.Database.Postgres do
  @moduledoc """
  A PostgreSQL database, which several nodes may share.

  The connection that writes takes a lock for each transaction, so transactions run one after another,
  as in SQLite. Whoever stops in the middle of one loses the lock after five seconds.

  The driver would log each attempt of each connection to connect. That is off, because whoever reads
  or writes logs what went wrong.
  """

  @behaviour Playout.Database.Adapter

  import Ecto.Query, only: [dynamic: 2]

  require Logger

  alias Playout.Database.{Adapter, RepeatableError, Settings}
  alias Playout.Database.Postgres.{Check, Repo}
  alias Playout.Patience

  @enforce_keys [:pool, :connection, :statements, :timeout]
  defstruct @enforce_keys

  @typedoc "The pool has one connection; `connection` is the pool, or in a transaction that one."
  @type t :: %__MODULE__{
          pool: pid,
          connection: DBConnection.conn(),
          statements: %{Adapter.name() => Postgrex.Query.t()},
          timeout: timeout
        }

  # The number of the lock: "play" in ASCII. Other programs may have locks in the same database.
  @lock 0x706C6179

  # In milliseconds: how long a statement may take, and how long a transaction waits for its next one.
  @statement_timeout 10_000
  @idle_in_transaction 5_000

  # In milliseconds, unless the settings have others. So long, those who write wait for a database
  # that restarts, and a transaction may last.
  @patience 8_000
  @timeout 15_000
  @between_tries 100
  @closing 1_000

  @statements %{
    lock: "SELECT pg_advisory_xact_lock(#{@lock})",
    size: "SELECT pg_database_size(current_database())",
    others: """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND application_name IN ('playout writer', 'playout move')
    """
  }

  # Errors that are about the connection, or about another transaction.
  @passing ~w(admin_shutdown crash_shutdown cannot_connect_now connection_failure
              too_many_connections idle_in_transaction_session_timeout deadlock_detected
              serialization_failure read_only_sql_transaction)a

  @impl true
  def repo, do: Repo

  @impl true
  def one_of(column, values), do: dynamic([row], field(row, ^column) in ^values)

  @impl true
  def name(settings) do
    options = Repo.options(settings)
    port = if options[:port], do: ":#{options[:port]}", else: ""
    place = options[:socket_dir] || "#{options[:hostname]}#{port}"
    "the PostgreSQL database #{options[:database]} on #{place}"
  end

  @doc "Returns whether a text is the address of a database."
  @spec address?(String.t()) :: boolean
  def address?(text) do
    options = Repo.options(url: text)
    String.match?(text, ~r"^(postgres|postgresql|ecto)://") and options[:hostname] != nil
  rescue
    Ecto.InvalidURLError -> false
  end

  @impl true
  def check(settings) do
    with {:ok, connection} <- open(settings, Check.statements()) do
      try do
        transaction(connection, fn connection -> Check.run(&query(connection, &1, [])) end)
      rescue
        error -> {:error, Exception.message(error)}
      after
        close(connection)
      end
    end
    |> Check.explained(name(settings))
  end

  # The migrator locks a table on one connection, and runs the migrations on another.
  @impl true
  def migrating(settings) do
    own = [pool_size: 2, parameters: [application_name: "playout"]]
    Keyword.merge(Repo.options(settings), own)
  end

  # The migrator's own lock comes too late: two nodes that make its table at the same moment both fail. And
  # a migration that changes several tables could wait for a transaction that waits for it.
  @impl true
  def one_at_a_time(settings, work) do
    on_connection(settings, fn connection ->
      # The lock ends with the connection.
      Postgrex.query!(connection, "SELECT pg_advisory_lock(#{@lock})", [], timeout: :infinity)
      work.()
    end)
  end

  @impl true
  def versions(settings) do
    on_connection(settings, fn connection ->
      # There may be no such table.
      case Postgrex.query(connection, "SELECT version FROM schema_migrations", []) do
        {:ok, %{rows: rows}} -> List.flatten(rows)
        {:error, _error} -> []
      end
    end)
  end

  # Several nodes share it.
  @impl true
  def reserve(_settings), do: :ok

  defp on_connection(settings, work) do
    parameters = [application_name: "playout"]
    queue = [queue_target: @patience, queue_interval: @patience]
    own = [pool_size: 1, parameters: parameters] ++ queue
    {:ok, pool} = Postgrex.start_link(Keyword.merge(Repo.options(settings), own))

    try do
      work.(pool)
    after
      close(%__MODULE__{pool: pool, connection: pool, statements: %{}, timeout: @timeout})
    end
  end

  @impl true
  def writers do
    statement = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'playout writer'
    """

    %{rows: [[count]]} = Repo.query!(statement)
    max(count, 1)
  end

  # If the database is restarting, waits for it.
  @impl true
  def open(settings, statements) do
    with :ok <- wait_for(settings, now() + Keyword.get(settings, :patience, @patience)) do
      queue = [queue_target: @patience, queue_interval: @patience, backoff_max: 1_000]
      parameters = Keyword.merge(parameters(), Keyword.get(settings, :parameters, []))
      own = [pool_size: 1, parameters: parameters] ++ queue
      options = Keyword.merge(Repo.options(settings), own)
      {:ok, pool} = Postgrex.start_link(options)
      timeout = Keyword.get_lazy(settings, :timeout, fn -> Patience.ms(@timeout) end)
      connection = %__MODULE__{pool: pool, connection: pool, statements: %{}, timeout: timeout}
      prepare(connection, Enum.to_list(Map.merge(statements, @statements)))
    end
  end

  # PostgreSQL waits for the disk at every commit, whatever its own default is.
  defp parameters do
    [
      application_name: "playout writer",
      synchronous_commit: "on",
      statement_timeout: "#{Patience.ms(@statement_timeout)}ms",
      idle_in_transaction_session_timeout: "#{Patience.ms(@idle_in_transaction)}ms"
    ]
  end

  # If the connection is lost while nobody uses it, the driver opens another one, on which it prepares
  # them again.
  defp prepare(connection, []), do: {:ok, connection}

  defp prepare(%{pool: pool} = connection, [{name, sql} | others]) do
    case Postgrex.prepare(pool, inspect(name), sql) do
      {:ok, prepared} ->
        prepare(
          %{connection | statements: Map.put(connection.statements, name, prepared)},
          others
        )

      {:error, error} ->
        close(connection)
        {:error, Exception.message(error)}
    end
  end

  defp wait_for(settings, until) do
    case connect(settings) do
      :ok ->
        :ok

      {:error, error} ->
        if lost?(error) and now() < until do
          Process.sleep(@between_tries)
          wait_for(settings, until)
        else
          {:error, Exception.message(error)}
        end
    end
  end

  @doc """
  Connects to a database, and closes the connection. The connections of a pool would not say why they
  cannot connect.
  """
  @spec connect(Settings.t()) :: :ok | {:error, Exception.t()}
  def connect(settings) do
    Logger.put_module_level(DBConnection.Connection, :none)
    options = Repo.options(settings)

    # In a process of its own, because a failure would end the calling one.
    task =
      Task.async(fn ->
        Process.flag(:trap_exit, true)

        with {:ok, connection} <- Postgrex.Notifications.start_link(options) do
          GenServer.stop(connection)
        end
      end)

    case Task.await(task, :infinity) do
      :ok -> :ok
      {:error, %{__exception__: true} = error} -> {:error, error}
      {:error, reason} -> {:error, RuntimeError.exception(Exception.format_exit(reason))}
    end
  end

  @impl true
  def transaction(%__MODULE__{pool: pool} = connection, work) do
    # Whether the transaction has got as far as its commit: then nobody knows what has been stored.
    worked = :atomics.new(1, [])

    transaction = fn inside ->
      connection = %{connection | connection: inside}
      query(connection, :lock, [])
      result = work.(connection)
      :atomics.put(worked, 1, 1)
      result
    end

    try do
      Postgrex.transaction(pool, transaction, timeout: connection.timeout)
    rescue
      error ->
        if :atomics.get(worked, 1) == 0, do: failed(error), else: reraise(error, __STACKTRACE__)
    else
      {:ok, result} -> result
      {:error, reason} -> raise "the transaction was rolled back: #{inspect(reason)}"
    end
  end

  @impl true
  def query(%__MODULE__{statements: statements} = connection, name, values) do
    values = Enum.map(values, &stored/1)
    options = [timeout: connection.timeout]

    case Postgrex.execute(connection.connection, Map.fetch!(statements, name), values, options) do
      {:ok, _prepared, %{rows: rows}} -> rows || []
      {:error, error} -> failed(error)
    end
  end

  defp stored({:blob, bytes}), do: bytes
  defp stored(value), do: value

  @spec failed(Exception.t()) :: no_return
  defp failed(error) do
    if lost?(error),
      do: raise(RepeatableError, message: Exception.message(error)),
      else: raise(error)
  end

  @impl true
  def lost?(%DBConnection.ConnectionError{}), do: true
  def lost?(%Postgrex.Error{postgres: %{code: code}}), do: code in @passing
  def lost?(_error), do: false

  @impl true
  def damaged?(%Postgrex.Error{postgres: %{code: code}}),
    do: code in [:data_corrupted, :index_corrupted]

  def damaged?(_error), do: false

  @impl true
  def alone?(connection), do: alone?(connection, now() + @closing)

  # Connections that are closing are still counted.
  defp alone?(connection, until) do
    cond do
      query(connection, :others, []) == [[0]] ->
        true

      now() < until ->
        Process.sleep(@between_tries)
        alone?(connection, until)

      true ->
        false
    end
  end

  @impl true
  def continue_ids(%__MODULE__{connection: connection}, :chat_lines) do
    next = "SELECT coalesce(max(id), 0) + 1 FROM chat_lines"
    sequence = "pg_get_serial_sequence('chat_lines', 'id')"
    Postgrex.query!(connection, "SELECT setval(#{sequence}, (#{next}), false)", [])
    :ok
  end

  def continue_ids(_connection, _table), do: :ok

  @impl true
  def settle(_connection), do: :ok

  @impl true
  def close(%__MODULE__{pool: pool}) do
    # It may have ended already.
    Supervisor.stop(pool)
  catch
    :exit, _reason -> :ok
  end

  # How much room there is, only PostgreSQL's own machine knows.
  @impl true
  def sizes(_settings, write) do
    size =
      case write.(&{:ok, query(&1, :size, [])}) do
        {:ok, [[bytes]]} -> bytes
        {:error, :not_stored} -> nil
      end

    %{file_bytes: size, wal_bytes: nil, free_bytes: nil, room_bytes: nil}
  end

  defp now, do: System.monotonic_time(:millisecond)
end
