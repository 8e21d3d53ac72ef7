defmodule PlayoutWeb.PagesTest do
  # Every page must send the content security policy, obey it, and identify the visitor.
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Test.Env

  @choices %{
    game: :quarto,
    variant: :standard,
    players: %{first: :me, second: {:level, "sparrow"}},
    toss: false
  }

  setup do
    {:ok, match} = Matches.create("somebody", @choices)
    pages = [~p"/", ~p"/m/#{match}", ~p"/rules/quarto", ~p"/learn/quarto"]
    %{pages: pages ++ [~p"/play/quarto", ~p"/edit/quarto", ~p"/analysis/quarto"]}
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
      assert policy =~ "manifest-src 'self'"
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

    for {status, headers, html} <- [
          {no_page.status, no_page.resp_headers, no_page.resp_body},
          no_match
        ] do
      assert status == 404
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

  test "pages connect by WebSocket only", %{conn: conn} do
    assert get(conn, "/live/longpoll?vsn=2.0.0").status == 404
    assert get(conn, "/live/websocket?vsn=2.0.0").status == 400
  end

  describe "under https" do
    defp strict_transport(conn), do: get_resp_header(conn, "strict-transport-security")

    defp keep(seconds), do: Env.put(PlayoutWeb.SecurityHeaders, hsts: seconds)

    test "browsers keep to it for a day, and only for this host", %{conn: conn} do
      for page <- ["/", "/nothing/here"] do
        assert conn |> get("https://localhost" <> page) |> strict_transport() == ["max-age=86400"]
        assert conn |> get(page) |> strict_transport() == []
      end
    end

    test "the time can be set, or nothing said", %{conn: conn} do
      keep(31_536_000)
      assert conn |> get("https://localhost/") |> strict_transport() == ["max-age=31536000"]
      keep(0)
      assert conn |> get("https://localhost/") |> strict_transport() == []
    end
  end

  describe "search engines" do
    defp robots(conn), do: get_resp_header(conn, "x-robots-tag")

    test "may list every page except those of matches and positions", context do
      for page <- context.pages do
        wanted = if page =~ ~r"^/(m|edit|analysis)/", do: ["noindex"], else: []
        assert context.conn |> get(page) |> robots() == wanted
      end

      {404, headers, _html} =
        assert_error_sent(404, fn -> get(context.conn, "/m/no-such-match") end)

      assert {"x-robots-tag", "noindex"} in headers
    end

    # The built assets are not there in every run of the tests.
    test "may open everything, or they would not see that" do
      robots = File.read!("assets/robots.txt")
      assert robots =~ ~r/^User-agent: \*\nDisallow:$/m
      refute robots =~ ~r/^Disallow: ?\S/m
    end
  end

  test "the site can be added to a home screen", %{conn: conn} do
    page = conn |> get(~p"/") |> html_response(200) |> LazyHTML.from_document()
    href = &(page |> LazyHTML.query(~s(link[rel="#{&1}"])) |> LazyHTML.attribute("href") |> hd())
    assert size(href.("apple-touch-icon")) == {180, 180}

    {manifest, _conn} = manifest(conn, href.("manifest"))
    assert %{"name" => "Playout", "start_url" => "/", "id" => "/", "lang" => "en"} = manifest
    assert manifest["description"] =~ "No account needed."
    assert Enum.count(manifest["icons"], &(&1["purpose"] == "maskable")) == 1
    assert Enum.map(manifest["screenshots"], & &1["form_factor"]) == ~w(narrow wide)

    for picture <- manifest["icons"] ++ manifest["screenshots"] do
      {width, height} = size(picture["src"])
      assert picture["sizes"] == "#{width}x#{height}"
    end

    assert length(manifest["shortcuts"]) == length(Playout.games())

    for %{"url" => url} <- manifest["shortcuts"],
        do: assert(conn |> get(url) |> html_response(200))
  end

  test "what a device shows of the site is in the visitor's language", %{conn: conn} do
    {manifest, conn} = conn |> put_req_cookie("language", "ja") |> manifest("/site.webmanifest")
    assert %{"lang" => "ja", "description" => description} = manifest
    refute description =~ "account"
    assert get_resp_header(conn, "vary") == ["accept-language, cookie"]
    assert get_resp_header(conn, "set-cookie") == []
  end

  test "the browser's own bars have the colours of the page", %{conn: conn} do
    bars =
      conn
      |> get(~p"/")
      |> html_response(200)
      |> LazyHTML.from_document()
      |> LazyHTML.query(~s(head > meta[name="theme-color"]))
      |> LazyHTML.attribute("content")

    [_all, light, dark] =
      Regex.run(~r/--page: light-dark\((.*), (.*)\)/, File.read!("assets/css/tokens.css"))

    assert Enum.sort(bars) == Enum.sort([light, dark])
  end

  test "offline, a page needs nothing but itself", %{conn: conn} do
    conn = get(conn, "/offline")
    html = html_response(conn, 200)
    assert [policy] = get_resp_header(conn, "content-security-policy")
    assert get_resp_header(conn, "set-cookie") == []
    refute html =~ ~r/ (src|onclick|style)=|<link/

    for tag <- ~w(style script) do
      [_all, content] = Regex.run(~r"<#{tag}>(.*)</#{tag}>"s, html)
      hash = Base.encode64(:crypto.hash(:sha256, content))
      assert policy =~ "#{tag}-src 'sha256-#{hash}';"
    end
  end

  test "the service worker has another address where the page is another", %{conn: conn} do
    worker = fn conn ->
      conn
      |> get(~p"/")
      |> html_response(200)
      |> LazyHTML.from_document()
      |> LazyHTML.query("script[data-offline]")
      |> LazyHTML.attribute("data-offline")
    end

    assert ["/offline.js?page=" <> _version] = worker.(conn)
    assert worker.(conn) == worker.(conn)
    refute worker.(conn) == worker.(put_req_cookie(conn, "language", "ja"))
  end

  defp manifest(conn, path) do
    conn = get(conn, path)
    assert ["application/manifest+json" <> _charset] = get_resp_header(conn, "content-type")
    {Jason.decode!(response(conn, 200)), conn}
  end

  # The built assets are not there in every run of the tests.
  defp size("/" <> path) do
    <<137, "PNG\r\n", 26, 10, _::64, width::32, height::32, _rest::binary>> = File.read!(path)
    {width, height}
  end
end
