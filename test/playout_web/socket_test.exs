defmodule PlayoutWeb.SocketTest do
  use PlayoutWeb.ConnCase, async: true

  alias Phoenix.Socket.V2.JSONSerializer
  alias Playout.Test.Env
  alias PlayoutWeb.Limits

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
    for name <- ~w(live_patch cids_destroyed phx_join anything) do
      assert message(state, ["1", "2", "lv:phx-1", name, %{}]) == %{
               "status" => "error",
               "response" => %{"reason" => "too fast", "events" => [["too_fast", %{}]]}
             }
    end

    assert heartbeat(state) == %{"status" => "ok", "response" => %{}}
    assert %{"status" => "ok"} = message(state, ["1", "2", "lv:phx-1", "phx_leave", %{}])
  end

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
end
