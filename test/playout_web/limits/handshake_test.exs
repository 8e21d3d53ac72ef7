defmodule PlayoutWeb.Limits.HandshakeTest do
  use ExUnit.Case, async: true

  import Plug.Conn

  alias PlayoutWeb.Limits.Handshake

  @offer "sec-websocket-extensions"
  @key "sec-websocket-key"

  defp read_as(header, values) do
    conn = Plug.Test.conn(:get, "/live/websocket")

    %{conn | req_headers: for(value <- values, do: {header, value})}
    |> Handshake.readable()
    |> get_req_header(header)
  end

  test "the offers of browsers are read as if they asked for small windows" do
    # Chromium's, and those of Firefox and Safari.
    assert read_as(@offer, ["permessage-deflate; client_max_window_bits"]) ==
             ["permessage-deflate; server_max_window_bits=12; client_max_window_bits=10"]

    assert read_as(@offer, ["permessage-deflate"]) ==
             ["permessage-deflate; server_max_window_bits=12"]
  end

  test "other offers are declined: large windows, and what Bandit cannot read" do
    for offers <- [
          [],
          ["permessage-deflate; server_max_window_bits=15; client_max_window_bits=15"],
          ["permessage-deflate; client_max_window_bits=12x"],
          ["permessage-deflate; a=b=c"],
          [";"],
          ["permessage-deflate", "permessage-deflate"]
        ],
        do: assert(read_as(@offer, offers) == [])
  end

  test "a request has one key or none" do
    assert read_as(@key, ["a"]) == ["a"]
    for keys <- [[], ["a", "b"]], do: assert(read_as(@key, keys) == [])
  end

  test "a query with long names is left out" do
    query = &Handshake.readable(Plug.Test.conn(:get, &1)).query_string
    nested = "vsn=2.0.0&" <> String.duplicate("a[b]", 2_000)
    assert query.("/live/websocket?" <> nested) == ""
    assert query.("/live/websocket?vsn=2.0.0") == "vsn=2.0.0"
    # `PlayoutWeb.Limits.FieldNames` refuses that of a page.
    assert query.("/?" <> nested) == nested
  end
end
