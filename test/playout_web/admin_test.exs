defmodule PlayoutWeb.AdminTest do
  # Nobody else opens the operator's port. Others emit the same events meanwhile, so a figure is at
  # least what this test causes.
  use ExUnit.Case, async: true

  import Phoenix.ConnTest
  import Phoenix.LiveViewTest
  import Playout.Test.Database
  import Plug.Conn

  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Admin
  alias PlayoutWeb.Admin.{Collector, Figures, Metrics, Samples}

  @endpoint Admin.Endpoint
  @password "correct horse battery"

  # Opens the port as config/runtime.exs would.
  defp open(options \\ []) do
    settings = Application.get_env(:playout, Admin.Endpoint)
    http = [ip: {127, 0, 0, 1}, port: 0]

    on_exit(fn ->
      Application.put_env(:playout, Admin.Endpoint, settings)
      Application.delete_env(:playout, Admin.Guard)
    end)

    Application.put_env(:playout, Admin.Guard, password: options[:password])
    open = Config.Reader.merge([all: settings], all: [http: http, server: true])[:all]
    Application.put_env(:playout, Admin.Endpoint, open)
    start_supervised!(Admin)
    :ok
  end

  defp local, do: %{build_conn() | host: "localhost"}

  defp from(conn, address), do: %{conn | remote_ip: address}

  defp as(conn, user, password) do
    put_req_header(conn, "authorization", Plug.BasicAuth.encode_basic_auth(user, password))
  end

  defp samples, do: Samples.parse(get(local(), "/metrics").resp_body)

  describe "the port" do
    test "is closed unless it is set, and then nothing is measured" do
      assert Admin.start_link([]) == :ignore
      assert Process.whereis(Admin.Endpoint) == nil
      for %{event_name: event} <- Metrics.all(), do: refute(measured?(event))
      open()
      for %{event_name: event} <- Metrics.all(), do: assert(measured?(event))
    end

    defp measured?(event) do
      Enum.any?(:telemetry.list_handlers(event), fn %{id: id} ->
        match?({TelemetryMetricsPrometheus.Core.EventHandler, _, _}, id)
      end)
    end

    test "is another one than the site's, which has neither dashboard nor metrics" do
      open()

      for path <- ~w(/metrics /dashboard /dashboard/playout) do
        assert dispatch(build_conn(), PlayoutWeb.Endpoint, :get, path).status == 404
      end

      assert get(local(), "/play/quarto").status == 404
    end

    test "listens where it should" do
      open()
      assert {:ok, {{127, 0, 0, 1}, port}} = Admin.Endpoint.server_info(:http)
      assert "HTTP/1.1 200 OK" <> _ = request(port, "GET /metrics HTTP/1.1", "localhost:#{port}")
      assert "HTTP/1.1 403" <> _ = request(port, "GET /metrics HTTP/1.1", "evil.example:#{port}")
    end

    @tag :capture_log
    test "opens no socket for pages of others" do
      open()
      {:ok, {_ip, port}} = Admin.Endpoint.server_info(:http)

      upgrade = fn origin, host ->
        request(port, "GET /live/websocket?vsn=2.0.0 HTTP/1.1", host, [
          "connection: upgrade",
          "upgrade: websocket",
          "sec-websocket-version: 13",
          "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
          "origin: #{origin}"
        ])
      end

      local = "localhost:#{port}"
      assert "HTTP/1.1 101" <> _ = upgrade.("http://#{local}", local)
      assert "HTTP/1.1 403" <> _ = upgrade.("http://evil.example", local)
      assert "HTTP/1.1 403" <> _ = upgrade.("http://localhost:#{port + 1}", local)
      # Such a name can point to this machine.
      evil = "evil.example:#{port}"
      assert "HTTP/1.1 403" <> _ = upgrade.("http://#{evil}", evil)
    end

    defp request(port, line, host, headers \\ []) do
      {:ok, socket} = :gen_tcp.connect({127, 0, 0, 1}, port, [:binary, active: false])

      :ok =
        :gen_tcp.send(socket, Enum.join([line, "host: #{host}" | headers], "\r\n") <> "\r\n\r\n")

      {:ok, answer} = :gen_tcp.recv(socket, 0, Wait.patience())
      :gen_tcp.close(socket)
      answer
    end
  end

  describe "without a password" do
    test "only this machine is named" do
      open()

      for host <- ~w(localhost 127.0.0.1 [::1]) do
        assert get(%{build_conn() | host: host}, "/metrics").status == 200
      end

      for host <- ~w(evil.example localhost.evil.example 192.0.2.1),
          path <- ~w(/ /metrics /dashboard) do
        conn = get(%{build_conn() | host: host}, path)
        assert conn.status == 403
        assert conn.resp_body =~ "use localhost"
      end
    end
  end

  describe "with a password" do
    setup do: open(password: @password)

    test "every page asks for it" do
      for path <- ~w(/ /metrics /dashboard/playout /dashboard/css-0 /nowhere) do
        conn = get(local(), path)
        assert conn.status == 401
        assert get_resp_header(conn, "www-authenticate") == [~s(Basic realm="Playout")]
      end
    end

    test "the right one works, for the user admin, under any name of the machine" do
      conn = %{build_conn() | host: "play.example"}
      assert get(as(conn, "admin", @password), "/metrics").status == 200
      assert get(as(conn, "root", @password), "/metrics").status == 401
      assert get(as(conn, "admin", @password <> " "), "/metrics").status == 401
      assert get(as(conn, "admin", ""), "/metrics").status == 401
      assert get(put_req_header(conn, "authorization", "Basic x"), "/metrics").status == 401
    end

    test "an address may try ten" do
      guess = fn address, password ->
        local() |> from(address) |> as("admin", password) |> get("/metrics") |> Map.get(:status)
      end

      guesser = {192, 0, 2, 7}
      for n <- 1..10, do: assert(guess.(guesser, "wrong #{n}") == 401)
      assert guess.(guesser, "wrong") == 429
      # Otherwise the answer would tell when the guess is right.
      assert guess.(guesser, @password) == 429
      assert guess.({192, 0, 2, 8}, @password) == 200

      # Right ones don't count, however many.
      for _ <- 1..20, do: assert(guess.({192, 0, 2, 9}, @password) == 200)

      # Those that are tried at the same moment count, too.
      at_once = for n <- 1..30, do: Task.async(fn -> guess.({192, 0, 2, 10}, "wrong #{n}") end)
      answers = Task.await_many(at_once, :infinity)
      assert Enum.frequencies(answers) == %{401 => 10, 429 => 20}

      # One household has many addresses.
      for n <- 1..10, do: assert(guess.({1, 2, 3, n, 0, 0, 0, n}, "wrong") == 401)
      assert guess.({1, 2, 3, 99, 5, 6, 7, 8}, "wrong") == 429
      assert guess.({1, 2, 4, 1, 0, 0, 0, 1}, "wrong") == 401
    end
  end

  describe "the metrics" do
    setup do: open()

    test "are in Prometheus's text format, each with its type and its meaning" do
      for metric <- Metrics.all(), do: emit(metric)
      conn = get(local(), "/metrics")
      assert get_resp_header(conn, "content-type") == ["text/plain; version=0.0.4; charset=utf-8"]

      names =
        for metric <- Metrics.all() do
          name = Enum.join(metric.name, "_")

          assert conn.resp_body =~
                   ~r/^# HELP #{name} \w.*\n# TYPE #{name} (counter|gauge|histogram)$/m

          assert conn.resp_body =~ ~r/^#{name}(_count)?(\{.*\})? \d/m
          name
        end

      assert names == Enum.uniq(names)

      for line <- String.split(conn.resp_body, "\n", trim: true),
          not String.starts_with?(line, "#") do
        assert map_size(Samples.parse(line)) == 1, line
      end
    end

    # One event that a metric measures. Whatever it measures is 7.
    defp emit(%{event_name: event} = metric, metadata \\ %{}) do
      names =
        ~w(waited granted playouts nodes duration wait events places running between) ++
          ~w(longest_wait running_bytes idle_bytes most_bytes idle awake watched watchers) ++
          ~w(file_bytes wal_bytes free_bytes connected total processes binary ets code system) ++
          ~w(room_bytes today_bytes matches reviews queue reads count moves)

      tags = Map.new(metric.tags, &{&1, :test})
      private = %{phoenix_endpoint: PlayoutWeb.Endpoint}
      page = %{conn: %Plug.Conn{status: 500, private: private}, status: 500}
      live = of_live(PlayoutWeb.Endpoint, PlayoutWeb.Match.Live)

      metadata = Enum.reduce([page, live, metadata], tags, &Map.merge(&2, &1))
      measurements = Map.new(names, &{String.to_atom(&1), 7})
      :telemetry.execute(event, Map.put(measurements, :disk, :ok), metadata)
    end

    # The metadata of LiveView's events, which its own logger reads too.
    defp of_live(endpoint, view) do
      socket = %Phoenix.LiveView.Socket{endpoint: endpoint, view: view}
      component = PlayoutWeb.Lobby.Sheet
      %{socket: socket, component: component, params: %{}, session: %{}, uri: "", event: "test"}
    end

    test "count what happens" do
      event = %{waited: ms(150), granted: ms(1_500), playouts: 1_000, nodes: 900}
      tags = %{game: :test_game, priority: :test_person, result: :done}
      for _ <- 1..3, do: :telemetry.execute([:playout, :search, :stop], event, tags)
      samples = samples()

      labels = %{"game" => "test_game", "priority" => "test_person", "result" => "done"}
      assert samples[{"playout_searches_total", labels}] == 3
      assert samples[{"playout_search_playouts_total", %{"game" => "test_game"}}] == 3_000

      waited =
        &samples[{"playout_search_waited_seconds_" <> &1, Map.put(&2, "priority", "test_person")}]

      assert waited.("count", %{}) == 3
      assert_in_delta waited.("sum", %{}), 0.45, 1.0e-6
      assert waited.("bucket", %{"le" => "0.1"}) == 0
      assert waited.("bucket", %{"le" => "0.2"}) == 3
      assert waited.("bucket", %{"le" => "+Inf"}) == 3
    end

    test "count pages by route" do
      {:ok, _view, _html} =
        live(dispatch(build_conn(), PlayoutWeb.Endpoint, :get, "/rules/quarto"))

      samples = samples()
      labels = %{"route" => "/rules/:game", "status" => "200"}
      assert Map.fetch!(samples, {"playout_page_seconds_count", labels}) >= 1
      view = %{"view" => "RulesLive"}
      assert Map.fetch!(samples, {"playout_live_mount_seconds_count", view}) >= 2
    end

    test "count pages that are refused or not there, and those that fail" do
      # With a rate above 0, a busy machine could allow the next page by then.
      Env.put(PlayoutWeb.Limits, pages: 0)
      conn = from(build_conn(), {192, 0, 2, 77})
      request = fn path -> dispatch(conn, PlayoutWeb.Endpoint, :get, path) end
      assert_error_sent(429, fn -> request.("/rules/quarto") end)
      assert request.("/nowhere").status == 404
      failed = "playout_pages_failed_total"
      before = samples()

      for {route, status} <- [{"/rules/:game", "429"}, {"none", "404"}] do
        labels = %{"route" => route, "status" => status}
        assert Map.fetch!(before, {"playout_page_seconds_count", labels}) >= 1
        refute is_map_key(before, {failed, %{"route" => route}})
      end

      Env.put(PlayoutWeb.Limits, pages: 20)
      path = "/m/" <> unreadable()
      other = from(build_conn(), {192, 0, 2, 78})
      assert_error_sent(503, fn -> dispatch(other, PlayoutWeb.Endpoint, :get, path) end)
      assert Map.fetch!(samples(), {failed, %{"route" => "/m/:id"}}) >= 1
    end

    # A match whose events cannot be read.
    defp unreadable do
      visitor = "visitor #{System.unique_integer([:positive])}"
      players = %{first: :me, second: :me}
      request = %{game: :quarto, variant: :standard, players: players, toss: false}
      {:ok, id} = Playout.Matches.create(visitor, request)
      sql("UPDATE events SET version = 99 WHERE match_id = $1", [id])
      id
    end

    test "count the events of pages and of their components, and those that crash" do
      {:ok, view, _html} =
        live(dispatch(build_conn(), PlayoutWeb.Endpoint, :get, "/play/quarto"))

      view |> form("#choices-quarto") |> render_change()
      {:ok, view, _html} = live(dispatch(build_conn(), PlayoutWeb.Endpoint, :get, "/"))
      render_click(view, "keep_match")
      sheet = %{"component" => "Sheet"}
      lobby = %{"view" => "LobbyLive"}
      before = samples()
      assert Map.fetch!(before, {"playout_live_component_event_seconds_count", sheet}) >= 1
      assert Map.fetch!(before, {"playout_live_handle_event_seconds_count", lobby}) >= 1

      crash = of_live(PlayoutWeb.Endpoint, PlayoutWeb.Lobby.Live)

      for of <- [:live_view, :live_component],
          event = [:phoenix, of, :handle_event, :exception],
          do: :telemetry.execute(event, %{duration: 1}, crash)

      samples = samples()

      for name <- [
            {"playout_live_component_event_failed_total", sheet},
            {"playout_live_handle_event_failed_total", lobby}
          ],
          do: assert(Map.fetch!(samples, name) > Map.get(before, name, 0))
    end

    defp ms(milliseconds), do: System.convert_time_unit(milliseconds, :millisecond, :native)

    test "have labels from the code only, and no events of the dashboard" do
      # Prometheus keeps every combination of labels.
      secret = "dGhpcyBpcyBhIHZpc2l0b3Ih"
      error = %Playout.Error{code: :internal, message: secret}
      hostile = %{result: secret, reason: error, command: [secret], query: %{secret => 1}}
      for metric <- Metrics.all(), do: emit(metric, Map.put(hostile, :game, nil))
      text = get(local(), "/metrics").resp_body
      refute text =~ secret
      assert text =~ ~s(reason="other")

      metadata = of_live(Admin.Endpoint, Phoenix.LiveDashboard.PageLive)
      :telemetry.execute([:phoenix, :live_view, :mount, :stop], %{duration: 1}, metadata)
      refute get(local(), "/metrics").resp_body =~ "PageLive"

      # A handler that fails is detached.
      assert Enum.all?(Metrics.all(), &measured?(&1.event_name))
    end

    test "don't grow while nobody reads them" do
      kept = :"#{Metrics}_dist"
      tags = %{game: :test_game, priority: :test_person, result: :done}

      round = fn ->
        # Its timer would empty the table meanwhile.
        :sys.suspend(Collector, :infinity)

        for _ <- 1..5_000 do
          :telemetry.execute(
            [:playout, :search, :stop],
            %{waited: 1, granted: 1, playouts: 1, nodes: 1},
            tags
          )
        end

        grown = :ets.info(kept, :size)
        :sys.resume(Collector, :infinity)
        assert grown >= 10_000
        # What the timer sends every ten seconds.
        send(Collector, :remember)
        Collector.last_minute()
        assert :ets.info(kept, :size) < 1_000
        :ets.info(Metrics, :size)
      end

      series = round.()
      before = samples()[{"playout_search_waited_seconds_count", %{"priority" => "test_person"}}]
      assert round.() <= series + 100
      # Nothing is lost.
      assert samples()[{"playout_search_waited_seconds_count", %{"priority" => "test_person"}}] ==
               before + 5_000
    end

    test "are read by many at once without losing any" do
      tags = %{game: :test_game, priority: :test_crowd, result: :done}
      event = %{waited: 1, granted: 1, playouts: 1, nodes: 1}

      1..8
      |> Task.async_stream(
        fn _ ->
          for _ <- 1..100 do
            :telemetry.execute([:playout, :search, :stop], event, tags)
            Collector.read()
          end
        end,
        timeout: :infinity
      )
      |> Stream.run()

      assert samples()[{"playout_search_waited_seconds_count", %{"priority" => "test_crowd"}}] ==
               800
    end

    test "include how late the VM runs a process, and the figures of all parts" do
      names =
        ~w(vm_lag_seconds_count vm_memory_total_bytes trees_limit_bytes queue_places) ++
          ~w(matches_awake matches_asleep storage_file_bytes storage_room_bytes storage_low storage_reads) ++
          ~w(sockets_connected analyses_moves)

      assert Wait.until(fn ->
               samples = samples()
               Enum.all?(names, &is_map_key(samples, {"playout_" <> &1, %{}}))
             end)
    end
  end

  describe "the dashboard" do
    setup do: open()

    test "is where the port leads" do
      assert redirected_to(get(local(), "/")) == "/dashboard/playout"
    end

    test "shows what the site does" do
      Figures.emit()
      # The VM's own figures come by themselves, a moment after the port was opened.
      assert Wait.until(fn -> is_map_key(samples(), {"playout_vm_memory_total_bytes", %{}}) end)
      {:ok, view, html} = live(local(), "/dashboard/playout")
      text = html |> LazyHTML.from_document() |> LazyHTML.text()
      for title <- ~w(Searches Matches Storage Server Refused Pages), do: assert(text =~ title)
      assert text =~ ~r/Running\s.*\d+ of #{Playout.queue().places}\s/s
      assert text =~ ~r/Asleep\s+Unfinished[^\n]*\s+[\d,]+\s/
      assert text =~ ~r/Room for more.*?\d [MGT]B\s/s
      assert text =~ ~r/Memory\s+Without trees\s+\d+ [MG]B/

      for _ <- 1..12 do
        :telemetry.execute([:playout, :matches, :command], %{duration: 1}, %{
          command: :move,
          result: :test_stale
        })
      end

      send(view.pid, :refresh)
      assert view |> element("tr", "test_stale") |> render() =~ ~r/Command.*test_stale.*12.*12/s
    end

    test "has pages about the VM, but none that lists visitors' addresses" do
      for page <- ~w(home metrics?nav=searches processes ets memory_allocators) do
        assert get(local(), "/dashboard/#{page}").status == 200
      end

      assert {:error, {:redirect, %{to: "/"}}} = live(local(), "/dashboard/sockets")
      assert {:error, {:redirect, %{to: "/"}}} = live(local(), "/dashboard/home?info=Socket<0.1>")
      {:ok, view, _html} = live(local(), "/dashboard/home")

      assert {:error, {:redirect, %{to: "/"}}} =
               render_patch(view, "/dashboard/home?info=Socket<0.1>")
    end

    test "kills no process and shows no environment variable" do
      name = inspect(Process.whereis(Playout.Database.repo())) |> String.trim_leading("#")
      html = html_response(get(local(), "/dashboard/processes?info=#{name}"), 200)
      assert html =~ "Playout.Database.Sqlite.Repo"
      refute html =~ "Kill process"
      refute html_response(get(local(), "/dashboard/home"), 200) =~ "Environment"
    end

    test "allows only its own scripts and styles, and no cookies" do
      conn = get(local(), "/dashboard/playout")
      assert [policy] = get_resp_header(conn, "content-security-policy")
      assert [_, nonce] = Regex.run(~r/script-src 'nonce-([\w-]{24})'/, policy)
      assert policy =~ "default-src 'none'"
      refute policy =~ "unsafe"

      scripts =
        conn.resp_body
        |> LazyHTML.from_document()
        |> LazyHTML.query("script, style, link[rel=stylesheet]")

      assert LazyHTML.attribute(scripts, "nonce") |> Enum.uniq() == [nonce]
      assert get_resp_header(conn, "set-cookie") == []

      refute get_resp_header(get(local(), "/dashboard/playout"), "content-security-policy") == [
               policy
             ]
    end
  end
end
