defmodule PlayoutWeb.LobbyStorageLiveTest do
  # The list in the lobby when it changes often, and when the database fails.
  use PlayoutWeb.ConnCase, async: false

  import Playout.Test.Database

  alias Playout.Matches
  alias Playout.Test.Wait
  alias PlayoutWeb.Sentences

  setup %{conn: conn} do
    visitor = "lobby-#{System.unique_integer([:positive])}"
    conn = visiting(conn, visitor)
    {:ok, view, _html} = live(conn, ~p"/")
    %{conn: conn, visitor: visitor, view: view}
  end

  defp begin(visitor) do
    players = %{first: :me, second: {:level, "sparrow"}}
    request = %{game: :quarto, variant: :standard, players: players, toss: false}
    {:ok, id} = Matches.create(visitor, request)
    id
  end

  test "matches are read at most twice a second, and the last change is shown", context do
    %{view: view, visitor: visitor} = context
    test = self()
    report = fn _, _, %{query: query}, _ -> send(test, query) end
    :telemetry.attach("lobby", [:playout, :storage, :read], report, nil)
    on_exit(fn -> :telemetry.detach("lobby") end)

    for _ <- 1..50, do: send(view.pid, {:matches_changed, visitor})
    id = begin(visitor)
    assert Wait.until(fn -> has_element?(view, "#match-#{id}") end)
    assert reads() in 1..4
  end

  defp reads(count \\ 0) do
    receive do
      :list -> reads(count + 1)
    after
      0 -> count
    end
  end

  @tag :capture_log
  test "the page says that the database fails, and can be loaded again", context do
    id = begin(context.visitor)

    without_database(fn ->
      send(context.view.pid, {:matches_changed, context.visitor})
      assert Wait.until(fn -> render(context.view) =~ "be loaded right now" end)
      form = form(context.view, "#game-quarto form")

      assert form |> submit_form(context.conn) |> html_response(503) =~
               Sentences.refusal(:not_stored)
    end)

    context.view |> element("button", "Try again") |> render_click()
    assert has_element?(context.view, "#match-#{id}")
  end
end
