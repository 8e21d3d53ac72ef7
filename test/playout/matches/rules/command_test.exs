defmodule Playout.Matches.Rules.CommandTest do
  use ExUnit.Case, async: true

  import Playout.Test.Logs

  alias Playout.{Error, Outcome}
  alias Playout.Matches.{Event, State}
  alias Playout.Matches.Rules.{Command, Effect}

  @me {:visitor, "me"}
  @you {:visitor, "you"}
  @stranger {:visitor, "nobody"}

  # One move before the end, with the first side to move: d4 wins, d1-4 does not.
  @won "012./..../..../.... 3"
  # b2 fills the board, and no line has anything in common.
  @drawn "E5AC/7938/0.2F/BD41 6"

  defp over, do: state(:me_and_you, [{:moved, %{side: :first, move: "d4"}}], @won)
  defp drawn, do: state(:me_and_you, [{:moved, %{side: :first, move: "b2"}}], @drawn)
  defp resigned, do: state(:me_and_engine, [{:resigned, %{side: :first}}])
  defp thinking, do: state(:me_and_engine, moves(["-7"]))
  defp failed, do: %{thinking() | failure: Error.new(:internal, "crashed", "it crashed")}

  defp refusal(state, actor, command), do: Command.act(state, actor, state.seq, command)

  describe "a typed move" do
    test "is read the way people write it, and stored the way the rules write it" do
      state = state(:me_and_you, moves(["-7"]))
      assert {:ok, next, [{:store, event} | _]} = Command.act(state, @you, 2, {:typed, "C3 a"})
      assert event.data == %{side: :second, move: "c3-A"}
      assert next.position.moves == ["-7", "c3-A"]
    end

    test "is refused with a legal example" do
      state = state(:me_and_you, moves(["-7"]))

      assert {:error, %Error{code: :illegal_move, details: %{example: "c3-" <> _}}} =
               refusal(state, @you, {:typed, "C3"})

      assert refusal(state, @me, {:typed, "C3 A"}) == {:error, :not_your_turn}
      assert refusal(over(), @me, {:typed, "C3 A"}) == {:error, :over}
      assert refusal(state, @you, {:typed, 7}) == {:error, :malformed}
    end
  end

  describe "permissions" do
    # For each phase, the commands in the order move, undo, resign, retry_engine.
    @commands [{:move, "-7"}, :undo, :resign, :retry_engine]

    for {phase, actor, answers} <- [
          {"at the start", @me, [:ok, :nothing_to_undo, :ok, :nothing_to_retry]},
          {"at the start", @stranger, List.duplicate(:not_your_seat, 4)},
          {"at the start", {:visitor, nil}, List.duplicate(:not_your_seat, 4)},
          {"at the start", :engine, List.duplicate(:not_your_turn, 4)},
          {"while the engine thinks", @me, [:not_your_turn, :ok, :ok, :nothing_to_retry]},
          {"while the engine thinks", @stranger, List.duplicate(:not_your_seat, 4)},
          {"after a failure", @me, [:not_your_turn, :ok, :ok, :ok]},
          {"after a failure", @stranger, List.duplicate(:not_your_seat, 4)},
          # Two people cannot take back the end.
          {"after the end", @me, [:over, :over, :over, :nothing_to_retry]},
          {"after the end", @you, [:over, :over, :over, :nothing_to_retry]},
          {"after the end", @stranger, List.duplicate(:not_your_seat, 4)},
          {"after the end", :engine, List.duplicate(:not_your_turn, 4)},
          {"after a draw", @me, [:over, :over, :over, :nothing_to_retry]},
          {"after a resignation", @me, [:over, :over, :over, :nothing_to_retry]},
          {"after a resignation", :engine, List.duplicate(:not_your_turn, 4)}
        ] do
      test "#{phase}, #{inspect(actor)}" do
        state = phase(unquote(phase))

        answers =
          for command <- @commands do
            case refusal(state, unquote(actor), command) do
              {:ok, _state, _effects} -> :ok
              {:error, reason} -> reason
            end
          end

        assert answers == unquote(answers)
      end
    end

    defp phase("at the start"), do: state(:me_and_engine)
    defp phase("while the engine thinks"), do: thinking()
    defp phase("after a failure"), do: failed()
    defp phase("after the end"), do: over()
    defp phase("after a draw"), do: drawn()
    defp phase("after a resignation"), do: resigned()

    test "the engine moves when it is its turn, and plays a complete move" do
      assert {:ok, state, _} = refusal(thinking(), :engine, {:move, "c3-A"})
      assert state.snapshot.position == "..../..7./..../.... A"
    end

    test "the other person has to wait, and can move afterwards" do
      state = state(:me_and_you)
      assert refusal(state, @you, {:move, "-7"}) == {:error, :not_your_turn}
      {:ok, state, _} = refusal(state, @me, {:move, "-7"})
      assert refusal(state, @me, {:move, "a1-0"}) == {:error, :not_your_turn}
      assert {:ok, _, _} = refusal(state, @you, {:move, "a1-0"})
    end

    test "a move that the rules refuse gets the reason of the rules" do
      for {move, code} <- [{"a1-0", :illegal_move}, {"rubbish", :bad_move}, {"", :bad_move}] do
        assert {:error, %Error{code: ^code}} = refusal(state(:me_and_engine), @me, {:move, move})
      end

      assert {:error, %Error{}} = refusal(state(:me_and_engine), @me, {:move, <<255, 0>>})
      long = String.duplicate("-7", 100_000)
      assert {:error, %Error{}} = refusal(state(:me_and_engine), @me, {:move, long})
    end
  end

  describe "the first refusal that applies is returned" do
    test "an invalid command is malformed, whoever sends it and whatever state they saw" do
      for command <- [
            nil,
            :win,
            "undo",
            {:move, nil},
            {:move, [?-, ?7]},
            {:move, "-7", 1},
            [:undo],
            %{move: "-7"},
            {:undo},
            {:move, ["-7"]}
          ],
          state <- [thinking(), over(), resigned()],
          actor <- [@me, @stranger, :engine] do
        assert Command.act(state, actor, 0, command) == {:error, :malformed}
      end

      for seq <- [nil, "2", 2.0, :two, [2]] do
        assert Command.act(thinking(), @me, seq, :undo) == {:error, :malformed}
      end
    end

    test "then the seat is checked, then the state that the sender saw, then the turn" do
      state = thinking()

      for seq <- [-1, 0, 1, 3, 1_000_000_000_000_000_000_000] do
        assert Command.act(state, @stranger, seq, :undo) == {:error, :not_your_seat}
        assert Command.act(state, @me, seq, {:move, "a1-0"}) == {:error, :stale}
        assert Command.act(state, :engine, seq, {:move, "a1-0"}) == {:error, :stale}
        assert Command.act(over(), @me, seq + 7, :resign) == {:error, :stale}
      end

      assert Command.act(state, @me, 2, {:move, "rubbish"}) == {:error, :not_your_turn}
      assert Command.act(over(), @me, 2, {:move, "rubbish"}) == {:error, :over}
    end
  end

  describe "effects" do
    test "a move is stored, then shown, then the engine is asked with its full spec" do
      assert {:ok, state, effects} = refusal(state(:me_and_engine), @me, {:move, "-7"})
      event = %Event{seq: 2, type: :moved, data: %{side: :first, move: "-7"}}
      assert effects == [{:store, event}, :broadcast, :stop_search, {:search, :second, "careful"}]
      assert state == thinking()
    end

    test "after an engine's move it is the person's turn" do
      assert {:ok, _, effects} = refusal(thinking(), :engine, {:move, "c3-A"})
      event = %Event{seq: 3, type: :moved, data: %{side: :second, move: "c3-A"}}
      assert effects == [{:store, event}, :broadcast, :stop_search]
    end

    test "two engines play on without help" do
      assert {:ok, _, effects} = refusal(state(:engines), :engine, {:move, "-7"})
      assert List.last(effects) == {:search, :second, "careful"}
    end

    test "after the last move no engine is asked" do
      state = state(:me_and_engine, [], @won)
      assert {:ok, state, effects} = refusal(state, @me, {:move, "d4"})
      assert [{:store, %Event{type: :moved}}, :broadcast, :stop_search, :drop_trees] = effects
      assert %Outcome{result: :first, reason: :line} = state.result
      assert State.turn(state) == nil
      assert Effect.pending(state) == []
    end

    test "a resignation ends the match, even while the engine thinks" do
      assert {:ok, state, effects} = refusal(thinking(), @me, :resign)
      event = %Event{seq: 3, type: :resigned, data: %{side: :first}}
      assert effects == [{:store, event}, :broadcast, :stop_search, :drop_trees]
      assert state.result == %Outcome{result: :second, reason: :resignation}
    end

    test "if a visitor holds both seats, the side to move resigns" do
      {:ok, state, _} = refusal(state(:me_twice, moves(["-7"])), @me, :resign)
      assert state.result.result == :first
    end

    test "an engine that failed is asked again, and nothing is stored" do
      assert {:ok, state, effects} = refusal(failed(), @me, :retry_engine)
      assert effects == [:broadcast, {:search, :second, "careful"}]
      assert state == thinking()
    end

    test "the next accepted command clears a failure" do
      for command <- [:undo, :resign] do
        assert {:ok, %State{failure: nil}, _} = refusal(failed(), @me, command)
      end
    end

    test "a loaded match asks the engine if it is its turn" do
      assert Effect.pending(thinking()) == [{:search, :second, "careful"}]
      assert Effect.pending(state(:engine_and_me)) == [{:search, :first, "careful"}]
      assert Effect.pending(state(:me_and_engine)) == []
      assert Effect.pending(resigned()) == []
      assert Effect.pending(drawn()) == []
    end
  end

  describe "undo returns to the player's last decision" do
    defp undone(state, actor) do
      assert {:ok, next, [{:store, event}, :broadcast, :stop_search, :drop_trees | searches]} =
               refusal(state, actor, :undo)

      assert %Event{type: :undone, data: %{ply: ply}} = event
      assert event.seq == state.seq + 1 and next.seq == event.seq
      assert next.position.moves == Enum.take(state.position.moves, ply)
      {next, event.data, searches}
    end

    test "even if the engine has already replied" do
      state = state(:me_and_engine, moves(["-7", "c3-A", "b2-0", "a1-1"]))
      {next, data, searches} = undone(state, @me)
      assert {data, searches} == {%{side: :first, ply: 2}, []}
      assert State.turn(next) == :first
      assert {_, %{ply: 0}, []} = undone(next, @me)
    end

    test "even while the engine thinks" do
      assert {next, %{side: :first, ply: 0}, []} = undone(thinking(), @me)
      assert refusal(next, @me, :undo) == {:error, :nothing_to_undo}
    end

    test "but not past an engine's first move" do
      state = state(:engine_and_me, moves(["-7"]))
      assert refusal(state, @me, :undo) == {:error, :nothing_to_undo}
      refute State.can_undo?(state, "me")

      {state, %{side: :second, ply: 1}, []} =
        undone(state(:engine_and_me, moves(["-7", "c3-A"])), @me)

      assert State.turn(state) == :second
    end

    test "after the game has ended on the board, and clears the result" do
      state = state(:me_and_engine, moves(["d4"]), @won)
      assert {%State{result: nil} = next, %{ply: 0}, []} = undone(state, @me)
      assert State.turn(next) == :first
      drawn = state(:me_and_engine, moves(["b2"]), @drawn)
      assert {%State{result: nil}, %{ply: 0}, []} = undone(drawn, @me)
    end

    test "for each of two people separately, when the other one accepts" do
      state = state(:me_and_you, moves(["-7", "c3-A", "b2-0"]))

      for {one, other, ply} <- [{@you, @me, 1}, {@me, @you, 2}] do
        {:ok, asked, _effects} = refusal(state, one, :undo)
        {:ok, next, [{:store, event} | _]} = refusal(asked, other, {:accept, :undo})
        assert %{offer: :undo, ply: ^ply} = event.data
        assert next.position.moves == Enum.take(state.position.moves, ply)
      end
    end

    test "by one move if one visitor holds both seats" do
      state = state(:me_twice, moves(["-7", "c3-A"]))
      assert {next, %{ply: 1}, []} = undone(state, @me)
      assert {_, %{ply: 0}, []} = undone(next, @me)
    end
  end

  describe "what visitors can query" do
    test "their sides, and whether they can undo" do
      state = state(:me_and_you, moves(["-7"]))
      assert State.sides_of(state, "me") == [:first]
      assert State.sides_of(state, "you") == [:second]
      assert State.sides_of(state, "nobody") == []
      assert State.sides_of(state(:me_twice), "me") == [:first, :second]
      assert State.can_undo?(state, "me")
      refute State.can_undo?(state, "you")
      refute State.can_undo?(state, "nobody")
      refute State.can_undo?(resigned(), "me")
      assert State.can_undo?(over(), "me")
    end

    test "the moves with their sides and steps" do
      state = state(:me_and_you, moves(["-7", "c3-A"]))

      assert state.moves == [
               %{side: :first, text: "-7", steps: ["7"], details: %{}},
               %{side: :second, text: "c3-A", steps: ["c3", "A"], details: %{}}
             ]
    end
  end

  describe "a log is refused" do
    defp read(events), do: State.from_events("match", events)

    test "if it is empty or does not start by creating the match" do
      [created, moved, answered] = log(:me_and_you, moves(["-7", "c3-A"]))
      assert read([]) == {:error, :not_created}
      assert read([moved, answered]) == {:error, :not_created}
      assert read([%{created | seq: 2}]) == {:error, :not_created}
      assert read([moved, created]) == {:error, :not_created}
    end

    test "if an event is missing, repeated or out of order" do
      [created, one, two] = log(:me_and_you, moves(["-7", "c3-A"]))
      assert read([created, two]) == {:error, {:missing_event, 3}}
      assert read([created, one, one]) == {:error, {:missing_event, 2}}
      assert read([created, two, one]) == {:error, {:missing_event, 3}}
    end

    test "if it creates the match twice" do
      [created] = log(:me_and_you)
      error = {:error, {:misplaced_event, %{seq: 2, type: :created}}}
      assert read([created, %{created | seq: 2}]) == error
    end

    test "if it undoes more moves than there are" do
      for ply <- [1, 2] do
        happened = moves(["-7"]) ++ [{:undone, %{side: :first, ply: ply}}]
        assert {:error, {:misplaced_event, %{seq: 3}}} = read(log(:me_and_you, happened))
      end
    end

    test "if anything happens after a resignation" do
      for after_all <- moves(["-7"]) ++ [{:resigned, %{side: :first}}] do
        happened = [{:resigned, %{side: :first}}, after_all]
        assert {:error, {:misplaced_event, %{seq: 3}}} = read(log(:me_and_you, happened))
      end
    end

    test "if the rules refuse a move, or the position is invalid" do
      assert {:error, %Error{code: :illegal_move, where: 2}} =
               read(log(:me_and_you, moves(["-7", "c3-7"])))

      assert {:error, %Error{code: :bad_position}} = read(log(:me_and_you, [], "nonsense"))
    end
  end
end
