defmodule PlayoutWeb.Match.PushesTest do
  # What a match sends to its pages costs work. All pages have the same address, and tracing would show
  # other tests what this one traces.
  use PlayoutWeb.ConnCase, async: false
  use Playout.Test.MatchCase, async: false

  alias Playout.Matches.Change
  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.Work

  setup %{conn: conn} do
    # The test says when what is late arrives.
    Env.put(Work, late_after: 600_000)
    unlimited()
    {:ok, id} = Matches.create(me(), request(second: :me))
    {:ok, view, _html} = conn |> visiting("a guest") |> live(~p"/m/#{id}")
    {:ok, state} = Matches.get(id)
    %{id: id, view: view, state: state}
  end

  defp played(view) do
    html = view |> element("#match") |> render() |> LazyHTML.from_fragment()
    [played] = LazyHTML.attribute(html, "data-played")
    String.to_integer(played)
  end

  # A bucket that another limit has emptied is filled only when a new second of the clock begins.
  defp unlimited do
    Env.put(Limits, [])
    :ets.delete_all_objects(Limits.Rates)
  end

  defp moves(id, state, moves) do
    Enum.reduce(moves, state, &act!(id, &2, {:move, &1}))
  end

  test "beyond the limit of its address, a page takes the newest state, and nothing between",
       context do
    %{id: id, view: view, state: state} = context
    state = moves(id, state, ~w(-7))
    assert Wait.until(fn -> played(view) == 1 end)

    Env.put(Limits, pushes: 0)
    state = moves(id, state, ~w(c3-A b2-4))
    assert Wait.until(fn -> late(view) != [] end)
    unlimited()
    before = state
    state = moves(id, before, ~w(a1-1))
    newest = Change.between(before, state)
    # In their order, so this one waits as well, and is the only one.
    assert Wait.until(fn -> match?([{:match, ^newest}], late(view)) end)
    assert played(view) == 1

    Env.put(Limits, pushes: 0)
    send(view.pid, {Work, :late})
    assert played(view) == 1
    assert [_newest] = late(view)
    unlimited()
    send(view.pid, {Work, :late})
    assert played(view) == length(state.moves)

    moves(id, state, ~w(d4-8))
    assert Wait.until(fn -> played(view) == 5 end)
  end

  test "the page of a player takes all, unless they have too many pages", context do
    %{id: id, conn: conn, state: state} = context
    {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
    Env.put(Limits, pushes: 0)
    state = moves(id, state, ~w(-7))
    assert Wait.until(fn -> played(view) == 1 end)

    Env.put(Limits, pushes: 0, visitor_pushes: 0)
    moves(id, state, ~w(c3-A))
    assert Wait.until(fn -> late(view) != [] end)
  end

  # Other kinds, such as who is there, may be told at any time.
  defp late(view, kind \\ :match),
    do:
      Enum.filter(:sys.get_state(view.pid, :infinity).socket.private.late, &(elem(&1, 0) == kind))

  test "what a match sends costs the address of the page, and not its visitor", context do
    %{id: id, view: view, state: state} = context

    for paid <- [:work, :worked] do
      :erlang.trace_pattern({Limits, paid, 3}, true, [])
      on_exit({:trace, paid}, fn -> :erlang.trace_pattern({Limits, paid, 3}, false, []) end)
    end

    :erlang.trace(view.pid, true, [:call])
    moves(id, state, ~w(-7 c3-A b2-4 a1-1 d4-8 c4-C d3-6 a4-5))
    assert Wait.until(fn -> played(view) == 8 end)
    paid = paid()
    assert Enum.sum(for {_visitor, milliseconds} <- paid, do: milliseconds) in 8..80
    assert Enum.all?(paid, fn {visitor, _milliseconds} -> visitor == nil end)

    # Whoever comes to a match sends this to all of its pages.
    for _ <- 1..20, do: send(view.pid, {:presence, id})
    :sys.get_state(view.pid, :infinity)
    assert Enum.sum(for {nil, milliseconds} <- paid(), do: milliseconds) in 20..40
  end

  test "who is there is told late beyond the limit", context do
    %{id: id, view: view, conn: conn} = context
    Env.put(Limits, pushes: 0)
    {:ok, _other, _html} = conn |> visiting("a third one") |> live(~p"/m/#{id}")
    assert Wait.until(fn -> late(view, :presence) == [{:presence, id}] end)
    refute render(view) =~ "watchers"
    unlimited()

    assert Wait.until(fn ->
             send(view.pid, {Work, :late})
             render(view) =~ "2 watchers"
           end)
  end

  defp paid do
    receive do
      {:trace, _page, :call, {Limits, _paid, [_address, visitor, milliseconds]}} ->
        [{visitor, milliseconds} | paid()]
    after
      0 -> []
    end
  end
end
