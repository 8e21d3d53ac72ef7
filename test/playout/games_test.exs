defmodule Playout.GamesTest do
  use ExUnit.Case, async: true
  doctest Playout.Game
  doctest Playout.Games
  doctest Playout.Games.AnimalShogi
  doctest Playout.Games.Gomoku
  doctest Playout.Games.Separo

  test "there is a module for each native game" do
    assert Enum.map(Playout.Games.all(), & &1.name()) == Playout.games()
  end

  test "a module returns what its game offers" do
    for game <- Playout.Games.all() do
      assert [%{option: :variant, kind: :choice} | _] = offered = Playout.options(game.name())
      assert Enum.map(offered, & &1.option) == Keyword.keys(game.options())
      assert game.options()[:variant] == game.variants()
      assert hd(game.variants()) == hd(offered).default
    end
  end

  test "a game starts with any option, and the defaults give the default start" do
    for game <- Playout.games(), %{option: option} = offered <- Playout.options(game) do
      for value <- Playout.Game.options(game)[option] do
        position = Playout.new!(game, [{option, value}])
        assert position == Playout.new!(game) == (value == offered.default)
      end

      assert offered.about != ""
    end
  end
end
