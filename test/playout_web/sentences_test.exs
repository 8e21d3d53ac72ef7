defmodule PlayoutWeb.SentencesTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Sentences

  test "every level of every game has a name" do
    for game <- Playout.games(), level <- Playout.levels(game) do
      assert Sentences.level(level.name) != ""
    end
  end

  # A position and a move for every problem that the rules of a game can answer.
  @refused %{
    quarto: %{
      "nothing_in_hand" => {"..../..../..../.... -", "a1-2"},
      "not_placed" => {"012./..../..../.... 4", "-5"},
      "occupied" => {"012./..../..../.... 4", "a4-5"},
      "piece_gone" => {"012./..../..../.... 4", "a1-2"},
      "nothing_handed_over" => {"012./..../..../.... 4", "a1"},
      "game_ends" => {"012./..../..../.... 3", "d4-5"}
    },
    animal_shogi: %{
      "not_in_hand" => {"rkb/1p1/1P1/BKR b -", "P*3c"},
      "occupied" => {"1k1/3/3/1K1 b 2R2B2P", "P*2d"},
      "no_piece" => {"rkb/1p1/1P1/BKR b -", "3c3b"},
      "not_yours" => {"rkb/1p1/1P1/BKR b -", "2b2c"},
      "out_of_reach" => {"rkb/1p1/1P1/BKR b -", "2c2a"},
      "own_piece" => {"rkb/1p1/1P1/BKR b -", "2d2c"},
      "no_promotion" => {"rkb/1p1/1P1/BKR b -", "2c2b+"},
      "must_promote" => {"2k/P2/3/K2 b 2r2bp", "3b3a"}
    },
    gomoku: %{
      "occupied" => {"5/5/5/5/x4 o freestyle", "a1"},
      "off_board" => {"5/5/5/5/x4 o freestyle", "a20"},
      "no_choice" => {"5/5/5/5/xo3 x freestyle+swap2", "white"},
      "choice_due" => {"5/5/5/5/xoxox x freestyle+swap2", "a2"}
    },
    separo: %{
      "cannot_pass" => {"5 r - -", "--"},
      "must_pass" =>
        {"5 r a2a3,a3b4,a5b4,b4c4,d2d3,d2e1 a1b2,b2b3,b2c1,c1d1,d1e2,e2e3", "c4-d5-e5"},
      "off_board" => {"5 r - -", "a5-b6-c6"},
      "not_yours" => {"5 r - -", "c3-d4-e4"},
      "not_diagonal" => {"5 r - -", "a5-a4-a3"},
      "not_onward" => {"5 r - -", "a5-b4-d2"},
      "occupied" => {"5 r a5b4,b4c4 -", "a5-b4-b3"},
      "opponents" => {"5 r a5b4,b4c4 -", "c4-d5-e5"},
      "too_close" => {"5 r a5b4,b4c4 -", "c4-b3-b2"}
    }
  }

  for {game, problems} <- @refused do
    @game game
    @problems problems

    test "what the rules of #{game} refuse is said in words of its own" do
      unknown = Sentences.refusal(%Playout.Error{code: :illegal_move})

      sentences =
        for {problem, {position, move}} <- @problems do
          assert {:error, %{code: :illegal_move, details: %{problem: ^problem}} = error} =
                   @game |> Playout.new!(position: position) |> Playout.play(move)

          Sentences.refusal(error)
        end

      assert length(Enum.uniq([unknown | sentences])) == length(sentences) + 1
    end

    # Their only source, so that none is missed.
    test "all that the rules of #{game} refuse is tried here" do
      {:ok, source} = File.read("native/games/src/#{@game}/refusal.rs")
      words = for [_, word] <- Regex.scan(~r/"([a-z_]+)"/, source), do: word
      assert Enum.sort(Map.keys(@problems)) == Enum.sort(Enum.uniq(words) -- ~w(finished move))
    end
  end

  test "no game is left out" do
    assert Enum.sort(Map.keys(@refused)) == Enum.sort(Playout.games())
  end

  test "what is no move at all, and what comes too late" do
    for {game, over} <- [
          quarto: "0123/..../..../.... -",
          animal_shogi: "r1b/1P1/3/BKR w p",
          gomoku: "5/5/5/oooo1/xxxxx o freestyle"
        ] do
      [move | _] = Playout.legal_moves!(Playout.new!(game))
      {:error, none} = Playout.play(Playout.new!(game), "nonsense")
      {:error, late} = Playout.play(Playout.new!(game, position: over), move)
      assert Sentences.refusal(none) == "That is not a move of this game."
      assert Sentences.refusal(late) == "The game is over."
    end
  end
end
