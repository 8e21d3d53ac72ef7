defmodule PlayoutWeb.Log.RedactionTest do
  # Removes the filter for a moment, and reads the log of the whole application.
  use PlayoutWeb.ConnCase, async: false

  import ExUnit.CaptureLog

  alias Playout.Matches
  alias Playout.Matches.People
  alias PlayoutWeb.Log.Redaction
  alias PlayoutWeb.Match
  alias PlayoutWeb.People.Visitor

  @match %{
    game: :quarto,
    variant: :standard,
    players: %{first: :me, second: {:level, "sparrow"}},
    toss: false
  }

  setup do
    visitor = Visitor.new()
    {:ok, match} = Matches.create(visitor, @match)
    %{visitor: visitor, match: match}
  end

  # Runs something that fails, and returns what is logged. Without the filter, the same failure
  # does log the visitor's id; otherwise its absence would prove nothing.
  defp log_of(visitor, crash) do
    :ok = :logger.remove_primary_filter(Redaction)
    assert capture_log(crash) =~ visitor
    Redaction.install()
    log = capture_log(crash)
    refute log =~ visitor
    assert log =~ "[redacted]"
    log
  after
    Redaction.install()
  end

  defp server(match), do: GenServer.whereis({:via, Registry, {Matches.Registry, match}})

  defp until_down(pid) do
    monitor = Process.monitor(pid)
    assert_receive {:DOWN, ^monitor, :process, ^pid, _reason}
  end

  test "a page that crashes", %{conn: conn, visitor: visitor, match: match} do
    Process.flag(:trap_exit, true)
    conn = visiting(conn, visitor)

    log =
      log_of(visitor, fn ->
        {:ok, view, _html} = live(conn, ~p"/m/#{match}")
        send(view.pid, {:unexpected, visitor})
        until_down(view.pid)
      end)

    assert log =~ "no function clause matching in PlayoutWeb.Match.Live.handle_info/2"
    assert log =~ "lib/playout_web/match/live.ex"
    assert log =~ match
  end

  test "a match that crashes", %{visitor: visitor, match: match} do
    log =
      log_of(visitor, fn ->
        {:ok, _state} = Matches.watch(match)
        pid = server(match)
        GenServer.cast(pid, {:unexpected, visitor})
        until_down(pid)
      end)

    assert log =~ "no function clause matching in Playout.Matches.Processes.Server.handle_cast/2"
    assert log =~ match
  end

  test "a caller that waited too long for a match", %{visitor: visitor, match: match} do
    {:ok, _state} = Matches.watch(match)
    server = server(match)
    :sys.suspend(server, :infinity)

    log =
      log_of(visitor, fn ->
        {:ok, pid} = Task.start(fn -> GenServer.call(server, {:anything, visitor}, 1) end)
        until_down(pid)
      end)

    Process.exit(server, :kill)

    assert log =~ "GenServer.call"
  end

  test "a search that crashes", %{visitor: visitor} do
    log =
      log_of(visitor, fn ->
        {:ok, search} = Playout.start_search(Playout.new!(:quarto), player: "mcts:ms=60000")
        send(search.pid, {:unexpected, visitor})
        until_down(search.pid)
      end)

    assert log =~ "no function clause matching in Playout.Engine.Search.handle_info/2"
  end

  # The arguments of the function that fails include the whole request.
  test "a request that fails", %{conn: conn, visitor: visitor} do
    cookie = conn |> visiting(visitor) |> get(~p"/") |> cookie()
    "_playout=" <> session = cookie

    plug = fn conn, _options ->
      conn
      |> Plug.Conn.fetch_cookies()
      |> Plug.Test.init_test_session(%{})
      |> put_session(:visitor, visitor)
      |> Match.Controller.rematch(%{})
    end

    options = [plug: {plug, []}, ip: :loopback, port: 0, startup_log: false]
    bandit = start_supervised!({Bandit, options})
    {:ok, {_address, port}} = ThousandIsland.listener_info(bandit)

    log = log_of(visitor, fn -> assert request(port, cookie) =~ "500 Internal Server Error" end)
    assert log =~ "no function clause matching in PlayoutWeb.Match.Controller.rematch/2"
    refute log =~ session
  end

  defp cookie(conn), do: "_playout=" <> conn.resp_cookies["_playout"].value

  defp request(port, cookie) do
    {:ok, socket} = :gen_tcp.connect(:localhost, port, [:binary, active: false])
    head = ["GET / HTTP/1.1", "host: localhost", "connection: close", "cookie: " <> cookie]
    :ok = :gen_tcp.send(socket, Enum.map_join(head, &(&1 <> "\r\n")) <> "\r\n")
    read(socket, "")
  end

  defp read(socket, text) do
    case :gen_tcp.recv(socket, 0) do
      {:ok, more} -> read(socket, text <> more)
      {:error, :closed} -> text
    end
  end

  describe "an event" do
    defp filtered(message, meta \\ %{}) do
      {_filter, pattern} =
        :logger.get_primary_config().filters |> List.keyfind(Redaction, 0) |> elem(1)

      Redaction.filter(%{level: :error, msg: message, meta: meta}, pattern)
    end

    test "is redacted wherever the id is", %{visitor: visitor} do
      term = %{
        "session" => %{visitor => [visitor, {:visitor, visitor}]},
        seat: {:person, visitor},
        topic: "visitor:" <> visitor,
        charlist: ~c"visitor #{visitor}",
        improper: [1 | visitor],
        struct: %URI{path: "a", query: "id=" <> visitor},
        fun: &String.length/1
      }

      %{msg: {:report, redacted}, meta: meta} = filtered({:report, term}, %{crash_reason: term})
      refute inspect(redacted, limit: :infinity) =~ visitor
      assert meta.crash_reason == redacted
      assert redacted.struct == %URI{path: "a", query: "id=[redacted]"}
      assert redacted.charlist == ~c"visitor [redacted]"
      assert redacted.improper == [1 | "[redacted]"]

      assert filtered({~c"~p of ~s", [visitor, "it"]}).msg == {~c"~p of ~s", ["[redacted]", "it"]}
      assert filtered({:string, ["of ", visitor]}).msg == {:string, "of [redacted]"}
    end

    test "otherwise stays as it is", %{match: match} do
      for text <- [
            "GET /m/#{match}",
            "lib/playout_web/Twenty4CharactersInPaths/a.ex",
            "PlayoutWeb.ModuleOf24Characters_Long.f/1",
            "this page with four more",
            "1780000000000000 microseconds at 2026-11-24 17:34:01",
            "0x00007f3c00007f3c and 550e8400-e29b-41d4-a716-446655440000",
            "GET /continue/",
            "** (undefined_function_error)",
            "request_id=F8bLhE9y8fT3xQABAAAB",
            <<255, 254>> <> String.duplicate("é", 30)
          ] do
        assert filtered({:report, [text: text]}).msg == {:report, [text: text]}
      end
    end

    test "that can't be redacted loses its contents, and the filter stays", %{visitor: visitor} do
      event = filtered({:string, [visitor, :not_text]}, %{pid: self(), secret: visitor})
      refute inspect(event) =~ visitor
      assert event.meta == %{pid: self()}
    end

    test "has no link for another device, and no recovery code" do
      for _ <- 1..200 do
        token = Visitor.new()
        link = "https://example.org/continue/#{token}"

        assert filtered({:string, link}).msg ==
                 {:string, "https://example.org/continue/[redacted]"}

        {:ok, code} = People.new_code(Visitor.new())

        [a, b, c, d] =
          groups = code |> String.graphemes() |> Enum.chunk_every(4) |> Enum.map(&Enum.join/1)

        for written <- [code, Enum.join(groups, "-"), Enum.join(groups, " ")] do
          assert inspect(filtered({:report, %{code: written, params: [written]}})) =~ "[redacted]"

          refute inspect(filtered({:report, %{code: written, at: "/code#" <> written}})) =~
                   written
        end

        # Almost every code has a digit.
        if code =~ ~r/\d/ and code =~ ~r/[A-Z]/ do
          for typed <- [String.downcase("#{a}-#{b}-#{c}-#{d}"), String.downcase(code)],
              do: refute(inspect(filtered({:report, %{"code" => typed}})) =~ typed)
        end
      end
    end

    test "of any visitor is recognised" do
      for _ <- 1..1000 do
        assert filtered({:string, inspect(%{id: Visitor.new()})}).msg ==
                 {:string, ~s(%{id: "[redacted]"})}
      end
    end
  end
end
