defmodule PlayoutWeb.Match.StorageTest do
  # The page of a match when the database fails.
  use PlayoutWeb.ConnCase, async: false
  use Playout.Test.MatchCase, async: false

  @tag :capture_log
  @tag store_again_after: 200
  test "says that the engine's move isn't saved, and shows it once it is", %{conn: conn} do
    {:ok, id} = Matches.create(me(), request())
    {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
    render_hook(view, "move", %{seq: 1, move: "-7"})
    search = asked()

    fail_writes()
    EngineDouble.answer(search, "c3-A")
    assert Wait.until(fn -> has_element?(view, ".notice", "Saving the engine's move failed") end)
    assert has_element?(view, "#strip-them .status", "Not saved")
    refute has_element?(view, ".notice button")
    refute has_element?(view, "#move-list li:nth-child(2)")

    restore_writes()
    assert Wait.until(fn -> has_element?(view, "#move-list li:nth-child(2)") end)
    refute has_element?(view, ".notice")
  end

  @tag :capture_log
  test "tells the page to send a command again that may not be stored", %{conn: conn} do
    {:ok, id} = Matches.create(me(), request(second: :friend))
    {:ok, _} = Matches.act(id, me() <> " too", 1, :join)
    {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")

    fail_writes()
    render_hook(view, "move", %{seq: 2, move: "-7", name: "a-name"})
    assert_reply(view, %{again: true})
    assert has_element?(view, ".notice", "Saving failed. Trying again…")

    restore_writes()
    render_hook(view, "move", %{seq: 2, move: "-7", name: "a-name"})
    assert_reply(view, %{accepted: true})
    refute has_element?(view, ".notice")
    assert stored(id) == [{1, :created}, {2, :joined}, {3, :moved}]

    refuse("chat_lines", "NEW.match_id = '#{id}'")
    view |> element("button", "Hello!") |> render_click()
    assert_reply(view, %{again: true})
    assert has_element?(view, ".form-error", "Saving failed. Trying again…")
  end

  # Sends a request as a browser does; returns the error page.
  defp shown(id), do: assert_error_sent(503, fn -> get(build_conn(), ~p"/m/#{id}") end)

  @tag :capture_log
  test "says that a match is damaged, in whatever way" do
    for damage <- ["version = 99", "data = 'no JSON'", "data = '{}'", "type = 'nothing'"] do
      {:ok, id} = Matches.create(me(), request(first: :me, second: :me))
      stop_matches(self())
      sql("UPDATE events SET #{damage} WHERE match_id = $1", [id])
      {503, _headers, html} = shown(id)
      assert {damage, html =~ "This match is damaged"} == {damage, true}
      assert html =~ "Your other matches are safe"
    end
  end

  @tag :capture_log
  test "leads a page that is open to that page, without a crash", %{conn: conn} do
    {:ok, id} = Matches.create(me(), request(first: :me, second: :me))
    conn = conn |> visiting(me()) |> get(~p"/m/#{id}")
    stop_matches(self())
    sql("UPDATE events SET version = 99 WHERE match_id = $1", [id])
    path = "/m/#{id}"
    assert {:error, {:redirect, %{to: ^path}}} = live(conn)
  end

  @tag :capture_log
  test "says that the database cannot be read" do
    {:ok, id} = Matches.create(me(), request(first: :me, second: :me))
    stop_matches(self())

    without_database(fn ->
      assert {503, _, html} = shown(id)
      assert html =~ "try again"
    end)
  end
end
