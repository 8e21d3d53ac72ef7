defmodule Playout.Games.PerftTest do
  use ExUnit.Case, async: true

  alias Playout.Error

  # Known from the rules. The program's test has the same counts.
  @counts [
    {:quarto, [], [16, 3_840, 806_400, 146_764_800]},
    {:animal_shogi, [], [4, 17, 123, 976, 8_122, 71_677]},
    {:animal_shogi, [position: "r1b/1pK/kP1/B1R b -"], [7, 44, 300, 2_290]},
    {:animal_shogi, [variant: :"quick-try"], [4, 17, 123, 976, 8_122, 70_628]},
    {:gomoku, [], [225, 50_400, 11_239_200]},
    {:gomoku, [opening: :swap2], [225, 50_400, 11_239_200, 2_517_580_800]},
    {:separo, [], [4, 16, 96, 568, 4_564]},
    {:separo, [size: 7], [4, 16, 96, 532]},
    {:separo, [size: 6], [4, 16, 92, 472]},
    {:separo, [size: 5], [4, 12, 44, 80, 144, 204, 260, 232, 172]}
  ]

  test "counts match the rules" do
    for {game, options, counts} <- @counts do
      position = Playout.new!(game, options)
      plies = 1..length(counts)
      assert Enum.map(plies, &Playout.perft!(position, &1)) == counts, inspect({game, options})
    end
  end

  # Uses the public functions, to depths that are fast enough.
  test "listing and playing moves gives the same counts" do
    for {game, options, counts} <- @counts do
      start = Playout.new!(game, options)
      affordable = Enum.take_while(counts, &(&1 < 4_000))

      Enum.reduce(affordable, [start], fn count, positions ->
        next = for it <- positions, move <- Playout.legal_moves!(it), do: Playout.play!(it, move)
        assert length(next) == count, inspect({game, options})
        next
      end)
    end
  end

  test "counts start from the current position" do
    position = Playout.play!(Playout.new!(:quarto), "-7")
    assert Playout.perft(position, 0) == {:ok, 1}
    assert Playout.perft(position, 1) == {:ok, 240}
    won = Playout.new!(:quarto, position: "0123/..../..../.... -")
    assert Playout.perft(won, 1) == {:ok, 0}
  end

  test "invalid or slow counts are refused" do
    start = Playout.new!(:gomoku)

    for {plies, options, code} <- [
          {-1, [], :bad_option},
          {1_001, [], :bad_option},
          {2.5, [], :bad_option},
          {nil, [], :bad_option},
          {99_999_999_999_999_999_999, [], :bad_option},
          {2, [timeout: 0], :bad_option},
          {2, [player: "mcts"], :bad_option},
          {2, nil, :bad_option},
          {1_000, [timeout: 30], :timeout}
        ] do
      assert {:error, %Error{code: ^code} = error} = Playout.perft(start, plies, options)
      assert is_binary(error.details.problem)
    end

    assert {:error, %Error{code: :bad_move}} = Playout.perft(%{start | moves: ["z99"]}, 1)
    assert_raise Error, fn -> Playout.perft!(start, -1) end
  end

  test "killing the process stops the count, and nobody else has to wait" do
    start = Playout.new!(:gomoku)
    counting = spawn(fn -> Playout.perft(start, 1_000, timeout: :infinity) end)
    assert Playout.perft(start, 1) == {:ok, 225}
    Process.exit(counting, :kill)
    assert Playout.Test.Wait.until(fn -> not Process.alive?(counting) end)
  end
end
