defmodule PlayoutWeb.Limits.ConnectionsTest do
  # Changes limits, which the connections of all tests share.
  use ExUnit.Case, async: false

  import ExUnit.CaptureLog
  import Plug.Conn

  alias Playout.Site.{Descriptors, Networks}
  alias Playout.Test.Wait
  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.{ClientAddress, Connections}
  alias PlayoutWeb.UnavailableError

  def init(options), do: options
  def call(%{path_info: ["damaged"]}, _), do: raise(UnavailableError, reason: :damaged)
  def call(%{path_info: ["broken"]}, _), do: raise("a bug")
  def call(conn, _options), do: send_resp(conn, 200, "here")

  defp put(module, settings) do
    usual = Application.get_env(:playout, module, [])
    Application.put_env(:playout, module, Keyword.merge(usual, settings))
    on_exit(fn -> Application.put_env(:playout, module, usual) end)
  end

  defp http, do: Application.get_env(:playout, PlayoutWeb.Endpoint)[:http]

  # A server as the site has it.
  defp serve(plug \\ __MODULE__, http \\ http()) do
    options = Keyword.merge(http, plug: plug, port: 0, startup_log: false)
    server = start_supervised!(Supervisor.child_spec({Bandit, options}, id: make_ref()))
    {:ok, {_address, port}} = ThousandIsland.listener_info(server)
    port
  end

  defp connect(port) do
    {:ok, socket} = :gen_tcp.connect({127, 0, 0, 1}, port, [:binary, active: false])
    socket
  end

  defp ask(socket, path \\ "/") do
    with :ok <- :gen_tcp.send(socket, "GET #{path} HTTP/1.1\r\nhost: localhost\r\n\r\n"),
         {:ok, answer} <- :gen_tcp.recv(socket, 0, Wait.patience()),
         do: String.slice(answer, 0, 12)
  end

  test "an address that has as many connections as it may is refused others" do
    put(Limits, connections: 3)
    port = serve()
    idle = for _ <- 1..3, do: connect(port)
    # They count once they have a process.
    for socket <- idle, do: assert(ask(socket) == "HTTP/1.1 200")
    assert Wait.until(fn -> match?({:error, _closed}, ask(connect(port))) end)

    :gen_tcp.close(List.last(idle))
    assert Wait.until(fn -> ask(connect(port)) == "HTTP/1.1 200" end)
  end

  test "an address has so many requests that are not complete, and each of them only for so long" do
    put(Limits, incomplete: 2)
    port = serve()

    begin = fn ->
      socket = connect(port)
      :ok = :gen_tcp.send(socket, "GET / HTTP/1.1\r\nhost: loc")
      socket
    end

    answer = fn socket -> :gen_tcp.recv(socket, 0, Wait.patience()) end
    refused? = fn -> match?({:ok, <<"HTTP/1.", _, " 408", _::binary>>}, answer.(begin.())) end
    waiting? = fn count -> Wait.until(fn -> Registry.count(Limits.Incomplete) == count end) end

    waiting = for _ <- 1..2, do: begin.()
    assert waiting?.(2)
    assert refused?.()
    # Whole requests are answered.
    assert ask(connect(port)) == "HTTP/1.1 200"

    for socket <- waiting do
      :ok = :gen_tcp.send(socket, "alhost\r\n\r\n")
      assert {:ok, "HTTP/1.1 200" <> _} = answer.(socket)
    end

    # These have their answers, so others may wait.
    assert waiting?.(0)
    begin.()
    assert waiting?.(1)
    put(Limits, complete_within: 0)
    assert refused?.()
  end

  test "a trusted proxy has as many connections as it needs" do
    put(Limits, connections: 3)
    put(ClientAddress, trusted_proxies: Networks.parse!("127.0.0.1"))
    port = serve()
    for socket <- for(_ <- 1..6, do: connect(port)), do: assert(ask(socket) == "HTTP/1.1 200")
  end

  test "what has a line of its own in the log gets no trace, but a bug does" do
    port = serve()
    log = capture_log(fn -> assert ask(connect(port), "/damaged") == "HTTP/1.1 503" end)
    assert log == ""
    log = capture_log(fn -> assert ask(connect(port), "/broken") == "HTTP/1.1 500" end)
    assert log =~ "a bug"
  end

  test "a client that falls silent is no error in the log, but one that sends rubbish is" do
    timeout = put_in(http(), [:thousand_island_options, :read_timeout], 20)
    impatient = serve(__MODULE__, timeout)

    answers = fn port, sent ->
      socket = connect(port)
      :ok = :gen_tcp.send(socket, sent)
      {:ok, answer} = :gen_tcp.recv(socket, 0, Wait.patience())
      String.slice(answer, 0, 12)
    end

    # As a browser's connection in reserve, and one that is cut in the middle of a request.
    for sent <- ["", "GET / HTTP/1.1\r\nhost: loc"],
        do: assert(capture_log(fn -> assert answers.(impatient, sent) =~ "408" end) == "")

    patient = serve()
    log = capture_log(fn -> assert answers.(patient, "GET / HTTP/1.1\r\n\r\n") =~ "400" end)
    assert log =~ "No host header"
  end

  test "a form that is slow to arrive takes no place from other requests" do
    port = serve(PlayoutWeb.Endpoint)
    put(Limits, requests: 1, patience: 0)
    form = connect(port)

    :ok =
      :gen_tcp.send(form, """
      POST /language HTTP/1.1\r
      host: localhost\r
      content-type: application/x-www-form-urlencoded\r
      content-length: 9\r
      expect: 100-continue\r
      \r
      """)

    # The site is reading the form now.
    assert {:ok, "HTTP/1.1 100" <> _rest} = :gen_tcp.recv(form, 0, Wait.patience())
    assert ask(connect(port), "/rules/quarto") == "HTTP/1.1 200"
    :ok = :gen_tcp.send(form, "back=/you")
    assert {:ok, "HTTP/1.1 403" <> _rest} = :gen_tcp.recv(form, 0, Wait.patience())
  end

  test "whoever disconnects while they wait for a place leave it to the next one" do
    port = serve(PlayoutWeb.Endpoint)
    put(Limits, requests: 1, patience: 60_000)
    test = self()

    report = fn _event, _measurements, %{conn: conn}, _config ->
      send(test, {:answered, conn.query_string, conn.status})
    end

    :telemetry.attach("answered", [:phoenix, :endpoint, :stop], report, nil)
    on_exit(fn -> :telemetry.detach("answered") end)

    assert Limits.enter({127, 0, 0, 1}) == :ok
    [gone, here] = for name <- ["gone", "here"], do: {name, connect(port)}

    for {{name, socket}, waiting} <- [{gone, 2}, {here, 3}] do
      :ok = :gen_tcp.send(socket, "GET /rules/quarto?#{name} HTTP/1.1\r\nhost: localhost\r\n\r\n")
      assert Wait.until(fn -> entered() == waiting end)
    end

    :ok = :gen_tcp.close(elem(gone, 1))
    Limits.leave()
    assert_receive {:answered, "gone", 408}
    assert_receive {:answered, "here", 200}
    assert {:ok, "HTTP/1.1 200" <> _rest} = :gen_tcp.recv(elem(here, 1), 0, Wait.patience())
  end

  # How many requests are answered, or wait.
  defp entered do
    {:monitors, monitors} = Process.info(Process.whereis(Limits.Requests), :monitors)
    length(monitors)
  end

  test "headers for a socket that cannot be read are no crash" do
    port = serve(PlayoutWeb.Endpoint)

    usual = %{
      "connection" => "upgrade",
      "upgrade" => "websocket",
      "sec-websocket-version" => "13",
      "sec-websocket-key" => "dGhlIHNhbXBsZSBub25jZQ=="
    }

    open = fn more, query ->
      headers = for {name, value} <- Enum.to_list(usual) ++ more, do: "#{name}: #{value}\r\n"
      socket = connect(port)
      path = "/live/websocket?" <> query

      :ok =
        :gen_tcp.send(socket, ["GET #{path} HTTP/1.1\r\nhost: localhost\r\n", headers, "\r\n"])

      {:ok, answer} = :gen_tcp.recv(socket, 0, Wait.patience())
      String.slice(answer, 0, 12)
    end

    for offer <- [
          "permessage-deflate",
          "permessage-deflate; client_max_window_bits=12x",
          ";",
          "a=b=c;d"
        ],
        do: assert(open.([{"sec-websocket-extensions", offer}], "vsn=2.0.0") == "HTTP/1.1 101")

    for {name, value} <- usual,
        name != "upgrade",
        name != "connection",
        do: assert(open.([{name, value}], "vsn=2.0.0") == "HTTP/1.1 400")

    # Decoding it would take time with the square of its length.
    nested = "vsn=2.0.0&" <> String.duplicate("a[b]", 2_000)
    assert open.([], nested) == "HTTP/1.1 403"
  end

  test "HTTP/2 is not spoken without TLS" do
    socket = connect(serve())
    :ok = :gen_tcp.send(socket, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" <> <<0::24, 4, 0, 0::32>>)
    # An HTTP/2 server would begin with its settings.
    answer = :gen_tcp.recv(socket, 0, Wait.patience())
    refute match?({:ok, <<_length::24, 4, _rest::binary>>}, answer)
  end

  test "without descriptors, the next connection waits for one" do
    answers = [{:error, :emfile}, {:error, :enfile}, {:error, :system_limit}, {:ok, :socket}]
    {:ok, left} = Agent.start_link(fn -> answers end)

    accept = fn :listener ->
      Agent.get_and_update(left, fn [first | rest] -> {first, rest} end, :infinity)
    end

    assert Connections.accept(:listener, accept) == {:ok, :socket}
    assert Agent.get(left, & &1, :infinity) == []
  end

  test "connections take three quarters of the descriptors, and no more than memory has room for" do
    assert Descriptors.most() >= 64
    assert Descriptors.connections(1_024) == 768
    assert Descriptors.connections(1_048_576) == 16_384
    assert {:warning, line} = Descriptors.line(1_024)
    assert line =~ "1024" and line =~ "768" and line =~ "ulimit"
    assert {:info, _line} = Descriptors.line(65_536)
  end
end
