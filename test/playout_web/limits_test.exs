defmodule PlayoutWeb.LimitsTest do
  use PlayoutWeb.ConnCase, async: true

  import Plug.Conn, only: [register_before_send: 2]

  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Limits

  setup do: %{address: address(), neighbour: address()}

  defp limit(limits) do
    Env.put(:still, true)
    Env.put(Limits, limits)
  end

  # A connected page, in a process of its own; returns it with what it was told.
  defp connect(address) do
    test = self()

    task =
      Task.async(fn ->
        send(test, {:told, self(), Limits.connect(address)})
        Process.sleep(:infinity)
      end)

    assert_receive {:told, pid, told} when pid == task.pid
    {task, told}
  end

  defp leave({task, _told}), do: Task.shutdown(task, :brutal_kill)

  test "an address has so many sockets, and gets a place back when one leaves", context do
    limit(sockets: 3)
    [first | _] = connected = for _ <- 1..3, do: connect(context.address)
    assert Enum.all?(connected, &match?({_task, :ok}, &1))
    # Other tests may have some too.
    assert Limits.sockets() >= 3

    for _ <- 1..3, do: assert({_task, {:error, :sockets}} = connect(context.address))
    assert {_task, :ok} = connect(context.neighbour)

    leave(first)
    assert Wait.until(fn -> match?({_task, :ok}, connect(context.address)) end)
    assert {_task, {:error, :sockets}} = connect(context.address)
  end

  # A process with a place, and what it was told.
  defp enter(address, kind, from \\ &Limits.enter/2) do
    test = self()

    task =
      Task.async(fn ->
        send(test, {:told, self(), from.(address, kind)})
        receive do: (:leave -> send(test, {:left, Limits.leave()}))
      end)

    task.pid
  end

  test "an address has so many connections, whether they are used or not", context do
    limit(connections: 3)
    connect = fn address -> enter(address, nil, fn it, nil -> Limits.connection(it) end) end
    [first | _] = for _ <- 1..3, do: connect.(context.address)
    for _ <- 1..3, do: assert_receive({:told, _pid, :ok})

    connect.(context.address)
    assert_receive {:told, _pid, {:error, :connections}}
    connect.(context.neighbour)
    assert_receive {:told, _pid, :ok}

    # All visitors come through a proxy.
    for _ <- 1..5, do: connect.(nil)
    for _ <- 1..5, do: assert_receive({:told, _pid, :ok})

    send(first, :leave)
    assert_receive {:left, :ok}
    assert Wait.until(fn -> connects?(connect, context.address) end)
  end

  defp connects?(connect, address) do
    pid = connect.(address)
    assert_receive {:told, ^pid, told}
    told == :ok
  end

  test "a few addresses leave room for those that have few connections", context do
    limit(connections: 100, all_connections: 100)

    got = fn address, tries ->
      connect = fn -> enter(address, nil, fn it, nil -> Limits.connection(it) end) end

      Enum.count(1..tries, fn _ ->
        pid = connect.()
        assert_receive {:told, ^pid, told}
        told == :ok
      end)
    end

    assert got.(context.address, 60) == 34
    for _ <- 1..2, do: assert(got.(address(), 60) == 17)
    assert got.(context.neighbour, 16) == 16
  end

  test "the site has so many connections, also through a proxy", context do
    limit(all_connections: 0)

    for address <- [context.address, nil] do
      enter(address, nil, fn it, nil -> Limits.connection(it) end)
      assert_receive {:told, _pid, {:error, :all_connections}}
    end
  end

  test "an address has so many requests answered at once; others wait for a place", context do
    limit(requests: 2, patience: 60_000)
    [first, _second] = for _ <- 1..2, do: enter(context.address, :requests)
    for _ <- 1..2, do: assert_receive({:told, _pid, :ok})

    third = enter(context.address, :requests)
    enter(context.neighbour, :requests)
    assert_receive {:told, _neighbour, :ok}
    refute_received {:told, ^third, _told}

    send(first, :leave)
    assert_receive {:told, ^third, :ok}
  end

  test "only so many requests of an address wait; others are refused at once", context do
    limit(requests: 1, patience: 60_000)
    pids = for _ <- 1..60, do: enter(context.address, :requests)
    # One is answered and fifty wait.
    for _ <- 1..9, do: assert_receive({:told, _pid, {:error, :requests}})
    enter(context.neighbour, :requests)
    for _ <- 1..2, do: assert_receive({:told, _pid, :ok})
    refute_received {:told, _pid, _told}

    for pid <- pids, do: send(pid, :leave)
    for _ <- 1..50, do: assert_receive({:told, _pid, :ok})
  end

  test "a class of 60 pupils may open a page at once, with what belongs to it", context do
    limit(patience: 60_000)
    conn = %{context.conn | remote_ip: context.address}

    requests =
      for _pupil <- 1..60,
          path <- [~p"/play/quarto", ~p"/site.webmanifest", ~p"/picture/quarto.svg"] do
        Task.async(fn -> get(conn, path).status end)
      end

    assert requests |> Task.await_many(:infinity) |> Enum.uniq() == [200]
  end

  test "a request that has waited too long is refused, and takes no place", context do
    limit(requests: 1, records: 1, patience: 0)
    first = enter(context.address, :records)
    assert_receive {:told, ^first, :ok}
    assert Limits.enter(context.address, :records) == {:error, :records}
    # That is another limit.
    assert Limits.enter(context.address, :requests) == :ok
    assert Limits.leave() == :ok
    send(first, :leave)
    assert_receive {:left, :ok}
    assert Limits.enter(context.address, :records) == :ok
  end

  test "a page that is sent takes no place any more, because the client may read slowly",
       context do
    limit(requests: 1, patience: 0)
    test = self()

    conn =
      register_before_send(%{context.conn | remote_ip: context.address}, fn conn ->
        send(test, {:sent, Limits.enter(context.address)})
        conn
      end)

    assert conn |> get(~p"/rules/quarto") |> html_response(200)
    assert_received {:sent, :ok}
  end

  # How many get through before the first that is refused, and why it is.
  defp allowed(check, count \\ 0) do
    case check.() do
      :ok -> allowed(check, count + 1)
      {:error, limit} -> {count, limit}
    end
  end

  test "a visitor sends so many events, and a flood costs the neighbours nothing", context do
    limit(visitor_events: 1, address_events: 2)
    flood = fn -> Limits.event(context.address, "flooding #{inspect(context.address)}") end
    assert allowed(flood) == {10, :visitor_events}
    for _ <- 1..20, do: assert(flood.() == {:error, :visitor_events})

    # The refused events did not count for the address, which allows twenty.
    other = fn -> Limits.event(context.address, "other #{inspect(context.address)}") end
    assert other.() == :ok
  end

  test "an address sends so many events, however many visitors it makes up", context do
    limit(visitor_events: 1, address_events: 2)
    new = fn address -> fn -> Limits.event(address, inspect(make_ref())) end end
    assert allowed(new.(context.address)) == {20, :address_events}
    assert Limits.event(context.address, nil) == {:error, :address_events}
    assert new.(context.neighbour).() == :ok
  end

  test "an address opens so many pages, and others as time passes", context do
    limit(pages: 1)
    open = fn -> Limits.page(context.address) end
    assert allowed(open) == {30, :pages}
    assert Limits.page(context.neighbour) == :ok

    Env.put(:still, false)
    bucket = {:pages, context.neighbour}
    [{^bucket, _left, second}] = :ets.lookup(Limits.Rates, bucket)

    emptied = fn at ->
      :ets.insert(Limits.Rates, {bucket, 0, at}) && Limits.page(context.neighbour)
    end

    assert emptied.(second + 3_600) == {:error, :pages}
    assert emptied.(second - 3_600) == :ok
  end

  test "the pages of an address take so many messages of matches", context do
    limit(pushes: 10)
    assert allowed(fn -> Limits.push(context.address, nil) end) == {20, :pushes}
    assert Limits.push(context.neighbour, nil) == :ok
  end

  test "an address that opens too many pages gets one that says so", context do
    from = &%{context.conn | remote_ip: &1}

    assert from.(context.address) |> get(~p"/rules/quarto") |> html_response(200)
    limit(pages: 0)

    {429, headers, html} =
      assert_error_sent(429, fn -> get(from.(context.address), ~p"/rules/quarto") end)

    assert html =~ "Too many pages were opened on your network"
    assert List.keymember?(headers, "content-security-policy", 0)

    assert from.(context.address) |> get("/health") |> json_response(200)
  end

  # That there is no such page costs as little as a refusal.
  @with_a_page ~w(/site.webmanifest /offline)

  test "whatever may need the database or a rendered page counts, also of matches that there are not",
       context do
    limit(pages: 0)
    routes = for %{verb: verb, path: path} <- PlayoutWeb.Router.__routes__(), do: {verb, path}
    assert length(routes) > 20

    for {verb, path} <- routes, path not in @with_a_page do
      conn = %{context.conn | remote_ip: context.address}
      path = String.replace(path, ~r/:\w+/, "abcdefghijkl")
      assert {path, status(conn, verb, path)} == {path, 429}
    end
  end

  test "what has to wait too long for a place is refused in words", context do
    limit(requests: 0, patience: 0)
    conn = %{context.conn | remote_ip: context.address}

    for path <- @with_a_page ++ ["/picture/gomoku.png", "/m/abcdefghijkl/match.gif"],
        do: assert(conn |> get(path) |> text_response(429) =~ "Too many requests")
  end

  defp status(conn, verb, path) do
    dispatch(conn, @endpoint, verb, path).status
  rescue
    error -> Plug.Exception.status(error)
  end

  test "refusals are counted", context do
    limit(visitor_events: 1, sockets: 0)
    id = "refusals #{inspect(context.address)}"
    test = self()

    report = fn _event, measurements, metadata, _config ->
      if self() == test, do: send(test, {:refused, measurements, metadata})
    end

    :telemetry.attach(id, [:playout, :web, :refused], report, nil)
    on_exit(fn -> :telemetry.detach(id) end)

    assert Limits.connect(context.address) == {:error, :sockets}
    assert_receive {:refused, %{count: 1}, %{reason: :sockets}}
    for _ <- 1..30, do: Limits.event(context.address, id)
    assert_receive {:refused, %{count: 1}, %{reason: :visitor_events}}
  end
end
