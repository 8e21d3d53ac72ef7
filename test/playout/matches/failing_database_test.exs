defmodule Playout.Matches.FailingDatabaseTest do
  # Tests what SQLite really does when the disk of a running site fails.
  use Playout.Test.MatchCase, async: false

  import ExUnit.CaptureLog

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
    refute_receive {:match, _}, 50
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

  defp flush do
    receive do
      _message -> flush()
    after
      0 -> :ok
    end
  end

  describe "a full disk" do
    setup do
      settings = Application.get_env(:playout, Playout.Repo)

      # Leaves one page per table and none to spare. On half-filled pages of other tests, a match
      # might still find room when the ballast finds none.
      for table <- ~w(events seats matches), do: sql("DELETE FROM #{table}")
      sql("VACUUM")

      on_exit(fn ->
        have_room(settings)
        sql("DELETE FROM events WHERE match_id = 'ballast'")
      end)

      %{settings: settings}
    end

    # Sets the limit on every connection, because SQLite's driver opens a new one after such a
    # failure.
    defp fill_disk(settings) do
      full = [custom_pragmas: [max_page_count: 1]]
      without_database(fn -> Application.put_env(:playout, Playout.Repo, full ++ settings) end)

      # Fills the free space within the pages.
      assert Enum.find(1..10_000, fn seq ->
               values = "VALUES ('ballast', ?, 1, '', '', '')"
               insert = "INSERT INTO events (match_id, seq, version, type, data, at) #{values}"
               match?({:error, _}, Ecto.Adapters.SQL.query(Playout.Repo, insert, [seq]))
             end)
    end

    defp have_room(settings) do
      without_database(fn -> Application.put_env(:playout, Playout.Repo, settings) end)
    end

    # An event may still fit where the ballast did not.
    defp play_until_full(id, state, left \\ 35) do
      case act(id, me(), state.seq, command(state)) do
        {:ok, state} when left > 0 -> play_until_full(id, state, left - 1)
        {:error, :not_stored, state} -> state
      end
    end

    @tag :capture_log
    test "refuses what it cannot store, and accepts it once there is room again", context do
      {id, state} = begin()
      fill_disk(context.settings)
      state = play_until_full(id, state)
      for _ <- 1..5, do: refused(id, state, "full")
      have_room(context.settings)
      assert_continues(id, state)
    end

    @tag :capture_log
    test "hides an engine's move too, and the engine can be asked again", context do
      {id, state} = begin()
      state = act!(id, state, {:move, "-7"})
      search = asked()
      {other, other_state} = begin()
      fill_disk(context.settings)
      play_until_full(other, other_state)

      EngineDouble.answer(search, "c3-A")
      assert_receive {:engine_failed, ^id, %{details: %{problem: "not_stored"}}}
      assert {:ok, %{seq: 2}} = Matches.get(id)
      have_room(context.settings)
      act!(id, state, :retry_engine)
      flush()
      sleep(id)
      assert {:ok, %{seq: 2, failure: nil}} = Matches.watch(id)
      EngineDouble.answer(asked(), "c3-A")
      assert_receive {:match, %{id: ^id, seq: 3}}
    end
  end

  test "a read-only file refuses writes" do
    {id, state} = begin()
    # SQLite then answers as if the file had become read-only.
    sql("PRAGMA query_only = ON")
    on_exit(fn -> sql("PRAGMA query_only = OFF") end)
    refused(id, state, "readonly")
    sql("PRAGMA query_only = OFF")
    assert_continues(id, state)
  end

  test "a file with damaged pages refuses writes, and works again once it is repaired" do
    {id, state} = begin()
    file = Playout.Repo.config()[:database]
    assert sql("PRAGMA wal_checkpoint(TRUNCATE)").rows == [[0, 0, 0]]
    <<first::binary-size(4096), rest::binary>> = intact = File.read!(file)

    # Damages all pages except the one that identifies the file as a database.
    damaged = first <> :binary.copy(<<0xA5>>, byte_size(rest))
    without_database(fn -> overwrite(file, damaged) end)

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
      without_database(fn -> overwrite(file, intact) end)
    end

    assert {:ok, ^state} = Matches.watch(id)
    assert_continues(id, state)
  end

  # Overwrites the file in place, because something may still have it open.
  defp overwrite(file, bytes) do
    {:ok, device} = :file.open(file, [:read, :write, :raw, :binary])
    :ok = :file.pwrite(device, 0, bytes)
    :ok = :file.close(device)
  end
end
