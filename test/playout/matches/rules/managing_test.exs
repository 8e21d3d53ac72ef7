defmodule Playout.Matches.Rules.ManagingTest do
  # Tests what the owner of a match can do besides playing in it.
  use ExUnit.Case, async: true

  import Playout.Test.Logs

  alias Playout.Error
  alias Playout.Matches.{Event, State}
  alias Playout.Matches.Rules.{Command, Effect}

  @owner {:visitor, "me"}
  @stranger {:visitor, "nobody"}
  @other_engine {:engine, "hedgehog", "careful"}
  @crash Error.new(:internal, "crashed", "it crashed")

  @commands [:move_now, :step, :retry_engine, {:pace, :slow}] ++
              [{:replace_engine, :second, {:level, "hedgehog"}}, :undo, :resign, {:move, "-7"}]

  defp give(state, actor \\ @owner, command), do: Command.act(state, actor, state.seq, command)

  defp refusals(state, actor) do
    for command <- @commands do
      case give(state, actor, command) do
        {:ok, _, _} -> :ok
        {:error, reason} -> reason
      end
    end
  end

  describe "permissions" do
    test "in a match of two engines" do
      running = state(:engines)
      seat = [:not_your_seat, :not_your_seat, :not_your_seat]

      assert refusals(running, @owner) ==
               [:ok, :not_paused, :nothing_to_retry, :ok, :ok | seat]

      assert refusals(running, @stranger) == List.duplicate(:not_your_seat, 8)

      paused = state(:engines, [paced(:paused)])
      assert refusals(paused, @owner) == [:ok, :ok, :nothing_to_retry, :ok, :ok | seat]
    end

    test "in a match against an engine" do
      thinking = state(:me_and_engine, moves(["-7"]))

      assert refusals(thinking, @owner) ==
               [:ok, :not_watched, :nothing_to_retry, :not_watched, :ok] ++
                 [:ok, :ok, :not_your_turn]

      assert [:not_thinking | _] = refusals(state(:me_and_engine), @owner)
      assert [:not_thinking | _] = refusals(%{thinking | failure: @crash}, @owner)
      assert refusals(thinking, @stranger) == List.duplicate(:not_your_seat, 8)
    end

    test "a player who is not the owner cannot manage the match" do
      # "me" owns the match between these two.
      state = state(:me_and_you)
      assert State.manages?(state, "me")
      refute State.manages?(state, "you")

      for command <- [:step, {:pace, :fast}, {:replace_engine, :first, {:level, "sparrow"}}] do
        assert give(state, {:visitor, "you"}, command) == {:error, :not_your_seat}
      end
    end

    test "there is nothing to manage after the end" do
      over = state(:engines, moves(["d4"]), "012./..../..../.... 3")

      for command <- [
            :move_now,
            :step,
            {:pace, :fast},
            {:replace_engine, :first, {:level, "sparrow"}}
          ] do
        assert give(over, command) == {:error, :over}
      end
    end
  end

  test "invalid commands are malformed" do
    for command <- [
          {:pace, nil},
          {:pace, "slow"},
          {:pace, :breakneck},
          {:replace_engine, :third, {:level, "sparrow"}},
          {:replace_engine, :first},
          {:replace_engine, :first, :me},
          {:replace_engine, :first, {:level, "unicorn"}},
          {:replace_engine, :first, nil},
          {:step, 2},
          :play_on
        ] do
      assert give(state(:engines), command) == {:error, :malformed}
    end

    assert {:error, %Error{code: :bad_option}} =
             give(state(:engines), {:replace_engine, :first, {:custom, "genius"}})
  end

  test "a person's seat cannot be given away" do
    assert give(state(:me_and_engine), {:replace_engine, :first, {:level, "sparrow"}}) ==
             {:error, :malformed}
  end

  describe "effects" do
    test "pausing stops the search, setting a pace restarts it" do
      assert {:ok, %{pace: :paused} = paused, effects} = give(state(:engines), {:pace, :paused})
      event = %Event{seq: 2, type: :paced, data: %{pace: :paused}}
      assert effects == [{:store, event}, :broadcast, :stop_search]
      assert Effect.pending(paused) == []

      assert {:ok, %{pace: :fast}, effects} = give(paused, {:pace, :fast})
      assert List.last(effects) == {:search, :first, "careful"}
    end

    test "the pace that a match already has changes nothing" do
      state = state(:engines)
      assert give(state, {:pace, state.pace}) == {:ok, state, []}
    end

    test "a step asks for one move and leaves the match paused" do
      paused = state(:engines, [paced(:paused)])
      assert {:ok, ^paused, [:broadcast, {:search, :first, "careful"}]} = give(paused, :step)
      assert {:ok, %{pace: :paused}, effects} = give(paused, :engine, {:move, "-7"})
      refute Enum.any?(effects, &match?({:search, _, _}, &1))
    end

    test "a replacement engine is asked immediately" do
      failed = %{state(:me_and_engine, moves(["-7"])) | failure: @crash}
      custom = {:custom, "careful:seed=9"}
      assert {:ok, state, effects} = give(failed, {:replace_engine, :second, custom})
      assert %{failure: nil, seats: %{second: {:engine, nil, "careful:seed=9"}}} = state
      assert List.last(effects) == {:search, :second, "careful:seed=9"}
    end

    test "telling an engine to move now stores nothing" do
      state = state(:me_and_engine, moves(["-7"]))
      assert give(state, :move_now) == {:ok, state, [:finish_search]}
    end
  end

  test "a match with 20,000 events accepts only what ends by itself" do
    long = fn state, seq -> %{state | seq: seq} end
    level = {:replace_engine, :second, {:level, "hedgehog"}}

    for {state, command} <- [
          {state(:engines), {:pace, :slow}},
          {state(:engines), level},
          {state(:me_and_engine, moves(["-7"])), :undo}
        ] do
      assert {:ok, %{seq: 20_000}, _} = give(long.(state, 19_999), command)
      assert give(long.(state, 20_000), command) == {:error, :too_long}
    end

    assert {:ok, _, _} = give(long.(state(:me_and_engine), 20_000), {:move, "-7"})
    assert {:ok, _, _} = give(long.(state(:me_and_engine), 20_001), :resign)
  end

  test "a match takes only so many changes of its pace, its engines and its audience, and still moves" do
    level = {:replace_engine, :second, {:level, "hedgehog"}}
    many = fn state, switches -> %{state | switches: switches} end

    for {state, command} <- [
          {state(:engines), {:pace, :slow}},
          {state(:engines), level},
          {state(:me_and_you), {:show, true}},
          {state(:me_and_open), {:list, true}}
        ] do
      assert {:ok, %{switches: 1_000}, _} = give(many.(state, 999), command)
      assert give(many.(state, 1_000), command) == {:error, :too_long}
    end

    # The lobby does not offer a seat for ever.
    listed = %{state(:me_and_open) | listed: true, switches: 1_000}
    assert {:ok, %{listed: false}, _} = give(listed, {:list, false})

    # What one player switches doesn't use up what the other one may do.
    playing = many.(state(:me_and_you), 1_000)
    assert {:ok, moved, _} = give(playing, {:move, "-7"})
    assert {:ok, _, _} = give(moved, {:visitor, "you"}, {:offer, :draw})
    assert {:ok, _, _} = give(moved, :undo)
  end

  test "each switch counts, also when a match is read again" do
    happened = [paced(:slow), paced(:fast), {:replaced, %{side: :first, seat: @other_engine}}]
    assert state(:engines, happened).switches == 3
    assert {:ok, %{switches: 4}, _} = give(state(:engines, happened), {:pace, :slow})
    assert state(:me_and_engine, moves(["-7"])).switches == 0
  end

  test "a match with 20,100 events goes to no other browser any more" do
    state = state(:me_and_engine)
    assert {:ok, %{seq: 20_100}, _} = give(%{state | seq: 20_099}, {:transfer, "elsewhere"})
    assert give(%{state | seq: 20_100}, {:transfer, "elsewhere"}) == {:error, :too_long}
    assert {:ok, _, _} = give(%{state | seq: 20_100}, :resign)
  end

  test "decisions are stored in the log" do
    happened = [
      paced(:paused),
      {:replaced, %{side: :second, seat: {:engine, "hedgehog", "random"}}},
      {:moved, %{side: :first, move: "-7"}},
      paced(:slow)
    ]

    state = state(:engines, happened)
    assert %{seq: 5, pace: :slow, seats: %{second: {:engine, "hedgehog", "random"}}} = state
    assert state(:me_and_engine).pace == nil
  end
end
