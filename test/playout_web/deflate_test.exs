defmodule PlayoutWeb.DeflateTest do
  use ExUnit.Case, async: true

  import Plug.Conn

  alias PlayoutWeb.Deflate

  @header "sec-websocket-extensions"

  defp read_as(offer) do
    Plug.Test.conn(:get, "/live/websocket")
    |> put_req_header(@header, offer)
    |> Deflate.with_small_windows()
    |> get_req_header(@header)
  end

  test "the offers of browsers are read as if they asked for small windows" do
    # Chromium's, and those of Firefox and Safari.
    assert read_as("permessage-deflate; client_max_window_bits") ==
             ["permessage-deflate; server_max_window_bits=12; client_max_window_bits=10"]

    assert read_as("permessage-deflate") == ["permessage-deflate; server_max_window_bits=12"]
  end

  test "other offers stay as they are" do
    for offer <- ["permessage-deflate; server_max_window_bits=9", "x-other", ""],
        do: assert(read_as(offer) == [offer])

    conn = Plug.Test.conn(:get, "/live/websocket")
    assert Deflate.with_small_windows(conn) == conn
  end
end
