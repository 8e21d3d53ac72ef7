defmodule Playout.Matches.Rules.HintsTest do
  # Hints as events, without a process.
  use ExUnit.Case, async: true

  import Playout.Test.Logs

  alias Playout.Error
  alias Playout.Matches.{Change, Event, State}
  alias Playout.Matches.Rules.{Command, Hints}

  @me {:visitor, "me"}
  @stranger {:visitor, "nobody"}

  defp ask(state, actor \\ @me), do: Command.act(state, actor, state.seq, :hint)

  defp found(state, move), do: Command.act(state, :hint_player, state.seq, {:hinted, move})

  defp found!(state, move) do
    {:ok, state, [{:store, _event}, :broadcast]} = found(state, move)
    state
  end

  defp play(state, actor, move) do
    {:ok, state, _effects} = Command.act(state, actor, state.seq, {:move, move})
    state
  end

  test "the first request starts a search and changes nothing; the answer tells where to look" do
    state = state(:me_and_engine)
    assert {:ok, ^state, [{:hint, :first}]} = ask(state)
    assert Hints.given(state) == nil
    assert Hints.move(state) == nil

    assert {:ok, next, [{:store, event}, :broadcast]} = found(state, "-7")
    assert event.type == :hinted
    assert event.data == %{side: :first, ply: 0, help: :where, move: "-7"}
    assert Hints.given(next) == :where
    assert %{text: "-7", steps: ["7"], side: :first} = Hints.move(next)
  end

  test "the second request tells the whole move, and a third one nothing more" do
    state = found!(state(:me_and_engine), "-7")
    assert {:ok, next, [{:store, event}, :broadcast]} = ask(state)
    assert event.data == %{side: :first, ply: 0, help: :move, move: "-7"}
    assert Hints.given(next) == :move
    assert {:ok, ^next, []} = ask(next)
  end

  test "a second answer changes nothing" do
    state = found!(state(:me_and_engine), "-7")
    assert {:ok, ^state, []} = found(state, "-8")
  end

  test "a hint leaves the board, the turn and what others have seen alone" do
    state = state(:me_and_engine)
    next = found!(state, "-7")
    assert next.board_seq == state.board_seq
    assert {:ok, _state, _effects} = Command.act(next, @me, state.seq, {:move, "-3"})
  end

  test "whoever plays both sides gets hints for the side to move" do
    state = play(state(:me_twice), @me, "-7")
    assert {:ok, ^state, [{:hint, :second}]} = ask(state)

    assert {:ok, _next, [{:store, %{data: %{side: :second, ply: 1}}}, :broadcast]} =
             found(state, "c3-A")
  end

  for {what, seats, actor, refusal} <- [
        {"between people", :me_and_you, @me, :no_hints},
        {"before somebody has joined", :me_and_open, @me, :nobody_joined},
        {"for spectators", :me_and_engine, @stranger, :not_your_seat},
        {"for the owner of a match between engines", :engines, @me, :not_your_seat},
        {"for engines", :engine_and_me, :engine, :not_your_seat},
        {"while the engine is to move", :engine_and_me, @me, :not_your_turn}
      ] do
    test "there are no hints #{what}" do
      state = state(unquote(seats))
      assert ask(state, unquote(Macro.escape(actor))) == {:error, unquote(refusal)}
    end
  end

  test "there are none after the end" do
    over = state(:me_and_engine, [{:resigned, %{side: :first}}])
    assert ask(over) == {:error, :over}
    assert found(over, "-7") == {:error, :not_your_turn}
  end

  test "only the engine that looks for one can answer" do
    state = state(:me_and_engine)

    for actor <- [@me, @stranger, :engine, {:engine, :second}, :clock, {:visitor, nil}] do
      assert {:error, :not_your_seat} = Command.act(state, actor, 1, {:hinted, "-7"})
    end

    assert {:error, :malformed} = Command.act(state, :hint_player, 1, {:hinted, 7})
  end

  test "what the rules refuse is no hint" do
    for move <- ["c3-A", "rubbish", "", <<255>>] do
      assert {:error, %Error{}} = found(state(:me_and_engine), move)
    end
  end

  test "an answer that comes after a move or an undo has no effect" do
    state = state(:me_twice)
    moved = play(state, @me, "-7")
    assert Command.act(moved, :hint_player, state.seq, {:hinted, "-8"}) == {:error, :stale}
    {:ok, undone, _effects} = Command.act(moved, @me, moved.seq, :undo)
    assert Command.act(undone, :hint_player, moved.seq, {:hinted, "c3-A"}) == {:error, :stale}
    assert Command.act(undone, :hint_player, state.seq, {:hinted, "-8"}) == {:error, :stale}
  end

  test "an undo keeps the hints up to the position on the board" do
    state = state(:me_twice) |> found!("-7") |> play(@me, "-7") |> found!("c3-A")
    state = state |> play(@me, "c3-A") |> found!("a1-1") |> play(@me, "a1-1")
    assert Map.keys(state.hints) == [0, 1, 2]

    {:ok, state, _effects} = Command.act(state, @me, state.seq, :undo)
    assert Map.keys(state.hints) == [0, 1, 2]
    assert Hints.given(state) == :where
    {:ok, state, _effects} = Command.act(state, @me, state.seq, :undo)
    assert Map.keys(state.hints) == [0, 1]
    # The hint for the other position is gone.
    state = play(state, @me, "d4-A")
    assert Hints.given(state) == nil
  end

  test "a match as long as it may be gets none" do
    state = %{state(:me_and_engine) | seq: 20_000, board_seq: 20_000}
    assert ask(state) == {:error, :too_long}
    assert found(state, "-7") == {:error, :too_long}
  end

  # SEPARO, where a side can have to pass.
  test "a forced pass needs no hint" do
    state = state(:me_and_engine)
    passing = put_in(state.snapshot.pass, "--")
    assert ask(passing) == {:error, :nothing_to_choose}
  end

  test "whoever folds the change has the hint" do
    state = state(:me_and_engine)
    next = found!(state, "-7")
    change = Change.between(state, next)
    assert change.snapshot == nil
    assert Change.fold(state, change) == {:ok, next}
  end

  describe "a log is refused by number and type if a hint in it" do
    @hint %{side: :first, ply: 0, help: :where, move: "-7"}

    for {what, seats, before, hint} <- [
          {"is for another position", :me_and_engine, [], %{ply: 1}},
          {"is for a position that was undone", :me_and_engine,
           [{:moved, %{side: :first, move: "-7"}}, {:undone, %{side: :first, ply: 0}}],
           %{ply: 1}},
          {"helps an engine", :me_and_engine, [], %{side: :second}},
          {"helps one of two people", :me_and_you, [], %{}},
          {"comes before somebody has joined", :me_and_open, [], %{}},
          {"helps in a match of engines", :engines, [], %{}},
          {"comes after the end", :me_and_engine, [{:resigned, %{side: :first}}], %{}}
        ] do
      test what do
        hint = {:hinted, Map.merge(@hint, unquote(Macro.escape(hint)))}
        events = log(unquote(seats), unquote(Macro.escape(before)) ++ [hint])
        seq = length(events)

        assert State.from_events("match", events) ==
                 {:error, {:misplaced_event, %{seq: seq, type: :hinted}}}
      end
    end

    test "but whatever its text, it does no harm" do
      state = state(:me_and_engine, [{:hinted, %{@hint | move: "rubbish"}}])
      assert Hints.given(state) == :where
      assert Hints.move(state) == nil
    end
  end

  test "the whole log of a match with hints folds to its state" do
    state = state(:me_twice) |> found!("-7")
    {:ok, state, [{:store, more} | _]} = ask(state)
    played = play(state, @me, "-7")

    events =
      log(:me_twice, [{:hinted, %{@hint | help: :where}}]) ++
        [more, %Event{seq: 4, type: :moved, data: %{side: :first, move: "-7"}}]

    assert State.from_events("match", events) == {:ok, played}
  end
end
