defmodule PlayoutWeb.Socket do
  @moduledoc """
  The socket of all LiveViews, within `PlayoutWeb.Limits`.

  The limits apply to every message of a browser before any LiveView sees it, so they cover events
  of pages and of their components, navigation and joins alike. A message beyond them gets an answer
  that leaves its page as it is and lets `js/connection/connection.js` say why. Messages that no page
  sends (`PlayoutWeb.Limits.Message`) close the socket.
  """
  # A page has one channel, two while a link is followed, and three if another one is pressed meanwhile.
  use Phoenix.Socket, max_channels_per_transport: 3

  alias Phoenix.LiveView
  alias Phoenix.Socket.Reply
  alias PlayoutWeb.Delay
  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.{ClientAddress, Message, Work}

  # In bytes, as for frames (endpoint.ex).
  @longest 100_000

  # A close code of our own, so that the page knows why it is not connected.
  @no_room 4029

  # These free memory or prove that the page is still there, so they are never refused. A socket with too many
  # is closed.
  @signs ~w(heartbeat phx_leave)

  # In milliseconds of work (`PlayoutWeb.Limits.Work`).
  @patch 20

  # What js/connection/connection.js listens for.
  @too_fast [["too_fast", %{}]]

  channel "lv:*", LiveView.Channel

  @impl Phoenix.Socket
  def connect(params, socket, info) do
    address = ClientAddress.of_socket(info)
    visitor = info[:session]["visitor"]

    with :ok <- Limits.event(address, visitor) do
      socket = assign(socket, address: address, visitor: visitor)
      LiveView.Socket.connect(params, socket, info)
    end
  end

  # Phoenix takes it for granted that a version is text, and reads its numbers.
  defoverridable connect: 1

  @impl Phoenix.Socket.Transport
  def connect(%{params: %{"vsn" => "2.0.0"}} = request), do: super(request)
  def connect(_other), do: :error

  @impl Phoenix.Socket
  defdelegate id(socket), to: LiveView.Socket

  defoverridable init: 1, handle_in: 2, handle_info: 2

  @impl Phoenix.Socket.Transport
  def init({_channels, socket} = state) do
    case Limits.connect(socket.assigns.address) do
      :ok ->
        Delay.open()
        super(state)

      {:error, :sockets} ->
        {:stop, {:shutdown, :no_room}, @no_room, state}
    end
  end

  # Frames have a limit of their own, but a compressed one may become longer.
  @impl Phoenix.Socket.Transport
  def handle_in({payload, _options}, state) when byte_size(payload) > @longest,
    do: {:stop, {:shutdown, :malformed}, 1009, state}

  def handle_in({payload, options} = frame, {_channels, socket} = state) do
    case Message.decode(socket.serializer, payload, options) do
      {:ok, message} ->
        case allow(message, socket.assigns) do
          :ok -> settled(super(frame, state), message.event, socket.assigns)
          {:error, :signs} -> flood(state)
          {:error, _limit} -> refuse(message, state)
        end

      # No page of ours sends this. Crashing would only fill the log.
      :error ->
        {:stop, {:shutdown, :malformed}, 1007, state}
    end
  end

  @impl Phoenix.Socket.Transport
  def handle_info(:measure_delay, state) do
    if Delay.sent(), do: {:push, {:ping, ""}, state}, else: {:ok, state}
  end

  def handle_info(message, state), do: super(message, state)

  # Bandit has answered a ping. Browsers send none.
  @impl Phoenix.Socket.Transport
  def handle_control({_payload, options}, state) do
    if (options[:opcode] == :pong and Delay.answered()) or Limits.sign() == :ok,
      do: {:ok, state},
      else: flood(state)
  end

  defp allow(%{event: event}, _who) when event in @signs, do: Limits.sign()

  defp allow(%{event: event}, %{address: address, visitor: visitor}) do
    with :ok <- Limits.event(address, visitor),
         :ok <- if(event == "phx_join", do: Limits.page(address), else: :ok),
         do: pay(event, address, visitor)
  end

  defp pay("phx_join", address, visitor), do: Limits.work(address, visitor, Work.in_advance())

  # Its page also pays what it costs. Nobody follows links by the dozen.
  defp pay("live_patch", address, visitor), do: Limits.work(address, visitor, @patch)

  # Pages themselves refuse events beyond the budget.
  defp pay(_event, _address, _visitor), do: :ok

  # The page that has joined has paid for its own work by now.
  defp settled(answer, "phx_join", %{address: address, visitor: visitor}) do
    Limits.worked(address, visitor, -Work.in_advance())
    answer
  end

  defp settled(answer, _event, _who), do: answer

  # Who goes on in spite of many refusals is no page of ours.
  defp refuse(message, {_channels, socket} = state) do
    case Limits.refusal() do
      :ok -> {:reply, :error, refusal(socket, message), state}
      {:error, :refusals} -> flood(state)
    end
  end

  defp flood(state), do: {:stop, {:shutdown, :flood}, @no_room, state}

  defp refusal(socket, message) do
    {status, payload} = refused(message)
    reply = %Reply{status: status, payload: payload, ref: message.ref, topic: message.topic}

    {:socket_push, opcode, text} =
      socket.serializer.encode!(%{reply | join_ref: message.join_ref})

    {opcode, text}
  end

  # An event with an error would leave its button waiting for ever; this one changes nothing, and
  # hooks get an empty reply.
  defp refused(%{event: "event"}), do: {:ok, %{diff: %{r: %{}, e: @too_fast}}}

  # After an error, LiveView opens the page again, a join after some seconds.
  defp refused(_message), do: {:error, %{reason: "too fast", events: @too_fast}}
end
