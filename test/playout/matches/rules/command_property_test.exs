defmodule Playout.Matches.Rules.CommandPropertyTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  import Playout.Test.Logs

  alias Playout.Error
  alias Playout.Matches.{Change, Event, State}
  alias Playout.Matches.Rules.{Command, Effect}

  @seats [:me_and_engine, :engine_and_me, :me_and_you, :me_twice, :engines]
  @visitors ["me", "you", "nobody", "", nil, 7]

  property "the state always follows from the events, no matter who sends what" do
    check all(seats <- member_of(@seats), tries <- list_of(attempt(), max_length: 60)) do
      Enum.reduce(tries, {state(seats), log(seats)}, &take/2)
    end
  end

  property "matches with only legal commands end, and their state follows from the events" do
    check all(seeds <- list_of(positive_integer(), length: 20), max_runs: 30) do
      {state, _events} =
        for seed <- seeds, reduce: {state(:me_twice), log(:me_twice)} do
          standing -> take({{:visitor, "me"}, 0, {:legal, seed}}, standing)
        end

      assert state.result != nil
    end
  end

  property "the past of a match is what it was" do
    check all(seeds <- list_of(positive_integer(), max_length: 20)) do
      states = Enum.scan([nil | seeds], state(:me_twice), &moved/2)
      last = List.last(states)

      for %{position: position, snapshot: snapshot, moves: moves, result: result} <- states do
        assert {:ok, past} = State.at(last, length(moves))

        assert %{position: ^position, snapshot: ^snapshot, moves: ^moves, result: ^result} = past
        assert past.seq == last.seq
      end
    end
  end

  # The state after one more move, until it is over.
  defp moved(nil, state), do: state
  defp moved(_seed, %{result: result} = state) when result != nil, do: state

  defp moved(seed, state) do
    command = command(state, {:legal, seed})
    {:ok, next, _effects} = Command.act(state, {:visitor, "me"}, state.seq, command)
    next
  end

  property "whoever folds the changes has the state, even if some get lost or come twice" do
    fates = frequency([{6, constant(:comes)}, {1, constant(:lost)}, {1, constant(:twice)}])
    tries = list_of({attempt(), fates}, max_length: 60)

    check all(seats <- member_of(@seats), tries <- tries) do
      state = state(seats)

      Enum.reduce(tries, {state, log(seats), state}, fn {attempt, fate}, {state, events, page} ->
        {next, events} = take(attempt, {state, events})
        {next, events, told(fate, page, Change.between(state, next), next)}
      end)
    end
  end

  defp told(:lost, page, _change, _state), do: page

  defp told(:twice, page, change, state),
    do: told(:comes, told(:comes, page, change, state), change, state)

  defp told(:comes, page, change, state) do
    case Change.fold(page, change) do
      {:ok, page} -> assert page == state
      :missing -> assert page.seq < change.since
    end

    state
  end

  # A sender, how far behind or ahead their state is, and a command.
  defp attempt do
    {frequency([
       {4, {constant(:visitor), constant("me")}},
       {1, {constant(:visitor), member_of(@visitors)}},
       {3, constant(:engine)}
     ]), frequency([{8, constant(0)}, {1, integer(-2..2)}, {1, member_of([nil, "2", 0.5])}]),
     frequency([
       {6, {constant(:legal), positive_integer()}},
       {2, constant(:undo)},
       {1, {constant(:move), one_of([string(:printable), binary(), term()])}},
       {1, member_of([:retry_engine, :fail, :move_now, :step])},
       {2, member_of([:hint, :found])},
       {1, {constant(:hinted), one_of([constant("-7"), string(:printable), term()])}},
       {1, {constant(:pace), member_of(Event.paces() ++ [:breakneck])}},
       {1, {constant(:replace_engine), member_of([:first, :second]), engine()}},
       {1, frequency([{1, constant(:resign)}, {4, term()}])}
     ])}
  end

  defp engine, do: member_of([{:level, "owl"}, {:level, "unicorn"}, {:custom, "careful"}])

  defp take({_actor, _off, :fail}, {state, events}) do
    # This is what the process does when the engine cannot move.
    if Effect.pending(state) == [] do
      {state, events}
    else
      {%{state | failure: Error.new(:internal, "crashed", "it crashed")}, events}
    end
  end

  # The engine's answer to whoever asks for a hint.
  defp take({_actor, off, :found}, {state, events}) do
    {:move, move} = command(state, {:legal, 1})
    take({:hint_player, off, {:hinted, move}}, {state, events})
  end

  defp take({actor, off, command}, {state, events}) do
    seq = if is_integer(off), do: state.seq + off, else: off

    case Command.act(state, actor, seq, command(state, command)) do
      {:ok, next, effects} ->
        assert off == 0 or seq >= state.board_seq or (off < 0 and match?({:pace, _}, command))
        events = accepted(state, next, effects, events)
        assert {:ok, %{next | failure: nil}} == State.from_events("match", events)
        {next, events}

      {:error, reason} ->
        assert is_atom(reason) or is_struct(reason, Error)
        {state, events}
    end
  end

  # Only for a person who is to move, and never between people.
  defp accepted(state, next, [{:store, %{type: :hinted} = event}, :broadcast], events) do
    assert {side, {:person, "me"}} = State.to_move(state)
    refute State.people?(state)
    ply = length(state.moves)
    assert %{side: ^side, ply: ^ply, move: move, help: help} = event.data
    assert next.hints == Map.put(state.hints, ply, %{move: move, help: help})
    assert next.board_seq == state.board_seq
    events ++ [event]
  end

  defp accepted(state, state, [{:hint, side}], events) do
    assert {side, {:person, "me"}} == State.to_move(state)
    refute State.people?(state)
    events
  end

  # Between people, an undo is an offer.
  defp accepted(state, next, [{:store, %{type: :offered} = event}, :broadcast], events) do
    assert next.offers.undo == %{side: event.data.side, seq: event.seq}
    assert State.people?(state)
    events ++ [event]
  end

  defp accepted(state, next, [{:store, event}, :broadcast, :stop_search | others], events) do
    assert event.seq == state.seq + 1 and next.seq == event.seq
    assert next.failure == nil
    goes_on? = next.result == nil and event.type in [:moved, :paced]
    assert others == if(goes_on?, do: [], else: [:drop_trees]) ++ Effect.pending(next)
    events ++ [event]
  end

  # A retry or a step stores nothing and starts one search.
  defp accepted(state, next, [:broadcast, {:search, side, _spec}], events) do
    assert next == %{state | failure: nil}
    assert state.failure || state.pace == :paused
    assert {^side, {:engine, _, _}} = State.to_move(next)
    events
  end

  defp accepted(state, state, [:finish_search], events), do: events

  # The pace that it already has.
  defp accepted(state, state, [], events), do: events

  defp command(%{snapshot: %{moves: ""}}, {:legal, _seed}), do: {:move, "-7"}

  defp command(state, {:legal, seed}) do
    moves = Playout.describe!(state.position).moves
    {:move, Enum.at(moves, rem(seed * 7919, length(moves))).text}
  end

  defp command(_state, command), do: command
end
