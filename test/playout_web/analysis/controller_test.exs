defmodule PlayoutWeb.Analysis.ControllerTest do
  # The analysis of a match.
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches

  setup do
    %{visitor: "analysis-controller-#{System.unique_integer([:positive])}"}
  end

  # Where the address of the analysis leads a visitor.
  defp leads(visitor, id) do
    build_conn() |> visiting(visitor) |> get(~p"/m/#{id}/analysis") |> redirected_to()
  end

  defp begin(visitor, first, second) do
    request = %{
      game: :quarto,
      variant: :standard,
      players: %{first: first, second: second},
      toss: false
    }

    {:ok, id} = Matches.create(visitor, request)
    id
  end

  defp act(id, visitor, command) do
    {:ok, %{seq: seq}} = Matches.get(id)
    {:ok, _change} = Matches.act(id, visitor, seq, command)
  end

  test "a match between people is refused to all while it goes on", %{visitor: visitor} do
    id = begin(visitor, :me, :friend)
    friend = visitor <> "-friend"
    everyone = [visitor, friend, visitor <> "-watcher"]

    refused = fn ->
      assert Enum.uniq(for(one <- everyone, do: leads(one, id))) == ["/m/#{id}"]
    end

    # Before and after the friend has sat down, whosever turn it is.
    refused.()
    act(id, friend, :join)
    refused.()
    act(id, visitor, {:move, "-7"})
    refused.()

    act(id, friend, :resign)
    for one <- everyone, do: assert(leads(one, id) == "/analysis/quarto?match=#{id}&moves=-7")
  end

  test "it begins with the move that the board showed", %{visitor: visitor} do
    id = begin(visitor, :me, :me)
    for move <- ~w(-7 c3-A a1-0), do: act(id, visitor, {:move, move})

    for {ply, moves} <- [
          {"0", ""},
          {"2", "&moves=-7+c3-A"},
          {"3", "&moves=-7+c3-A+a1-0"},
          {"4", "&moves=-7+c3-A+a1-0"},
          {"-1", "&moves=-7+c3-A+a1-0"},
          {String.duplicate("9", 5_000), "&moves=-7+c3-A+a1-0"}
        ] do
      path = ~p"/m/#{id}/analysis?#{[ply: ply]}"
      to = build_conn() |> visiting(visitor) |> get(path) |> redirected_to()
      assert to == "/analysis/quarto?match=#{id}#{moves}"
    end

    {:ok, view, _html} = build_conn() |> visiting(visitor) |> live(~p"/m/#{id}?ply=2")
    assert has_element?(view, "#analyse[href='/m/#{id}/analysis?ply=2']")
  end

  test "a match against an engine, or between engines, is refused too", %{visitor: visitor} do
    for {first, second} <- [
          {:me, {:level, "sparrow"}},
          {{:level, "sparrow"}, {:level, "raven"}}
        ] do
      id = begin(visitor, first, second)
      for one <- [visitor, visitor <> "-watcher"], do: assert(leads(one, id) == "/m/#{id}")
    end
  end

  test "a match played alone is only for whoever plays it", %{visitor: visitor} do
    id = begin(visitor, :me, :me)
    assert leads(visitor, id) == "/analysis/quarto?match=#{id}"
    assert leads(visitor <> "-watcher", id) == "/m/#{id}"
  end

  test "a match that does not exist is not found", %{visitor: visitor} do
    conn = build_conn() |> visiting(visitor)
    assert_error_sent 404, fn -> get(conn, ~p"/m/none/analysis") end
  end
end
