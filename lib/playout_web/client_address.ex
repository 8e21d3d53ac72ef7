defmodule PlayoutWeb.ClientAddress do
  @moduledoc """
  A plug that finds out a client's network address, and whether it uses https. A
  proxy in front of the site says both, in `x-forwarded-for` and `x-forwarded-proto`.

  Anybody can write these headers, so they count only if the connection comes from
  a proxy that the operator named (`TRUSTED_PROXIES`). Each proxy appends the
  address that it saw; the one that the outermost trusted proxy saw is the client's.

  The plug sets `remote_ip` and `scheme`, by which cookies are `secure` or not, and
  the assign `address`, by which the matches of a household are limited. For IPv6
  that is the network (/64), as a household has more addresses than could be counted.
  """
  alias Playout.Site.Networks

  @behaviour Plug

  @doc "The address that a connection comes from, given its peer and its headers."
  @spec client(:inet.ip_address(), [{String.t(), String.t()}]) :: :inet.ip_address()
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
    address = client(peer, conn.req_headers)

    Plug.Conn.assign(
      %{conn | remote_ip: address, scheme: scheme(conn, trusted?(peer))},
      :address,
      household(address)
    )
  end

  # A site that is announced as https is reached by nothing else.
  defp scheme(conn, by_proxy?) do
    forwarded = if by_proxy?, do: Plug.Conn.get_req_header(conn, "x-forwarded-proto"), else: []
    https? = PlayoutWeb.Endpoint.config(:url)[:scheme] == "https"
    if https? or List.last(forwarded) == "https", do: :https, else: conn.scheme
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
