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

  defp limit(limits) do
    Env.put(:still, true)
    Env.put(Limits, limits)
  end

  # What Phoenix does when a browser connects. This test is the socket's process.
  defp open(%{address: address, visitor: visitor}, vsn \\ "2.0.0") do
    PlayoutWeb.Socket.connect(%{
      endpoint: PlayoutWeb.Endpoint,
      transport: :websocket,
      options: [serializer: [{JSONSerializer, "~> 2.0.0"}], log: false],
      params: %{"vsn" => vsn},
      connect_info: %{
        peer_data: %{address: address, port: 1, ssl_cert: nil},
        x_headers: [],
        session: %{"visitor" => visitor}
      }
    })
  end

  defp connected(context) do
    {:ok, state} = open(context)
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

  @join %{"session" => "", "static" => "", "url" => "http://localhost/", "params" => %{}}

  defp heartbeat(state), do: message(state, [nil, "2", "phoenix", "heartbeat", %{}])

  test "beyond the limit, an address's socket is closed with a code that its page knows",
       context do
    limit(sockets: 1)
    connected(context)
    other = Task.async(fn -> context |> open() |> elem(1) |> PlayoutWeb.Socket.init() end)
    assert {:stop, {:shutdown, :no_room}, 4029, _state} = Task.await(other, :infinity)

    assert File.read!("assets/js/connection/connection.js") =~ "NO_ROOM = 4029"
  end

  test "a socket of another version is refused without a line", context do
    for vsn <- [nil, "", "1.0.0", %{"a" => "9"}, ["9"], String.duplicate("9", 9_000), "2.0.0\n"] do
      assert ExUnit.CaptureLog.capture_log(fn -> assert open(context, vsn) == :error end) == ""
    end
  end

  test "a message that was short only as long as it was compressed closes the socket", context do
    state = connected(context)

    assert {:stop, {:shutdown, :malformed}, 1009, ^state} =
             message(state, String.duplicate(" ", 100_001))
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
          {"phx_join", @join}
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
    state = connected(context)
    limit(visitor_events: 0, refusals: 1)
    answers = Stream.repeatedly(fn -> event(state) end)
    {refused, [closed]} = answers |> Stream.take(100) |> Enum.split_while(&is_map/1) |> first()
    assert length(refused) == 30
    assert {:stop, {:shutdown, :flood}, 4029, ^state} = closed
  end

  test "a socket with too many signs of life is closed, and one with too many pings", context do
    limit(signs: 1)
    ping = &PlayoutWeb.Socket.handle_control({"", opcode: :ping}, &1)
    leave = &message(&1, ["1", "2", "lv:phx-1", "phx_leave", %{}])

    for sign <- [&heartbeat/1, ping, leave] do
      socket =
        Task.async(fn ->
          state = connected(context)
          Enum.find_index(1..100, fn _ -> match?({:stop, _, 4029, _}, sign.(state)) end)
        end)

      assert Task.await(socket, :infinity) == 10
    end
  end

  test "answers to pings of the site are no signs that count", context do
    state = connected(context)
    limit(signs: 0)

    for _ <- 1..3 do
      assert {:push, {:ping, ""}, ^state} = PlayoutWeb.Socket.handle_info(:measure_delay, state)
      assert PlayoutWeb.Socket.handle_control({"", opcode: :pong}, state) == {:ok, state}
    end

    assert {:stop, _reason, 4029, _state} =
             PlayoutWeb.Socket.handle_control({"", opcode: :pong}, state)
  end

  test "opening a socket counts as an event", context do
    limit(visitor_events: 0)
    assert {:error, :visitor_events} = open(context)
  end

  defp first({refused, others}), do: {refused, Enum.take(others, 1)}

  test "joins count as pages of their address", context do
    limit(pages: 1)
    state = connected(context)
    join = &message(&1, ["1", "2", "lv:phx-1", "phx_join", @join])

    stale = Enum.take_while(1..100, fn _ -> join.(state)["response"]["reason"] == "stale" end)
    assert length(stale) in 30..40

    limit(pages: 0)
    assert %{"status" => "error", "response" => %{"reason" => "too fast"}} = join.(state)
    assert %{"response" => %{"reason" => "unmatched topic"}} = event(state)
  end

  test "joins and patches are refused when the budget for work is used up", context do
    limit(visitor_work: 0)
    state = connected(context)

    for {name, payload} <- [
          {"live_patch", %{"url" => "http://localhost/"}},
          {"phx_join", @join}
        ] do
      assert %{"status" => "error", "response" => %{"reason" => "too fast"}} =
               message(state, ["1", "2", "lv:phx-1", name, payload])
    end

    # Its page refuses an event.
    assert %{"response" => %{"reason" => "unmatched topic"}} = event(state)
  end

  test "joins and patches pay in advance, and joins get back what they did not cost", context do
    # Sixty milliseconds at once.
    limit(visitor_work: 3, address_work: 1_000)
    state = connected(context)
    join = &message(&1, ["1", "2", "lv:phx-1", "phx_join", @join])
    for _ <- 1..10, do: assert(join.(state)["response"]["reason"] == "stale")

    patch = &message(&1, ["1", "2", "lv:phx-1", "live_patch", %{"url" => "http://localhost/"}])
    assert patch.(state)["response"]["reason"] == "unmatched topic"
    assert join.(state)["response"]["reason"] == "too fast"
    for _ <- 1..2, do: patch.(state)
    assert patch.(state)["response"]["reason"] == "too fast"
  end

  test "a message that no page sends closes the socket, without a crash", context do
    state = connected(context)

    for text <-
          ["", "x", "{}", "[]", "[1,2,3]", ~s([1,2,3,"event",{}])] ++
            [~s(["1","2","room:1","event",{}]), ~s(["1","2","lv:1","event",[]])] ++
            [~s(["1","2","lv:1",3,{}]), <<255>>] do
      assert {:stop, {:shutdown, :malformed}, 1007, _state} = message(state, text)
    end

    click = %{"type" => "click", "event" => "undo", "value" => %{}}
    long = String.duplicate("9", 99_000)
    deep = Enum.reduce(1..10, 1, fn _, value -> [value] end)

    wrong = [
      {"event", Map.delete(click, "value")},
      {"event", %{click | "value" => "text"}},
      {"event", %{click | "value" => ["list"]}},
      {"event", %{click | "value" => %{"seq" => 2 ** 60}}},
      {"event", %{click | "value" => %{"seq" => 1.0e300}}},
      {"event", %{click | "value" => %{"moves" => deep}}},
      {"event", %{click | "value" => %{"moves" => List.duplicate(1, 2_001)}}},
      {"event", %{click | "value" => %{String.duplicate("k", 301) => 1}}},
      {"event", %{click | "event" => String.duplicate("e", 41)}},
      {"event", %{click | "event" => 1}},
      {"event", Map.put(click, "cid", "1")},
      {"event", Map.put(click, "meta", [])},
      {"event", Map.put(click, "meta", %{"_target" => "%FF"})},
      {"event", Map.put(click, "meta", %{"_target" => String.duplicate("a[b]", 200)})},
      {"event", Map.put(click, "uploads", %{"x" => 1})},
      {"event", %{click | "type" => "form"}},
      {"event", %{click | "type" => "form", "value" => "a=%FF"}},
      {"event", %{click | "type" => "form", "value" => "_target=%25FF"}},
      {"event", %{click | "type" => "form", "value" => "a[b][c][d][e][f][g][h]=1"}},
      {"event", %{click | "event" => "lv:x"}},
      {"event", %{click | "event" => "lv:clear-flash", "value" => %{"key" => %{}}}},
      {"phx_join", Map.delete(@join, "session")},
      {"phx_join", Map.delete(@join, "url")},
      {"phx_join", Map.delete(@join, "params")},
      {"phx_join", %{@join | "params" => nil}},
      {"phx_join", %{@join | "params" => "text"}},
      {"phx_join", %{@join | "params" => %{"_track_static" => [1]}}},
      {"phx_join", %{@join | "url" => 1}},
      {"phx_join", %{@join | "url" => "http://localhost/analysis/gomoku?a=%ff"}},
      {"phx_join", Map.put(@join, "redirect", "/?#{String.duplicate("a[b]", 200)}=1")},
      {"heartbeat", %{"text" => String.duplicate("x", 9_000)}},
      {"phx_leave", %{"a" => 1}},
      {"live_patch", %{"url" => "/nowhere"}},
      {"live_patch", %{"url" => "/?a=%FF"}},
      {"live_patch", %{"url" => %{}}},
      {"cids_destroyed", %{"cids" => ["1"]}},
      {"cids_will_destroy", %{}},
      {"allow_upload", %{"ref" => "1", "entries" => []}},
      {"anything", %{}}
    ]

    for {event, payload} <- wrong do
      assert match?(
               {:stop, {:shutdown, :malformed}, 1007, _state},
               message(state, ["1", "2", "lv:phx-1", event, payload])
             ),
             inspect(payload)
    end

    # A number that would take long to read is refused before it is.
    frame = ~s(["1","2","lv:1","event",{"type":"click","event":"undo","value":{"seq":#{long}}}])
    :erlang.trace_pattern({:erlang, :binary_to_integer, 1}, true, [])
    reader = Task.async(fn -> receive(do: (:go -> message(state, frame))) end)
    :erlang.trace(reader.pid, true, [:call])
    send(reader.pid, :go)
    assert {:stop, {:shutdown, :malformed}, 1007, _state} = Task.await(reader, :infinity)
    refute_received {:trace, _pid, :call, _call}

    # At the limits, it is a message like any other.
    for value <- [%{"a" => [[[[1]]]], "text" => long}, %{"moves" => List.duplicate(1, 1_900)}],
        do: assert(%{"status" => "error"} = event(state, %{click | "value" => value}))

    assert {:stop, {:shutdown, :malformed}, 1007, _state} =
             PlayoutWeb.Socket.handle_in({"binary", opcode: :binary}, state)
  end

  describe "the delay of a socket" do
    defp pong(state), do: PlayoutWeb.Socket.handle_control({"", opcode: :pong}, state)
    defp measured(state), do: PlayoutWeb.Socket.handle_info(:measure_delay, state)

    test "is the shortest of the last five round trips that the server measured", context do
      state = connected(context)
      assert Delay.of(self()) == 0

      Delay.measure(self())
      assert_receive :measure_delay
      assert {:push, {:ping, ""}, ^state} = measured(state)
      # While an answer is on its way, there is no other ping.
      assert {:ok, ^state} = measured(state)
      assert {:ok, ^state} = pong(state)
      assert {:push, {:ping, ""}, ^state} = measured(state)
      assert {:ok, ^state} = pong(state)

      for {milliseconds, shortest} <- [{9, 0}, {7, 0}, {8, 0}, {9, 0}, {9, 7}, {9, 7}, {8, 8}] do
        assert Delay.sent(1_000)
        refute Delay.sent(1_000 + 10_000)
        assert Delay.answered(1_000 + milliseconds)
        if shortest > 0, do: assert(Delay.of(self()) == shortest)
      end
    end

    test "is measured again if an answer is lost", context do
      connected(context)
      assert Delay.sent(0)
      assert Delay.sent(10_001)
      assert Delay.answered(10_006)
      assert Delay.of(self()) == 5
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
      assert Task.await(socket, :infinity) == :ok
      assert Wait.until(fn -> not :ets.member(Delay, socket.pid) end)
      assert Delay.of(socket.pid) == 0
      assert Delay.of(nil) == 0
      assert Delay.measure(spawn(fn -> :ok end)) == :ok
    end
  end
end
