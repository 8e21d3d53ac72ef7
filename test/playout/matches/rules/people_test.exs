defmodule Playout.Matches.Rules.PeopleTest do
  # The commands of matches between people, and under clocks, on the pure state.
  use ExUnit.Case, async: true
  use ExUnitProperties

  import Playout.Test.Logs

  alias Playout.Matches.{Change, Clock, State}
  alias Playout.Matches.Rules.Command

  @me {:visitor, "me"}
  @you {:visitor, "you"}
  @stranger {:visitor, "nobody"}
  @blitz {:total, 180_000, 2_000}

  # One move before the end, and that move.
  @won {"012./..../..../.... 3", "d4"}
  @drawn {"E5AC/7938/0.2F/BD41 6", "b2"}

  # The state and all events so far, and what time it is.
  defp match(seats, control \\ nil),
    do: follow(if(control, do: clocked(seats, control), else: log(seats)))

  defp follow(events) do
    {:ok, state} = State.from_events("match", events)
    %{state: state, events: events, at: 0, gone: %{}, delay: 0, name: nil, had: []}
  end

  defp handle(match, actor, command, seq \\ nil) do
    context = Map.take(match, [:at, :delay, :gone, :name])
    Command.act(match.state, actor, seq || match.state.seq, command, nil, context)
  end

  defp act(match, actor, command) do
    assert {:ok, state, effects, _record} = handle(match, actor, command)
    events = match.events ++ for {:store, event} <- effects, do: event
    # It follows from the events, also for whoever gets changes.
    assert State.from_events("match", events) == {:ok, %{state | failure: nil}}
    assert Change.fold(match.state, Change.between(match.state, state)) == {:ok, state}
    %{match | state: state, events: events}
  end

  defp refusal(match, actor, command, seq \\ nil) do
    assert {:error, reason} = handle(match, actor, command, seq)
    reason
  end

  defp after_ms(match, ms), do: %{match | at: match.at + ms}

  # Both have made a move; the first side is to move.
  defp begun(match),
    do: match |> act(@me, {:move, "-7"}) |> act(@you, {:move, "c3-A"})

  defp over(match), do: act(match, @me, :resign)

  describe "an open seat" do
    test "is for one who has none, and then the match begins" do
      match = match(:me_and_open)
      assert refusal(match, @me, {:move, "-7"}) == :nobody_joined
      assert refusal(match, @me, :resign) == :nobody_joined
      assert refusal(match, @me, :join) == :no_open_seat
      assert refusal(match, @you, {:move, "-7"}) == :not_your_seat

      match = act(match, @you, :join)
      assert match.state.seats.second == {:person, "you"}
      assert refusal(match, @stranger, :join) == :no_open_seat
      assert refusal(match, @you, :join) == :no_open_seat
      begun(match)
    end

    test "is not taken by somebody who has seen an older match" do
      match = match(:me_and_open)
      joined = act(match, @you, :join)
      assert refusal(joined, @stranger, :join, 1) == :no_open_seat
    end

    test "is listed and withdrawn by its owner" do
      match = match(:me_and_open)
      assert refusal(match, @you, {:list, true}) == :not_your_seat
      listed = act(match, @me, {:list, true})
      assert listed.state.listed and not State.public?(listed.state)
      assert {:ok, state, [], nil} = handle(listed, @me, {:list, true})
      assert state == listed.state
      refute act(listed, @me, {:list, false}).state.listed

      # A match that began so may be watched by all.
      joined = act(listed, @you, :join)
      assert State.public?(joined.state)
      assert refusal(joined, @me, {:list, false}) == :no_open_seat
    end
  end

  test "the lobby shows a match that both players allow it to show" do
    match = match(:me_and_you)
    refute State.public?(match.state)
    one = act(match, @you, {:show, true})
    refute State.public?(one.state)
    both = act(one, @me, {:show, true})
    assert State.public?(both.state)
    refute State.public?(act(both, @you, {:show, false}).state)
    assert refusal(match, @stranger, {:show, true}) == :not_your_seat
    assert refusal(match(:me_and_engine), @me, {:show, true}) == :not_between_people
  end

  describe "a visitor who goes on under another id" do
    test "takes seat and match along, and the old id has neither" do
      match = :me_and_you |> match() |> begun() |> act(@you, :undo)
      moved = act(match, @me, {:transfer, "me too"})
      assert moved.state.seats == %{first: {:person, "me too"}, second: {:person, "you"}}
      assert moved.state.owner == "me too"
      assert moved.state.offers == match.state.offers
      assert refusal(moved, @me, {:move, "a1-0"}) == :not_your_seat
      # The other one need not have seen it.
      assert {:ok, _, _, _} = handle(moved, @you, {:decline, :undo}, match.state.seq)
      act(moved, {:visitor, "me too"}, {:move, "a1-0"})
    end

    test "is not somebody else" do
      match = match(:me_and_you)
      assert refusal(match, @stranger, {:transfer, "nobody"}) == :not_your_seat
      assert refusal(match, :engine, {:transfer, "nobody"}) == :not_your_turn
      assert refusal(match, @me, {:transfer, nil}) == :malformed
      assert refusal(match, @me, {:transfer, <<255>>}) == :malformed
    end

    test "may have nothing but the match, or its end" do
      assert act(match(:engines), @me, {:transfer, "me too"}).state.owner == "me too"
      over = :me_and_you |> match() |> over() |> act(@you, {:transfer, "you too"})
      assert over.state.seats.second == {:person, "you too"}
      assert over.state.result.reason == :resignation
    end
  end

  describe "an undo between people" do
    test "is an offer that the other one accepts" do
      match = :me_and_you |> match() |> begun()
      asked = act(match, @you, :undo)
      assert asked.state.offers.undo.side == :second
      assert asked.state.moves == match.state.moves
      for actor <- [@you, @stranger], do: assert(refusal(asked, actor, {:accept, :undo}) != nil)
      assert refusal(asked, @you, {:accept, :undo}) == :nothing_offered
      undone = act(asked, @me, {:accept, :undo})
      assert undone.state.position.moves == ["-7"]
      assert undone.state.offers == %{}
      assert refusal(undone, @me, {:accept, :undo}) == :nothing_offered
    end

    test "is declined, withdrawn, or void after a move" do
      asked = :me_and_you |> match() |> begun() |> act(@you, :undo)
      assert refusal(asked, @you, :undo) == :offered_already

      for actor <- [@me, @you],
          do: assert(act(asked, actor, {:decline, :undo}).state.offers == %{})

      assert act(asked, @me, {:move, "a1-0"}).state.offers == %{}
    end

    test "doesn't make a move stale, but a move that its sender has not seen does" do
      match = :me_and_you |> match() |> begun()
      asked = act(match, @you, :undo)
      # The page has not shown the offer yet.
      assert {:ok, _, _, _} = handle(asked, @me, {:move, "a1-0"}, match.state.seq)
      undone = act(asked, @me, {:accept, :undo})
      assert refusal(undone, @you, {:move, "a1-0"}, asked.state.seq) == :stale
    end

    test "is accepted only by who has seen it" do
      match = :me_and_you |> match() |> begun()
      first = act(match, @me, :undo)
      second = first |> act(@me, {:decline, :undo}) |> act(@you, :undo)
      assert refusal(second, @me, {:accept, :undo}, first.state.seq) == :stale
    end

    test "is asked for once by each until another move" do
      asked = :me_and_you |> match() |> begun() |> act(@you, :undo)

      for actor <- [@me, @you] do
        declined = act(asked, actor, {:decline, :undo})
        assert refusal(declined, @you, :undo) == :asked_lately
        act(declined, @me, :undo)
        moved = act(declined, @me, {:move, "a1-0"})
        act(moved, @you, :undo)
      end

      # Then another one may be undone.
      undone = act(asked, @me, {:accept, :undo})
      assert refusal(undone, @you, :undo) == :nothing_to_undo
      act(undone, @me, :undo)
    end

    test "needs a move of one's own" do
      match = act(match(:me_and_you), @me, {:move, "-7"})
      assert refusal(match, @you, :undo) == :nothing_to_undo
    end
  end

  describe "a draw" do
    test "is offered, and agreed" do
      match = :me_and_you |> match() |> begun()
      offered = act(match, @you, {:offer, :draw})
      drawn = act(offered, @me, {:accept, :draw})
      assert %{result: :draw, reason: :agreement} = drawn.state.result
      assert refusal(drawn, @me, {:move, "a1-0"}) == :over
    end

    test "is agreed only by who has seen the last move" do
      offered = act(match(:me_and_you), @me, {:offer, :draw})
      moved = act(offered, @me, {:move, "-7"})
      assert refusal(moved, @you, {:accept, :draw}, offered.state.seq) == :stale
      # To decline it harms nobody.
      assert {:ok, _, _, _} = handle(moved, @you, {:decline, :draw}, offered.state.seq)
      act(moved, @you, {:accept, :draw})
    end

    test "is agreed too if both offer it" do
      match = :me_and_you |> match() |> begun() |> act(@you, {:offer, :draw})
      assert act(match, @me, {:offer, :draw}).state.result.result == :draw
    end

    test "is offered once in ten plies, and stands until the other one has moved" do
      match = act(match(:me_and_you), @me, {:offer, :draw})
      moved = act(match, @me, {:move, "-7"})
      assert moved.state.offers.draw.side == :first
      moved = act(moved, @you, {:move, "c3-A"})
      assert moved.state.offers == %{}

      {offers, _match} =
        Enum.map_reduce(~w(a1-0 a2-1 b3-2 b4-3 d1-4 d2-5 c4-6 a4-8), moved, fn move, match ->
          answer = handle(match, @me, {:offer, :draw})
          actor = if match.state.snapshot.side == :first, do: @me, else: @you
          {elem(answer, 0), act(match, actor, {:move, move})}
        end)

      assert offers == List.duplicate(:error, 8)
      # The other one may at any time.
      assert {:ok, _, _, _} = handle(moved, @you, {:offer, :draw})
    end

    test "is off the table once the last move is played" do
      for seats <- [:me_and_you, :me_and_engine], {start, move} <- [@won, @drawn] do
        match = seats |> log([], start) |> follow() |> act(@me, {:offer, :draw})
        over = act(match, @me, {:move, move})
        assert over.state.result.reason != :agreement
        assert over.state.offers == %{}
        assert refusal(over, @you, {:decline, :draw}) in [:nothing_offered, :not_your_seat]
      end
    end

    test "is what an engine is asked for too" do
      match = act(match(:me_and_engine), @me, {:move, "-7"})
      assert {:ok, state, effects, _} = handle(match, @me, {:offer, :draw})
      assert {:answer_draw, :second} in effects
      # Its search goes on.
      refute :stop_search in effects
      match = act(match, @me, {:offer, :draw})
      assert match.state == state
      assert refusal(match, {:engine, :first}, {:accept, :draw}) == :not_your_seat
      assert act(match, {:engine, :second}, {:decline, :draw}).state.offers == %{}
      assert act(match, {:engine, :second}, {:accept, :draw}).state.result.result == :draw
    end
  end

  describe "a rematch" do
    test "is offered after the end, and accepted once" do
      match = match(:me_and_you)
      assert refusal(match, @me, {:offer, :rematch}) == :not_over
      offered = match |> over() |> act(@me, {:offer, :rematch})
      assert refusal(offered, @me, {:accept, {:rematch, "new"}}) == :nothing_offered
      accepted = act(offered, @you, {:accept, {:rematch, "new"}})
      assert accepted.state.rematch == "new"
      assert refusal(accepted, @you, {:offer, :rematch}) == :offered_already
      declined = act(offered, @you, {:decline, :rematch})
      assert declined.state.offers == %{}
      act(declined, @you, {:offer, :rematch})
      # What is left to do for a match that both want needs a match to go on with.
      assert refusal(offered, @you, {:offer, :rematch}) == :offered_by_other
      assert refusal(offered, @me, {:offer, :rematch}) == :offered_already
    end

    test "is offered at most three times by each" do
      offered =
        for _ <- 1..3, reduce: :me_and_you |> match() |> over() do
          match -> match |> act(@me, {:offer, :rematch}) |> act(@me, {:decline, :rematch})
        end

      assert refusal(offered, @me, {:offer, :rematch}) == :offered_often
      offered = act(offered, @you, {:offer, :rematch})
      assert act(offered, @me, {:accept, {:rematch, "new"}}).state.rematch == "new"
    end

    test "with an engine, or on one screen, needs no offer" do
      for seats <- [:me_and_engine, :me_twice] do
        match = seats |> match() |> over()
        assert refusal(match, @me, {:offer, :rematch}) == :not_between_people
      end
    end
  end

  describe "a clock" do
    test "runs when both have moved, and falls once" do
      match = match(:me_and_you, @blitz)
      # Nobody's time runs before.
      match = after_ms(match, 1_000_000)
      assert refusal(match, :clock, :flag) == :time_left
      match = begun(match)
      assert match.state.clock.left == %{first: 180_000, second: 180_000}
      assert State.deadline(match.state) == 1_180_300

      moved = match |> after_ms(30_000) |> act(@me, {:move, "a1-0"})
      assert moved.state.clock.left == %{first: 152_000, second: 180_000}

      late = after_ms(moved, 180_000)
      assert refusal(late, @you, {:move, "a2-1"}) == :time_is_up

      for command <- [:resign, {:offer, :draw}],
          do: assert(refusal(late, @you, command) == :time_is_up)

      fallen = act(late, :clock, :flag)
      assert %{result: :first, reason: :time} = fallen.state.result
      assert fallen.state.clock.left.second == 0
      assert refusal(fallen, :clock, :flag) == :over
      assert State.deadline(fallen.state) == nil
    end

    test "is nobody's to press" do
      match = :me_and_you |> match(@blitz) |> begun() |> after_ms(1_000_000)

      for actor <- [@me, @you, @stranger, :engine],
          do: assert(refusal(match, actor, :flag) == :not_your_seat)
    end

    test "of days runs from the start, but not before somebody has joined" do
      match = match(:me_and_open, {:move, 86_400_000})
      assert State.deadline(match.state) == nil
      match = match |> after_ms(500_000_000) |> act(@you, :join)
      assert State.deadline(match.state) == 500_000_000 + 86_400_300
      assert match.state.clock.left.first == 86_400_000
    end

    test "gives the network's delay back" do
      match = :me_and_you |> match(@blitz) |> begun() |> after_ms(180_100)
      assert refusal(match, @me, {:move, "a1-0"}) == :time_is_up
      moved = act(%{match | delay: 250}, @me, {:move, "a1-0"})
      assert moved.state.clock.left.first == 2_150

      # Whatever the other one says meanwhile.
      match = :me_and_you |> match(@blitz) |> begun() |> after_ms(1_990)
      match = match |> act(@you, {:offer, :draw}) |> act(@you, {:show, true}) |> after_ms(10)
      moved = act(%{match | delay: 300}, @me, {:move, "a1-0"})
      assert moved.state.clock.left.first == 180_000 - 1_700 + 2_000
    end

    test "waits for the network before anybody else finds it up" do
      match = :me_and_you |> match(@blitz) |> begun() |> after_ms(180_299)
      assert refusal(match, @me, :resign) == :time_is_up
      assert refusal(match, @stranger, :resign) == :not_your_seat
      assert act(match, @you, :resign).state.result.reason == :resignation
      assert refusal(after_ms(match, 1), @you, :resign) == :time_is_up
    end

    test "gives nothing back for an undo" do
      match = :me_and_you |> match(@blitz) |> begun() |> after_ms(10_000)
      asked = act(match, @you, :undo)
      assert Clock.left(asked.state.clock, :first, :first, 10_000) == 170_000
      undone = asked |> after_ms(5_000) |> act(@me, {:accept, :undo})
      assert undone.state.clock.left == %{first: 165_000, second: 180_000}
    end

    test "takes back what the moves undone have earned, however often" do
      for control <- [@blitz, {:move, 180_000}] do
        match = match(:me_and_engine, control)
        match = match |> act(@me, {:move, "-7"}) |> act(:engine, {:move, "c3-A"})

        Enum.reduce(1..50, match, fn _time, match ->
          before = match.state.clock.left

          moved =
            match |> after_ms(10) |> act(@me, {:move, "a1-0"}) |> act(:engine, {:move, "a2-1"})

          undone = act(moved, @me, :undo)
          assert undone.state.clock.left.first == before.first - 10
          assert undone.state.clock.left.second <= before.second
          undone
        end)
      end
    end

    test "allows no undo for which somebody has too little time" do
      match = :me_and_engine |> match(@blitz) |> act(@me, {:move, "-7"})
      match = act(match, :engine, {:move, "c3-A"})
      match = match |> after_ms(179_000) |> act(@me, {:move, "a1-0"})
      match = match |> act(:engine, {:move, "a2-1"}) |> after_ms(1_500)
      assert refusal(match, @me, :undo) == :no_time_to_undo
    end
  end

  describe "a player who is gone" do
    defp waiting(gone) do
      match = :me_and_you |> match(@blitz) |> begun() |> after_ms(125_000)
      %{match | gone: gone}
    end

    test "for two minutes on their own turn lets the other one decide" do
      match = waiting(%{first: 120_000})
      assert refusal(waiting(%{first: 119_999}), @you, {:claim, :win}) == :not_gone
      assert refusal(waiting(%{second: 120_000}), @you, {:claim, :win}) == :not_gone
      assert refusal(match, @me, {:claim, :win}) == :not_gone
      assert refusal(match, @stranger, {:claim, :win}) == :not_your_seat

      assert %{result: :second, reason: :abandonment} =
               act(match, @you, {:claim, :win}).state.result

      assert %{result: :draw, reason: :abandonment} =
               act(match, @you, {:claim, :draw}).state.result

      engine = {:claim, {:engine, {:level, "sparrow"}}}
      assert {:ok, state, effects, _} = handle(match, @you, engine)
      assert {:engine, "sparrow", _spec} = state.seats.first
      assert Enum.any?(effects, &match?({:search, :first, _}, &1))
      assert refusal(match, @you, {:claim, {:engine, {:level, "unicorn"}}}) == :malformed
    end

    test "doesn't choose another engine for the one that goes on, unless that fails" do
      gone = waiting(%{first: 120_000})
      match = act(gone, @you, {:claim, {:engine, {:level, "sparrow"}}})
      replace = {:replace_engine, :first, {:level, "owl"}}
      assert State.manages?(match.state, "me")
      assert refusal(match, @me, replace) == :not_your_seat
      assert refusal(match, @you, replace) == :not_your_seat
      failed = put_in(match.state.failure, %Playout.Error{code: :internal, message: "it crashed"})
      assert {:engine, "owl", _spec} = act(failed, @me, replace).state.seats.first
      # Whoever plays alone does.
      act(match(:me_and_engine), @me, {:replace_engine, :second, {:level, "owl"}})
    end

    test "is waited for on their own turn, however long they were gone before" do
      match = :me_and_you |> match(@blitz) |> begun() |> after_ms(110_000)
      match = match |> act(@me, {:move, "a1-0"}) |> after_ms(119_000)
      # An offer begins no turn.
      match = act(%{match | gone: %{second: 229_000}}, @me, {:offer, :draw})
      assert refusal(after_ms(match, 999), @me, {:claim, :win}) == :not_gone
      act(after_ms(match, 1_000), @me, {:claim, :win})
    end

    test "may be gone before they have moved, when no time runs yet" do
      joined = match(:me_and_you, @blitz)

      for {match, gone, actor} <- [
            {joined, :first, @you},
            {act(joined, @me, {:move, "-7"}), :second, @me}
          ] do
        assert State.running(match.state) == nil
        early = %{after_ms(match, 119_999) | gone: %{gone => 119_999}}
        assert refusal(early, actor, {:claim, :win}) == :not_gone
        late = %{after_ms(match, 120_000) | gone: %{gone => 120_000}}
        assert act(late, actor, {:claim, :win}).state.result.reason == :abandonment
      end
    end

    test "is waited for without a clock, and under one of days" do
      for control <- [nil, {:move, 86_400_000}] do
        match = :me_and_you |> match(control) |> begun() |> after_ms(5_000)
        gone = %{match | gone: %{first: 10_000_000}}
        assert refusal(gone, @you, {:claim, :win}) == :not_gone
      end
    end
  end

  property "whatever comes in whatever order, the state follows from the events and nobody gets more than is theirs" do
    check all(
            control <- member_of([nil, @blitz, {:move, 10_000}]),
            seats <- member_of([:me_and_you, :me_and_open, :me_and_engine]),
            tries <- list_of(attempt(), max_length: 80)
          ) do
      Enum.reduce(tries, match(seats, control), &try_it/2)
    end
  end

  # Two devices of each seat, a stranger, an engine and the clock; each may have seen an older state.
  defp attempt do
    {member_of([@me, @me, @me, @you, @you, @stranger, :engine, {:engine, :second}, :clock]),
     frequency([{8, constant(0)}, {3, integer(-3..1)}]),
     frequency([{6, integer(0..3_000)}, {1, integer(0..200_000)}]), integer(0..400),
     frequency([
       {8, {constant(:legal), positive_integer()}},
       {2, member_of([:undo, :join, :resign, :flag])},
       {4, {member_of([:offer, :decline]), member_of([:undo, :draw, :rematch])}},
       {3, {constant(:accept), member_of([:undo, :draw, {:rematch, "new"}, :rematch])}},
       {1, {member_of([:list, :show]), boolean()}},
       {1, {constant(:transfer), member_of(["me", "you", "another"])}},
       {1, {constant(:claim), member_of([:win, :draw, {:engine, {:level, "sparrow"}}])}},
       {1, term()}
     ])}
  end

  defp try_it({actor, off, time, delay, command}, before) do
    match = %{after_ms(before, time) | delay: delay, gone: %{first: time, second: 2 * time}}
    seq = match.state.seq + off

    case handle(match, actor, legal(match.state, command), seq) do
      {:ok, state, effects, _record} ->
        stored = for {:store, event} <- effects, do: event
        assert length(stored) <= 1
        events = match.events ++ stored
        assert State.from_events("match", events) == {:ok, %{state | failure: nil}}
        assert Change.fold(match.state, Change.between(match.state, state)) == {:ok, state}
        for event <- stored, do: check(match, state, actor, seq, event)
        had = Enum.reduce(stored, match.had, &had(match, &1, &2))
        %{match | state: state, events: events, had: had}

      {:error, reason} ->
        assert is_atom(reason) or is_exception(reason)
        match
    end
  end

  # What both had left right before each move that remains, the last one first.
  defp had(%{state: %{clock: nil}}, _event, had), do: had

  defp had(match, %{type: :moved}, had), do: [left(match) | had]
  defp had(_match, %{data: %{ply: ply}}, had), do: Enum.drop(had, length(had) - ply)
  defp had(_match, _event, had), do: had

  # With what the network's delay may give back.
  defp left(%{state: state, at: at, delay: delay}) do
    running = State.running(state)

    Map.new([:first, :second], fn side ->
      back = if side == running, do: min(min(delay, 300), at - state.clock.at), else: 0
      {side, max(Clock.left(state.clock, running, side, at) + back, 0)}
    end)
  end

  defp legal(%{snapshot: %{moves: ""}}, {:legal, _seed}), do: {:move, "-7"}

  defp legal(%{result: nil} = state, {:legal, seed}) do
    moves = Playout.describe!(state.position).moves
    {:move, Enum.at(moves, rem(seed * 7919, length(moves))).text}
  end

  defp legal(_over, {:legal, _seed}), do: {:move, "-7"}
  defp legal(_state, command), do: command

  defp check(%{state: state} = match, next, actor, seq, event) do
    # Nobody acts on a board that they have not seen, and nobody for another.
    assert event.type in [:shown, :declined, :transferred] or seq >= state.board_seq
    assert seq <= state.seq

    assert theirs?(state, actor, event)

    # What ended stays ended.
    if state.result,
      do: assert(event.type in [:offered, :declined, :accepted, :shown, :undone, :transferred])

    if event.type == :flagged, do: assert(next.clock.left[event.data.side] == 0)
    if next.clock, do: check_clock(match, next)
    if next.clock && is_map_key(event.data, :ply), do: check_undo(match, next, event.data.ply)
  end

  # An undo returns no time.
  defp check_undo(%{state: state, had: had}, next, ply) do
    had = Enum.at(had, length(had) - ply - 1)

    for side <- [:first, :second] do
      assert next.clock.left[side] <= had[side]
      assert next.clock.left[side] <= state.clock.left[side]
      assert next.clock.left[side] > 0
    end
  end

  # The side of an undo is the one that moves next.
  defp theirs?(_state, :clock, event), do: event.type == :flagged

  defp theirs?(_state, {:visitor, _visitor}, %{type: type})
       when type in [:listed, :joined, :replaced, :undone],
       do: true

  defp theirs?(_state, {:visitor, visitor}, %{type: :transferred} = event),
    do: event.data.from == visitor

  defp theirs?(state, {:visitor, visitor}, event),
    do: state.seats[event.data.side] == {:person, visitor}

  defp theirs?(_state, :engine, %{type: :undone}), do: true
  defp theirs?(state, :engine, event), do: match?({:engine, _, _}, state.seats[event.data.side])

  defp theirs?(_state, {:engine, side}, event),
    do: event.type in [:accepted, :declined] and event.data.side == side

  defp check_clock(%{state: state}, next) do
    for side <- [:first, :second] do
      assert next.clock.left[side] >= 0

      with {:total, _time, more} <- state.control,
           do: assert(next.clock.left[side] <= state.clock.left[side] + more)
    end
  end
end
