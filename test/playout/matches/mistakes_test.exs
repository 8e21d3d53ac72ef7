defmodule Playout.Matches.MistakesTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.Mistakes
  alias Playout.Outcome

  defp values(results) do
    for result <- results do
      case result do
        {:maybe, result} -> %{result: result, plies: 9, certain: false}
        result -> %{result: result, plies: if(result != :draw, do: 9), certain: true}
      end
    end
  end

  # In each value, the side to move is the one that did not move before it.
  defp find(results) do
    sides = Stream.cycle([:first, :second]) |> Enum.take(length(results) - 1)
    Mistakes.find(values(results), sides)
  end

  defp mistake(number, side, from, to), do: %{number: number, side: side, from: from, to: to}

  test "moves that keep what there was are no mistakes" do
    assert find([:win, :loss, :win, :loss]) == []
    assert find([:draw, :draw, :draw]) == []
    assert find([:loss, :win, :loss, :win]) == []
    assert find([:draw]) == []
  end

  test "what a move gives away is seen from its side" do
    assert find([:win, :draw]) == [mistake(1, :first, :win, :draw)]
    assert find([:win, :win]) == [mistake(1, :first, :win, :loss)]
    assert find([:draw, :win]) == [mistake(1, :first, :draw, :loss)]
    assert find([:draw, :draw, :win]) == [mistake(2, :second, :draw, :loss)]

    assert find([:win, :draw, :win, :win, :draw]) == [
             mistake(1, :first, :win, :draw),
             mistake(2, :second, :draw, :loss),
             mistake(3, :first, :win, :loss),
             mistake(4, :second, :win, :draw)
           ]
  end

  # A win or loss that repetition may have turned into a draw proves nothing about the moves around.
  test "uncertain values make no mistakes" do
    assert find([{:maybe, :win}, :draw]) == []
    assert find([:draw, {:maybe, :win}]) == []
    assert find([:win, {:maybe, :loss}, {:maybe, :win}, :draw]) == []
    assert find([:win, :draw, {:maybe, :loss}]) == [mistake(1, :first, :win, :draw)]
  end

  defp chances(mistakes, result) do
    for chance <- Mistakes.chances(mistakes, %Outcome{result: result, reason: :catch}),
        do: {chance.side, chance.win, chance.draw}
  end

  test "the loser's last win and last draw count" do
    mistakes = [
      mistake(3, :first, :win, :draw),
      mistake(4, :second, :draw, :loss),
      mistake(9, :first, :win, :draw),
      mistake(11, :first, :draw, :loss),
      mistake(12, :second, :win, :draw),
      mistake(13, :first, :draw, :loss)
    ]

    assert chances(mistakes, :second) == [{:first, 9, 13}]
    assert chances(Enum.take(mistakes, 3), :second) == [{:first, 9, nil}]
    # The winner's mistakes were not decisive.
    assert chances(mistakes, :first) == [{:second, 12, nil}]
  end

  test "a win turned into a loss leaves no draw" do
    mistakes = [mistake(5, :first, :draw, :loss), mistake(7, :first, :win, :loss)]
    assert chances(mistakes, :second) == [{:first, 7, nil}]
    assert chances([hd(mistakes)], :second) == [{:first, nil, 5}]
  end

  test "after a draw, either side may have had a win" do
    mistakes = [
      mistake(3, :first, :win, :loss),
      mistake(4, :second, :win, :draw),
      mistake(5, :first, :draw, :loss)
    ]

    assert chances(mistakes, :draw) == [{:first, 3, nil}, {:second, 4, nil}]
    assert chances([List.last(mistakes)], :draw) == []
    assert chances([], :draw) == []
  end
end
