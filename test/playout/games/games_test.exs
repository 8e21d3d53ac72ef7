defmodule Playout.GamesTest do
  use ExUnit.Case, async: true
  doctest Playout.Games
  doctest Playout.Games.AnimalShogi
  doctest Playout.Games.Gomoku
  doctest Playout.Games.Separo

  alias Playout.Engine.Native

  test "the modules are the native games" do
    assert {:ok, Playout.games()} == Native.games()
  end

  test "a module knows its game's variants, and lists them as an option" do
    for game <- Playout.Games.all() do
      assert {:ok, game.variants()} == Native.variants(to_string(game.name()))
      assert game.options()[:variant] == game.variants()
    end
  end
end
