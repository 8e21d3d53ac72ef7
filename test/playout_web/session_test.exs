defmodule PlayoutWeb.SessionTest do
  # Changes the scheme of the site, which all tests share.
  use PlayoutWeb.ConnCase, async: false

  alias PlayoutWeb.{Endpoint, Session}

  @name "__Host-playout"

  defp with_https do
    usual = Application.get_env(:playout, Endpoint)
    https = Keyword.merge(usual, url: [scheme: "https", host: "play.example", port: 443])
    Endpoint.config_change([{Endpoint, https}], [])
    on_exit(fn -> Endpoint.config_change([{Endpoint, usual}], []) end)
  end

  defp visitor(conn), do: get_session(conn, :visitor)

  test "on a site with https, the cookie is bound to its host" do
    assert Session.options(Endpoint)[:key] == "_playout"
    with_https()
    conn = get(build_conn(), ~p"/")
    assert %{secure: true, http_only: true, value: value} = cookie = conn.resp_cookies[@name]
    refute Map.has_key?(cookie, :domain)
    assert Plug.Conn.Cookies.encode(@name, cookie) =~ ~r"; path=/;.*; secure"
    refute Map.has_key?(conn.resp_cookies, "_playout")
    # Sockets look for the same cookie.
    assert Session.options(Endpoint)[:key] == @name

    again = build_conn() |> put_req_cookie(@name, value) |> get(~p"/")
    assert visitor(again) == visitor(conn)
  end

  test "a visitor from before https stays who they are" do
    before = get(build_conn(), ~p"/")
    old = before.resp_cookies["_playout"].value
    with_https()

    conn = build_conn() |> put_req_cookie("_playout", old) |> get(~p"/")
    assert visitor(conn) == visitor(before)
    # Nodes of the version before know no other.
    refute is_map_key(conn.resp_cookies, "_playout")
    new = conn.resp_cookies[@name].value

    # The old name does not count beside the new one, because other hosts could set it.
    other = get(build_conn(), ~p"/")
    planted = other.resp_cookies[@name].value
    both = build_conn() |> put_req_cookie("_playout", planted) |> put_req_cookie(@name, new)
    assert visitor(get(both, ~p"/")) == visitor(before)
  end
end
