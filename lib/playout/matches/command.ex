defmodule Playout.Matches.Command do
  @moduledoc """
  The commands of a match and their effects. This module is pure: it returns effects as data, and
  `Playout.Matches.Server` runs them.

  `handle/4` checks who may do what, asks the native rules, and returns the new state and the
  effects, in order:

    * `{:store, event}`: store the event; if that fails, the match doesn't change;
    * `:broadcast`: tell everyone watching what changed;
    * `:stop_search`: cancel the running search;
    * `:drop_trees`: drop the search trees kept from earlier moves;
    * `:finish_search`: end the running search and play its best move so far;
    * `{:search, side, spec}`: search for the engine that is to move;
    * `{:pass, visitor, move}`: a person is to move and can only pass, so the pass is played
      for them after a delay.
  """

  alias Playout.Engine.Record
  alias Playout.{Error, Outcome}
  alias Playout.Matches.{Event, Players, State}

  # A match that has this many events accepts only what ends by itself: moves and a resignation.
  # Undoing, replacing engines and changing the pace could go on for ever, and whoever wakes the
  # match reads all its events.
  @most_events 20_000

  @names ~w(move typed undo resign retry_engine move_now replace_engine pace step)a

  @typedoc "Who gives a command: a visitor, or the engine that is to move."
  @type actor :: {:visitor, String.t()} | :engine

  @typedoc """
  `:move` takes the text of a move; `:typed` takes a move the way people write it
  (`Playout.read_move/2`). `:move_now` ends the running search; `{:replace_engine, side, player}`
  gives the engine's seat to another engine. `:pace` and, while the match is `:paused`, `:step`
  are for matches between two engines. Only the owner of a match (`manages?/2`) may replace an
  engine, set the pace or step; only its players may move, undo or resign; both may use
  `:retry_engine` and `:move_now`.
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

  @doc "Returns the name of a command; `:malformed` if it is none."
  @spec name(term) :: atom
  def name(command) do
    name = if is_tuple(command) and command != {}, do: elem(command, 0), else: command
    if name in @names, do: name, else: :malformed
  end

  @type effect ::
          {:store, Event.t()}
          | :broadcast
          | :stop_search
          | :drop_trees
          | :finish_search
          | {:search, Event.side(), String.t()}
          | {:pass, String.t(), String.t()}

  @type refusal ::
          :malformed
          | :not_your_seat
          | :stale
          | :over
          | :not_your_turn
          | :nothing_to_undo
          | :nothing_to_retry
          | :not_thinking
          | :not_paused
          | :not_watched
          | :too_long
          | Error.t()

  @doc """
  Handles a command; `seq` is the number of the state that the sender saw. If the state has
  changed since then, only a change of pace is accepted.
  """
  @spec handle(State.t(), actor, integer, command) ::
          {:ok, State.t(), [effect]} | {:error, refusal}
  def handle(%State{} = state, actor, seq, command) do
    with {:ok, state, effects, _record} <- handle(state, actor, seq, command, nil),
         do: {:ok, state, effects}
  end

  @doc """
  Like `handle/4`, but takes the record of the state, which makes moves faster, and also returns
  the record of the new state. Use the new record only with the new state.
  """
  @spec handle(State.t(), actor, integer, command, nil | Record.t()) ::
          {:ok, State.t(), [effect], nil | Record.t()} | {:error, refusal}
  def handle(%State{} = state, actor, seq, command, record) do
    with :ok <- well_formed(seq, command),
         {:ok, sides} <- authorize(state, actor, command),
         :ok <- check_seq(state, seq, command),
         :ok <- check_length(state, command) do
      carry_out(command, state, sides, record)
    end
  end

  defp carry_out({:move, text}, state, sides, record), do: move(state, sides, text, record)

  defp carry_out({:typed, typed}, state, sides, record) do
    with {:ok, _side} <- on_turn(state, sides),
         {:ok, text} <- Playout.read_move(state.position, typed),
         do: move(state, sides, text, record)
  end

  defp carry_out(:undo, state, sides, _record), do: undo(state, sides)

  defp carry_out(command, state, sides, record) do
    with {:ok, next, effects} <- decide(state, sides, command), do: {:ok, next, effects, record}
  end

  defp well_formed(seq, command) when is_integer(seq) do
    case command do
      {kind, text} when kind in [:move, :typed] and is_binary(text) -> :ok
      {:replace_engine, side, _player} when side in [:first, :second] -> :ok
      {:pace, pace} -> if pace in Event.paces(), do: :ok, else: {:error, :malformed}
      simple when simple in [:undo, :resign, :retry_engine, :move_now, :step] -> :ok
      _ -> {:error, :malformed}
    end
  end

  defp well_formed(_seq, _command), do: {:error, :malformed}

  # Returns the sides that the actor plays.
  defp authorize(state, :engine, _command) do
    case State.to_move(state) do
      {side, {:engine, _, _}} -> {:ok, [side]}
      _ -> {:error, :not_your_turn}
    end
  end

  defp authorize(state, {:visitor, visitor}, command) do
    sides = State.sides_of(state, visitor)
    seated? = sides != []
    manages? = State.manages?(state, visitor)

    may? =
      case command do
        {:pace, _pace} -> manages?
        {:replace_engine, _side, _player} -> manages?
        :step -> manages?
        either when either in [:retry_engine, :move_now] -> seated? or manages?
        _ -> seated?
      end

    if may?, do: {:ok, sides}, else: {:error, :not_your_seat}
  end

  @doc "Returns `:ok` if the visitor can move in this state, otherwise the reason."
  @spec can_move(State.t(), String.t()) ::
          :ok | {:error, :not_your_seat | :not_your_turn | :over}
  def can_move(%State{} = state, visitor) do
    with {:ok, sides} <- authorize(state, {:visitor, visitor}, :move),
         {:ok, _side} <- on_turn(state, sides),
         do: :ok
  end

  # An engine may move while the owner changes the pace. The change makes sense in any later
  # state, so it is accepted even if the owner saw an older one.
  defp check_seq(%{seq: now}, seq, {:pace, _pace}) when seq <= now, do: :ok
  defp check_seq(%{seq: seq}, seq, _command), do: :ok
  defp check_seq(_state, _seq, _command), do: {:error, :stale}

  defp check_length(%{seq: seq}, command) when seq >= @most_events do
    if name(command) in [:undo, :replace_engine, :pace], do: {:error, :too_long}, else: :ok
  end

  defp check_length(_state, _command), do: :ok

  defp move(state, sides, text, record) do
    with {:ok, side} <- on_turn(state, sides),
         {:ok, next, record} <- State.play(state, text, record),
         {:ok, next, effects} <- accepted(state, next, :moved, %{side: side, move: text}) do
      {:ok, next, effects, record}
    end
  end

  defp undo(%{result: %Outcome{reason: :resignation}}, _sides), do: {:error, :over}

  defp undo(state, sides) do
    with ply when ply != nil <- State.undo_ply(state, sides),
         {:ok, next, record} <- State.replay(state, Enum.take(state.position.moves, ply)),
         data = %{side: next.snapshot.side, ply: ply},
         {:ok, next, effects} <- accepted(state, next, :undone, data) do
      {:ok, next, effects, record}
    else
      nil -> {:error, :nothing_to_undo}
      error -> error
    end
  end

  defp decide(%{result: nil} = state, sides, :resign) do
    # A visitor who holds both seats resigns for the side to move.
    side = if state.snapshot.side in sides, do: state.snapshot.side, else: hd(sides)
    accepted(state, State.resigned(state, side), :resigned, %{side: side})
  end

  defp decide(%{failure: %Error{}} = state, _sides, :retry_engine) do
    next = %{state | failure: nil}
    {:ok, next, [:broadcast | engine_search(next)]}
  end

  defp decide(_state, _sides, :retry_engine), do: {:error, :nothing_to_retry}

  defp decide(%{result: %Outcome{}}, _sides, _command), do: {:error, :over}

  defp decide(state, _sides, :move_now) do
    if state.failure == nil and engine_search(state) != [],
      do: {:ok, state, [:finish_search]},
      else: {:error, :not_thinking}
  end

  defp decide(state, _sides, {:replace_engine, side, player}) do
    with {:engine, _, _} <- state.seats[side],
         {:ok, seat} <- Players.engine(state.game, player) do
      accepted(state, put_in(state.seats[side], seat), :replaced, %{side: side, seat: seat})
    else
      {:person, _visitor} -> {:error, :malformed}
      error -> error
    end
  end

  defp decide(%{pace: nil}, _sides, _command), do: {:error, :not_watched}

  defp decide(%{pace: pace} = state, _sides, {:pace, pace}), do: {:ok, state, []}

  defp decide(state, _sides, {:pace, pace}) do
    accepted(state, %{state | pace: pace}, :paced, %{pace: pace})
  end

  defp decide(%{pace: :paused} = state, _sides, :step) do
    next = %{state | failure: nil}
    {:ok, next, [:broadcast | engine_search(next)]}
  end

  defp decide(_state, _sides, :step), do: {:error, :not_paused}

  defp on_turn(state, sides) do
    side = State.turn(state)

    cond do
      side == nil -> {:error, :over}
      side in sides -> {:ok, side}
      true -> {:error, :not_your_turn}
    end
  end

  defp accepted(state, next, type, data) do
    event = %Event{seq: state.seq + 1, type: type, data: data}
    next = %{next | seq: event.seq, failure: nil}
    effects = [{:store, event}, :broadcast, :stop_search]
    trees = if keeps_trees?(next, type), do: [], else: [:drop_trees]
    {:ok, next, effects ++ trees ++ pending(next)}
  end

  # Whether the search trees of earlier moves remain useful.
  defp keeps_trees?(%{result: nil}, type), do: type in [:moved, :paced]
  defp keeps_trees?(_over, _type), do: false

  defp engine_search(state) do
    case State.to_move(state) do
      {side, {:engine, _level, spec}} -> [{:search, side, spec}]
      _ -> []
    end
  end

  @doc """
  Returns the effects for a match that was just loaded: search if an engine is to move, or play a
  forced pass.
  """
  @spec pending(State.t()) :: [effect]
  # A paused match waits for `:step` or another pace.
  def pending(%State{pace: :paused}), do: []
  def pending(%State{} = state), do: engine_search(state) ++ forced_pass(state)

  defp forced_pass(%{snapshot: %{pass: pass}} = state) do
    case State.to_move(state) do
      {_side, {:person, visitor}} when pass != nil -> [{:pass, visitor, pass}]
      _ -> []
    end
  end
end
