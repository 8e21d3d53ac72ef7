defmodule Playout.Matches.ClockTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias Playout.Matches.Clock

  @blitz {:total, 180_000, 2_000}
  @slow {:move, 86_400_000}

  defp left(clock), do: {clock.left.first, clock.left.second}

  describe "a time control" do
    test "is bounded" do
      for control <- [{:move, 10_000}, {:move, 259_200_000}, {:total, 60_000, 0}, @blitz],
          do: assert(Clock.valid?(control))

      for control <- [
            nil,
            :none,
            {:move, 9_999},
            {:move, 259_200_001},
            {:move, 10_000.0},
            {:move, "10000"},
            {:total, 59_999, 0},
            {:total, 10_800_001, 0},
            {:total, 60_000, -1},
            {:total, 60_000, 60_001},
            {:total, 60_000}
          ],
          do: refute(Clock.valid?(control))
    end

    test "is fast below an hour" do
      assert Clock.fast?(@blitz) and Clock.fast?({:move, 3_599_999})
      refute Clock.fast?({:move, 3_600_000}) or Clock.fast?({:total, 3_600_000, 0})
    end

    test "none is no clock" do
      assert Clock.new(nil, 5) == nil
      assert Clock.deadline(nil, :first) == nil
    end
  end

  describe "a total" do
    test "runs for the side to move, which gets its increment after its move" do
      clock = Clock.new(@blitz, 1_000)
      assert left(clock) == {180_000, 180_000}
      clock = Clock.move(clock, :first, :first, :second, 0, 11_000)
      assert left(clock) == {172_000, 180_000}
      assert Clock.left(clock, :second, :second, 12_000) == 179_000
      assert Clock.left(clock, :second, :first, 12_000) == 172_000
    end

    test "earns nothing by moves that take no time" do
      clock = Clock.new(@blitz, 0)

      assert clock |> Clock.move(nil, :first, :second, 300, 60_000) |> left() ==
               {180_000, 180_000}
    end

    test "loses by an undo what the move undone has earned" do
      before = Clock.new(@blitz, 0)
      clock = Clock.move(before, :first, :first, :second, 0, 10_000)
      had = Clock.at_move(before, clock, :first, :second, true)
      assert had == %{first: 170_000, second: 180_000}
      assert {:ok, undone} = Clock.undo(clock, :second, had, %{first: 1, second: 0}, 15_000)
      assert left(undone) == {170_000, 175_000}

      # A move that took no time has earned nothing.
      clock = Clock.move(before, nil, :first, :second, 0, 10_000)
      had = Clock.at_move(before, clock, :first, :second, false)
      assert {:ok, undone} = Clock.undo(clock, nil, had, %{first: 0, second: 0}, 15_000)
      assert left(undone) == {180_000, 180_000}
    end

    test "is not undone if somebody would have no time left" do
      clock = %{Clock.new(@blitz, 0) | left: %{first: 4_001, second: 2_000}}
      had = %{first: 180_000, second: 180_000}
      assert {:ok, undone} = Clock.undo(clock, :first, had, %{first: 1, second: 0}, 2_000)
      assert left(undone) == {1, 2_000}
      assert Clock.undo(clock, :first, had, %{first: 1, second: 0}, 2_001) == :error
      assert Clock.undo(clock, :first, had, %{first: 1, second: 1}, 0) == :error
    end
  end

  describe "a time for each move" do
    test "is full when one's turn begins" do
      clock = Clock.new(@slow, 0)
      clock = Clock.move(clock, :first, :first, :second, 0, 1_000)
      clock = Clock.move(clock, :second, :second, :first, 0, 5_000)
      assert left(clock) == {86_400_000, 86_396_000}
      # A side that moves again too.
      clock = Clock.move(clock, :first, :first, :first, 0, 9_000)
      assert left(clock) == {86_400_000, 86_396_000}
    end

    test "is after an undo what it was at the move undone" do
      new = Clock.new(@slow, 0)
      moved = Clock.move(new, :first, :first, :second, 0, 1_000)
      had = Clock.at_move(new, moved, :first, :second, true)
      assert had == %{first: 86_399_000, second: 86_400_000}
      assert {:ok, undone} = Clock.undo(moved, :second, had, %{}, 3_000)
      assert left(undone) == {86_399_000, 86_398_000}

      # The first side has a new time for its next move, which it loses again.
      replied = Clock.move(moved, :second, :second, :first, 0, 5_000)
      assert left(replied) == {86_400_000, 86_396_000}
      assert {:ok, undone} = Clock.undo(replied, :first, had, %{}, 5_500)
      assert left(undone) == {86_399_000, 86_396_000}
      # An undo never sets a clock forward.
      assert {:ok, undone} = Clock.undo(replied, :first, had, %{}, 65_000)
      assert undone.left.first == 86_340_000

      # A side that moves again has a new time at once.
      again = Clock.move(new, :first, :first, :first, 0, 1_000)
      assert Clock.at_move(new, again, :first, :first, true) == had
    end
  end

  describe "the network's delay" do
    test "is given back, up to 300 ms, and never more than has passed" do
      clock = Clock.new(@blitz, 0)

      for {delay, at, left} <- [
            {100, 10_000, 172_100},
            {300, 10_000, 172_300},
            {5_000, 10_000, 172_300},
            {-50, 10_000, 172_000},
            {300, 100, 182_000}
          ] do
        moved = Clock.move(clock, :first, :first, :second, delay, at)
        assert {delay, left(moved)} == {delay, {left, 180_000}}
        # The other one's time runs from then on.
        assert moved.at == at
      end
    end

    test "is given back of a quota, which grows with each move" do
      given_back = fn moves, delay ->
        Enum.map_reduce(1..moves, Clock.new({:total, 600_000, 0}, 0), fn _move, clock ->
          moved = Clock.move(clock, :first, :first, :first, delay, clock.at + 1_000)
          {1_000 - (clock.left.first - moved.left.first), moved}
        end)
      end

      assert {backs, clock} = given_back.(8, 290)
      assert backs == [290, 290, 290, 290, 140, 100, 100, 100]
      # The other one has their own, and nobody's flag waits for more than is given back.
      other = Clock.move(clock, :second, :second, :first, 290, clock.at + 1_000)
      assert other.left.second == 600_000 - 710
      full = clock.left.first
      assert Clock.deadline(clock, :first) == clock.at + full + 100
      refute Clock.fallen?(clock, :first, clock.at + full + 99, 290)
      assert Clock.fallen?(clock, :first, clock.at + full + 100, 290)

      # A quick connection lets it grow again, up to the most; an ordinary one never meets it.
      rested =
        for _ <- 1..20, reduce: clock do
          clock -> Clock.move(clock, :first, :first, :first, 0, clock.at + 1_000)
        end

      assert rested.quota == Clock.new(@blitz, 0).quota
      assert {ordinary, _clock} = given_back.(60, 100)
      assert Enum.uniq(ordinary) == [100]
    end

    test "may save a flag" do
      clock = Clock.new({:total, 60_000, 0}, 0)
      refute Clock.fallen?(clock, :first, 59_999)
      assert Clock.fallen?(clock, :first, 60_000)
      refute Clock.fallen?(clock, :first, 60_100, 200)
      assert Clock.fallen?(clock, :first, 60_200, 200)
      assert Clock.fallen?(clock, :first, 60_300, 5_000)
      assert Clock.deadline(clock, :first) == 60_300
    end
  end

  test "nobody's flag falls while no time runs" do
    clock = Clock.new(@blitz, 0)
    refute Clock.fallen?(clock, nil, 1_000_000_000)
    assert Clock.deadline(clock, nil) == nil
    assert Clock.advance(clock, nil, 500).left == clock.left
  end

  test "a time before it was set counts as the same" do
    clock = Clock.new(@blitz, 10_000)
    assert Clock.left(clock, :first, :first, 6_000) == 180_000

    assert clock |> Clock.move(:first, :first, :second, 300, 6_000) |> left() ==
             {182_000, 180_000}
  end

  test "an engine keeps to its share, and never uses all" do
    assert Clock.share(Clock.new(@slow, 0), :first, 0) == 69_120_000
    assert Clock.share(Clock.new(@blitz, 0), :first, 0) == 7_600
    assert Clock.share(Clock.new({:move, 10_000}, 0), :first, 9_000) == 500
    assert Clock.share(Clock.new({:move, 10_000}, 0), :first, 9_900) == 0
    assert Clock.share(Clock.new({:move, 10_000}, 0), :first, 20_000) == 0
  end

  property "an engine that uses its share, and some time besides, loses no game on time" do
    check all(
            control <- member_of([@blitz, {:total, 60_000, 0}, {:move, 10_000}, @slow]),
            besides <- integer(0..100)
          ) do
      for _ply <- 1..300, reduce: Clock.new(control, 0) do
        clock ->
          at = clock.at + Clock.share(clock, :first, clock.at) + besides
          # Without an increment, it ends some time; but a game of 150 moves does not.
          refute Clock.fallen?(clock, :first, at) and clock.left.first > 1_000
          Clock.move(clock, :first, :first, :first, 0, at)
      end
    end
  end

  property "time only passes" do
    check all(
            control <- member_of([{:total, 60_000, 0}, {:total, 60_000, 1_000}, {:move, 10_000}]),
            steps <-
              list_of({member_of([:first, :second, nil]), integer(0..3_000), integer(-9..900)})
          ) do
      Enum.reduce(steps, Clock.new(control, 0), fn {running, time, delay}, clock ->
        moved =
          if running, do: Clock.move(clock, running, running, running, delay, clock.at + time)

        advanced = Clock.advance(clock, running, clock.at + time)

        for next <- [moved, advanced], next != nil, side <- [:first, :second] do
          assert next.left[side] >= 0
          more = if next == moved and elem(control, 0) == :total, do: elem(control, 2), else: 0
          if elem(control, 0) == :total, do: assert(next.left[side] <= clock.left[side] + more)
        end

        moved || advanced
      end)
    end
  end
end
