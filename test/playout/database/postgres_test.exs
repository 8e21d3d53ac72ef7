defmodule Playout.Database.PostgresTest do
  use Playout.Test.MatchCase, async: false

  alias Playout.{Database, Patience}
  alias Playout.Database.Postgres
  alias Playout.Matches.{Event, Store}
  alias Playout.Matches.Store.{People, Reviews, Writer, Writes}

  @moduletag :capture_log
  @moduletag database: :postgresql

  # The settings with another user, host, or name of the database.
  defp changed(settings, change) do
    uri = URI.parse(settings[:url])
    [url: uri |> Map.merge(Map.new(change)) |> URI.to_string(), patience: 0]
  end

  defp refused(settings) do
    assert {:error, message} = Postgres.check(settings)
    assert length(String.split(String.trim(message), "\n")) in 3..5
    refute message =~ "secret"
    message
  end

  test "nodes that start at the same moment make the tables once" do
    empty = empty_database()

    starts =
      for _ <- 1..8, do: Task.async(fn -> Database.migrate(empty, all: true, log: false) end)

    [made | none] = starts |> Task.await_many(:infinity) |> Enum.sort_by(&length/1, :desc)
    assert length(made) > 5
    assert Enum.all?(none, &(&1 == []))
  end

  test "a node that has nothing to migrate doesn't wait for those who write" do
    {:ok, other} = Database.open(%{})
    assert Database.transaction(other, fn _other -> Database.migrate() end) == []
    Database.close(other)
  end

  describe "the check at boot" do
    test "accepts a database in which tables can be made, and leaves nothing in it" do
      empty = empty_database()
      assert Postgres.check(empty) == :ok
      {:ok, connection} = Database.open(empty, %{all: "SELECT tablename FROM pg_tables"})
      tables = List.flatten(Database.query(connection, :all))
      Database.close(connection)
      refute "playout_attempt" in tables
    end

    test "says that the server cannot be reached, without the password" do
      settings = Database.Settings.get() |> changed(userinfo: "me:secret", query: nil, port: 1)
      assert refused(settings) =~ ~r/test on localhost:1.*\(.*refused.*\)\.\n.*is running/s
    end

    test "says the same of a server that does not answer" do
      # Connects, but nobody says anything.
      {:ok, listener} = :gen_tcp.listen(0, [])
      {:ok, port} = :inet.port(listener)
      settings = Database.Settings.get() |> changed(query: nil, port: port)

      # The driver has two timeouts of the same length, for an answer and for all of the handshake. If
      # the latter is first, it closes the socket.
      assert refused([timeout: 0] ++ settings) =~ ~r/\(.*(timeout|closed)\)\.\n.*is running/s
    end

    test "says that another program is writing" do
      {:ok, other} = Database.open(%{})
      settings = [parameters: [lock_timeout: "10ms"]] ++ Database.Settings.get()
      message = Database.transaction(other, fn _other -> refused(settings) end)
      Database.close(other)
      assert message =~ "Another program is writing"
    end

    test "says that there is no such database" do
      message = Database.Settings.get() |> changed(path: "/nowhere") |> refused()
      assert message =~ "createdb"
    end

    test "says that the user may not make tables" do
      empty = empty_database()
      role = "stranger_#{System.unique_integer([:positive])}"
      sql("CREATE ROLE #{role} LOGIN")
      on_exit(fn -> sql("DROP ROLE #{role}") end)
      assert empty |> changed(userinfo: role) |> refused() =~ ~r/permission denied.*own/s
    end

    test "says that the database cannot be written" do
      empty = empty_database()
      name = empty[:url] |> URI.parse() |> Map.fetch!(:path) |> String.trim_leading("/")
      sql(~s{ALTER DATABASE "#{name}" SET default_transaction_read_only = on})
      assert refused([patience: 0] ++ empty) =~ ~r/read-only.*another server/s
    end

    test "says that the encoding must be another one" do
      name = "ascii_#{System.unique_integer([:positive])}"
      sql("CREATE DATABASE #{name} ENCODING 'SQL_ASCII' TEMPLATE template0")
      on_exit(fn -> sql("DROP DATABASE #{name} WITH (FORCE)") end)
      assert Database.Settings.get() |> changed(path: "/#{name}") |> refused() =~ "UTF8"
    end
  end

  describe "the connection that writes" do
    defp other_connection do
      # As another node.
      {:ok, connection} = Database.open(Writes.statements())
      on_exit(fn -> Database.close(connection) end)
      connection
    end

    test "waits for the transaction of another node, and then sees what that has stored" do
      {id, state} = begin()
      test = self()
      connection = other_connection()

      holder =
        Task.async(fn ->
          Database.transaction(connection, fn connection ->
            send(test, :holds)
            receive(do: (:go_on -> :ok))
            moved = [2, 4, "moved", ~s({"side":"first","move":"-0"}), DateTime.utc_now()]
            [[2]] = Database.query(connection, :insert_event, [id | moved])
          end)
        end)

      assert_receive :holds
      event = %Event{seq: 2, type: :moved, data: %{side: :first, move: "-7"}}
      waiter = Task.async(fn -> Store.append(state, event) end)

      waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
      assert Wait.until(fn -> sql(waiting).rows == [[1]] end)
      assert Task.yield(waiter, 0) == nil
      send(holder.pid, :go_on)
      Task.await(holder, :infinity)
      assert Task.await(waiter, :infinity) == {:error, :conflict}
      assert {:ok, [_, %{data: %{move: "-0"}}]} = Store.events(id)
    end

    test "is given up in the middle of a transaction, and the transaction repeated" do
      {id, state} = begin()
      lost = :counters.new(1, [])

      answer =
        Writer.run(fn connection ->
          :counters.add(lost, 1, 1)
          event = [2, 4, "moved", ~s({"side":"first","move":"-7"}), DateTime.utc_now()]
          [[2]] = Database.query(connection, :insert_event, [id | event])
          if :counters.get(lost, 1) == 1, do: terminate("playout writer")
          Database.query(connection, :update_owner, [state.owner, id])
          :stored
        end)

      assert answer == :stored
      assert :counters.get(lost, 1) == 2
      assert stored(id) == [{1, :created}, {2, :moved}]
    end

    test "is replaced if it was lost meanwhile" do
      {_id, state} = begin()

      for seq <- 2..4 do
        terminate("playout writer")
        event = %Event{seq: seq, type: :moved, data: %{side: :first, move: "-7"}}
        assert Store.append(state, event) == :ok
      end
    end

    test "is given up after a timeout, which a move of a site doesn't have" do
      [patient, hasty] =
        for name <- ["patient", "hasty"] do
          parameters = [application_name: name, idle_in_transaction_session_timeout: "0"]
          settings = [timeout: :infinity, parameters: parameters] ++ Database.Settings.get()
          {:ok, connection} = Database.open(settings, %{one: "SELECT 1"})
          connection
        end

      lost = loss_of("hasty")

      assert_raise Database.RepeatableError, fn ->
        Database.transaction(%{hasty | timeout: 1_000}, fn hasty ->
          assert lost.()
          Database.query(hasty, :one)
        end)
      end

      # This one takes longer than a transaction of the other, which has connected again.
      lost = loss_of("hasty")

      Database.transaction(patient, fn patient ->
        give_up = fn _hasty -> assert lost.() end
        Postgrex.transaction(hasty.pool, give_up, timeout: 1_000)
        assert Database.query(patient, :one) == [[1]]
      end)

      for connection <- [patient, hasty], do: Database.close(connection)
    end

    test "loses the lock if it stops in a transaction" do
      query =
        "SELECT setting FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'"

      setting = &Postgrex.query!(&1.connection, query, []).rows
      assert Writer.run(setting) == [[to_string(Patience.ms(5_000))]]
    end

    test "waits for the disk at every commit, whatever the database's own default is" do
      empty = empty_database()
      name = empty[:url] |> URI.parse() |> Map.fetch!(:path) |> String.trim_leading("/")
      sql(~s{ALTER DATABASE "#{name}" SET synchronous_commit = off})
      {:ok, connection} = Database.open(empty, %{setting: "SHOW synchronous_commit"})
      assert Database.query(connection, :setting) == [["on"]]
      Database.close(connection)
    end

    test "waits for a database that is about to start" do
      {:ok, listener} = :gen_tcp.listen(0, [])
      {:ok, port} = :inet.port(listener)
      nobody = changed(Database.Settings.get(), query: nil, port: port)
      settings = [patience: :timer.hours(1)] ++ nobody
      opening = Task.async(fn -> Database.open(settings, %{}) end)

      for _try <- 1..2 do
        assert {:ok, socket} = :gen_tcp.accept(listener, Wait.patience())
        :gen_tcp.close(socket)
      end

      Task.shutdown(opening, :brutal_kill)
    end

    test "is not repeated for ever" do
      assert Writer.run(fn connection ->
               terminate("playout writer")
               Database.query(connection, :free_room, [])
             end) == {:error, :not_stored}
    end
  end

  test "reads are repeated on another connection" do
    {id, _state} = begin()

    for _ <- 1..3 do
      terminate("playout reader")
      assert {:ok, [_]} = Store.events(id)
    end
  end

  # A function that waits until the connection is lost that has this name now.
  defp loss_of(name) do
    connections = fn ->
      sql("SELECT pid FROM pg_stat_activity WHERE application_name = $1", [name]).rows
    end

    assert Wait.until(fn -> connections.() != [] end)
    lost = connections.()
    fn -> Wait.until(fn -> lost -- connections.() == lost end) end
  end

  # Ends connections from outside, as a restart of the server does.
  defp terminate(name) do
    query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"
    sql(query, [name])
  end

  test "every statement finds its rows by an index" do
    connection = connect()
    plan = &Postgrex.query!(connection, &1, [])
    # Then a table is read from end to end only if no index would do.
    for setting <- ["enable_seqscan = off", "plan_cache_mode = force_generic_plan"],
        do: plan.("SET #{setting}")

    statements =
      Enum.reduce([People, Reviews], Writes.statements(), &Map.merge(&2, &1.statements()))

    # Those without values are about tables of one row.
    for {name, statement} <- statements, statement =~ "$1" do
      plan.("PREPARE #{name} AS #{statement}")
      numbers = for [_, n] <- Regex.scan(~r/\$(\d+)/, statement), do: String.to_integer(n)
      values = List.duplicate("NULL", Enum.max(numbers)) |> Enum.join(", ")

      for [step] <- plan.("EXPLAIN EXECUTE #{name}(#{values})").rows,
          do: refute(step =~ "Seq Scan", "#{name}: #{step}")
    end

    GenServer.stop(connection)
  end

  test "the sizes are known as far as PostgreSQL tells" do
    assert %{file_bytes: bytes, room_bytes: nil, disk: :unknown} = Store.Disk.measure()
    assert bytes > 1_000_000
  end
end
