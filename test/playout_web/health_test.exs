defmodule PlayoutWeb.HealthTest do
  # Makes the database fail, which the whole application shares.
  use PlayoutWeb.ConnCase, async: false

  alias Playout.Matches.Health
  alias Playout.Repo

  @moduletag :capture_log

  # Discards any cached answer.
  setup do
    forget()
    on_exit(&forget/0)
  end

  defp forget, do: :sys.replace_state(Health, fn _known -> nil end)

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

  test "the response sets no cookie and is not cached" do
    conn = get(build_conn(), "/health")
    assert get_resp_header(conn, "set-cookie") == []
    assert get_resp_header(conn, "cache-control") == ["no-store"]
    assert ["application/json" <> _] = get_resp_header(conn, "content-type")
    assert head(build_conn(), "/health").status == 200
  end

  test "a database that cannot be written to is reported, and so is its recovery" do
    Repo.query!("PRAGMA query_only = 1")
    on_exit(fn -> Repo.query!("PRAGMA query_only = 0") end)
    assert {503, %{"writable" => false}} = health()

    Repo.query!("PRAGMA query_only = 0")
    assert {503, _} = health()
    forget()
    assert {200, _} = health()
  end

  test "a full database is reported" do
    # First removes the free space inside the database.
    Repo.query!("VACUUM")
    %{rows: [[pages]]} = Repo.query!("PRAGMA page_count")
    Repo.query!("PRAGMA max_page_count = #{pages}")
    on_exit(fn -> Repo.query!("PRAGMA max_page_count = 1073741823") end)
    assert {503, _} = health()
  end

  test "frequent requests do not cause frequent writes" do
    assert Health.writable?()
    before = changes()
    for _ <- 1..100, do: assert({200, _} = health())
    assert changes() == before
  end

  # The number of rows ever changed by the connection.
  defp changes, do: Repo.query!("SELECT total_changes()").rows
end
