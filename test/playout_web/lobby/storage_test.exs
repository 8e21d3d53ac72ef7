defmodule PlayoutWeb.Lobby.StorageTest do
  # The list in the lobby when it changes often, and when the database fails.
  use PlayoutWeb.ConnCase, async: false

  import Playout.Test.Database

  alias Playout.Matches
  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.Work
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

  @friends %{
    game: :quarto,
    variant: :standard,
    players: %{first: :me, second: :friend},
    toss: false
  }

  defp report_reads do
    test = self()
    report = fn _, _, %{query: query}, _ -> send(test, query) end
    :telemetry.attach("lobby", [:playout, :storage, :read], report, nil)
    on_exit(fn -> :telemetry.detach("lobby") end)
  end

  test "matches are read at most twice a second, and the last change is shown", context do
    %{view: view, visitor: visitor} = context
    report_reads()

    for _ <- 1..50, do: send(view.pid, {:matches_changed, visitor})
    id = begin(visitor)
    assert Wait.until(fn -> has_element?(view, "#match-#{id}") end)
    assert reads() in 1..4
  end

  defp reads(query \\ :list) do
    receive do
      ^query -> 1 + reads(query)
    after
      0 -> 0
    end
  end

  test "all pages of a visitor share what one of them has read, also the scores", context do
    %{conn: conn, visitor: visitor} = context

    views =
      for _ <- 1..10 do
        {:ok, view, _html} = live(conn, ~p"/")
        view
      end

    {:ok, id} = Matches.create(visitor, @friends)
    {:ok, _} = Matches.act(id, "a friend", 1, :join)
    for view <- views, do: assert(Wait.until(fn -> listed?(view, id) end))
    report_reads()

    # One after the other, so that they don't ask at the same moment.
    for view <- views, do: :sys.suspend(view.pid, :infinity)
    {:ok, _} = Matches.act(id, "a friend", 2, :resign)

    for view <- views do
      :sys.resume(view.pid, :infinity)
      render(view)
    end

    for view <- views do
      assert Wait.until(fn ->
               has_element?(view, "#matches-over #match-#{id}") and listed?(view, id)
             end)
    end

    assert reads(:list) in 1..6
    assert reads(:scores) in 1..6
  end

  defp listed?(view, id) do
    %{private: private} = :sys.get_state(view.pid, :infinity).socket
    has_element?(view, "#match-#{id}") and not Map.get(private, :listed_recently?, false)
  end

  test "beyond the limit of its address, a page lists later", context do
    %{view: view, visitor: visitor} = context
    Env.put(Work, late_after: 600_000)
    Env.put(Limits, pushes: 0)
    id = begin(visitor)
    for message <- [:public, :minute], do: send(view.pid, message)
    late = fn -> Enum.sort(:sys.get_state(view.pid, :infinity).socket.private.late) end
    assert Wait.until(fn -> late.() == [:minute, :public, {:matches_changed, visitor}] end)
    refute has_element?(view, "#match-#{id}")
    Env.put(Limits, [])

    assert Wait.until(fn ->
             send(view.pid, {Work, :late})
             has_element?(view, "#match-#{id}")
           end)
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
