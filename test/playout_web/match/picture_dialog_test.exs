defmodule PlayoutWeb.Match.PictureDialogTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Position
  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Picture.Gif
  alias PlayoutWeb.Test.GifJob

  @won ~w(-0 a1-1 b2-2 c3-4 d4)

  # A visitor may send only so many commands, so each test has its own.
  setup do
    Process.put(:me, "pictures of #{System.unique_integer([:positive])}")
    :ok
  end

  defp me, do: Process.get(:me)

  # A match of two people at one screen, after these moves.
  defp match(moves, game \\ :quarto) do
    [variant | _] = Playout.Game.variants(game)
    request = %{game: game, variant: variant, players: %{first: :me, second: :me}, toss: false}
    {:ok, id} = Matches.create(me(), request)

    for move <- moves do
      {:ok, state} = Matches.get(id)
      {:ok, _change} = Matches.act(id, me(), state.seq, {:move, move})
    end

    id
  end

  defp page(conn, id) do
    {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
    view
  end

  # What the dialog's hook sends.
  defp tell(view, event, params), do: view |> element("#picture") |> render_hook(event, params)

  defp until_shown(view, selector) do
    assert Wait.until(fn -> has_element?(view, selector) end), render(view)
    view
  end

  test "the page gives the address of the board's picture", %{conn: conn} do
    view = page(conn, match(~w(2c2b 3a3b), :animal_shogi))
    render_hook(view, "picture", %{theme: "dark"})
    assert_reply view, %{path: path, name: "animal_shogi-2.png"}
    assert path =~ "theme=dark&bottom=first"
    drawing = conn |> get(path) |> response(200) |> LazyHTML.from_fragment()
    assert Enum.count(LazyHTML.query(drawing, ".shogi-cell.is-last")) == 2

    # As the page shows it.
    render_click(view, "turn")
    render_hook(view, "picture", %{theme: ["odd"]})
    assert_reply view, %{path: path}
    assert path =~ "theme=light&bottom=second"
  end

  test "an animation is offered when the match is over", %{conn: conn} do
    GifJob.start()
    view = page(conn, match(Enum.take(@won, 4)))
    assert has_element?(view, "#open-picture[data-opens='picture']")
    refute has_element?(view, "#make-gif")
    tell(view, "gif", %{theme: "light"})
    refute_received {:begun, _gif, _job}

    assert conn |> page(match(@won)) |> has_element?("#make-gif[aria-disabled='false']")
  end

  test "an animation is made, with its progress, and can be saved", %{conn: conn} do
    GifJob.start()
    id = match(@won)
    view = page(conn, id)
    tell(view, "gif", %{theme: "dark"})
    assert_receive {:begun, gif, job}
    assert %Gif{position: %Position{moves: @won}, bottom: :first, theme: "dark"} = gif
    until_shown(view, "#animation progress[value='0']")
    assert has_element?(view, "#make-gif[aria-disabled='true']")

    send(job, {:report, 40})
    until_shown(view, "#animation progress[value='40']")
    assert view |> element("#gif-status") |> render() =~ "Making the animation"

    send(job, {:result, {:ok, "GIF89a of the match"}})
    until_shown(view, "#save-gif[download='quarto.gif']")
    assert view |> element("#gif-status") |> render() =~ "The animation is ready."
    refute has_element?(view, "progress")

    [path] =
      view
      |> element("#save-gif")
      |> render()
      |> LazyHTML.from_fragment()
      |> LazyHTML.attribute("href")

    answer = get(conn, path)
    assert {answer.status, answer.resp_body} == {200, "GIF89a of the match"}
    assert get_resp_header(answer, "content-type") == ["image/gif"]
    assert get_resp_header(answer, "x-robots-tag") == ["noindex"]
    [tag] = get_resp_header(answer, "etag")
    assert conn |> put_req_header("if-none-match", tag) |> get(path) |> response(304) == ""
  end

  test "others come first, and a failure is told", %{conn: conn} do
    maker = GifJob.start()
    other = %Gif{position: Playout.new!(:gomoku), bottom: :first, theme: "light"}
    :ok = Gif.Maker.request(maker, "other", other, :elsewhere)
    assert_receive {:begun, ^other, first}

    view = page(conn, match(@won))
    tell(view, "gif", %{theme: "light"})

    assert view |> until_shown("#make-gif[aria-disabled='true']") |> render() =~
             "Waiting, place 1"

    send(first, {:result, {:ok, "GIF"}})
    assert_receive {:begun, _gif, job}

    ExUnit.CaptureLog.capture_log(fn ->
      send(job, {:result, {:error, "no reason"}})
      until_shown(view, "#make-gif[aria-disabled='false']")
    end)

    assert render(view) =~ "The animation could not be made."
  end

  test "what is beyond a limit is refused", %{conn: conn} do
    GifJob.start(waiting: 0)
    view = page(conn, match(@won))
    assert tell(view, "gif", %{theme: "light"}) =~ "Others are waiting for animations."

    Env.merge(Gif, moves: 4)
    assert tell(view, "gif", %{theme: "light"}) =~ "This match is too long for an animation."
  end

  test "rubbish changes nothing", %{conn: conn} do
    GifJob.start()
    view = page(conn, match(@won))
    dialog = fn -> view |> element("#picture") |> render() end
    before = dialog.()
    for event <- ~w(save other), do: tell(view, event, %{theme: "light"})
    send(view.pid, {:gif, "another", :ready})
    assert dialog.() == before
  end

  describe "the address of an animation" do
    defp refused(conn, status) do
      assert get_resp_header(conn, "content-type") == ["text/plain; charset=utf-8"]
      body = response(conn, status)
      assert body =~ ~r/\A[^\n]+\n\z/
      body
    end

    test "leads to it, also if it has to be made", %{conn: conn} do
      GifJob.start()
      id = match(@won)
      request = Task.async(fn -> get(conn, ~p"/m/#{id}/match.gif?theme=dark&bottom=second") end)
      assert_receive {:begun, %Gif{bottom: :second, theme: "dark"}, job}
      send(job, {:result, {:ok, "GIF"}})
      assert response(Task.await(request, :infinity), 200) == "GIF"
    end

    test "says why there is none", %{conn: conn} do
      GifJob.start(waiting: 0)
      going_on = match(["-0"])
      over = match(@won)
      assert conn |> get(~p"/m/#{going_on}/match.gif") |> refused(404) =~ "not over"
      assert conn |> get(~p"/m/abcdefghijkl/match.gif") |> refused(404) =~ "no such match"
      assert conn |> get(~p"/m/rubbish/match.gif") |> refused(404) =~ "no such match"
      assert conn |> get(~p"/m/#{over}/match.gif?theme=odd") |> refused(400) =~ "Theme must be"
      assert conn |> get(~p"/m/#{over}/match.gif") |> refused(503) =~ "Too many GIFs"
      Env.merge(Gif, moves: 4)
      assert conn |> get(~p"/m/#{over}/match.gif") |> refused(404) =~ "too many moves"
    end

    test "says that it could not be made", %{conn: conn} do
      GifJob.start()
      id = match(@won)
      request = Task.async(fn -> get(conn, ~p"/m/#{id}/match.gif") end)
      assert_receive {:begun, _gif, job}

      ExUnit.CaptureLog.capture_log(fn ->
        send(job, {:result, {:error, "no reason"}})
        assert request |> Task.await(:infinity) |> refused(500) =~ "could not be made"
      end)
    end
  end
end
