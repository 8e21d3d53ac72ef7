defmodule PlayoutWeb.Limits.Connections do
  @moduledoc """
  The site's connections: TCP, within the limits of `PlayoutWeb.Limits`. A connection counts as soon as
  it is there, because one that never sends a request takes a descriptor all the same.

  If there are no descriptors left, whoever accepts connections waits for one. Otherwise they would
  crash, and be started again, as fast as they can.

  A connection that waits for the rest of a request keeps a megabyte meanwhile. So only some of an address may
  wait, and none for longer than the slowest line needs.
  """
  @behaviour ThousandIsland.Transport

  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.ClientAddress
  alias ThousandIsland.Transports.TCP

  # In milliseconds.
  @pause 100

  # Keys of a connection's process: whether nothing has been read yet, and until when the request must be
  # complete, of which a part has been read.
  @unread {__MODULE__, :unread}
  @until {__MODULE__, :until}

  # Linux tells the state of a connection as the first byte of TCP_INFO: in CLOSE and CLOSE_WAIT, the client
  # has closed it.
  @tcp_info {:raw, 6, 11, 1}
  @closed [<<7>>, <<8>>]

  @impl true
  def accept(listener, accept \\ &TCP.accept/1) do
    case accept.(listener) do
      {:error, reason} when reason in [:emfile, :enfile, :system_limit] ->
        Process.sleep(@pause)
        accept(listener, accept)

      answer ->
        answer
    end
  end

  # Runs in the process of the connection, before it reads anything. An error closes the connection.
  @impl true
  def handshake(socket) do
    with {:ok, {address, _port}} <- TCP.peername(socket),
         :ok <- Limits.connection(ClientAddress.of_peer(address)) do
      Process.put(@unread, true)
      Process.put(__MODULE__, socket)
      {:ok, socket}
    end
  end

  @doc """
  Returns whether the client has closed the connection of which the calling process is. While it answers a
  request, it reads nothing, so nothing else tells it.
  """
  @spec gone?() :: boolean
  def gone? do
    with socket when socket != nil <- Process.get(__MODULE__),
         {:ok, [{:raw, 6, 11, state}]} <- :inet.getopts(socket, [@tcp_info]) do
      state in @closed
    else
      # Another system, or no connection, as in tests.
      _unknown -> false
    end
  end

  # Bandit waits here for the first bytes of a connection, and later for what is missing of a request. With a
  # timeout of 0 it looks whether the client is still there.
  @impl true
  def recv(socket, length, 0), do: TCP.recv(socket, length, 0)

  def recv(socket, length, timeout) do
    cond do
      Process.delete(@unread) ->
        TCP.recv(socket, length, timeout)

      length == 0 ->
        with {:error, :timeout} <- TCP.recv(socket, 0, 0), do: wait(socket, 0, timeout)

      true ->
        wait(socket, length, timeout)
    end
  end

  defp wait(socket, length, timeout) do
    case left(socket) do
      left when left > 0 -> TCP.recv(socket, length, min(timeout, left))
      _none -> {:error, :timeout}
    end
  end

  @impl true
  def send(socket, data) do
    if Process.delete(@until), do: Limits.complete()
    TCP.send(socket, data)
  end

  # The milliseconds that are left for the rest of the request.
  defp left(socket) do
    with nil <- Process.get(@until),
         {:ok, {address, _port}} <- TCP.peername(socket),
         {:ok, milliseconds} <- Limits.incomplete(ClientAddress.of_peer(address)) do
      Process.put(@until, now() + milliseconds)
      milliseconds
    else
      until when is_integer(until) -> until - now()
      {:error, _reason} -> 0
    end
  end

  defp now, do: System.monotonic_time(:millisecond)

  @impl true
  defdelegate listen(port, options), to: TCP
  @impl true
  defdelegate upgrade(socket, options), to: TCP
  @impl true
  defdelegate controlling_process(socket, pid), to: TCP
  @impl true
  defdelegate sendfile(socket, file, offset, length), to: TCP
  @impl true
  defdelegate getopts(socket, options), to: TCP
  @impl true
  defdelegate setopts(socket, options), to: TCP
  @impl true
  defdelegate shutdown(socket, way), to: TCP
  @impl true
  defdelegate close(socket), to: TCP
  @impl true
  defdelegate sockname(socket), to: TCP
  @impl true
  defdelegate peername(socket), to: TCP
  @impl true
  defdelegate peercert(socket), to: TCP
  @impl true
  defdelegate secure?(), to: TCP
  @impl true
  defdelegate getstat(socket), to: TCP
  @impl true
  defdelegate negotiated_protocol(socket), to: TCP
  @impl true
  defdelegate connection_information(socket), to: TCP
end
