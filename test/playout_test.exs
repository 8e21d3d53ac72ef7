defmodule PlayoutTest do
  use ExUnit.Case, async: true
  doctest Playout
  doctest Playout.Choice
  doctest Playout.Diagram

  alias Playout.{Error, Outcome, Position}

  @start "..../..../..../.... -"

  defp position(moves \\ []), do: %Position{game: :quarto, start: @start, moves: moves}

  # Plays random moves (with ExUnit's seed) until the game is over; `visit` is called with every
  # position.
  defp random_game(position, visit) do
    description = Playout.describe!(position)
    visit.(position, description)

    case description.moves do
      [] -> position
      moves -> position |> Playout.play!(Enum.random(moves).text) |> random_game(visit)
    end
  end

  describe "new" do
    test "starts every variant of every game" do
      for game <- Playout.Games.all(), variant <- game.variants() do
        position = Playout.new!(game.name(), variant: variant)
        assert Playout.describe!(position).variant == variant
        assert Playout.new!(game.name(), variant: to_string(variant)) == position
      end
    end

    test "starts from any position" do
      text = "..../..7./..../.... A"
      assert %{start: ^text, moves: []} = Playout.new!(:quarto, position: text)
      assert {:error, error} = Playout.new(:quarto, position: text, variant: :standard)
      assert {error.code, error.details.problem} == {:bad_option, "position_and_option"}
    end
  end

  describe "rules" do
    test "agree with perft up to 3 plies" do
      start = Playout.new!(:quarto)
      first = for move <- Playout.legal_moves!(start), do: Playout.play!(start, move)
      assert length(first) == 16

      second = Enum.flat_map(first, fn it -> Enum.map(Playout.legal_moves!(it), &{it, &1}) end)
      assert length(second) == 3840

      third =
        for {position, move} <- second, reduce: 0 do
          sum -> sum + length(Playout.legal_moves!(Playout.play!(position, move)))
        end

      assert third == 806_400
    end

    test "give alerts, and details of moves" do
      attacked = Playout.new!(:animal_shogi) |> Playout.play!("2c2b") |> Playout.describe!()
      assert attacked.alerts == %{attacked: ["2a"]}
      assert [%{details: %{piece: "chick", captured: "chick"}}] = attacked.played
      assert Playout.describe!(Playout.new!(:quarto)).alerts == %{}
    end

    test "name forced passes, and outline regions" do
      start = Playout.new!(:separo, size: 5)
      whole = [{0, 0}, {8, 0}, {8, 8}, {0, 8}]

      assert %{pass: nil, score: {1, 1}, regions: {[outline], [outline]}} =
               Playout.describe!(start)

      assert Enum.sort(outline) == Enum.sort(whole)

      moves = ~w(e1-d2-d3 a1-b2-c2 d3-c4-c5 b2-a3-a4 a5-b4-c4)
      stuck = Enum.reduce(moves, start, &Playout.play!(&2, &1))
      assert %{side: :second, pass: "--", moves: [move]} = Playout.describe!(stuck)
      assert move == %{text: "--", steps: ["--"], details: %{pass: "forced"}}

      over = stuck |> Playout.play!("--") |> Playout.play!("d2-c1-b1") |> Playout.describe!()
      assert %Outcome{result: :first, reason: :regions} = over.outcome
      assert over.outcome.details == %{first: 3, second: 1}
      assert {[_, _, _], [_]} = over.regions
      assert Playout.describe!(Playout.new!(:quarto)).regions == nil
    end

    test "describe only playable moves, in random games that end" do
      for game <- Playout.Games.all(), variant <- game.variants(), _ <- 1..games(game) do
        last =
          random_game(Playout.new!(game.name(), variant: variant), fn position, description ->
            assert description.ply == length(position.moves)
            assert Enum.map(description.played, & &1.text) == position.moves
            assert description.outcome == nil == (description.moves != [])
            # The position's text gives the same moves, but not the repetitions.
            again = Playout.new!(game.name(), position: description.position)

            unless match?(%Outcome{reason: :repetition}, description.outcome) do
              assert Playout.legal_moves!(again) == Enum.map(description.moves, & &1.text)
            end

            for move <- description.moves do
              assert Enum.all?(move.steps, &is_binary/1) and move.steps != []
            end
          end)

        assert %Outcome{result: result} = Playout.outcome!(last)
        assert result in [:first, :second, :draw]
        assert {:error, %Error{code: :finished}} = Playout.play(last, List.last(last.moves))
        assert {:error, %Error{code: :finished}} = Playout.choose_move(last)
      end
    end

    # Some games take a long time.
    defp games(Playout.Games.Quarto), do: 25
    defp games(_game), do: 2

    test "give the result, reason, cells and details of an outcome" do
      won = Playout.new!(:quarto, position: "0123/..../..../.... -")

      assert Playout.outcome!(won) == %Outcome{
               result: :first,
               reason: :line,
               cells: ~w(a4 b4 c4 d4),
               details: %{shared: ["light", "short"]}
             }

      block = Playout.new!(:quarto, position: "squares 01../23../..../.... -")
      assert %Outcome{reason: :block} = Playout.outcome!(block)
    end
  end

  describe "refused" do
    @cases [
      {"an unknown game", quote(do: Playout.new(:chess)), :unknown_game, nil},
      {"an unknown variant", quote(do: Playout.new(:quarto, variant: :round)), :unknown_variant,
       nil},
      {"an unknown option", quote(do: Playout.new(:quarto, size: 5)), :bad_option, nil},
      {"an option that is no text", quote(do: Playout.new(:quarto, variant: %{})), :not_text,
       nil},
      {"a bad position", quote(do: Playout.new(:quarto, position: "x")), :bad_position, 1},
      {"a position that is no text", quote(do: Playout.new(:quarto, position: 5)), :not_text,
       nil},
      {"a move that is none", quote(do: Playout.play(position(["-7"]), "e5-A")), :bad_move, 2},
      {"a move that is no text", quote(do: Playout.play(position(), nil)), :not_text, 1},
      {"bytes that are no text", quote(do: Playout.play(position(), <<0xFF>>)), :not_utf8, 1},
      {"a piece already given", quote(do: Playout.play(position(["-7"]), "a1-7")), :illegal_move,
       2},
      {"a bad move in the history", quote(do: Playout.legal_moves(position(["-7", "zz", "c3"]))),
       :bad_move, 2},
      {"moves that are no list", quote(do: Playout.outcome(position(:none))), :not_list, nil},
      {"a move after what is no list", quote(do: Playout.play(position(nil), "-7")), :not_list,
       nil},
      {"a million moves", quote(do: Playout.describe(position(List.duplicate("-7", 1_000_000)))),
       :too_large, nil},
      {"a move after the end",
       quote(do: Playout.play(Playout.new!(:quarto, position: "0123/..../..../.... -"), "a1-5")),
       :finished, 1},
      {"an unknown player", quote(do: Playout.choose_move(position(), player: "genius")),
       :bad_option, 1},
      {"an unknown key", quote(do: Playout.choose_move(position(), player: "mcts:depth=3")),
       :bad_option, 6},
      {"a value out of range", quote(do: Playout.choose_move(position(), player: "mcts:ms=0")),
       :bad_option, 9},
      {"more memory than allowed",
       quote(do: Playout.choose_move(position(), player: "mcts:memory=2048")), :bad_option, 13},
      {"a level that is not there",
       quote(do: Playout.choose_move(position(), player: "level:n=99")), :bad_option, 9}
    ]

    for {name, call, code, where} <- @cases do
      test name do
        assert {:error, %Error{} = error} = unquote(call)
        assert {error.code, error.where} == {unquote(code), unquote(where)}
        assert is_binary(error.details.problem)
        assert Exception.message(error) =~ ~r/\w/
      end
    end

    test "functions with a trailing bang raise the error" do
      for call <- [
            fn -> Playout.new!(:chess) end,
            fn -> Playout.play!(position(), "c3") end,
            fn -> Playout.legal_moves!(position(["c3"])) end,
            fn -> Playout.outcome!(position(["c3"])) end,
            fn -> Playout.describe!(position(["c3"])) end,
            fn -> Playout.choose_move!(position(["c3"])) end,
            fn -> Playout.start_search!(position(["c3"])) end
          ] do
        assert_raise Error, call
      end
    end
  end

  describe "choose_move" do
    test "returns a legal move and an evaluation, for every player" do
      for player <- ~w(random careful monte_carlo:playouts=300 mcts:playouts=300 level:n=1) do
        random_game(Playout.new!(:quarto), fn position, description ->
          if description.moves != [] do
            choice = Playout.choose_move!(position, player: player)
            legal = Enum.map(description.moves, & &1.text)
            assert choice.move in legal
            assert Enum.all?(Map.keys(choice.visits), &(&1 in legal))
            assert hd(choice.line) == choice.move
            assert choice.value >= -1.0 and choice.value <= 1.0
          end
        end)
      end
    end

    test "returns the same choice for the same seed" do
      choose = fn seed ->
        choice = Playout.choose_move!(position(["-7"]), player: "mcts:playouts=400,seed=#{seed}")
        %{choice | seconds: nil}
      end

      assert choose.(11) == choose.(11)
      assert choose.(11).visits != choose.(12).visits
    end

    test "returns a random seed that reproduces the choice" do
      drawn = Playout.choose_move!(position(), player: "mcts:playouts=200")

      again = Playout.choose_move!(position(), player: "mcts:playouts=200,seed=#{drawn.seed}")

      assert %{again | seconds: nil} == %{drawn | seconds: nil}
    end

    test "proves a won position" do
      position = Playout.new!(:quarto, position: "012./..../..../.... 3")
      choice = Playout.choose_move!(position)
      assert {choice.move, choice.value} == {"d4", 1.0}
      assert %{result: :win} = choice.proof
    end
  end

  test "levels are players, named and numbered from 1" do
    for game <- Playout.games() do
      levels = Playout.levels(game)
      assert Enum.map(levels, & &1.number) == Enum.to_list(1..length(levels))
      assert Enum.all?(levels, &(is_binary(&1.name) and is_binary(&1.spec)))
    end

    assert Playout.levels(:chess) == []
    # The example game has no levels or players.
    assert Playout.levels(:tic_tac_toe) == []
    assert Playout.players(:tic_tac_toe) == []
  end

  describe "players" do
    test "are listed with keys that accept every value in range" do
      for game <- Playout.games(), %{name: name, keys: keys} <- Playout.players(game) do
        assert {:ok, _} = Playout.check_player(game, name)

        for key <- keys, value <- [key.min, key.max, key.default | key.choices], value != nil do
          player = "#{name}:#{key.key}=#{text(value)}"
          assert {:ok, canonical} = Playout.check_player(game, player)
          assert Playout.check_player(game, canonical) == {:ok, canonical}
        end

        for key <- keys, key.kind == :integer do
          assert {:error, %Error{code: :bad_option}} =
                   Playout.check_player(game, "#{name}:#{key.key}=#{key.max + 1}")
        end
      end

      assert Playout.players(:chess) == []
    end

    test "include the levels, within limits too" do
      for %{number: number, spec: spec} <- Playout.levels(:quarto) do
        assert {:ok, canonical} = Playout.check_player(:quarto, "level:n=#{number}")
        assert Playout.check_player(:quarto, spec) == {:ok, canonical}
      end

      assert {:error, %Error{code: :bad_option, where: nil} = error} =
               Playout.check_player(:quarto, "level:n=1", ms: 1)

      assert %{problem: "over_limit", key: "ms", limit: 1} = error.details
    end

    test "get the limits that they leave out, where these apply" do
      check = &Playout.check_player(:quarto, &1, ms: 700, memory: 32)
      assert check.("random") == {:ok, "random"}
      assert check.("monte_carlo") == {:ok, "monte_carlo:playouts=3000,ms=700"}
      assert check.("mcts:seed=4,ms=5") == {:ok, "mcts:ms=5,memory=32,seed=4"}
      assert check.("mcts:memory=8") == {:ok, "mcts:playouts=3000,ms=700,memory=8"}
      assert {:error, %Error{code: :bad_option, where: 13}} = check.("mcts:memory=33")
    end

    test "are refused if they or their limits are invalid" do
      for {game, player, limits, code, problem} <- [
            {:chess, "mcts", [], :unknown_game, "unknown_game"},
            {:tic_tac_toe, "mcts", [], :unknown_game, "unknown_game"},
            {:quarto, "genius", [], :bad_option, "unknown_player"},
            {:quarto, nil, [], :not_text, "not_text"},
            {:quarto, "level:n=99", [], :bad_option, "unknown_level"},
            {:quarto, "minimax:radius=1", [], :bad_option, "key_without_effect"},
            {:quarto, "mcts", [depth: 3], :bad_option, "unknown_limit"},
            {:quarto, "mcts", [ms: 0], :bad_option, "limit_out_of_range"},
            {:quarto, "mcts", [ms: :long], :bad_option, "limit_out_of_range"}
          ] do
        assert {:error, %Error{code: ^code, details: details}} =
                 Playout.check_player(game, player, limits)

        assert details.problem == problem
      end
    end
  end

  # Decimals as people write them: `2.0` is accepted, `1.0e3` is not.
  defp text(value) when is_float(value), do: :erlang.float_to_binary(value, decimals: 1)
  defp text(value), do: to_string(value)
end
