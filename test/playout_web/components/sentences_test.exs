defmodule PlayoutWeb.SentencesTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Sentences

  for game <- Playout.games() do
    test "the levels of #{game} have names, and strengths in increasing order" do
      levels = Playout.levels(unquote(game))
      names = Enum.map(levels, &Sentences.level(&1.name))
      assert {"Sparrow", "Owl"} == {hd(names), List.last(names)}
      assert names == Enum.uniq(names)

      words = levels |> Enum.map(&Sentences.strength(&1.name)) |> Enum.dedup()
      assert words == ~w(Beginner Easy Medium Hard Expert Master)
    end
  end

  # For every problem that the rules of a game can report, a line with a position and a move or
  # steps: `occupied: 5/5/5/5/x4 o freestyle | a1`.
  refused = fn game ->
    for line <- File.stream!("test/fixtures/refused/#{game}.txt"), into: %{} do
      [problem, position, move] = line |> String.trim() |> String.split([": ", " | "])
      {problem, {position, move}}
    end
  end

  for game <- Playout.games() do
    @game game
    @problems refused.(game)

    test "every refusal by the rules of #{game} has its own text" do
      unknown = Sentences.refusal(%Playout.Error{code: :illegal_move})

      sentences =
        for {problem, {position, move}} <- @problems do
          position = Playout.new!(@game, position: position)

          refused =
            case String.split(move) do
              ["pick" | steps] -> Playout.check_steps(position, steps)
              [move] -> Playout.play(position, move)
            end

          assert {:error, %{code: :illegal_move, details: %{problem: ^problem}} = error} = refused

          Sentences.refusal(error)
        end

      assert length(Enum.uniq([unknown | sentences])) == length(sentences) + 1
    end

    # All problems are defined in this file, so none is missed.
    test "every problem that the rules of #{game} can report is tested here" do
      source = File.read!("native/games/src/#{@game}/refusal.rs")
      words = for [_, word] <- Regex.scan(~r/"([a-z_]+)"/, source), do: word

      assert Enum.sort(Map.keys(@problems)) ==
               Enum.sort(Enum.uniq(words) -- ~w(finished move piece point))
    end
  end

  test "invalid input and late moves are refused with a sentence" do
    for {game, over} <- [
          quarto: "0123/..../..../.... -",
          animal_shogi: "r1b/1P1/3/BKR w p",
          gomoku: "5/5/5/oooo1/xxxxx o freestyle"
        ] do
      [move | _] = Playout.legal_moves!(Playout.new!(game))
      {:error, none} = Playout.play(Playout.new!(game), "nonsense")
      {:error, late} = Playout.play(Playout.new!(game, position: over), move)
      assert Sentences.refusal(none) == "That isn't a move in this game."
      assert Sentences.refusal(late) == "The match is over."
    end
  end

  test "a typed move is refused with a legal move as an example" do
    position = Playout.new!(:gomoku, position: "5/5/5/5/x4 o freestyle")
    {:error, none} = Playout.read_move(position, "nonsense")
    {:error, taken} = Playout.read_move(position, "A 1")

    assert Sentences.refusal(none) == "That isn't a move in this game. For example, type: b1"

    assert Sentences.refusal(taken) ==
             "That place is already taken. For example, type: a2"

    drops = Playout.new!(:animal_shogi, position: "r1b/1k1/3/BKR b 2P")
    {:error, forms} = Playout.read_move(drops, "nonsense")

    assert Sentences.refusal(forms) ==
             "That isn't a move in this game. Moves look like this: 2c2b, P*2b. " <>
               "For example, type: #{forms.details.example}"
  end
end
