defmodule PlayoutWeb.PagesTest do
  # Every page must send the content security policy, obey it, and identify the visitor.
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches

  @choices %{
    game: :quarto,
    variant: :standard,
    players: %{first: :me, second: {:level, "sparrow"}},
    toss: false
  }

  setup do
    {:ok, match} = Matches.create("somebody", @choices)
    %{pages: [~p"/", ~p"/m/#{match}", ~p"/rules/quarto", ~p"/learn/quarto"]}
  end

  defp inline(html) do
    html
    |> LazyHTML.from_document()
    |> LazyHTML.query(
      "[style], style, script:not([src]), [onclick], [onload], [onsubmit], [onchange]"
    )
    |> Enum.count()
  end

  test "every page has a strict policy, and contains nothing that it forbids", context do
    for page <- context.pages do
      conn = get(context.conn, page)
      [policy] = get_resp_header(conn, "content-security-policy")
      assert policy =~ "default-src 'none'"
      assert policy =~ "script-src 'self'"
      refute policy =~ "unsafe"
      assert get_resp_header(conn, "x-content-type-options") == ["nosniff"]
      assert inline(html_response(conn, 200)) == 0
    end
  end

  test "a LiveView adds nothing inline later either", context do
    for page <- context.pages do
      {:ok, view, _html} = live(context.conn, page)
      assert inline(render(view)) == 0
    end
  end

  test "error pages have the policy too, and link back", %{conn: conn} do
    no_page = get(conn, "/nothing/here")
    no_match = assert_error_sent(404, fn -> get(conn, "/m/no-such-match") end)

    for {404, headers, html} <- [
          {no_page.status, no_page.resp_headers, no_page.resp_body},
          no_match
        ] do
      assert {"content-security-policy", _} = List.keyfind(headers, "content-security-policy", 0)
      assert html =~ "Page not found"
      assert html =~ ~s(href="/")
      assert inline(html) == 0
    end

    html = Phoenix.Template.render_to_string(PlayoutWeb.ErrorHTML, "500", "html", %{})
    assert html =~ "Your matches are safe"
    assert inline(html) == 0
  end

  test "settings apply before the first paint, on every page", context do
    not_there = get(context.conn, "/nothing/here").resp_body

    for html <- [not_there | Enum.map(context.pages, &html_response(get(context.conn, &1), 200))] do
      head = html |> LazyHTML.from_document() |> LazyHTML.query("head > script, head > link")
      [settings | _] = LazyHTML.query(head, "script") |> LazyHTML.attributes()
      assert {"src", "/assets/js/settings.js"} in settings
      refute List.keymember?(settings, "defer", 0) or List.keymember?(settings, "async", 0)
    end
  end

  test "the first response sets a visitor id that lasts a year", %{conn: conn} do
    conn = get(conn, ~p"/")
    assert %{max_age: year, http_only: true, same_site: "Lax"} = conn.resp_cookies["_playout"]
    assert year == 365 * 24 * 60 * 60
    visitor = get_session(conn, :visitor)
    assert byte_size(visitor) >= 24

    again = conn |> recycle() |> get(~p"/")
    assert get_session(again, :visitor) == visitor
    # The year starts with the last visit, not the first.
    assert again.resp_cookies["_playout"].max_age == year
  end

  test "another browser is another visitor, and a forged cookie is ignored", %{conn: conn} do
    visitor = conn |> get(~p"/") |> get_session(:visitor)
    other = build_conn() |> get(~p"/") |> get_session(:visitor)
    forged = build_conn() |> put_req_cookie("_playout", "SFMyNTY.forged.forged") |> get(~p"/")

    assert other != visitor
    assert get_session(forged, :visitor) not in [visitor, other, nil]
  end
end
