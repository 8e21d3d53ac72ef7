defmodule Playout.Engine.BadInputTest do
  use ExUnit.Case, async: true

  alias Playout.{Error, Position}

  # Errors that all games share. Native tests cover those of each game's rules.

  defp each_game(check) do
    for game <- Playout.games(), do: check.(game, Playout.new!(game))
  end

  # Returns the error of a refused call, after checking that people can read it.
  defp refused({:error, %Error{} = error}) do
    assert is_binary(error.details.problem)
    assert byte_size(error.message) in 1..600
    assert String.printable?(error.message)
    {error.code, error.where}
  end

  defp with_moves(position, moves), do: %Position{position | moves: moves}

  describe "refuses typed moves and picked steps" do
    test "that are not strings, or not lists of strings" do
      each_game(fn _, position ->
        for typed <- [nil, 7, ~c"h8", {}] do
          assert refused(Playout.read_move(position, typed)) == {:not_text, nil}
          assert refused(Playout.check_steps(position, [typed])) == {:not_text, 1}
        end

        assert refused(Playout.read_move(position, <<0xFF>>)) == {:not_utf8, 1}
        assert refused(Playout.check_steps(position, "h8")) == {:not_list, nil}
        assert refused(Playout.check_steps(position, ["h8" | "h8"])) == {:not_list, nil}
      end)
    end

    test "that are not moves in any game, of any length" do
      each_game(fn _, position ->
        for typed <- ["", " ", "\0", "resign", "🦀", String.duplicate("h8", 1_000_000)] do
          assert {:bad_move, nil} = refused(Playout.read_move(position, typed))
          assert {:bad_move, nil} = refused(Playout.check_steps(position, [typed, typed]))
        end
      end)
    end

    test "in an invalid position" do
      position = %Position{game: :gomoku, start: "nonsense"}
      assert {:bad_position, 1} = refused(Playout.read_move(position, "h8"))
      assert {:bad_position, 1} = refused(Playout.check_steps(position, ["h8"]))
    end
  end

  describe "refuses moves" do
    test "that are not strings" do
      each_game(fn _, position ->
        for move <- [nil, 7, ~c"h8", {}, %{}, <<1::3>>, self()] do
          assert refused(Playout.play(position, move)) == {:not_text, 1}
        end

        assert refused(Playout.play(position, <<0xFF>>)) == {:not_utf8, 1}
        assert refused(Playout.play(position, "h8" <> <<0xC3>>)) == {:not_utf8, 1}
      end)
    end

    test "that are not moves in any game, of any length" do
      each_game(fn _, position ->
        for move <- ["", " ", "\0", "h8\n", "resign", "ｈ8", String.duplicate("h8", 5_000_000)] do
          assert refused(Playout.play(position, move)) == {:bad_move, 1}
        end
      end)
    end

    test "of another game" do
      each_game(fn _game, position ->
        legal = Playout.legal_moves!(position)

        # Two games may write moves the same way.
        moves =
          for other <- Playout.games(),
              [move | _] <- [Playout.legal_moves!(Playout.new!(other)) -- legal],
              do: move

        assert length(moves) >= 2

        for move <- moves do
          assert {code, 1} = refused(Playout.play(position, move))
          # A point in Gomoku can also be a cell in Quarto.
          assert code in [:bad_move, :illegal_move]
        end
      end)
    end

    test "of the side that is not to move" do
      each_game(fn _, position ->
        move = hd(Playout.legal_moves!(position))
        played = Playout.play!(position, move)
        assert refused(Playout.play(played, move)) == {:illegal_move, 2}
      end)
    end

    test "in a list of a million, or in an improper list" do
      each_game(fn _, position ->
        move = hd(Playout.legal_moves!(position))
        million = with_moves(position, List.duplicate(move, 1_000_000))
        improper = with_moves(position, [move | move])

        for {position, expected} <- [
              {million, {:too_large, nil}},
              {improper, {:not_list, nil}},
              {with_moves(position, nil), {:not_list, nil}}
            ],
            answer <- [
              Playout.play(position, move),
              Playout.describe(position),
              Playout.legal_moves(position),
              Playout.outcome(position),
              Playout.choose_move(position, player: "random"),
              Playout.start_search(position, player: "random")
            ] do
          assert refused(answer) == expected
        end
      end)
    end
  end

  describe "refuses positions" do
    test "that are not strings, or not positions of any game" do
      each_game(fn game, _ ->
        for position <- [7, :start, {}, %{}, ~c"abc"] do
          assert refused(Playout.new(game, position: position)) == {:not_text, nil}
        end

        for position <- ["", "\0", "🦁", String.duplicate("5", 10_000_000)] do
          assert {:bad_position, place} = refused(Playout.new(game, position: position))
          assert place in 1..5
        end

        assert refused(Playout.new(game, position: "5" <> <<0xFF>>)) == {:not_utf8, 2}
      end)
    end

    test "of another game" do
      each_game(fn game, position ->
        for other <- Playout.games(), other != game do
          assert {:bad_position, place} = refused(Playout.new(other, position: position.start))
          assert is_integer(place)
          assert {:bad_position, ^place} = refused(Playout.describe(%{position | game: other}))
        end
      end)
    end
  end

  test "a game's own module refuses positions of other games" do
    for module <- Playout.Games.all(), game = module.name() do
      options = [player: "random"]
      assert {:ok, _} = module.choose_move(Playout.new!(game).start, options)

      for other <- Playout.games(), other != game do
        assert refused(module.choose_move(Playout.new!(other), options)) == {:bad_position, nil}
      end

      for other <- [nil, 5, {}, []] do
        assert refused(module.choose_move(other, options)) == {:not_text, nil}
      end
    end
  end

  describe "refuses options" do
    test "that do not exist" do
      each_game(fn game, position ->
        for options <- [nil, %{size: 5}, [1, 2], [{"size", 5}], [{:size, 5} | :size], "size"] do
          assert refused(Playout.new(game, options)) == {:bad_option, nil}
          assert refused(Playout.choose_move(position, options)) == {:bad_option, nil}
          assert refused(Playout.start_search(position, options)) == {:bad_option, nil}
        end
      end)
    end

    test "with values that do not exist" do
      each_game(fn game, _ ->
        assert refused(Playout.new(game, variant: :renju)) == {:unknown_variant, nil}
        assert refused(Playout.new(game, variant: nil)) == {:unknown_variant, nil}
        assert refused(Playout.new(game, variant: {1, 2})) == {:not_text, nil}
        assert refused(Playout.new(game, colour: :red)) == {:bad_option, nil}
        assert refused(Playout.new(game, variant: "x", variant: "x")) == {:bad_option, nil}
      end)
    end

    test "whose value is not text, by name" do
      {:error, error} = Playout.new(:gomoku, size: 1.5)
      assert {error.code, error.message} == {:not_text, "the option size must be text"}
      {:error, error} = Playout.choose_move(Playout.new!(:gomoku), player: nil)
      assert {error.code, error.message} == {:not_text, "the player must be text"}
    end

    test "with sizes out of range, or malformed numbers" do
      for size <- [4, 21, 0, -1, 99_999_999_999_999_999_999, "015", "+15", "15 ", "", nil] do
        assert refused(Playout.new(:gomoku, size: size)) == {:bad_option, nil}
      end

      for size <- [3, 20],
          do: assert(refused(Playout.new(:separo, size: size)) == {:bad_option, nil})
    end
  end

  test "refuses players with a key that has no effect in the game, and says where" do
    for game <- Playout.games() -- [:gomoku], position = Playout.new!(game) do
      player = "minimax:depth=1,radius=1"
      assert refused(Playout.choose_move(position, player: player)) == {:bad_option, 17}
      assert refused(Playout.start_search(position, player: player)) == {:bad_option, 17}
      assert refused(Playout.check_player(game, player)) == {:bad_option, 17}
    end
  end

  test "refuses players with unknown keys or absurd values, and says where" do
    each_game(fn game, position ->
      for {player, where} <- [
            {"", 1},
            {"MCTS", 1},
            {"human", 1},
            {"mcts:", 6},
            {"mcts:depth=3", 6},
            {"mcts:playouts=0", 15},
            {"mcts:playouts=99999999999999999999", 15},
            {"mcts:ms=10,ms=10", 12},
            {"mcts:c=nan", 8},
            {"mcts:c=1e300", 8},
            {"mcts:memory=1000000", 13},
            {"minimax:depth=1001", 15},
            {"level:n=99", 9},
            {"level:n=0", 9},
            {"mcts:" <> String.duplicate("c=1,", 1_000_000), 10}
          ] do
        assert refused(Playout.choose_move(position, player: player)) == {:bad_option, where}
        assert refused(Playout.start_search(position, player: player)) == {:bad_option, where}
        assert refused(Playout.check_player(game, player)) == {:bad_option, where}
      end

      for timeout <- [0, -1, 1.5, "x", nil] do
        answer = Playout.choose_move(position, player: "random", timeout: timeout)
        assert refused(answer) == {:bad_option, nil}
      end
    end)
  end

  test "refuses unknown games" do
    for game <- [:chess, nil, "Quarto", 5] do
      assert refused(Playout.new(game)) == {:unknown_game, nil}
      assert refused(Playout.describe(%Position{game: game, start: "x"})) == {:unknown_game, nil}
    end

    assert refused(Playout.new({})) == {:not_text, nil}
  end

  test "refused input does not change the position" do
    each_game(fn _, position ->
      before = Playout.describe!(position)
      Playout.play(position, "nonsense")
      Playout.choose_move(position, player: "nonsense")
      assert Playout.describe!(position) == before
    end)
  end
end
