defmodule Playout.Matches.Rules.Command do
  @moduledoc """
  The commands of a match and their effects. It does nothing itself: it returns effects as data, and
  `Playout.Matches.Processes.Server` runs them.

  `act/6` checks who may do what, asks the native rules, and returns the new state and the
  effects (`Playout.Matches.Rules.Effect`), in order.
  """

  alias Playout.Engine.NativeRecord
  alias Playout.{Error, Outcome, Side}
  alias Playout.Matches.{Clock, Event, State}
  alias Playout.Matches.Rules.{Effect, Hints, Offers, Permissions, Players}

  # A match that has this many events accepts only what ends by itself: moves and a resignation.
  # Undoing, replacing engines and changing the pace could go on for ever, and whoever wakes the
  # match reads all its events. Nobody should leave a match behind in a browser that is signed out,
  # so for that there is a little room more.
  @most_events 20_000
  @most_with_transfers @most_events + 100

  # The pace, who plays and who may watch can be changed so often. That is more than anyone needs, and a
  # player cannot use up with it what the other one may do.
  @most_switches 1_000

  @simple ~w(undo resign retry_engine move_now step join flag hint)a
  @kinds ~w(move typed replace_engine pace offer accept decline list show claim transfer hinted)a ++
           @simple

  @nothing_known %{at: 0, delay: 0, gone: %{}, name: nil}

  @name ~r/\A[A-Za-z0-9_-]{1,32}\z/

  @typedoc """
  `:move` takes the text of a move; `:typed` takes a move the way people write it
  (`Playout.read_move/2`). `:move_now` ends the running search; `{:replace_engine, side, player}`
  gives the engine's seat to another engine. `:pace` and, while the match is `:paused`, `:step`
  are for matches between two engines. Only the owner of a match (`manages?/2`) may replace an
  engine, set the pace, step or `:list` an open seat; only its players may move, undo, resign, make
  and answer offers, or claim; both may use `:retry_engine` and `:move_now`. Whoever has no seat may
  `:join`.

  Between people, `:undo` is an offer. `{:decline, offer}` also withdraws one's own. `{:accept,
  :rematch}` has the id of the new match. `{:claim, {:engine, player}}` lets an engine go on for a
  player who is gone. `{:transfer, visitor}` gives the sender's seats, and the match if they own it,
  to another visitor, who is the same person in another browser.

  `:hint` asks for a hint at the next move, and once more for all of it; `{:hinted, move}` is the
  answer (`Playout.Matches.Rules.Hints`).
  """
  @type command ::
          {:move, String.t()}
          | {:typed, String.t()}
          | :undo
          | :resign
          | :retry_engine
          | :move_now
          | {:replace_engine, Event.side(), Players.player()}
          | {:pace, Event.pace()}
          | :step
          | :join
          | {:list, boolean}
          | {:show, boolean}
          | {:offer, :draw | :rematch}
          | {:accept, :undo | :draw | {:rematch, String.t()}}
          | {:decline, Event.offer()}
          | {:claim, :win | :draw | {:engine, Players.player()}}
          | {:transfer, String.t()}
          | :hint
          | {:hinted, String.t()}
          | :flag

  @typep actor :: Permissions.actor()

  @doc "Returns the kind of a command; `:malformed` if it is none."
  @spec kind(term) :: atom
  def kind(command) do
    kind = if is_tuple(command) and command != {}, do: elem(command, 0), else: command
    if kind in @kinds, do: kind, else: :malformed
  end

  @type refusal ::
          :malformed
          | :not_your_seat
          | :stale
          | :over
          | :not_your_turn
          | :nothing_to_undo
          | :no_time_to_undo
          | :nothing_to_retry
          | :not_thinking
          | :not_paused
          | :not_watched
          | :too_long
          | :no_open_seat
          | :nobody_joined
          | :not_between_people
          | :time_left
          | :time_is_up
          | Offers.refusal()
          | Hints.refusal()
          | Error.t()

  @doc """
  Carries out a command; `seq` is the number of the state that the sender saw. If there was a move since
  then, or anything else that changes what can be played, only a change of pace is accepted.
  """
  @spec act(State.t(), actor, integer, command) ::
          {:ok, State.t(), [Effect.t()]} | {:error, refusal}
  def act(%State{} = state, actor, seq, command) do
    with {:ok, state, effects, _record} <-
           act(state, actor, seq, command, nil, @nothing_known),
         do: {:ok, state, effects}
  end

  @doc """
  Like `act/4`, but takes the record of the state, which makes moves faster, and also returns
  the record of the new state. Use the new record only with the new state.

  A sender who got no answer may send a command again under the same `name`. If the match has it
  already, nothing happens.
  """
  @spec act(State.t(), actor, integer, command, nil | NativeRecord.t(), Effect.context()) ::
          {:ok, State.t(), [Effect.t()], nil | NativeRecord.t()} | {:error, refusal}
  def act(%State{} = state, actor, seq, command, record, %{name: name} = context) do
    if done?(state, name),
      do: {:ok, state, [], record},
      else: act_new(state, actor, seq, command, record, context)
  end

  @doc "Returns whether the match has the command of this name already; never for `nil`."
  @spec done?(State.t(), nil | String.t()) :: boolean
  def done?(_state, nil), do: false
  def done?(%State{commands: commands}, name), do: name in commands

  @doc "Returns whether a command may have this name: 1 to 32 letters, digits, `_` and `-`, or `nil`."
  @spec name?(term) :: boolean
  def name?(nil), do: true
  def name?(name), do: is_binary(name) and byte_size(name) <= 32 and name =~ @name

  defp act_new(state, actor, seq, command, record, context) do
    context = %{context | delay: delay(state, actor, context.delay)}

    with :ok <- well_formed(seq, command),
         {:ok, sides} <- Permissions.sides(state, actor, command),
         :ok <- check_seq(state, seq, command),
         :ok <- check_length(state, command),
         :ok <- check_time(state, command, context) do
      act_for(whose(command, actor), state, sides, record, context)
    end
  end

  # Only there it matters who it is, besides their sides.
  defp whose(:join, {:visitor, visitor}), do: {:join, visitor}
  defp whose({:transfer, to}, {:visitor, visitor}), do: {:transfer, visitor, to}
  defp whose(command, _actor), do: command

  @doc """
  Returns the network's delay that is allowed for before a command finds the time up: the sender's
  own if their time runs. Otherwise it is the most there is, because the move of whoever's time runs
  may still be on its way.
  """
  @spec delay(State.t(), actor, non_neg_integer) :: non_neg_integer
  def delay(%State{clock: nil}, _actor, delay), do: delay
  def delay(_state, :clock, delay), do: delay

  def delay(state, actor, delay) do
    if plays?(state, actor, State.running(state)), do: delay, else: Clock.most_delay()
  end

  defp plays?(_state, _actor, nil), do: false
  defp plays?(state, {:visitor, visitor}, side), do: state.seats[side] == {:person, visitor}
  defp plays?(_state, {:engine, side}, running), do: side == running
  defp plays?(state, :engine, side), do: match?({:engine, _, _}, state.seats[side])

  defp time_up?(%State{clock: nil}, _context), do: false

  defp time_up?(%State{clock: clock} = state, context),
    do: Clock.fallen?(clock, State.running(state), context.at, context.delay)

  defp act_for({:move, text}, state, sides, record, context),
    do: move(state, sides, text, record, context)

  defp act_for({:typed, typed}, state, sides, record, context) do
    with {:ok, _side} <- on_turn(state, sides),
         {:ok, text} <- Playout.read_move(state.position, typed),
         do: move(state, sides, text, record, context)
  end

  defp act_for(:undo, state, sides, record, context) do
    if State.people?(state),
      do: act_for({:offer, :undo}, state, sides, record, context),
      else: undo(state, sides, :undone, %{}, context)
  end

  defp act_for({:accept, :undo}, state, [side] = sides, _record, context) do
    with :ok <- Offers.made?(state, :undo, sides),
         do: undo(state, [Side.other(side)], :accepted, %{side: side, offer: :undo}, context)
  end

  defp act_for(command, state, sides, record, context) do
    with {:ok, next, effects} <- decide(state, sides, command, context),
         do: {:ok, next, effects, record}
  end

  defp well_formed(seq, command) when is_integer(seq),
    do: if(well_formed?(command), do: :ok, else: {:error, :malformed})

  defp well_formed(_seq, _command), do: {:error, :malformed}

  defp well_formed?({kind, text}) when kind in [:move, :typed, :hinted], do: is_binary(text)
  defp well_formed?({:replace_engine, side, _player}), do: side in [:first, :second]
  defp well_formed?({:transfer, to}), do: is_binary(to) and String.valid?(to)
  defp well_formed?({:pace, pace}), do: pace in Event.paces()
  defp well_formed?({kind, allowed}) when kind in [:list, :show], do: is_boolean(allowed)
  # An undo is offered by `:undo`.
  defp well_formed?({:offer, offer}), do: offer in [:draw, :rematch]
  defp well_formed?({:accept, {:rematch, id}}), do: is_binary(id)
  defp well_formed?({:accept, offer}), do: offer in [:undo, :draw]
  defp well_formed?({:decline, offer}), do: offer in Event.offers()
  defp well_formed?({:claim, {:engine, _player}}), do: true
  defp well_formed?({:claim, claim}), do: claim in [:win, :draw]
  defp well_formed?(simple), do: simple in @simple

  @doc "Returns `:ok` if the visitor can move in this state, otherwise the reason."
  @spec can_move(State.t(), String.t()) ::
          :ok | {:error, :not_your_seat | :not_your_turn | :over}
  def can_move(%State{} = state, visitor) do
    with {:ok, sides} <- Permissions.sides(state, {:visitor, visitor}, :move),
         {:ok, _side} <- on_turn(state, sides),
         do: :ok
  end

  # An engine may move while the owner changes the pace. The change makes sense in any later
  # state, so it is accepted even if the owner saw an older one. The same goes for what a player
  # allows, and for a seat that goes to another browser.
  defp check_seq(%{seq: now}, seq, {kind, _value})
       when kind in [:pace, :show, :transfer] and seq <= now,
       do: :ok

  # An answer is to the offer that its sender has seen, not to a later one. Nobody accepts a draw
  # before they have seen the move that came with it.
  defp check_seq(%{seq: now, offers: offers} = state, seq, {answer, offer})
       when answer in [:accept, :decline] and seq <= now do
    offer = with {offer, _id} <- offer, do: offer

    case offers do
      %{^offer => %{seq: made}} when seq < made -> {:error, :stale}
      %{^offer => _made} when answer == :accept and seq < state.board_seq -> {:error, :stale}
      _other -> :ok
    end
  end

  defp check_seq(%{seq: now, board_seq: first}, seq, _command) when seq >= first and seq <= now,
    do: :ok

  defp check_seq(_state, _seq, _command), do: {:error, :stale}

  # What ends by itself, and what could go on for ever.
  @always [:move, :typed, :resign, :flag, :accept, :claim, :retry_engine, :move_now, :step]
  @switches [:list, :show, :pace, :replace_engine]

  defp check_length(%{seq: seq} = state, command) do
    kind = kind(command)

    cond do
      # The lobby need not offer a seat for ever.
      command == {:list, false} -> :ok
      kind in @switches and state.switches >= @most_switches -> {:error, :too_long}
      seq < @most_events or kind in @always -> :ok
      kind == :transfer and seq < @most_with_transfers -> :ok
      true -> {:error, :too_long}
    end
  end

  # The clock decides, whoever notices it first.
  defp check_time(_state, :flag, _context), do: :ok

  defp check_time(state, _command, context),
    do: if(time_up?(state, context), do: {:error, :time_is_up}, else: :ok)

  defp move(state, sides, text, record, context) do
    with {:ok, side} <- on_turn(state, sides),
         {:ok, next, record} <- State.play(state, text, record),
         {:ok, next, effects} <-
           Effect.accept(state, next, :moved, %{side: side, move: text}, context) do
      {:ok, next, effects, record}
    end
  end

  # An ending that the players brought about stays.
  defp undo(state, sides, type, data, context) do
    with {:ok, ply} <- undo_ply(state, sides, context),
         {:ok, next, record} <- State.replay(state, Enum.take(state.position.moves, ply)),
         next = %{next | times: Enum.take(state.times, ply)},
         data = Map.merge(%{side: next.snapshot.side, ply: ply}, data),
         {:ok, next, effects} <- Effect.accept(state, next, type, data, context) do
      {:ok, next, effects, record}
    end
  end

  defp undo_ply(state, sides, context) do
    with ply when ply != nil <- State.undo_ply(state, sides),
         {:ok, _clock} <- State.undone_clock(state, ply, context.at) do
      {:ok, ply}
    else
      nil -> {:error, if(ended_by_players?(state), do: :over, else: :nothing_to_undo)}
      :error -> {:error, :no_time_to_undo}
    end
  end

  defp ended_by_players?(%{result: nil}), do: false
  defp ended_by_players?(state), do: state.result != state.snapshot.outcome

  defp decide(%{failure: %Error{}} = state, _sides, :retry_engine, _context) do
    next = %{state | failure: nil}
    {:ok, next, [:broadcast | Effect.search(next)]}
  end

  defp decide(_state, _sides, :retry_engine, _context), do: {:error, :nothing_to_retry}

  defp decide(state, [side], {:join, visitor}, context) do
    Effect.accept(state, state, :joined, %{side: side, visitor: visitor}, context)
  end

  defp decide(state, _sides, {:transfer, from, to}, context),
    do: Effect.accept(state, state, :transferred, %{from: from, to: to}, context)

  defp decide(state, _sides, {:list, listed}, context) do
    cond do
      State.open_side(state) == nil -> {:error, :no_open_seat}
      state.listed == listed -> {:ok, state, []}
      true -> Effect.accept(state, state, :listed, %{listed: listed}, context)
    end
  end

  defp decide(state, [side | _], {:show, shown}, context) do
    cond do
      not State.people?(state) -> {:error, :not_between_people}
      state.shown[side] == shown -> {:ok, state, []}
      true -> Effect.accept(state, state, :shown, %{side: side, shown: shown}, context)
    end
  end

  defp decide(state, sides, {:decline, offer}, context),
    do: Offers.decline(state, sides, offer, context)

  defp decide(state, sides, {:offer, :rematch}, context),
    do: Offers.offer(state, sides, :rematch, context)

  defp decide(state, sides, {:accept, {:rematch, _id} = rematch}, context),
    do: Offers.accept(state, sides, rematch, context)

  defp decide(%{result: %Outcome{}}, _sides, _command, _context), do: {:error, :over}

  # Without an opponent there is nothing to play for.
  defp decide(%{seats: %{first: one, second: other}}, _sides, _command, _context)
       when one == :open or other == :open,
       do: {:error, :nobody_joined}

  defp decide(state, sides, :resign, context) do
    # A visitor who holds both seats resigns for the side to move.
    side = if state.snapshot.side in sides, do: state.snapshot.side, else: hd(sides)
    Effect.accept(state, state, :resigned, %{side: side}, context)
  end

  defp decide(state, _sides, :flag, context) do
    if time_up?(state, context),
      do: Effect.accept(state, state, :flagged, %{side: State.running(state)}, context),
      else: {:error, :time_left}
  end

  defp decide(state, sides, {:offer, :undo}, context) do
    with {:ok, _ply} <- undo_ply(state, sides, context),
         do: Offers.offer(state, sides, :undo, context)
  end

  defp decide(state, sides, {:offer, :draw}, context),
    do: Offers.offer(state, sides, :draw, context)

  defp decide(state, sides, {:accept, :draw}, context),
    do: Offers.accept(state, sides, :draw, context)

  defp decide(state, sides, {:claim, claim}, context),
    do: Offers.claim(state, sides, claim, context)

  defp decide(state, sides, :hint, context) do
    with {:ok, side} <- on_turn(state, sides), do: Hints.ask(state, side, context)
  end

  defp decide(state, [side], {:hinted, move}, context),
    do: Hints.found(state, side, move, context)

  defp decide(state, _sides, :move_now, _context) do
    if state.failure == nil and Effect.search(state) != [],
      do: {:ok, state, [:finish_search]},
      else: {:error, :not_thinking}
  end

  defp decide(state, _sides, {:replace_engine, side, player}, context) do
    with {:engine, _, _} <- state.seats[side],
         {:ok, seat} <- Players.engine(state.game, state.variant, player) do
      Effect.accept(state, state, :replaced, %{side: side, seat: seat}, context)
    else
      {:person, _visitor} -> {:error, :malformed}
      error -> error
    end
  end

  defp decide(%{pace: nil}, _sides, _command, _context), do: {:error, :not_watched}

  defp decide(%{pace: pace} = state, _sides, {:pace, pace}, _context), do: {:ok, state, []}

  defp decide(state, _sides, {:pace, pace}, context) do
    Effect.accept(state, state, :paced, %{pace: pace}, context)
  end

  defp decide(%{pace: :paused} = state, _sides, :step, _context) do
    next = %{state | failure: nil}
    {:ok, next, [:broadcast | Effect.search(next)]}
  end

  defp decide(_state, _sides, :step, _context), do: {:error, :not_paused}

  defp on_turn(state, sides) do
    side = State.turn(state)

    cond do
      side == nil -> {:error, :over}
      State.open_side(state) != nil -> {:error, :nobody_joined}
      side in sides -> {:ok, side}
      true -> {:error, :not_your_turn}
    end
  end
end
