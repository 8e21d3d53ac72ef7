defmodule Playout.Matches.Rules.PlayersTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.Rules.Players

  defp next({:level, name}, game) do
    {:ok, seat} = Players.engine(game, hd(Playout.Game.variants(game)), {:level, name})
    Players.next_level(game, seat)
  end

  for game <- Playout.games() do
    test "the next level of #{game} is the one above it, up to Owl" do
      names = Enum.map(Playout.levels(unquote(game)), & &1.name)
      nexts = for name <- names, do: next({:level, name}, unquote(game))
      assert nexts == tl(names) ++ [nil]
    end
  end

  test "a player that is now another level counts as that level" do
    [_, _, _, heron, raven | _] = Playout.levels(:quarto)
    assert Players.next_level(:quarto, {:engine, "fox", heron.spec}) == raven.name
    assert Players.next_level(:quarto, {:engine, "cat", "mcts:playouts=3"}) == heron.name
  end

  test "no level follows a custom player, or one that is no longer on the ladder" do
    assert Players.next_level(:quarto, {:engine, nil, "careful"}) == nil
    assert Players.next_level(:quarto, {:engine, "fox", "mcts:playouts=3"}) == nil
  end
end
