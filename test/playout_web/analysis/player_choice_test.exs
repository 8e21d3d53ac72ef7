defmodule PlayoutWeb.Analysis.PlayerChoiceTest do
  use ExUnit.Case, async: true

  alias Playout.Test.{EngineDouble, Env}
  alias PlayoutWeb.Analysis.PlayerChoice

  test "every choice is a player with the limits of an analysis" do
    for game <- Playout.games(), variant <- Playout.Game.variants(game) do
      names = Enum.map(PlayerChoice.levels(game, variant), & &1.name) ++ PlayerChoice.kinds(game)
      assert length(names) >= 10
      assert hd(names) == PlayerChoice.default(game, variant)

      for name <- names do
        assert PlayerChoice.choice?(game, variant, name)
        assert {:ok, player} = PlayerChoice.player(game, variant, name, "")
        # It is a player, and only those that search have limits.
        assert {:ok, ^player} = Playout.check_player(game, player)
        refute player =~ ~r/playouts=|nodes=|depth=/
        [kind | _] = String.split(player, ":")
        assert player =~ "ms=300000" or kind in ~w(random careful)
        assert player =~ "memory=64" or kind in ~w(random careful monte_carlo perfect)
      end
    end
  end

  test "the default is the strongest level, also above the ladder" do
    # Quarto's needs no file.
    assert PlayerChoice.default(:quarto, :standard) == "perfect"
    assert PlayerChoice.default(:quarto, :squares) == "owl"
    assert PlayerChoice.default(:animal_shogi, :standard) == "owl"
    Env.put(Playout.Matches.Settings, engine: EngineDouble)
    Env.put(:table, {:animal_shogi, :ready})
    assert PlayerChoice.default(:animal_shogi, :standard) == "perfect"

    assert {:ok, "perfect:ms=300000"} =
             PlayerChoice.player(:animal_shogi, :standard, "perfect", "")

    assert PlayerChoice.choice?(:animal_shogi, :standard, "perfect")
    assert PlayerChoice.default(:animal_shogi, :"quick-try") == "owl"
    refute PlayerChoice.choice?(:animal_shogi, :"quick-try", "perfect")
  end

  test "a typed player gets the same limits, within those of custom players" do
    player = &PlayerChoice.player(:quarto, :standard, PlayerChoice.typed(), &1)
    assert player.(" mcts:c=0.6,playouts=5 ") == {:ok, "mcts:ms=300000,memory=64,c=0.6"}
    assert player.("minimax:depth=3") == {:ok, "minimax:ms=300000,memory=64"}
    assert player.("careful") == {:ok, "careful"}
    assert {:error, %{details: %{problem: "unknown_player"}}} = player.("genius")
    assert {:error, %{details: %{problem: "over_limit"}}} = player.("mcts:memory=4096")
    assert player.("perfect") == {:ok, "perfect:ms=300000"}
    shogi = &PlayerChoice.player(:animal_shogi, :standard, PlayerChoice.typed(), &1)
    assert {:error, %{details: %{problem: "table_over_limit"}}} = shogi.("perfect")
    assert {:error, _} = player.("")
  end

  test "nothing else is a choice" do
    for name <- ["", "dragon", "level", "perfect", nil, 7, [], %{}] do
      refute PlayerChoice.choice?(:gomoku, :standard, name)
    end
  end
end
