defmodule Playout.Matches.Reviews.ReviewTest do
  # What a review says, without an engine.
  use ExUnit.Case, async: true
  use ExUnitProperties

  import Playout.Test.Logs

  alias Playout.{Choice, Outcome}
  alias Playout.Matches.Reviews.Review
  alias Playout.Matches.State

  # Won by Black, on a small board.
  @moves ~w(e5 e6 f5 f6 g5 g6 h5 h6 d5)

  defp over(moves \\ @moves, more \\ []) do
    {:ok, position} = Playout.new(:gomoku, size: 9)
    [created | events] = log(:me_and_engine, moves(moves) ++ more, position.start)
    data = %{created.data | game: :gomoku, variant: :freestyle}
    {:ok, state} = State.from_events("match", [%{created | data: data} | events])
    state
  end

  defp review(most \\ 500), do: Review.new(over(), most)

  # In thousandths, for the first player.
  defp judgement(win, best \\ "a1", draw \\ 0),
    do: %{win: win, draw: draw, loss: 1000 - win - draw, best: best, exact: nil}

  defp judged(review, judgements) do
    for {judgement, ply} <- Enum.with_index(judgements), reduce: review do
      review ->
        {:ok, review} = Review.put(review, ply, Review.move_to(review, ply), judgement)
        review
    end
  end

  defp choice({win, draw, loss}, proof \\ nil) do
    %Choice{
      move: "e5",
      value: win - loss,
      estimate: %{win: win, draw: draw, loss: loss},
      proof: proof,
      playouts: 10,
      nodes: 10,
      seconds: 0.0,
      visits: %{},
      line: ["e5"],
      seed: 1
    }
  end

  describe "the positions" do
    test "are all of the match, and the last one is over" do
      review = review()
      assert Review.size(review) == 10
      assert review.left_out == 0
      assert review.to_move[0] == :first
      assert review.to_move[1] == :second
      assert {:over, %Outcome{result: :first, reason: :five}} = review.to_move[9]
      assert Review.at(review, 2).moves == ["e5", "e6"]
    end

    test "include the last one if the players ended the match" do
      review = Review.new(over(["e5"], [{:resigned, %{side: :second}}]), 500)
      assert Review.size(review) == 2
      assert review.to_move[1] == :second
    end

    test "of a long match are the first ones, up to the limit" do
      assert %{left_out: 0} = exactly = review(10)
      assert Review.size(exactly) == 10
      beyond = review(9)
      assert {Review.size(beyond), beyond.left_out} == {9, 1}
      assert length(beyond.position.moves) == 8 and beyond.to_move[8] == :first
      assert {Review.size(review(1)), review(1).left_out} == {1, 9}
    end

    test "are judged in order, each with the move that led to it" do
      review = review()
      assert Review.next(review) == 0
      assert Review.put(review, 1, "e5", judgement(500)) == :error
      {:ok, review} = Review.put(review, 0, nil, judgement(500))
      assert Review.next(review) == 1
      assert Review.put(review, 1, "e6", judgement(500)) == :error
      assert Review.put(review, 0, nil, judgement(500)) == :error
      assert Review.next(judged(review(), List.duplicate(judgement(500), 10))) == nil
    end
  end

  describe "a judgement" do
    test "of a search is for the first player, whoever is to move" do
      first = Review.judge(choice({0.7, 0.1, 0.2}), :first)
      assert first == %{win: 700, draw: 100, loss: 200, best: "e5", exact: nil}
      second = Review.judge(choice({0.7, 0.1, 0.2}), :second)
      assert second == %{win: 200, draw: 100, loss: 700, best: "e5", exact: nil}
      assert Review.expected(second, :first) == 250
      assert Review.expected(second, :second) == 750
    end

    test "of a proof, a table or the end is exact" do
      won = %{win: 1000, draw: 0, loss: 0, best: "e5", exact: %{result: :first, plies: 3}}
      estimate = {0.5, 0.0, 0.5}
      assert Review.judge(choice(estimate, %{result: :win, plies: 3}), :first) == won
      assert Review.judge(choice(estimate, %{result: :loss, plies: 3}), :second) == won
      assert Review.judge(%{result: :win, plies: 3, certain: true}, :first, "e5") == won

      assert Review.judge(%{result: :draw, plies: nil, certain: true}, :second, "e5") ==
               %{win: 0, draw: 1000, loss: 0, best: "e5", exact: %{result: :draw, plies: nil}}

      assert Review.ended(%Outcome{result: :second, reason: :five}) ==
               %{win: 0, draw: 0, loss: 1000, best: nil, exact: %{result: :second, plies: 0}}
    end

    property "sums to 1000, for any estimate" do
      check all win <- float(min: 0.0, max: 1.0),
                part <- float(min: 0.0, max: 1.0),
                side <- member_of([:first, :second]) do
        loss = (1.0 - win) * part
        judgement = Review.judge(choice({win, 1.0 - win - loss, loss}), side)
        assert Enum.all?([:win, :draw, :loss], &(judgement[&1] in 0..1000))
        assert judgement.win + judgement.draw + judgement.loss == 1000
        assert_in_delta Review.expected(judgement, side), 1000 * (win + (1 - win - loss) / 2), 2
      end
    end
  end

  describe "the moves that gave something away" do
    test "are those after which a side could expect much less" do
      values = [500, 520, 500, 90, 100, 240, 310, 280, 290, 300]
      review = judged(review(), Enum.map(values, &judgement/1))
      turn = %{number: 3, side: :first, move: "f5", best: "a1", from: 500, to: 90}
      assert Review.turns(review) == [turn]
      assert Review.turn(review) == turn
    end

    test "are at most three, in the order of play, and the worst of all is the turn" do
      values = [500, 100, 500, 300, 800, 500, 900, 100, 600, 1000]
      review = judged(review(), Enum.map(values, &judgement/1))
      assert Enum.map(Review.turns(review), & &1.number) == [4, 7, 8]
      turn = Review.turn(review)
      assert turn == %{number: 7, side: :first, move: "h5", best: "a1", from: 900, to: 100}
      assert Enum.map(Review.turns(review, 9), & &1.number) == [1, 2, 3, 4, 5, 6, 7, 8]
    end

    test "are not those that the engine would have played, nor the last one judged so far" do
      own = Enum.map(@moves ++ [nil], &judgement(500, &1))
      lost = List.replace_at(own, 1, judgement(100, "e6"))
      assert Review.turns(judged(review(), lost)) == []
      assert Review.turn(judged(review(), [judgement(900)])) == nil
    end

    test "begin at 15 hundredths, and a draw is half a win" do
      turns = &Review.turns(judged(review(), [judgement(500), judgement(&1)]))
      assert turns.(351) == []
      assert [%{from: 500, to: 350}] = turns.(350)
      drawn = [judgement(500), judgement(0, "a1", 700)]
      assert [%{from: 500, to: 350}] = Review.turns(judged(review(), drawn))
    end
  end

  describe "the engine's first choices" do
    test "are counted for each side, as far as positions are judged" do
      bests = ["e5", "a1", "f5", "f6", "a1"]
      review = judged(review(), Enum.map(bests, &judgement(500, &1)))
      assert Review.choices(review) == %{first: %{own: 2, of: 3}, second: %{own: 1, of: 2}}
      assert Review.choices(review()) == %{first: %{own: 0, of: 0}, second: %{own: 0, of: 0}}
    end

    test "do not include passes, which are forced" do
      review = review()
      [first | rest] = review.moves
      passed = %{review | moves: [%{first | details: %{pass: true}} | rest]}
      review = judged(passed, [judgement(500, "e5"), judgement(500, "e6")])
      assert Review.choices(review) == %{first: %{own: 0, of: 0}, second: %{own: 1, of: 1}}
    end
  end

  describe "stored" do
    property "a judgement comes back the same, also through JSON" do
      check all judgement <- judgements() do
        text = judgement |> Review.dump() |> Jason.encode!()
        assert Review.load(Jason.decode!(text)) == {:ok, judgement}
      end
    end

    property "whatever else is in the database is no judgement, and nothing crashes" do
      check all dumped <- one_of([term(), list_of(term(), max_length: 6)]) do
        case Review.load(dumped) do
          :error -> :ok
          {:ok, judgement} -> assert Review.dump(judgement) == dumped
        end
      end
    end

    test "damaged ones, or those with a contradiction, are refused" do
      assert {:ok, _} = Review.load([700, 200, "e5"])

      for bad <- [
            [700, 301, "e5"],
            [-1, 0, "e5"],
            [1, 1001, "e5"],
            [1, 1, String.duplicate("e", 65)],
            [1, 1, 5],
            [1000, 0, "e5", "third", 1],
            [1000, 0, "e5", "second", 1],
            [1000, 0, "e5", "first", -1],
            [1000, 0, "e5", "first"],
            nil,
            "",
            %{}
          ],
          do: assert({bad, Review.load(bad)} == {bad, :error})
    end

    test "judgements are read as far as they belong to this course of the match" do
      dump = Review.dump(judgement(500))
      rows = [{0, nil, dump}, {1, "e5", dump}, {2, "e6", dump}]
      restored = &map_size(Review.restore(review(), &1).judged)
      assert restored.(rows) == 3
      assert restored.([]) == 0
      assert restored.(tl(rows)) == 0
      assert restored.(List.replace_at(rows, 1, {1, "e4", dump})) == 1
      assert restored.(List.replace_at(rows, 1, {1, "e5", nil})) == 1
      assert restored.(List.delete_at(rows, 1)) == 1
      # Beyond the limit.
      assert map_size(Review.restore(review(2), rows).judged) == 2
    end
  end

  defp judgements do
    exact =
      gen all result <- member_of([:first, :second, :draw]),
              plies <- one_of([nil, integer(0..300)]),
              best <- one_of([nil, string(:alphanumeric, max_length: 20)]) do
        value = %{result: :win, plies: plies, certain: true}

        if result == :draw,
          do: Review.judge(%{value | result: :draw}, :first, best),
          else: Review.judge(value, result, best)
      end

    estimate =
      gen(
        all win <- integer(0..1000),
            draw <- integer(0..(1000 - win)),
            best <- one_of([nil, string(:alphanumeric, max_length: 20)]),
            do: judgement(win, best, draw)
      )

    one_of([exact, estimate])
  end
end
