defmodule PlayoutWeb.Limits.Handshake do
  @moduledoc """
  What a request for a socket asks of Bandit, so that compression (permessage-deflate, RFC 7692) takes little
  memory, and rubbish is no crash.

  Bandit takes the sizes of the windows from the browser's offer, in which they are the largest: a
  connection would have 170 KB of memory for them alone. A server may choose smaller ones, so the
  offer is read as if it asked for these: what a page receives is deflated within 4 KB, and what it
  sends, which is short, within 1 KB. Other offers than those of browsers are declined, which a server may
  do with any.
  """
  import Plug.Conn

  alias PlayoutWeb.Limits.FieldNames

  # As powers of two, in bytes.
  @sent 12
  @received 10

  @offer "sec-websocket-extensions"
  @key "sec-websocket-key"

  @doc """
  Makes a request for a socket ask for small windows or for no compression, have one key at most, and no
  query with long names (`PlayoutWeb.Limits.FieldNames`). Without its query it is refused.
  """
  @spec readable(Plug.Conn.t()) :: Plug.Conn.t()
  def readable(conn), do: conn |> replace(@offer, &offer/1) |> replace(@key, &key/1) |> query()

  # Of a page, the router refuses it in words.
  defp query(%{path_info: ["live" | _], query_string: query} = conn),
    do: if(FieldNames.bounded?(query), do: conn, else: %{conn | query_string: ""})

  defp query(conn), do: conn

  defp replace(conn, name, read) do
    case get_req_header(conn, name) do
      [] ->
        conn

      values ->
        others = Enum.reject(conn.req_headers, &match?({^name, _value}, &1))
        %{conn | req_headers: for(value <- read.(values), do: {name, value}) ++ others}
    end
  end

  # As browsers write it. The window of what they send may be chosen only if they say so.
  defp offer(["permessage-deflate"]), do: ["permessage-deflate; server_max_window_bits=#{@sent}"]

  defp offer(["permessage-deflate; client_max_window_bits"]) do
    [offer] = offer(["permessage-deflate"])
    ["#{offer}; client_max_window_bits=#{@received}"]
  end

  defp offer(_others), do: []

  # Without a key, the answer is that the request is wrong.
  defp key([key]), do: [key]
  defp key(_several), do: []
end
