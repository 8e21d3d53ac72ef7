defmodule PlayoutWeb.Limits.HostileEventsTest do
  # Every event of every page and component, as the source has them, with values that no page of ours
  # sends, and every address with long numbers. Nothing crashes, and nobody reads a long number.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  @sources Path.wildcard("lib/playout_web/**/*.ex")
  @digits String.duplicate("9", 99_000)
  @values [@digits, nil, %{"x" => %{"y" => ["z"]}}]
  @more_values ["x", "", 7, true, ["x", 1]]

  defp found(file, pattern),
    do: pattern |> Regex.scan(File.read!(file), capture: :all_but_first) |> List.flatten()

  # By module. What a board or a hook sends is handled in some module, and buttons name what they send.
  defp events do
    for file <- @sources,
        names = found(file, ~r/handle_event\(\s*"(\w+)"/),
        names != [],
        into: %{} do
      [module] = file |> found(~r/^defmodule (\S+) do/) |> Enum.map(&Module.concat([&1]))
      {module, {Enum.uniq(names), keys([file])}}
    end
  end

  defp keys(files) do
    files |> Enum.flat_map(&found(&1, ~r/(?:\["|%\{"|, ")(\w+)"(?:\]| =>)/)) |> Enum.uniq()
  end

  defp sent_by_buttons do
    @sources
    |> Enum.flat_map(&found(&1, ~r/phx-(?:click|change|submit|keydown|blur)="(\w+)"/))
    |> Enum.uniq()
  end

  defp pages(%{conn: conn}) do
    conn = visiting(conn, me())

    {conn,
     for(
       %{verb: :get, plug: Phoenix.LiveView.Plug, path: path} <- PlayoutWeb.Router.__routes__(),
       do: path
     )}
  end

  # Some events delete the match.
  defp address(path) do
    path = path |> String.replace(":game", "gomoku") |> String.replace(":exercise", "1")

    if path =~ ":id" do
      {match, _state} = begin(game: :gomoku, second: :me)
      String.replace(path, ":id", match)
    else
      path
    end
  end

  # Whoever has a long text read as a number is noted here.
  defp watch(pid) do
    :erlang.trace_pattern(
      {:erlang, :binary_to_integer, 1},
      [{[:"$1"], [{:>, {:byte_size, :"$1"}, 1_000}], []}],
      []
    )

    :erlang.trace(pid, true, [:call])
  end

  # Other tests may trace the same function.
  defp refute_long_number do
    receive do
      {:trace, _pid, :call, {:erlang, :binary_to_integer, [long]}} when byte_size(long) > 1_000 ->
        flunk("a number of #{byte_size(long)} digits was read")
    after
      0 -> :ok
    end
  end

  test "the source has the events that this test sends" do
    handled = events() |> Map.values() |> Enum.flat_map(&elem(&1, 0))

    assert "undo" in handled and "change" in handled and "phrase" in handled and
             "recall" in handled

    # Offers and answers are handled by their names.
    assert sent_by_buttons() -- (handled ++ ~w(offer accept decline)) == []
    assert "lines" in keys(@sources) and "seq" in keys(@sources)
  end

  test("no event crashes its page, whatever it carries", context, do: visit_all(context, @values))

  @tag :all
  test("no event crashes its page, whatever else it carries", context,
    do: visit_all(context, @more_values)
  )

  # With thousands of events.
  defp visit_all(context, values) do
    {conn, paths} = pages(context)
    events = events()

    for path <- paths, do: visit(conn, path, events, values)
    refute_long_number()
  end

  defp visit(conn, path, events, values) do
    view = open(conn, path)
    components = for {cid, _} <- components(view), do: cid

    for at <- [nil | components], reduce: view do
      view ->
        module =
          if at, do: components(view)[at], else: :sys.get_state(view.pid, :infinity).socket.view

        {names, keys} = Map.get(events, module, {[], []})

        for name <- names ++ ~w(offer nothing), value <- values, reduce: view do
          view -> send_event(conn, path, view, {at, name, Map.new(keys, &{&1, value})})
        end
    end
  end

  defp open(conn, path) do
    {:ok, view, _html} = live(conn, address(path))
    watch(view.pid)
    view
  end

  defp components(view) do
    {by_cid, _ids, _next} = :sys.get_state(view.pid, :infinity).components
    Map.new(by_cid, fn {cid, {module, _id, _assigns, _private, _prints}} -> {cid, module} end)
  end

  defp send_event(conn, path, view, {at, name, values}) do
    target = if at, do: with_target(view, ~s([data-phx-component="#{at}"])), else: view

    case render_hook(target, name, values) do
      # The page answers, and then leaves by itself. LiveView's client of tests ends the test if it is asked
      # for something meanwhile.
      html when is_binary(html) and name == "withdraw" -> leave(conn, path, view)
      html when is_binary(html) -> view
      {:error, {kind, _to}} when kind in [:redirect, :live_redirect] -> open(conn, path)
    end
  end

  defp leave(conn, path, view) do
    assert_redirect(view)
    open(conn, path)
  end

  test "a number of any length in an address is no number", context do
    {conn, paths} = pages(context)

    parts =
      for %{path: path} <- PlayoutWeb.Router.__routes__(),
          part <- [":game", ":id", ":exercise", ":file", ":token"],
          path =~ part,
          do: String.replace(path, part, @digits)

    long = String.duplicate("9", 1_500)
    query = Enum.map_join(keys(@sources), "&", &"#{&1}=#{long}")
    queries = for path <- paths, do: "#{address(path)}?#{query}"

    reader =
      Task.async(fn ->
        receive do: (:go -> for(address <- parts ++ queries, do: status(conn, address)))
      end)

    watch(reader.pid)
    send(reader.pid, :go)
    assert reader |> Task.await(:infinity) |> Enum.filter(&(&1 >= 500)) == []
    refute_long_number()
  end

  defp status(conn, address) do
    get(conn, address).status
  rescue
    error -> Plug.Exception.status(error)
  end
end
