defmodule PlayoutWeb.Limits.ClientAddressTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Site.Networks
  alias Playout.Test.Env
  alias PlayoutWeb.Limits.ClientAddress

  @client {203, 0, 113, 7}

  setup do
    trust("127.0.0.1, 10.0.0.0/8 fd00::/8")
  end

  defp trust(text) do
    Env.put(ClientAddress, trusted_proxies: Networks.parse!(text))
  end

  defp client(peer, forwarded) do
    ClientAddress.client(peer, for(value <- forwarded, do: {"x-forwarded-for", value}))
  end

  test "without a proxy, the peer's address counts, whatever the headers say" do
    assert client(@client, []) == @client
    assert client(@client, ["198.51.100.1"]) == @client
    assert client({11, 0, 0, 1}, ["198.51.100.1"]) == {11, 0, 0, 1}
    trust("")
    assert client({127, 0, 0, 1}, ["198.51.100.1"]) == {127, 0, 0, 1}
  end

  test "a trusted proxy supplies the address" do
    for peer <- [{127, 0, 0, 1}, {10, 200, 3, 4}, {0xFD12, 0, 0, 0, 0, 0, 0, 1}] do
      assert client(peer, ["203.0.113.7"]) == @client
    end

    assert client({127, 0, 0, 1}, ["2001:db8::1"]) == {0x2001, 0xDB8, 0, 0, 0, 0, 0, 1}
  end

  test "addresses that the client made up are further left and don't count" do
    assert client({127, 0, 0, 1}, ["198.51.100.1, 203.0.113.7"]) == @client
    assert client({127, 0, 0, 1}, ["198.51.100.1", "203.0.113.7, 10.1.1.1"]) == @client
    assert client({127, 0, 0, 1}, ["10.9.9.9, 203.0.113.7"]) == @client
  end

  test "an invalid address and those before it don't count" do
    assert client({127, 0, 0, 1}, ["203.0.113.7, unknown, 10.1.1.1"]) == {10, 1, 1, 1}
    assert client({127, 0, 0, 1}, [""]) == {127, 0, 0, 1}
    assert client({127, 0, 0, 1}, ["1.2.3"]) == {127, 0, 0, 1}
    assert client({127, 0, 0, 1}, [String.duplicate("9", 10_000)]) == {127, 0, 0, 1}
  end

  test "an IPv4 address mapped to IPv6 counts as IPv4" do
    assert client({0, 0, 0, 0, 0, 0xFFFF, 0x7F00, 1}, ["::ffff:203.0.113.7"]) == @client
  end

  test "cookies are secure only if a trusted proxy reports https" do
    https = put_req_header(build_conn(), "x-forwarded-proto", "https")
    assert %{secure: true} = get(https, ~p"/").resp_cookies["_playout"]
    refute Map.has_key?(get(build_conn(), ~p"/").resp_cookies["_playout"], :secure)

    trust("")
    refute Map.has_key?(get(https, ~p"/").resp_cookies["_playout"], :secure)
  end

  test "IPv6 addresses count by network" do
    assert address("203.0.113.7") == @client
    assert address("2001:db8:1:ffff::") == address("2001:db8:1:2:3:4:5:6")
    refute address("2001:db8:2:2:3:4:5:6") == address("2001:db8:1:2:3:4:5:6")
    assert address("2001:db8:1:2:3:4:5:6") == {0x2001, 0xDB8, 1, 0, 0, 0, 0, 0}
  end

  test "a page has the address of its request, and then that of its socket", %{conn: conn} do
    conn = get(put_req_header(conn, "x-forwarded-for", "2001:db8:1:2:3:4:5:6"), ~p"/")
    assert conn.assigns.address == {0x2001, 0xDB8, 1, 0, 0, 0, 0, 0}

    # The headers of a socket need not be those of the request.
    {:ok, page, _html} = live(%{conn | req_headers: [{"x-forwarded-for", "203.0.113.7"}]})
    assert :sys.get_state(page.pid, :infinity).socket.assigns.address == @client

    # An address that the client has made up doesn't count here either.
    trust("")
    {:ok, page, _html} = live(conn)
    assert :sys.get_state(page.pid, :infinity).socket.assigns.address == {127, 0, 0, 1}
  end

  defp address(forwarded) do
    get(put_req_header(build_conn(), "x-forwarded-for", forwarded), ~p"/").assigns.address
  end
end
