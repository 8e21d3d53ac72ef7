defmodule PlayoutWeb.Language.LocaleTest do
  # The pages follow the browser's language until one is chosen, and so do error pages.
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias PlayoutWeb.Language.Locale

  @choices %{
    game: :quarto,
    variant: :standard,
    players: %{first: :me, second: {:level, "sparrow"}},
    toss: false
  }

  setup do
    {:ok, match} = Matches.create("somebody", @choices)
    %{match: match, pages: [~p"/", ~p"/m/#{match}", ~p"/rules/quarto", ~p"/learn/quarto"]}
  end

  defp asking_for(conn, languages), do: put_req_header(conn, "accept-language", languages)

  # The language that a document declares, and the one that its settings are in.
  defp languages(html) do
    document = LazyHTML.from_document(html)
    title = document |> LazyHTML.query("#settings-title") |> LazyHTML.text()

    {document |> LazyHTML.query("html") |> LazyHTML.attribute("lang"),
     Map.fetch!(%{"Settings" => "en", "設定" => "ja"}, title)}
  end

  defp settings(html) do
    html |> LazyHTML.from_fragment() |> LazyHTML.query("#settings-title") |> LazyHTML.text()
  end

  test "every page is in the language that the browser prefers", context do
    for page <- context.pages do
      assert languages(html_response(get(context.conn, page), 200)) == {["en"], "en"}

      conn = context.conn |> asking_for("xx, ja-JP;q=0.9, en;q=0.5") |> get(page)
      assert languages(html_response(conn, 200)) == {["ja"], "ja"}
    end
  end

  test "caches keep the languages apart", %{conn: conn} do
    conn = get(conn, ~p"/")
    assert get_resp_header(conn, "vary") == ["accept-language, cookie"]
    assert [cached] = get_resp_header(conn, "cache-control")
    assert cached =~ "private"
  end

  test "a request is not affected by the language of the previous one", %{conn: conn} do
    conn |> asking_for("ja") |> get(~p"/")
    assert languages(html_response(get(conn, ~p"/"), 200)) == {["en"], "en"}
  end

  test "error pages are in the reader's language", %{conn: conn} do
    conn = asking_for(conn, "ja")
    assert languages(html_response(get(conn, "/nothing/here"), 404)) == {["ja"], "ja"}

    {404, _headers, html} = assert_error_sent(404, fn -> get(conn, "/m/no-such-match") end)
    assert languages(html) == {["ja"], "ja"}

    {413, headers, html} =
      assert_error_sent(413, fn ->
        conn
        |> put_req_header("content-type", "application/x-www-form-urlencoded")
        |> post("/language", "a=" <> String.duplicate("a", 200_000))
      end)

    assert languages(html) == {["ja"], "ja"}
    # Like every other page.
    assert List.keymember?(headers, "content-security-policy", 0)
  end

  test "a LiveView keeps the language of its document, whatever is chosen later", context do
    for page <- context.pages do
      {:ok, view, _html} = context.conn |> asking_for("ja") |> live(page)
      assert settings(render(view)) == "設定"
      assert page_title(view) =~ ~r/\p{Han}|\p{Hiragana}|\p{Katakana}/u
    end
  end

  describe "a choice" do
    test "overrides the browser's language, and is kept for a year", %{conn: conn} do
      conn = choose(conn, "ja", ~p"/rules/quarto")
      assert redirected_to(conn, 303) == ~p"/rules/quarto"

      assert %{value: "ja", max_age: 31_536_000, same_site: "Lax"} =
               conn.resp_cookies["language"]

      conn = conn |> recycle() |> asking_for("en") |> get(~p"/")
      assert languages(html_response(conn, 200)) == {["ja"], "ja"}

      conn = choose(conn, "en", ~p"/")
      conn = conn |> recycle() |> asking_for("ja") |> get(~p"/")
      assert languages(html_response(conn, 200)) == {["en"], "en"}
    end

    test "is offered by name, in each language, and the current one is marked", %{conn: conn} do
      for {accept, current} <- [{"en", "English"}, {"ja", "日本語"}] do
        html = conn |> asking_for(accept) |> get(~p"/") |> html_response(200)
        buttons = html |> LazyHTML.from_document() |> LazyHTML.query("#settings [name=language]")

        names = for button <- buttons, do: button |> LazyHTML.text() |> String.trim()
        tags = LazyHTML.attribute(buttons, "lang")
        assert [{"English", "en"}, {"日本語", "ja"}] -- Enum.zip(names, tags) == []
        assert length(names) == length(Locale.all())

        pressed = LazyHTML.filter(buttons, "[aria-pressed=true]")
        assert pressed |> LazyHTML.text() |> String.trim() == current
      end
    end

    test "of an unavailable language changes nothing", %{conn: conn} do
      for language <- ["xx", "../en", %{"a" => "b"}, nil] do
        conn = choose(conn, language, ~p"/")
        assert redirected_to(conn, 303) == ~p"/"
        refute Map.has_key?(conn.resp_cookies, "language")
      end

      conn = conn |> put_req_cookie("language", "xx") |> asking_for("ja") |> get(~p"/")
      assert languages(html_response(conn, 200)) == {["ja"], "ja"}
    end

    test "needs the token of a page that we sent", %{conn: conn} do
      conn = get(conn, ~p"/")

      assert_error_sent(403, fn ->
        conn |> recycle() |> protected() |> post(~p"/language", %{"language" => "ja"})
      end)
    end

    test "redirects to the page where it was made, and to no other site", %{conn: conn} do
      for {referrer, path} <- [
            {"http://www.example.com/learn/quarto/2?a=b%20c", "/learn/quarto/2?a=b%20c"},
            {"http://www.example.com", "/"},
            {"http://proxied.example.com/rules/quarto", "/rules/quarto"},
            {"http://www.example.com//elsewhere.example.com", "/"},
            {"http://www.example.com/\\elsewhere.example.com", "/"},
            {"http://www.example.com/a\tb", "/"},
            {"http://www.example.com/\t/elsewhere.example.com", "/"},
            {"http://www.example.com/%09/elsewhere.example.com", "/"},
            {"/a?b=\tc", "/"},
            {"/a\\b", "/"},
            {"javascript:alert(1)", "/"},
            {"not an address", "/"},
            {nil, "/"}
          ] do
        assert redirected_to(choose(conn, "ja", referrer), 303) == path
      end
    end
  end

  test "a language's tag has the format of HTML" do
    assert Locale.tag("pt_BR") == "pt-BR"
  end

  # Chooses like a browser: with a page's form, from that page or from another referrer.
  defp choose(conn, language, from) do
    conn = get(recycle(conn), ~p"/")
    document = conn |> html_response(200) |> LazyHTML.from_document()
    form = LazyHTML.query(document, "#settings form")
    assert LazyHTML.attribute(form, "action") == ["/language"]

    [token] =
      document |> LazyHTML.query("#settings [name=_csrf_token]") |> LazyHTML.attribute("value")

    referrer =
      if from && String.starts_with?(from, "/"), do: "http://www.example.com" <> from, else: from

    conn = recycle(conn)
    conn = if referrer, do: put_req_header(conn, "referer", referrer), else: conn
    post(protected(conn), ~p"/language", %{"language" => language, "_csrf_token" => token})
  end

  # Otherwise, Phoenix's tests need no token.
  defp protected(conn) do
    update_in(conn.private, &Map.delete(&1, :plug_skip_csrf_protection))
  end
end
