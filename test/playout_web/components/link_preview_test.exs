defmodule PlayoutWeb.LinkPreviewTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches

  @site "http://localhost:4002"

  # Every page that is about a game, and one of its matches.
  defp pages(game) do
    seats = %{first: :me, second: {:level, "sparrow"}}
    [variant | _] = Playout.Game.variants(game)
    request = %{game: game, variant: variant, players: seats, toss: false}
    {:ok, match} = Matches.create("previews of #{game}", request)

    [~p"/play/#{game}", ~p"/rules/#{game}", ~p"/learn/#{game}", ~p"/learn/#{game}/end"] ++
      [~p"/m/#{match}"]
  end

  defp head_of(conn, page) do
    conn |> get(page) |> html_response(200) |> LazyHTML.from_document() |> LazyHTML.query("head")
  end

  defp meta(head, name) do
    [content] =
      head
      |> LazyHTML.query(~s(meta[property="#{name}"], meta[name="#{name}"]))
      |> LazyHTML.attribute("content")

    content
  end

  defp check_preview(conn, page, card) do
    head = head_of(conn, page)
    assert String.length(meta(head, "og:title")) in 5..70
    assert String.length(meta(head, "description")) in 40..200
    assert meta(head, "og:description") == meta(head, "description")
    assert meta(head, "og:url") == @site <> page
    assert meta(head, "og:image") == "#{@site}/assets/cards/#{card}.png"
    assert meta(head, "og:image:alt") != ""
    assert meta(head, "twitter:card") == "summary_large_image"
    head
  end

  test "every page has a title, a description and a picture", %{conn: conn} do
    check_preview(conn, ~p"/", "playout")
    for game <- Playout.games(), page <- pages(game), do: check_preview(conn, page, game)
  end

  test "the query of an address is left out", %{conn: conn} do
    for page <- ["/rules/quarto?match=abc", "/play/quarto?opponent=watch"] do
      [path, _query] = String.split(page, "?")
      assert conn |> head_of(page) |> meta("og:url") == @site <> path
    end
  end

  # `npm run pictures` in test/browser makes them.
  test "every picture exists, has the size that the pages give, and is small", %{conn: conn} do
    head = head_of(conn, ~p"/")
    [width, height] = for side <- ~w(width height), do: meta(head, "og:image:#{side}")

    for card <- ["playout" | Playout.games()] do
      png = File.read!("assets/cards/#{card}.png")
      <<137, "PNG\r\n", 26, 10, _::64, of_width::32, of_height::32, _rest::binary>> = png
      assert {"#{of_width}", "#{of_height}"} == {width, height}
      assert byte_size(png) < 100_000
    end
  end

  test "the text is in the reader's language", %{conn: conn} do
    conn = put_req_header(conn, "accept-language", "ja")

    for page <- [~p"/" | pages(:quarto)], name <- ~w(description og:image:alt) do
      assert conn |> head_of(page) |> meta(name) =~ ~r/\p{Hiragana}/u
    end

    assert conn |> head_of(List.last(pages(:quarto))) |> meta("og:title") =~
             "ゲスト 対 すずめ"
  end

  test "a link to a match says who plays what, and the same to everyone", %{conn: conn} do
    player = "a player with previews"
    players = %{first: :me, second: {:custom, "mcts:playouts=7"}}
    request = %{game: :gomoku, variant: :freestyle, players: players, toss: false}
    {:ok, match} = Matches.create(player, request)

    for conn <- [conn, visiting(conn, player)] do
      head = head_of(conn, ~p"/m/#{match}")
      assert meta(head, "og:title") =~ ~r/^Guest against Custom player · Gomoku/
      refute LazyHTML.to_html(head) =~ player
    end
  end

  test "an error page has no preview", %{conn: conn} do
    refute get(conn, "/nothing/here").resp_body =~ "og:"
  end
end
