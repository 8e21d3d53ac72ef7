defmodule PlayoutWeb.HealthTest do
  # Makes the database fail, which the whole application shares.
  use PlayoutWeb.ConnCase, async: false

  import Playout.Test.Database

  alias Exqlite.Sqlite3
  alias Playout.Engine.Tables
  alias Playout.Matches.Store
  alias Playout.Matches.Store.{Probe, Writer}

  @moduletag :capture_log

  # Discards any cached answer.
  setup do
    forget()
    on_exit(&forget/0)
  end

  defp forget, do: :sys.replace_state(Probe, fn _known -> nil end, :infinity)

  defp health,
    do: build_conn() |> get("/health") |> then(&{&1.status, Jason.decode!(&1.resp_body)})

  test "a site that can write to its database says so, with its version" do
    assert {200, %{"writable" => true, "version" => version}} = health()
    assert version == Mix.Project.config()[:version]
  end

  test "the memory of search trees is reported" do
    assert {200, %{"trees" => %{"idle" => 0, "idle_bytes" => 0} = trees}} = health()
    assert trees["running_bytes"] <= trees["most_bytes"]
  end

  test "a disk with enough room is reported, and one whose room is unknown" do
    assert {200, %{"disk" => "ok"}} = health()
    forget()
    without_database(fn -> assert {503, %{"disk" => "unknown"}} = health() end)
  end

  test "the response sets no cookie and is not cached" do
    conn = get(build_conn(), "/health")
    assert get_resp_header(conn, "set-cookie") == []
    assert get_resp_header(conn, "cache-control") == ["no-store"]
    assert ["application/json" <> _] = get_resp_header(conn, "content-type")
    assert head(build_conn(), "/health").status == 200
  end

  test "a database that cannot be written to is reported, and so is its recovery" do
    restart_database(custom_pragmas: [query_only: 1])
    assert {503, %{"writable" => false}} = health()

    restore_database()
    assert {503, _} = health()
    forget()
    assert {200, _} = health()
  end

  test "a database in which a read has found damage is reported, until the site starts again" do
    on_exit(&Store.Reads.forget_damage/0)
    assert {200, %{"readable" => true}} = health()

    assert Store.Reads.read_shared({:damage, self()}, :damage, fn _repo ->
             raise Exqlite.Error, message: "database disk image is malformed"
           end) == {:error, :not_stored}

    forget()
    assert {503, %{"readable" => false, "writable" => true}} = health()
  end

  test "a database that can't be read at all is reported" do
    sql("ALTER TABLE uptime RENAME TO elsewhere")
    on_exit(fn -> sql("ALTER TABLE elsewhere RENAME TO uptime") end)
    assert {503, %{"readable" => false}} = health()
  end

  test "the tables of exact values are reported" do
    assert {200, %{"tables" => %{"quarto" => "ready"}}} = health()
    on_exit(fn -> Tables.set_status(:quarto, :ready) end)

    for {status, text} <- [{{:building, 7}, "building"}, {:damaged, "damaged"}] do
      Tables.set_status(:quarto, status)
      assert {200, %{"tables" => %{"quarto" => ^text}}} = health()
    end
  end

  test "a full database is reported" do
    # First removes the free space inside the database.
    sql("VACUUM")
    restart_database(custom_pragmas: [max_page_count: 1])
    assert {503, %{"disk" => "low"}} = health()
  end

  test "frequent requests do not cause frequent writes" do
    assert Probe.writable?()
    before = changes()
    for _ <- 1..100, do: assert({200, _} = health())
    assert changes() == before
  end

  # The number of rows ever changed by the connection that writes.
  defp changes do
    Writer.run(fn %{database: database} ->
      {:ok, statement} = Sqlite3.prepare(database, "SELECT total_changes()")
      Sqlite3.fetch_all(database, statement)
    end)
  end
end
