defmodule Playout.Matches.Store.FailingDatabaseTest do
  # Tests what SQLite really does when the disk of a running site fails.
  use Playout.Test.MatchCase, async: false

  import ExUnit.CaptureLog

  alias Exqlite.Sqlite3
  alias Playout.Database
  alias Playout.Matches.Store

  @moduletag database: :sqlite

  # Checks that a refused command changes and shows nothing, and that the log has the reason.
  defp refused(id, state, why) do
    before = stored(id)
    flush()

    log =
      capture_log(fn ->
        assert {:error, :not_stored, ^state} = act(id, me(), state.seq, command(state))
        assert {:error, :not_stored} = Matches.create(me(), request())
      end)

    assert log =~ "the database failed"
    assert log =~ why
    assert Matches.get(id) == {:ok, state}
    assert stored(id) == before
    refute_received {:match, _}
    refute_received {:asked, _}
  end

  # Checks that the match goes on, and that its process has nothing that is not stored.
  defp assert_continues(id, state) do
    state = act!(id, state, command(state))
    assert told(id, state.seq) == state
    sleep(id)
    assert Matches.get(id) == {:ok, state}
  end

  # Alternates, so that it can be repeated as often as necessary.
  defp command(%{moves: []}), do: {:move, "-7"}
  defp command(_state), do: :undo

  describe "a full disk" do
    setup do
      # Leaves one page per table and none to spare. On half-filled pages of other tests, a match
      # might still find room when the ballast finds none.
      for table <- ~w(events seats matches), do: sql("DELETE FROM #{table}")
      sql("VACUUM")

      on_exit(fn -> sql("DELETE FROM events WHERE match_id = 'ballast'") end)
    end

    # The file cannot grow any more, and there is no free space within its pages.
    defp fill_disk do
      restart_database(custom_pragmas: [max_page_count: 1])
      insert = "INSERT INTO events (match_id, seq, version, type, data, at) VALUES ('ballast', "

      assert Enum.find(1..10_000, fn seq ->
               fill = &Sqlite3.execute(&1.database, insert <> "#{seq}, 1, '', '', '')")
               match?({:error, _}, Store.Writer.run(fill))
             end)
    end

    # An event may still fit where the ballast did not.
    defp play_until_full(id, state, left \\ 35) do
      case act(id, me(), state.seq, command(state)) do
        {:ok, state} when left > 0 -> play_until_full(id, state, left - 1)
        {:error, :not_stored, state} -> state
      end
    end

    @tag :capture_log
    test "refuses what it cannot store, and accepts it once there is room again" do
      {id, state} = begin()
      fill_disk()
      state = play_until_full(id, state)
      for _ <- 1..5, do: refused(id, state, "full")
      restore_database()
      assert_continues(id, state)
    end

    @tag :capture_log
    test "hides an engine's move too, and the engine can be asked again" do
      {id, state} = begin()
      state = act!(id, state, {:move, "-7"})
      search = asked()
      {other, other_state} = begin()
      fill_disk()
      play_until_full(other, other_state)

      EngineDouble.answer(search, "c3-A")
      assert_receive {:engine_failed, ^id, %{details: %{problem: "not_stored"}}}
      assert {:ok, %{seq: 2}} = Matches.get(id)
      restore_database()
      act!(id, state, :retry_engine)
      # The engine is asked after the command was answered.
      assert asked()
      sleep(id)
      assert {:ok, %{seq: 2, failure: nil}} = Matches.watch(id)
      EngineDouble.answer(asked(), "c3-A")
      assert_receive {:match, %{id: ^id, seq: 3}}
    end
  end

  test "a disk that fails for long fills the log with a few lines only" do
    {id, _state} = begin()
    Env.merge(Matches.Settings, log_lines: 5)
    # Other tests may have had all lines of this minute.
    :ets.delete_all_objects(Matches.Limits.Windows)

    log =
      capture_log(fn ->
        without_database(fn ->
          for _ <- 1..40, do: {:error, :not_stored} = Store.events(id)
        end)
      end)

    # The site may fail to write as well, and a minute may end meanwhile.
    assert (length(String.split(log, "the database failed")) - 1) in 1..20
  end

  test "a read-only file refuses writes" do
    {id, state} = begin()
    # SQLite then answers as if the file had become read-only.
    restart_database(custom_pragmas: [query_only: "ON"])
    refused(id, state, "readonly")
    restore_database()
    assert_continues(id, state)
  end

  test "a file with damaged pages refuses writes, and works again once it is repaired" do
    {id, state} = begin()
    file = file()
    assert sql("PRAGMA wal_checkpoint(TRUNCATE)").rows == [[0, 0, 0]]
    <<first::binary-size(4096), rest::binary>> = intact = File.read!(file)

    # Damages all pages except the one that identifies the file as a database.
    damaged = first <> :binary.copy(<<0xA5>>, byte_size(rest))
    without_connections(fn -> overwrite(file, damaged) end)

    try do
      log =
        capture_log(fn ->
          assert {:error, :not_stored, ^state} = act(id, me(), 1, {:move, "-7"})
          sleep(id)
          assert {:error, :not_stored} = Matches.get(id)
        end)

      assert log =~ "the database failed"
      assert log =~ "malformed"
      assert File.read!(file) == damaged
    after
      without_connections(fn -> overwrite(file, intact) end)
      # As when a site starts again.
      Store.Reads.forget_damage()
    end

    assert {:ok, ^state} = Matches.watch(id)
    assert_continues(id, state)
  end

  # A connection would not notice what changes behind its back.
  defp without_connections(work) do
    connections = [Database.repo(), Store.Committer]
    for child <- connections, do: :ok = Supervisor.terminate_child(Store.Supervisor, child)
    work.()
    for child <- connections, do: {:ok, _} = Supervisor.restart_child(Store.Supervisor, child)
  end

  # Overwrites the file in place, because something may still have it open.
  defp overwrite(file, bytes) do
    {:ok, device} = :file.open(file, [:read, :write, :raw, :binary])
    :ok = :file.pwrite(device, 0, bytes)
    :ok = :file.close(device)
  end
end
