defmodule Playout.Matches.PublicTest do
  # What the lobby shows to everyone.
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.Public

  defp listed(changes) do
    {:ok, id} = Matches.create(me(), request(changes))
    id
  end

  defp ids(matches), do: Enum.map(matches, & &1.id)

  test "open seats and matches to watch don't push each other out, nor do matches asleep" do
    seat = listed(second: :friend, listed: true)
    watched = listed(first: {:level, "owl"})
    engines = for _ <- 1..3, do: listed(first: {:level, "owl"})
    asleep = for _ <- 1..3, do: listed(second: :friend, listed: true)

    assert %{open: open, watch: watch} = Public.read([seat, watched | engines], 2)
    assert ids(open) == [seat]
    assert ids(watch) == engines |> Enum.reverse() |> Enum.take(2)
    assert %{open: open, watch: watch} = Public.read([watched | asleep], 2)
    assert ids(open) == asleep |> Enum.reverse() |> Enum.take(2)
    assert ids(watch) == [watched]
    assert Public.read([], 2) == %{open: [], watch: []}
  end

  test "a seat that is taken is no longer open, and can be watched" do
    seat = listed(second: :friend, listed: true)
    private = listed(second: :friend)
    {:ok, _} = Matches.act(seat, "you", 1, :join)
    assert %{open: [], watch: [%{id: ^seat}]} = Public.read([seat, private])
  end
end
