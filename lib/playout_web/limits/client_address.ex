defmodule PlayoutWeb.Limits.ClientAddress do
  @moduledoc """
  A plug that determines a client's network address and whether it uses https. A proxy in front of
  the site reports both, in `x-forwarded-for` and `x-forwarded-proto`.

  Anyone can send these headers, so they count only if the connection comes from a proxy that
  the operator has named (`TRUSTED_PROXIES`). Each proxy appends the address that it sees; the
  one added by the outermost trusted proxy is the client's.

  The plug sets `remote_ip`, `scheme` (cookies are `secure` under https), and the assign
  `address`, which stands for a household: it limits its matches and shares the engine among
  households. For IPv6 this is the network (/48), because whoever has one has too many smaller
  networks and addresses to count. A LiveView has the same assign (`on_mount/4`), from the connection of its socket.
  The address is never stored; a crash report in the log may contain it.
  """
  import Phoenix.Controller, only: [endpoint_module: 1]

  alias Phoenix.Component
  alias Phoenix.LiveView
  alias Playout.Site.Networks

  @behaviour Plug

  @typedoc "What limits count by (`household/1`)."
  @type t :: :inet.ip_address()

  # In tests, each has its own.
  @env Application.compile_env(:playout, :settings, Application)

  @doc "Returns a client's address, given the peer of its connection and its headers."
  @spec client(:inet.ip_address(), [{String.t(), String.t()}]) :: :inet.ip_address()
  def client(peer, headers) do
    forwarded =
      for {"x-forwarded-for", value} <- headers, part <- String.split(value, ","), do: part

    forwarded
    |> Enum.reverse()
    |> Enum.reduce_while(Networks.unmapped(peer), &skip_trusted_proxy/2)
  end

  defp skip_trusted_proxy(text, address) do
    with true <- trusted?(address),
         before when before != nil <- Networks.address(String.trim(text)) do
      {:cont, before}
    else
      _ -> {:halt, address}
    end
  end

  @impl Plug
  def init(options), do: options

  @impl Plug
  def call(conn, _options) do
    peer = Networks.unmapped(conn.remote_ip)
    address = client(peer, conn.req_headers)

    Plug.Conn.assign(
      %{conn | remote_ip: address, scheme: scheme(conn, trusted?(peer))},
      :address,
      household(address)
    )
  end

  @doc """
  Assigns `address` to a LiveView: while the document is rendered, that of the request, and on a
  socket, that of the socket's connection.
  """
  def on_mount(:default, _params, _session, socket) do
    {:cont, Component.assign_new(socket, :address, fn -> of_live_view(socket) end)}
  end

  defp of_live_view(socket) do
    of_socket(Map.new([:peer_data, :x_headers], &{&1, LiveView.get_connect_info(socket, &1)}))
  end

  @doc "Returns the assign `address` of a socket, given what the endpoint says about it."
  @spec of_socket(%{
          peer_data: Plug.Conn.Adapter.peer_data(),
          x_headers: [{String.t(), String.t()}]
        }) :: :inet.ip_address()
  def of_socket(%{peer_data: %{address: peer}, x_headers: headers}) do
    household(client(peer, headers))
  end

  @doc """
  Returns the address that a connection counts for, given its peer; `nil` for a trusted proxy, whose
  connections are those of all visitors.
  """
  @spec of_peer(:inet.ip_address()) :: :inet.ip_address() | nil
  def of_peer(peer) do
    peer = Networks.unmapped(peer)
    if trusted?(peer), do: nil, else: household(peer)
  end

  # A site that is served over https is never reached without it.
  defp scheme(conn, by_proxy?) do
    forwarded = if by_proxy?, do: Plug.Conn.get_req_header(conn, "x-forwarded-proto"), else: []
    https? = endpoint_module(conn).config(:url)[:scheme] == "https"
    if https? or List.last(forwarded) == "https", do: :https, else: conn.scheme
  end

  @doc """
  Returns what an address counts as, wherever limits are by address: an IPv4 address as itself, and one
  of IPv6 as its network (/48).
  """
  @spec household(:inet.ip_address()) :: :inet.ip_address()
  def household({a, b, c, _, _, _, _, _}), do: {a, b, c, 0, 0, 0, 0, 0}
  def household(address), do: address

  defp trusted?(address) do
    :playout
    |> @env.get_env(__MODULE__, [])
    |> Keyword.get(:trusted_proxies, [])
    |> Networks.member?(address)
  end
end
