defmodule PlayoutWeb.Deflate do
  @moduledoc """
  Compression of the socket (permessage-deflate, RFC 7692) in little memory.

  Bandit takes the sizes of the windows from the browser's offer, in which they are the largest: a
  connection would have 170 KB of memory for them alone. A server may choose smaller ones, so the
  offer is read as if it asked for these: what a page receives is deflated within 4 KB, and what it
  sends, which is short, within 1 KB.
  """

  # As powers of two, in bytes.
  @sent 12
  @received 10

  @header "sec-websocket-extensions"

  @doc "Makes a request for a socket ask for small windows, unless it asks for some itself."
  @spec with_small_windows(Plug.Conn.t()) :: Plug.Conn.t()
  def with_small_windows(conn) do
    case Plug.Conn.get_req_header(conn, @header) do
      [offer] -> Plug.Conn.put_req_header(conn, @header, small(offer))
      _none -> conn
    end
  end

  # As browsers write it. The window of what they send may be chosen only if they say so.
  defp small("permessage-deflate; client_max_window_bits"),
    do: "#{small("permessage-deflate")}; client_max_window_bits=#{@received}"

  defp small("permessage-deflate"),
    do: "permessage-deflate; server_max_window_bits=#{@sent}"

  defp small(other), do: other
end
