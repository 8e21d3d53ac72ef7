defmodule Playout.Matches.Reviews.MistakesTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.Reviews.Mistakes
  alias Playout.Outcome

  # Each value is for the side to move, which is the one that did not move before.
  defp find(results) do
    values =
      for result <- results do
        case result do
          {:maybe, result} -> %{result: result, plies: 9, certain: false}
          result -> %{result: result, plies: if(result != :draw, do: 9), certain: true}
        end
      end

    sides = Stream.cycle([:first, :second]) |> Enum.take(length(results) - 1)
    Mistakes.find(values, sides)
  end

  defp moves(results),
    do: for(move <- find(results).moves, do: {move.number, move.side, move.from, move.to})

  defp let_go(results, result) do
    for {side, chance} <-
          Mistakes.let_go(find(results), %Outcome{result: result, reason: :catch}),
        do: {side, chance.win, chance.draw}
  end

  describe "moves" do
    test "that keep what there was are no mistakes" do
      assert moves([:win, :loss, :win, :loss]) == []
      assert moves([:draw, :draw, :draw]) == []
      assert moves([:loss, :win, :loss, :win]) == []
      assert moves([:draw]) == []
    end

    test "that give something away are mistakes of their side" do
      assert moves([:win, :draw]) == [{1, :first, :win, :draw}]
      assert moves([:win, :win]) == [{1, :first, :win, :loss}]
      assert moves([:draw, :win]) == [{1, :first, :draw, :loss}]
      assert moves([:draw, :draw, :win]) == [{2, :second, :draw, :loss}]

      assert moves([:win, :draw, :win, :win, :draw]) == [
               {1, :first, :win, :draw},
               {2, :second, :draw, :loss},
               {3, :first, :win, :loss},
               {4, :second, :win, :draw}
             ]
    end

    # What the table calls won or lost may be a draw there.
    test "prove nothing if repetition may have changed the value" do
      assert moves([{:maybe, :win}, :draw]) == []
      assert moves([:draw, {:maybe, :win}]) == []
      assert moves([:win, {:maybe, :loss}, {:maybe, :win}, :draw]) == []
      assert moves([:win, {:maybe, :win}]) == [{1, :first, :win, :draw}]
      assert moves([:win, :draw, {:maybe, :loss}]) == [{1, :first, :win, :draw}]
    end
  end

  describe "what was let go" do
    test "is the loser's last win, and after that the last draw" do
      assert let_go([:win, :draw, :draw, :win, :loss], :second) == [{:first, 1, 3}]
      assert let_go([:win, :draw, :win, :loss, :win, :win], :second) == [{:first, 5, nil}]
      assert let_go([:draw, :draw, :draw, :win], :second) == [{:first, nil, 3}]
      assert let_go([:draw, :draw, :win, :loss], :first) == [{:second, nil, 2}]
      assert let_go([:loss, :win, :loss], :second) == []
    end

    test "may still be there at the end, if a player resigns or runs out of time" do
      assert let_go([:win, :draw, :win], :second) == [{:first, :end, nil}]
      assert let_go([:draw, :draw], :second) == [{:first, nil, :end}]
      assert let_go([:win, :draw], :second) == [{:first, 1, :end}]
      assert let_go([:draw], :second) == [{:first, nil, :end}]
    end

    test "after a draw, are wins of either side" do
      assert let_go([:win, :win, :draw], :draw) == [{:first, 1, nil}, {:second, 2, nil}]
      assert let_go([:draw, :draw], :draw) == []
    end

    test "is not told if repetition may have changed it" do
      # The first side may have had a win, or a draw, up to the end.
      assert let_go([:win, :draw, {:maybe, :win}], :second) == []
      assert let_go([:draw, :draw, {:maybe, :loss}], :second) == []
      assert let_go([{:maybe, :win}, :draw, :loss], :second) == [{:first, nil, 2}]
      # Whatever the loss is, the win is gone.
      assert let_go([:win, {:maybe, :win}], :second) == [{:first, 1, nil}]
    end

    test "is nothing where no table knows" do
      assert Mistakes.let_go(%Mistakes{}, %Outcome{result: :draw, reason: :agreement}) == []
    end
  end
end
