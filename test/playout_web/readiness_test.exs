defmodule PlayoutWeb.ReadinessTest do
  # What a site does from SIGTERM on; test/kill/stop.test.mjs stops one.
  use PlayoutWeb.ConnCase, async: false

  import Playout.Test.Database

  alias Playout.Matches
  alias Playout.Site.Readiness
  alias Playout.Test.Wait

  setup do
    on_exit(&Readiness.grant/0)
  end

  defp ready do
    conn = get(build_conn(), "/ready")
    assert get_resp_header(conn, "cache-control") == ["no-store"]
    assert get_resp_header(conn, "set-cookie") == []
    {conn.status, Jason.decode!(conn.resp_body)["ready"]}
  end

  test "a proxy learns at once that a site is about to stop" do
    assert ready() == {200, true}
    Readiness.withdraw()
    assert ready() == {503, false}
    # But it is well.
    assert get(build_conn(), "/health").status == 200
    Readiness.grant()
    assert ready() == {200, true}
    assert head(build_conn(), "/ready").status == 200
  end

  @tag :capture_log
  test "a site whose database fails is not ready either" do
    forget = fn -> :sys.replace_state(Matches.Store.Probe, fn _known -> nil end, :infinity) end
    forget.()
    on_exit(forget)
    without_database(fn -> assert ready() == {503, false} end)
  end

  test "new matches start until the proxy has noticed, and running ones go on", %{conn: conn} do
    request = %{
      game: :quarto,
      variant: :standard,
      players: %{first: :me, second: :me},
      toss: false
    }

    Readiness.withdraw()
    {:ok, id} = Matches.create("somebody", request)
    Readiness.close()
    assert ready() == {503, false}
    assert Matches.create("somebody", request) == {:error, :stopping}
    assert Matches.rematch("somebody", id) == {:error, :stopping}
    assert {:ok, _change} = Matches.act(id, "somebody", 1, {:move, "-7"})

    conn = post(conn, "/matches", %{"game" => "quarto"})
    assert html_response(conn, 503) =~ "about to restart"
  end

  test "a site that is told to stop gives the proxy time to notice" do
    on_exit(fn -> Application.delete_env(:playout, Readiness) end)
    Application.put_env(:playout, Readiness, notice: :timer.hours(1))
    stopping = Task.async(fn -> Playout.Application.prep_stop(:state) end)
    assert Wait.until(fn -> ready() == {503, false} end)
    assert Readiness.open?()
    Task.shutdown(stopping, :brutal_kill)
  end
end
