defmodule Playout.Matches.PlayersTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.Players

  defp next({:level, name}, game) do
    {:ok, seat} = Players.engine(game, {:level, name})
    Players.next_level(game, seat)
  end

  for game <- Playout.games() do
    test "the next level of #{game} is the one above, up to Owl" do
      names = Enum.map(Playout.levels(unquote(game)), & &1.name)
      nexts = for name <- names, do: next({:level, name}, unquote(game))
      assert nexts == tl(names) ++ [nil]
    end
  end

  test "a player that is on the ladder under another name counts at its current rank" do
    [_, _, _, heron, raven | _] = Playout.levels(:quarto)
    assert Players.next_level(:quarto, {:engine, "fox", heron.spec}) == raven.name
    assert Players.next_level(:quarto, {:engine, "cat", "mcts:playouts=3"}) == heron.name
  end

  test "nothing follows a custom player or one that has left the ladder" do
    assert Players.next_level(:quarto, {:engine, nil, "careful"}) == nil
    assert Players.next_level(:quarto, {:engine, "fox", "mcts:playouts=3"}) == nil
  end
end
