defmodule PlayoutWeb.ClientAddress do
  @moduledoc """
  Who asks, by network address, and whether by https: also behind a proxy, which
  says so in `x-forwarded-for` and `x-forwarded-proto`.

  Anybody can write these headers, so they count only where the connection comes
  from a proxy that the operator named (`TRUSTED_PROXIES`). Of the addresses in
  `x-forwarded-for`, each written by the one that it was forwarded to, that one
  counts which the last trusted proxy saw.

  As a plug it sets `remote_ip` and `scheme`; cookies are `secure` by the latter.
  On mount it gives a LiveView the assign `address`, by which Playout bounds what
  one household may ask for: of IPv6 that is the network (/64), as each has more
  addresses there than can be counted; `nil` where it is not known.
  """
  import Phoenix.LiveView, only: [connected?: 1, get_connect_info: 2]

  alias Playout.Site.Networks

  @behaviour Plug

  @doc "The address that a connection comes from, given its peer and its headers."
  @spec client(:inet.ip_address() | nil, [{String.t(), String.t()}]) :: :inet.ip_address() | nil
  def client(nil, _headers), do: nil

  def client(peer, headers) do
    forwarded =
      for {"x-forwarded-for", value} <- headers, part <- String.split(value, ","), do: part

    forwarded |> Enum.reverse() |> Enum.reduce_while(Networks.unmapped(peer), &towards_client/2)
  end

  defp towards_client(text, address) do
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
    %{conn | remote_ip: client(peer, conn.req_headers), scheme: scheme(conn, trusted?(peer))}
  end

  # A site that is announced as https is reached by nothing else.
  defp scheme(conn, by_proxy?) do
    forwarded = if by_proxy?, do: Plug.Conn.get_req_header(conn, "x-forwarded-proto"), else: []
    https? = PlayoutWeb.Endpoint.config(:url)[:scheme] == "https"
    if https? or List.last(forwarded) == "https", do: :https, else: conn.scheme
  end

  @doc "Gives every LiveView the assign `address`."
  def on_mount(:default, _params, _session, socket) do
    {:cont, Phoenix.Component.assign(socket, :address, address(socket))}
  end

  # Before the page is connected nothing can be asked for.
  defp address(socket) do
    if connected?(socket) do
      peer = get_connect_info(socket, :peer_data)
      headers = get_connect_info(socket, :x_headers) || []
      household(client(peer && peer.address, headers))
    end
  end

  defp household({a, b, c, d, _, _, _, _}), do: {a, b, c, d, 0, 0, 0, 0}
  defp household(address), do: address

  defp trusted?(address) do
    :playout
    |> Application.get_env(__MODULE__, [])
    |> Keyword.get(:trusted_proxies, [])
    |> Networks.member?(address)
  end
end
