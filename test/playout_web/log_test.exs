defmodule PlayoutWeb.LogTest do
  # Raises the level of a module, so lines of tests beside it would be printed.
  use PlayoutWeb.ConnCase, async: false

  import ExUnit.CaptureLog

  alias PlayoutWeb.Log

  # As in config/prod.exs, with everything that the formatter lets through.
  defp lines(work) do
    Logger.put_module_level(Log, :info)
    metadata = Application.get_env(:logger, :default_formatter)[:metadata]

    capture_log([format: {Log, :format}, metadata: metadata, colors: [enabled: false]], work)
    |> String.split("\n", trim: true)
  after
    Logger.delete_module_level(Log)
  end

  defp about(lines, word), do: Enum.filter(lines, &(&1 =~ word))

  test "a request is one line, with its route and nothing that identifies a visitor" do
    id = "AAAAAAAAAAAA"
    visitor = "dGhpcyBpcyBhIHZpc2l0b3Ih"
    conn = visiting(build_conn(), visitor)

    lines =
      lines(fn ->
        get(conn, "/?secret=1")
        assert_error_sent 404, fn -> get(conn, "/m/#{id}") end
        assert get(conn, "/nowhere").status == 404
        get(conn, "/health")
      end)

    requests = about(lines, "message=request")

    assert Enum.any?(
             requests,
             &(&1 =~ ~r"^\S+Z level=info message=request method=GET route=/ status=200 ms=\d+$")
           )

    assert Enum.any?(requests, &(&1 =~ "route=/m/:id status=404"))
    assert Enum.any?(requests, &(&1 =~ "route=none status=404"))
    for word <- [id, visitor, "secret", "nowhere", "health"], do: assert(about(lines, word) == [])
  end

  test "a slow query is a line, a fast one is none" do
    duration = &System.convert_time_unit(&1, :millisecond, :native)
    storage = &:telemetry.execute([:playout, :storage, &1], %{duration: duration.(&2)}, &3)

    lines =
      lines(fn ->
        storage.(:write, 1_500, %{result: :ok})
        storage.(:write, 900, %{result: :ok})
        storage.(:read, 2_000, %{query: :test_list})
      end)

    assert [write] = about(lines, "ms=1500")
    assert write =~ ~s(level=warning message="the database is slow" query=write ms=1500)
    assert [_] = about(lines, "query=test_list ms=2000")
    assert about(lines, "ms=900") == []
  end

  test "a line is one line, whatever the message contains" do
    time = {{2026, 11, 23}, {1, 2, 3, 45}}
    line = &IO.iodata_to_binary(Log.format(:error, &1, time, &2))

    assert line.("ok", []) == "2026-11-23T01:02:03.045Z level=error message=ok\n"
    assert line.("ok", ms: 3) == "2026-11-23T01:02:03.045Z level=error message=ok ms=3\n"
    assert line.(["two\n", "lines"], []) =~ ~S( message="two\nlines") <> "\n"
    assert line.(~S(a "b" = c), []) =~ ~S( message="a \"b\" = c")
    assert line.("", []) =~ ~s( message=""\n)
    assert line.("日本 語", []) =~ ~s( message="日本 語"\n)
    long = String.duplicate("a b", 10_000)
    assert line.(long, []) =~ long
    assert line.(<<255, 10, 0>>, []) =~ ~r/\A[^\n]+\n\z/
  end
end
