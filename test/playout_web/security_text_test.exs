defmodule PlayoutWeb.SecurityTextTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Test.Env
  alias PlayoutWeb.SecurityText

  @path "/.well-known/security.txt"

  test "says whom to tell, for about a month" do
    Env.put(SecurityText, contact: "mailto:admin@play.example")
    conn = get(build_conn(), @path)
    assert ["text/plain" <> _] = get_resp_header(conn, "content-type")
    assert get_resp_header(conn, "set-cookie") == []

    fields =
      for line <- String.split(conn.resp_body, "\n", trim: true), do: String.split(line, ": ")

    assert [
             ["Contact", "mailto:admin@play.example"],
             ["Expires", expires],
             ["Preferred-Languages", "en, ja"],
             ["Canonical", canonical]
           ] = fields

    assert String.ends_with?(canonical, @path)
    {:ok, expires, 0} = DateTime.from_iso8601(expires)
    assert DateTime.diff(expires, DateTime.utc_now(), :day) in 20..30
    assert head(build_conn(), @path).status == 200
  end

  test "is not there if the operator does not say whom" do
    assert get(build_conn(), @path).status == 404
  end
end
