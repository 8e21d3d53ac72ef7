defmodule PlayoutWeb.SocketTest do
  use PlayoutWeb.ConnCase, async: true

  alias Phoenix.Socket.V2.JSONSerializer
  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.{Delay, Limits}

  setup do
    <<a, b, c>> = <<System.unique_integer([:positive])::24>>
    address = {11, a, b, c}
    %{address: address, visitor: "visitor #{inspect(address)}"}
  end

  defp limit(limits), do: Env.put(Limits, limits)

  # What Phoenix does when a browser connects. This test is the socket's process.
  defp connect(%{address: address, visitor: visitor}) do
    PlayoutWeb.Socket.connect(%{
      endpoint: PlayoutWeb.Endpoint,
      transport: :websocket,
      options: [serializer: [{JSONSerializer, "~> 2.0.0"}], log: false],
      params: %{"vsn" => "2.0.0"},
      connect_info: %{
        peer_data: %{address: address, port: 1, ssl_cert: nil},
        x_headers: [],
        session: %{"visitor" => visitor}
      }
    })
  end

  defp connected(context) do
    {:ok, state} = connect(context)
    {:ok, state} = PlayoutWeb.Socket.init(state)
    state
  end

  defp message(state, message) when is_list(message) do
    case message(state, Jason.encode!(message)) do
      {:reply, _status, {:text, text}, _state} -> text |> Jason.decode!() |> List.last()
      other -> other
    end
  end

  defp message(state, text), do: PlayoutWeb.Socket.handle_in({text, opcode: :text}, state)

  defp event(state, payload \\ %{"type" => "click", "event" => "undo", "value" => %{}}),
    do: message(state, ["1", "2", "lv:phx-1", "event", payload])

  defp heartbeat(state), do: message(state, [nil, "2", "phoenix", "heartbeat", %{}])

  test "beyond the limit, an address's socket is closed with a code that its page knows",
       context do
    limit(sockets: 1)
    connected(context)
    other = Task.async(fn -> context |> connect() |> elem(1) |> PlayoutWeb.Socket.init() end)
    assert {:stop, {:shutdown, :no_room}, 4029, _state} = Task.await(other)

    assert File.read!("assets/js/connection.js") =~ "NO_ROOM = 4029"
  end

  test "an event beyond the limit changes nothing, and its page learns why", context do
    state = connected(context)
    assert %{"response" => %{"reason" => "unmatched topic"}} = event(state)

    limit(visitor_events: 0)

    assert event(state) == %{
             "status" => "ok",
             "response" => %{"diff" => %{"r" => %{}, "e" => [["too_fast", %{}]]}}
           }

    # A component's event is one like any other.
    component = %{"type" => "form", "event" => "change", "value" => "", "cid" => 1}
    assert %{"response" => %{"diff" => _}} = event(state, component)

    # So are all messages, except those that keep a connection in order.
    for {name, payload} <- [
          {"live_patch", %{"url" => "http://localhost/"}},
          {"cids_destroyed", %{"cids" => [1]}},
          {"phx_join", %{}}
        ] do
      assert message(state, ["1", "2", "lv:phx-1", name, payload]) == %{
               "status" => "error",
               "response" => %{"reason" => "too fast", "events" => [["too_fast", %{}]]}
             }
    end

    assert heartbeat(state) == %{"status" => "ok", "response" => %{}}
    assert %{"status" => "ok"} = message(state, ["1", "2", "lv:phx-1", "phx_leave", %{}])
  end

  test "a socket that goes on beyond its limits is closed", context do
    limit(visitor_events: 0, refusals: 1)
    state = connected(context)
    answers = Stream.repeatedly(fn -> event(state) end)
    {refused, [closed]} = answers |> Stream.take(100) |> Enum.split_while(&is_map/1) |> first()
    assert length(refused) in 30..40
    assert {:stop, {:shutdown, :flood}, 4029, ^state} = closed
  end

  defp first({refused, others}), do: {refused, Enum.take(others, 1)}

  test "joins count as pages of their address", context do
    limit(pages: 1)
    state = connected(context)
    join = &message(&1, ["1", "2", "lv:phx-1", "phx_join", %{"session" => "", "static" => ""}])

    stale = Enum.take_while(1..100, fn _ -> join.(state)["response"]["reason"] == "stale" end)
    assert length(stale) in 30..40

    limit(pages: 0)
    assert %{"status" => "error", "response" => %{"reason" => "too fast"}} = join.(state)
    assert %{"response" => %{"reason" => "unmatched topic"}} = event(state)
  end

  test "a message that no page sends closes the socket, without a crash", context do
    state = connected(context)

    for text <-
          ["", "x", "{}", "[]", "[1,2,3]", ~s([1,2,3,"event",{}])] ++
            [~s(["1","2","room:1","event",{}]), ~s(["1","2","lv:1","event",[]])] ++
            [~s(["1","2","lv:1",3,{}]), <<255>>] do
      assert {:stop, {:shutdown, :malformed}, 1007, _state} = message(state, text)
    end

    assert {:stop, {:shutdown, :malformed}, 1007, _state} =
             PlayoutWeb.Socket.handle_in({"binary", opcode: :binary}, state)
  end

  test "a message that LiveView or a page would crash over closes the socket", context do
    state = connected(context)
    event = %{"type" => "click", "event" => "undo", "value" => %{"seq" => "1"}}
    sent = &Jason.encode!(["1", "2", "lv:phx-1", &1, &2])

    for payload <-
          [event, %{event | "value" => %{}}, Map.put(event, "cid", 1)] ++
            [%{"type" => "form", "event" => "change", "value" => "a=1&b[c]=2"}],
        do: assert({:reply, _, _, _} = message(state, sent.("event", payload)))

    for {name, payload} <- [
          {"event", %{}},
          {"event", Map.delete(event, "value")},
          {"event", %{event | "value" => "text"}},
          {"event", %{event | "value" => [1]}},
          {"event", %{event | "event" => 7}},
          {"event", %{event | "event" => String.duplicate("a", 65)}},
          {"event", Map.put(event, "cid", "1")},
          {"event", %{event | "type" => "form", "value" => "a=%ff"}},
          {"live_patch", %{}},
          {"live_patch", %{"url" => 7}},
          {"live_patch", %{"url" => "/?a=%ff"}},
          {"live_patch", %{"url" => "/" <> String.duplicate("a", 4_000)}},
          {"cids_destroyed", %{"cids" => "all"}},
          {"cids_will_destroy", %{"cids" => [%{}]}},
          {"phx_join", %{"url" => 7}},
          {"anything", %{}}
        ] do
      assert {:stop, {:shutdown, :malformed}, 1007, _state} = message(state, sent.(name, payload))
    end
  end

  # They are read before anybody looks at them, which takes a second for so many digits.
  test "a long number closes the socket unread, a long text does not", context do
    state = connected(context)
    digits = String.duplicate("9", 99_000)

    event =
      &~s(["1","2","lv:phx-1","event",{"type":"click","event":"undo","value":{"seq":#{&1}}}])

    for number <- [digits, "-" <> digits, "[1,#{digits}]", "1e" <> digits, ~s("\\"",#{digits})],
        do: assert({:stop, {:shutdown, :malformed}, 1007, _} = message(state, event.(number)))

    for text <- [~s("#{digits}"), ~s("\\"#{digits}"), ~s("\\\\"), "1234567890"],
        do: assert({:reply, _, _, _} = message(state, event.(text)))
  end

  describe "the delay of a socket" do
    defp pong(state), do: PlayoutWeb.Socket.handle_control({"", opcode: :pong}, state)
    defp measured(state), do: PlayoutWeb.Socket.handle_info(:measure_delay, state)

    test "is the shortest of the last five round trips that the server measured", context do
      state = connected(context)
      assert Delay.of(self()) == 0

      # The first one takes long, the others hardly any time.
      Delay.measure(self())
      assert_receive :measure_delay
      assert {:push, {:ping, ""}, ^state} = measured(state)
      Process.sleep(30)
      # While an answer is on its way, there is no other ping.
      assert {:ok, ^state} = measured(state)
      assert {:ok, ^state} = pong(state)
      assert Delay.of(self()) in 30..10_000

      for _ <- 1..5 do
        measured(state)
        pong(state)
      end

      assert Delay.of(self()) < 30
    end

    test "does not come from answers that nobody asked for", context do
      state = connected(context)
      assert {:ok, ^state} = pong(state)
      assert Delay.of(self()) == 0
      # A ping of the browser's is answered by the server's own protocol.
      assert {:ok, ^state} = PlayoutWeb.Socket.handle_control({"", opcode: :ping}, state)
    end

    test "is forgotten with it, and 0 where there is none", context do
      socket = Task.async(fn -> connected(context) && :ok end)
      assert Task.await(socket) == :ok
      assert Wait.until(fn -> not :ets.member(Delay, socket.pid) end)
      assert Delay.of(socket.pid) == 0
      assert Delay.of(nil) == 0
      assert Delay.measure(spawn(fn -> :ok end)) == :ok
    end
  end
end
