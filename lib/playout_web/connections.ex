defmodule PlayoutWeb.Connections do
  @moduledoc """
  The site's connections: TCP, within the limits of `PlayoutWeb.Limits`. A connection counts as soon as
  it is there, because one that never sends a request takes a descriptor all the same.

  If there are no descriptors left, whoever accepts connections waits for one. Otherwise they would
  crash, and be started again, as fast as they can.
  """
  @behaviour ThousandIsland.Transport

  alias PlayoutWeb.{ClientAddress, Limits}
  alias ThousandIsland.Transports.TCP

  # In milliseconds.
  @pause 100

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

  @impl true
  defdelegate listen(port, options), to: TCP
  @impl true
  defdelegate upgrade(socket, options), to: TCP
  @impl true
  defdelegate controlling_process(socket, pid), to: TCP
  @impl true
  defdelegate recv(socket, length, timeout), to: TCP
  @impl true
  defdelegate send(socket, data), to: TCP
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
