defmodule PlayoutWeb.Browser.OutdatedTest do
  # Pretends that the site's assets have digests, which the endpoint knows.
  use PlayoutWeb.ConnCase, async: false

  alias Playout.Matches
  alias PlayoutWeb.Endpoint

  setup do
    before = Endpoint.config(:cache_static_manifest_latest)
    latest = %{"assets/js/app.js" => "assets/js/app-new.js"}
    Phoenix.Config.put(Endpoint, :cache_static_manifest_latest, latest)
    on_exit(fn -> Phoenix.Config.put(Endpoint, :cache_static_manifest_latest, before) end)

    players = %{first: :me, second: :me}
    request = %{game: :quarto, variant: :standard, players: players, toss: false}
    {:ok, match} = Matches.create("somebody outdated", request)

    %{
      pages: [~p"/", ~p"/m/#{match}"] ++ [~p"/play/gomoku", ~p"/rules/gomoku", ~p"/learn/gomoku"]
    }
  end

  defp opened(conn, page, script) do
    statics = ["http://localhost/assets/js/#{script}?vsn=d"]
    {:ok, view, _html} = conn |> put_connect_params(%{"_track_static" => statics}) |> live(page)
    view
  end

  test "a page of another release is told so, and one of this release is not", context do
    for page <- context.pages do
      context.conn |> opened(page, "app-old.js") |> assert_push_event("outdated", %{})
      context.conn |> opened(page, "app-new.js") |> refute_push_event("outdated", %{}, 0)
    end
  end

  test "a page is recognised by its scripts and styles", context do
    for page <- context.pages do
      tracked =
        context.conn
        |> get(page)
        |> html_response(200)
        |> LazyHTML.from_document()
        |> LazyHTML.query("head [phx-track-static]")

      sources = LazyHTML.attribute(tracked, "src") ++ LazyHTML.attribute(tracked, "href")

      assert Enum.sort(sources) ==
               ["/assets/css/app.css", "/assets/js/app.js", "/assets/js/settings.js"]
    end
  end
end
