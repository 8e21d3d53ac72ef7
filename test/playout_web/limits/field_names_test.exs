defmodule PlayoutWeb.Limits.FieldNamesTest do
  use PlayoutWeb.ConnCase, async: true

  alias Phoenix.Socket.V2.JSONSerializer
  alias PlayoutWeb.Limits.FieldNames
  alias PlayoutWeb.Socket.Message

  defp deep(levels), do: "a" <> String.duplicate("[b]", levels) <> "=1"

  test "a name has up to 300 bytes, and all names 5,000, whatever their values" do
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
          "#{at_most}=#{long}&#{at_most}",
          String.duplicate("a=&", 2_499)
        ],
        do: assert(FieldNames.bounded?(text))

    for text <- [
          deep(100),
          at_most <> "a",
          "a=1&#{at_most}a=1",
          "a=1&#{at_most}a&b",
          String.duplicate("a=&", 2_500)
        ],
        do: refute(FieldNames.bounded?(text))
  end

  # Reading one of these takes between a tenth of a second and some seconds.
  test "long and many names are refused before they are decoded, in requests and in messages", %{
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

    many = String.duplicate("a=&", 30_000)

    for {text, readable?} <- [
          {"a%5Bb%5D=1", true},
          {"a[b]=|^{}", true},
          {deep(20_000), false},
          {many, false}
        ],
        {event, payload} <- messages.(text) do
      assert_reads(event, payload, readable?)
    end
  end

  test "an address with a port of many digits is refused before it is taken apart", %{conn: conn} do
    for {digits, readable?} <- [{"4000", true}, {String.duplicate("9", 97_000), false}],
        url = "http://localhost:#{digits}/rules/quarto",
        {event, payload} <- [
          {"live_patch", %{"url" => url}},
          {"phx_join", %{"session" => "", "params" => %{}, "url" => url}},
          {"phx_join", %{"session" => "", "params" => %{}, "redirect" => url}}
        ],
        do: assert_reads(event, payload, readable?)

    {:reductions, before} = Process.info(self(), :reductions)
    back = "http://localhost:#{String.duplicate("9", 90_000)}/rules/quarto"
    assert redirected_to(post(conn, "/language", language: "en", back: back), 303) == "/"
    {:reductions, later} = Process.info(self(), :reductions)
    assert later - before < 5_000_000
  end

  defp assert_reads(event, payload, readable?) do
    frame = Jason.encode!(["1", "2", "lv:phx-1", event, payload])
    {:reductions, before} = Process.info(self(), :reductions)
    decoded = Message.decode(JSONSerializer, frame, opcode: :text)
    {:reductions, later} = Process.info(self(), :reductions)
    assert match?({:ok, _message}, decoded) == readable?
    assert later - before < 5_000_000
  end
end
