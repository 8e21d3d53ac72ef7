defmodule Playout.Matches.Store.DiskTest do
  # Fills the database as far as it may grow.
  use Playout.Test.MatchCase, async: false

  import ExUnit.CaptureLog

  alias Playout.Matches.Store
  alias Playout.Matches.Store.Disk

  @moduletag :capture_log
  @moduletag database: :sqlite

  @mebibyte 1_048_576

  # A process with this limit, in MiB, that has measured once.
  defp start(warning) do
    disk = start_supervised!({Disk, name: nil, warning: warning})
    assert %{} = Disk.figures(disk)
    disk
  end

  # Lets the database grow by this many MiB.
  defp limit_growth(mebibytes) do
    sql("VACUUM")
    %{rows: [[pages]]} = sql("PRAGMA page_count")
    %{rows: [[size]]} = sql("PRAGMA page_size")
    restart_database(custom_pragmas: [max_page_count: pages + div(mebibytes * @mebibyte, size)])
  end

  defp fill(mebibytes) do
    on_exit(&empty/0)
    seq = System.unique_integer([:positive])
    values = "VALUES ('ballast', $1, 1, '', zeroblob($2), '')"
    insert = "INSERT INTO events (match_id, seq, version, type, data, at) #{values}"
    sql(insert, [seq, trunc(mebibytes * @mebibyte)])
  end

  defp empty, do: sql("DELETE FROM events WHERE match_id = 'ballast'")

  test "the figures are those of the files and of the file system" do
    {_id, _state} = begin()
    figures = Disk.measure()
    assert figures.file_bytes == File.stat!(file()).size
    assert figures.wal_bytes == File.stat!(file() <> "-wal").size
    assert figures.free_bytes > 0
    # As much as is free, and what is free within the file.
    assert figures.room_bytes >= figures.free_bytes
    assert [[figures.matches]] == sql("SELECT count(*) FROM matches").rows
    assert figures.disk == :ok
    assert %{queue: 0} = shown = Store.figures()
    assert Map.drop(shown, [:queue, :reads, :today_bytes]) == Disk.figures()
  end

  @tag :capture_log
  test "without a database there are no figures" do
    without_database(fn -> assert Store.figures() == nil end)
  end

  test "a filling disk is reported once, long before it is full, and so is its recovery" do
    limit_growth(8)
    disk = start(4)
    assert %{disk: :ok, room_bytes: room} = Disk.figures(disk)
    assert room in (7 * @mebibyte)..(8 * @mebibyte)
    {id, state} = begin()

    fill(5)
    log = capture_log(fn -> for _ <- 1..3, do: assert(%{disk: :low} = Disk.measure(disk)) end)
    assert [_, _] = String.split(log, "has room for only 2 MiB more")
    assert act!(id, state, {:move, "-7"}).seq == 2

    # A little more than the limit is not enough.
    empty()
    fill(3.7)
    assert %{disk: :low, room_bytes: room} = Disk.measure(disk)
    assert room in (4 * @mebibyte)..trunc(4.4 * @mebibyte)

    empty()
    assert %{disk: :ok} = Disk.measure(disk)
    fill(5)
    assert capture_log(fn -> Disk.measure(disk) end) =~ "has room for only"
  end

  test "a database that was filling when the site started is reported too" do
    limit_growth(2)
    assert capture_log(fn -> assert %{disk: :low} = Disk.figures(start(4)) end) =~ "only 2 MiB"
  end

  test "the limit can be turned off" do
    limit_growth(1)
    assert %{disk: :ok} = Disk.figures(start(0))
  end
end
