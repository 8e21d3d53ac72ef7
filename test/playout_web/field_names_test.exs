defmodule PlayoutWeb.FieldNamesTest do
  use PlayoutWeb.ConnCase, async: true

  alias Phoenix.Socket.V2.JSONSerializer
  alias PlayoutWeb.{FieldNames, Message}

  defp deep(levels), do: "a" <> String.duplicate("[b]", levels) <> "=1"

  test "a name of up to 300 bytes is short, whatever its value" do
    at_most = String.duplicate("a", 300)
    long = String.duplicate("=x", 10_000)

    for text <- [
          "",
          "a",
          "=",
          "&&",
          "a=1&b[c]=2",
          deep(99),
          at_most,
          "#{at_most}=#{long}&#{at_most}"
        ],
        do: assert(FieldNames.short?(text))

    for text <- [deep(100), at_most <> "a", "a=1&#{at_most}a=1", "a=1&#{at_most}a&b"],
        do: refute(FieldNames.short?(text))
  end

  # Reading one of these takes a second or more.
  test "long names are refused before they are decoded, in requests and in messages", %{
    conn: conn
  } do
    long = deep(30_000)

    assert_error_sent(400, fn -> get(conn, "/?" <> deep(3_000)) end)
    assert_error_sent(400, fn -> get(conn, "/m/abcdefghijkl/match.pgn?" <> deep(3_000)) end)

    for path <- ["/matches", "/language"] do
      conn = put_req_header(conn, "content-type", "application/x-www-form-urlencoded")
      assert_error_sent(400, fn -> post(conn, path, long) end)
    end

    click = %{"type" => "form", "event" => "change", "value" => "a=1"}

    messages = fn text ->
      [
        {"event", %{click | "value" => text}},
        {"event", %{click | "value" => "a=1&_target=" <> URI.encode_www_form(text)}},
        {"live_patch", %{"url" => "http://localhost/?" <> text}},
        {"phx_join", %{"session" => "", "params" => %{}, "url" => "http://localhost/?" <> text}},
        {"phx_join",
         %{"session" => "", "params" => %{}, "redirect" => "http://localhost/?" <> text}}
      ]
    end

    for {text, readable?} <- [{"a%5Bb%5D=1", true}, {"a[b]=|^{}", true}, {deep(20_000), false}],
        {event, payload} <- messages.(text) do
      frame = Jason.encode!(["1", "2", "lv:phx-1", event, payload])
      {:reductions, before} = Process.info(self(), :reductions)
      decoded = Message.decode(JSONSerializer, frame, opcode: :text)
      {:reductions, later} = Process.info(self(), :reductions)
      assert match?({:ok, _message}, decoded) == readable?
      assert later - before < 5_000_000
    end
  end
end
