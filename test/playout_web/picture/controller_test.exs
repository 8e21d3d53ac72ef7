defmodule PlayoutWeb.Picture.ControllerTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Test.Env
  alias PlayoutWeb.Picture.{Address, Style}

  defp header(conn, name), do: conn |> get_resp_header(name) |> Enum.join()

  # The line of text of a refusal.
  defp refused(conn, status) do
    assert conn.status == status
    assert header(conn, "content-type") == "text/plain; charset=utf-8"
    assert conn.resp_body =~ ~r/\A[^\n]{1,400}\n\z/
    conn.resp_body
  end

  test "a position has an address", %{conn: conn} do
    conn = get(conn, "/picture/quarto.svg?moves=-7+c3-A&theme=dark")
    assert conn.status == 200
    assert header(conn, "content-type") == "image/svg+xml; charset=utf-8"
    assert conn.resp_body =~ Style.read!("dark")
    drawing = LazyHTML.from_fragment(conn.resp_body)
    assert [_piece] = Enum.to_list(LazyHTML.query(drawing, ".quarto-board .piece"))
  end

  test "the parameters are those of a new game, or a position", %{conn: conn} do
    body = fn query -> response(get(conn, "/picture/gomoku.svg?" <> query), 200) end
    assert body.("") == body.("variant=freestyle&size=15&bottom=first")
    refute body.("size=9") == body.("")
    start = URI.encode_www_form(Playout.new!(:gomoku, size: 9, opening: :swap2).start)
    assert body.("position=#{start}") == body.("size=9&opening=swap2")
    assert body.("moves=h8%20g7") == body.("moves=+h8++g7+")
  end

  test "opened by itself, a picture runs nothing", %{conn: conn} do
    conn = get(conn, "/picture/separo.svg")
    policy = header(conn, "content-security-policy")
    [style] = Regex.run(~r"<style>(.*)</style>"s, conn.resp_body, capture: :all_but_first)
    hash = Base.encode64(:crypto.hash(:sha256, style))
    assert policy =~ "default-src 'none'; style-src 'sha256-#{hash}';"
    assert policy =~ "sandbox"
    refute policy =~ "unsafe"
    refute policy =~ "self"
    assert header(conn, "x-content-type-options") == "nosniff"
  end

  test "no visitor is needed, and none is made", %{conn: conn} do
    assert header(get(conn, "/picture/separo.svg"), "set-cookie") == ""
  end

  test "what has not changed is not sent again", %{conn: conn} do
    first = get(conn, "/picture/quarto.svg?moves=-7")
    tag = header(first, "etag")
    assert tag =~ ~r/\A"[\w-]{43}"\z/
    assert header(first, "cache-control") == "private, max-age=3600"
    assert header(first, "vary") =~ "accept-language"

    for known <- [tag, ~s("other", W/#{tag})] do
      again =
        conn |> put_req_header("if-none-match", known) |> get("/picture/quarto.svg?moves=-7")

      assert {again.status, again.resp_body, header(again, "etag")} == {304, "", tag}
    end

    other = conn |> put_req_header("if-none-match", tag) |> get("/picture/quarto.svg?moves=-8")
    assert other.status == 200
    refute header(other, "etag") == tag
  end

  test "errors are a line of text", %{conn: conn} do
    for {path, status, text} <- [
          {"chess.svg", 404, "The games are quarto, animal_shogi, gomoku, separo."},
          {"quarto", 404, "The address of a picture is /picture/GAME.svg."},
          {"quarto.png", 404, "/picture/GAME.svg"},
          {"quarto.svg?position=rubbish", 400, "Character 1: "},
          {"quarto.svg?moves=-7+c9", 400, "Move 2: "},
          {"quarto.svg?variant=odd", 400, "variant"},
          {"gomoku.svg?size=99", 400, "size"},
          {"gomoku.svg?size[]=9", 400, "Size must be text."},
          {"gomoku.svg?moves[]=h8", 400, "Moves must be text."},
          {"gomoku.svg?position=#{URI.encode_www_form(Playout.new!(:gomoku).start)}&size=9", 400,
           "The position already determines"},
          {"quarto.svg?theme=green", 400, "Theme must be light or dark."},
          {"quarto.svg?theme[]=dark", 400, "Theme must be"},
          {"quarto.svg?bottom=third", 400, "Bottom must be first or second."},
          {"quarto.svg?colour=red", 400,
           "The parameters are position, variant, moves, theme, bottom."},
          {"quarto.svg?moves=%ff", 400, "invalid"}
        ] do
      body = conn |> get("/picture/" <> path) |> refused(status)
      assert body =~ text, "#{path}: #{body}"
    end
  end

  test "queries are limited", %{conn: conn} do
    query = fn length -> "moves=" <> String.duplicate("+", length - 6) end
    assert get(conn, "/picture/quarto.svg?" <> query.(Address.most())).status == 200
    assert conn |> get("/picture/quarto.svg?" <> query.(Address.most() + 1)) |> refused(414)
  end

  test "pictures count as pages of their network", %{conn: conn} do
    Env.put(:still, true)
    Env.put(PlayoutWeb.Limits, pages: 1)
    conn = %{conn | remote_ip: {10, 9, 8, 7}}
    # A burst, and one more.
    for _ <- 1..30, do: assert(get(conn, "/picture/quarto.svg").status == 200)
    assert conn |> get("/picture/quarto.svg") |> refused(429) =~ "Wait a few seconds"
  end

  describe "the address of a position" do
    test "leads to its picture", %{conn: conn} do
      for game <- Playout.games() do
        position = Playout.new!(game)
        [move | _] = Playout.legal_moves!(position)
        position = Playout.play!(position, move)
        path = Address.path(position, theme: "dark", bottom: :second)
        body = response(get(conn, path), 200)
        {:ok, picture} = PlayoutWeb.Picture.new(position, theme: "dark", bottom: :second)
        assert body == PlayoutWeb.Picture.svg(picture)
      end
    end

    test "is short, however many moves there are", %{conn: conn} do
      there_and_back = ~w(1d1c 1a1b 1c1d 1b1a)
      moves = Stream.cycle(there_and_back) |> Enum.take(7)
      start = %{Playout.new!(:animal_shogi) | moves: moves}
      assert Address.path(start) =~ "1c1d"

      position = Playout.new!(:gomoku, size: 20)
      cells = for row <- 1..20, column <- ?a..?t, do: <<column>> <> to_string(row)
      # Never five in a row.
      {odd, even} =
        cells
        |> Enum.with_index()
        |> Enum.split_with(fn {_, n} -> rem(div(n, 2) + div(n, 20), 2) == 0 end)

      moves = Enum.zip(odd, even) |> Enum.flat_map(fn {{a, _}, {b, _}} -> [a, b] end)
      assert {:ok, _} = Playout.outcome(%{position | moves: moves})
      path = Address.path(%{position | moves: moves})
      assert byte_size(path) < Address.most()
      drawing = LazyHTML.from_fragment(response(get(conn, path), 200))
      assert Enum.count(LazyHTML.query(drawing, ".stone")) == length(moves)
      assert Enum.count(LazyHTML.query(drawing, ".stone.is-last")) == 1
    end
  end
end
