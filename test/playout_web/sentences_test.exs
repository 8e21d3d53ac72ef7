defmodule PlayoutWeb.SentencesTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Sentences

  test "every level of every game has a name" do
    for game <- Playout.games(), level <- Playout.levels(game) do
      assert Sentences.level(level.name) != ""
    end
  end

  # A position and a move for every problem that the rules of a game can answer, a line
  # each: `occupied: 5/5/5/5/x4 o freestyle | a1`.
  refused = fn game ->
    for line <- File.stream!("test/fixtures/refused/#{game}.txt"), into: %{} do
      [problem, position, move] = line |> String.trim() |> String.split([": ", " | "])
      {problem, {position, move}}
    end
  end

  for game <- Playout.games() do
    @game game
    @problems refused.(game)

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
      source = File.read!("native/games/src/#{@game}/refusal.rs")
      words = for [_, word] <- Regex.scan(~r/"([a-z_]+)"/, source), do: word
      assert Enum.sort(Map.keys(@problems)) == Enum.sort(Enum.uniq(words) -- ~w(finished move))
    end
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
