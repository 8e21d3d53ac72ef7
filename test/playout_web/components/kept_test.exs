defmodule PlayoutWeb.KeptTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Test.Wait

  defp kept(html) do
    html
    |> LazyHTML.from_document()
    |> LazyHTML.query("[data-kept]")
    |> Map.new(fn part -> {hd(LazyHTML.attribute(part, "id")), drawn?(part)} end)
  end

  defp drawn?(part), do: part |> LazyHTML.query("svg") |> Enum.any?()

  # A page that says that it has these parts, and really has none: what it shows has come by socket.
  defp connected(conn, path, ids) do
    conn = conn |> get(path) |> put_connect_params(%{"kept" => ids})

    emptied =
      Regex.replace(~r"(<div[^>]* data-phx-main[^>]*>).*</div>"s, conn.resp_body, "\\1</div>")

    {:ok, view, _html} = live(%{conn | resp_body: emptied})
    {view, kept(render(view))}
  end

  # Without the boards of public matches, which other tests begin.
  defp document(conn, path), do: conn |> get(path) |> html_response(200) |> kept() |> steady()

  defp steady(kept), do: Map.reject(kept, fn {name, _} -> name =~ "public-board" end)

  test "the document has all drawings, and the socket repeats none of them", %{conn: conn} do
    for path <- [~p"/", ~p"/rules/gomoku", ~p"/play/quarto", ~p"/analysis/separo"] do
      document = document(conn, path)
      assert document != %{} and Enum.all?(Map.values(document))
      {_view, repeated} = connected(conn, path, Map.keys(document))
      repeated = steady(repeated)
      assert Map.keys(repeated) == Map.keys(document)
      refute Enum.any?(Map.values(repeated))
    end
  end

  test "a page that was opened by live navigation gets them all", %{conn: conn} do
    {_view, sent} = connected(conn, ~p"/", [])
    assert steady(sent) == document(conn, ~p"/")
  end

  test "a page may say anything", %{conn: conn} do
    for kept <- ["sprite-quarto", %{"a" => "b"}, [1, nil, %{}], nil] do
      {_view, sent} = connected(conn, ~p"/", kept)
      assert sent["sprite-quarto"]
    end
  end

  test "only the first rendering leaves out what a browser has", %{conn: conn} do
    conn = get(conn, ~p"/")
    visitor = Plug.Conn.get_session(conn, :visitor)

    request = %{
      game: :quarto,
      variant: :standard,
      toss: false,
      players: %{first: :me, second: :me}
    }

    ids = for _ <- 1..4, {:ok, id} = Matches.create(visitor, request), do: id

    document = document(conn, ~p"/")
    {view, _sent} = connected(conn, ~p"/", Map.keys(document))
    boards = fn -> for {"board-" <> _, drawn?} <- kept(render(view)), do: drawn? end
    assert boards.() == [false, false, false]

    # A board that was not in the document is drawn, and the others stay as they are.
    view |> element("button", "Show all 4") |> render_click()
    assert Enum.count(boards.(), & &1) == 1
    assert length(ids) == 4

    # So is that of a match that has moved on: its browser has an earlier board.
    id = List.last(ids)
    {:ok, state} = Matches.get(id)
    {:ok, _change} = Matches.act(id, visitor, state.seq, {:move, "-7"})
    assert Wait.until(fn -> Enum.count(boards.(), & &1) == 2 end)
  end
end
