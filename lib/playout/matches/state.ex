defmodule Playout.Matches.State do
  @moduledoc """
  The state of a match, built from its events, and queries on it. `Playout.Matches.Command`
  decides which commands are allowed.
  """

  alias Playout.{Description, Error, Outcome, Position, Side, Snapshot}
  alias Playout.Engine.Record
  alias Playout.Matches.{Event, State, Summary}

  @enforce_keys [:id, :seq, :owner, :game, :variant, :start, :seats, :toss]
  defstruct [
    :id,
    :seq,
    :owner,
    :game,
    :variant,
    :start,
    :seats,
    :toss,
    :pace,
    :position,
    :snapshot,
    :result,
    :failure,
    moves: []
  ]

  @typedoc """
  - `seq`: the number of the last event;
  - `owner`: the visitor who created it;
  - `seats`: who plays, by side (see `Playout.Matches.Event`);
  - `toss`: whether the seats were assigned at random;
  - `pace`: how fast two engines play; `nil` if a person plays;
  - `moves`: the moves played;
  - `position`: the position on the board; `snapshot`: the rules' description of it;
  - `result`: how the match ended, `nil` while it goes on; its reason comes from the rules, or is
    `:resignation`;
  - `failure`: why the engine could not move, if it failed; not stored.
  """
  @type t :: %State{
          id: String.t(),
          seq: pos_integer,
          owner: String.t(),
          game: atom,
          variant: atom,
          start: String.t(),
          seats: %{first: Event.seat(), second: Event.seat()},
          toss: boolean,
          pace: nil | Event.pace(),
          position: Position.t(),
          snapshot: Snapshot.t(),
          result: nil | Outcome.t(),
          failure: nil | Error.t(),
          moves: [Description.played()]
        }

  @doc "Builds a match from all its events."
  @spec from_events(String.t(), [Event.t()]) :: {:ok, t} | {:error, term}
  def from_events(id, events) do
    with {:ok, state, _record} <- open(id, events), do: {:ok, state}
  end

  @doc "Like `from_events/2`, but also returns the native record of the current position."
  @spec open(String.t(), [Event.t()]) :: {:ok, t, Record.t()} | {:error, term}
  def open(id, [%Event{type: :created, seq: 1, data: data} | events]) do
    state = struct!(State, Map.merge(data, %{id: id, seq: 1}))
    pace = if watched?(state), do: :normal
    acc = %{texts: [], resigned: nil, state: %{state | pace: pace}}

    with {:ok, acc} <- fold(events, acc),
         {:ok, state, record} <- replay(acc.state, Enum.reverse(acc.texts)) do
      {:ok, if(acc.resigned, do: resigned(state, acc.resigned), else: state), record}
    end
  end

  def open(_id, _events), do: {:error, :not_created}

  # Collects the texts of the moves, the last one first, so that the rules are asked only once.
  defp fold([], acc), do: {:ok, acc}

  defp fold([%Event{seq: seq} = event | events], %{state: %{seq: last}} = acc)
       when seq == last + 1 do
    acc = put_in(acc.state.seq, seq)
    with {:ok, acc} <- apply_event(event, acc), do: fold(events, acc)
  end

  defp fold([%Event{seq: seq} | _], _folded), do: {:error, {:missing_event, seq}}

  defp apply_event(%Event{type: :moved, data: data}, %{resigned: nil} = acc) do
    {:ok, %{acc | texts: [data.move | acc.texts]}}
  end

  defp apply_event(%Event{type: :undone, data: %{ply: ply}}, %{resigned: nil} = acc)
       when ply < length(acc.texts) do
    {:ok, %{acc | texts: Enum.drop(acc.texts, length(acc.texts) - ply)}}
  end

  defp apply_event(%Event{type: :resigned, data: data}, %{resigned: nil} = acc) do
    {:ok, %{acc | resigned: data.side}}
  end

  defp apply_event(%Event{type: :replaced, data: data}, %{resigned: nil} = acc) do
    {:ok, put_in(acc.state.seats[data.side], data.seat)}
  end

  defp apply_event(%Event{type: :paced, data: data}, acc) do
    {:ok, put_in(acc.state.pace, data.pace)}
  end

  defp apply_event(%Event{seq: seq, type: type}, _folded) do
    {:error, {:misplaced_event, %{seq: seq, type: type}}}
  end

  @doc "Returns the state after these moves, with the record of its position."
  @spec replay(t, [String.t()]) :: {:ok, t, Record.t()} | {:error, Error.t()}
  def replay(state, texts) do
    position = %Position{game: state.game, start: state.start, moves: texts}

    with {:ok, record, snapshot, played} <- Record.open(position) do
      state = %{state | position: position, snapshot: snapshot}
      {:ok, %{state | moves: played, result: snapshot.outcome}, record}
    end
  end

  @doc """
  Returns the state after one more move, with its record; `record` is the record of the given
  state, if there is one.
  """
  @spec play(t, String.t(), nil | Record.t()) :: {:ok, t, Record.t()} | {:error, Error.t()}
  def play(state, text, record) do
    with {:ok, record, snapshot} <- Record.play(record, state.position, text) do
      state = %{state | position: Record.position(record), snapshot: snapshot}
      {:ok, %{state | moves: state.moves ++ [snapshot.last], result: snapshot.outcome}, record}
    end
  end

  @doc "Returns the state after a side has resigned."
  @spec resigned(t, Event.side()) :: t
  def resigned(state, side) do
    %{state | result: %Outcome{result: Side.other(side), reason: :resignation}}
  end

  @doc "Returns the side to move; `nil` if the match is over."
  @spec turn(t) :: nil | Event.side()
  def turn(%State{result: nil, snapshot: snapshot}), do: snapshot.side
  def turn(%State{}), do: nil

  @doc "Returns the side to move with its seat; `nil` if the match is over."
  @spec to_move(t) :: nil | {Event.side(), Event.seat()}
  def to_move(%State{} = state) do
    with side when side != nil <- turn(state), do: {side, state.seats[side]}
  end

  @doc """
  Returns the side that a visitor plays; `nil` for a spectator. A visitor who holds both seats
  plays the side to move.
  """
  @spec side_of(t, String.t()) :: nil | Event.side()
  def side_of(%State{} = state, visitor) do
    case sides_of(state, visitor) do
      [] -> nil
      [side] -> side
      [_, _] -> state.snapshot.side
    end
  end

  @doc "Returns whether a visitor can undo a move."
  @spec can_undo?(t, String.t()) :: boolean
  def can_undo?(%State{} = state, visitor), do: undo_ply(state, sides_of(state, visitor)) != nil

  @doc """
  Returns how many moves remain when these sides undo the last move that they chose themselves, or
  `nil` if there is nothing to undo. A pass is never chosen, so it doesn't count.
  """
  @spec undo_ply(t, [Event.side()]) :: nil | non_neg_integer
  def undo_ply(%State{result: %Outcome{reason: :resignation}}, _sides), do: nil

  def undo_ply(%State{moves: moves}, sides) do
    chosen? = &(&1.side in sides and not pass?(&1))
    from_end = moves |> Enum.reverse() |> Enum.find_index(chosen?)
    from_end && length(moves) - from_end - 1
  end

  @doc "Returns whether a move was a pass. Passes are always forced."
  @spec pass?(%{details: map}) :: boolean
  def pass?(%{details: details}), do: is_map_key(details, :pass)

  @doc """
  Returns whether a visitor owns the match. The owner may set its pace, replace its engines and
  delete it.
  """
  @spec manages?(t, String.t()) :: boolean
  def manages?(%State{owner: owner}, visitor), do: owner == visitor

  @doc "Returns whether two engines play each other."
  @spec watched?(t) :: boolean
  def watched?(%State{seats: %{first: {:engine, _, _}, second: {:engine, _, _}}}), do: true
  def watched?(%State{}), do: false

  @doc "Returns the visitors involved in the match: its owner and its players."
  @spec visitors(t) :: [String.t()]
  def visitors(%State{} = state) do
    people = for {_side, {:person, visitor}} <- state.seats, do: visitor
    Enum.uniq([state.owner | people])
  end

  @doc "Returns a summary of the match, for lists."
  @spec summary(t, nil | DateTime.t()) :: Summary.t()
  def summary(%State{} = state, at) do
    ended = state.result || %{result: nil, reason: nil, details: %{}}

    %Summary{
      id: state.id,
      game: state.game,
      variant: state.variant,
      seats: state.seats,
      position: state.snapshot.position,
      turn: turn(state),
      moves: length(state.moves),
      result: ended.result,
      reason: ended.reason,
      details: ended.details,
      at: at
    }
  end

  @doc "Returns the sides that a visitor plays in a match or a summary: none, one or both."
  @spec sides_of(t | Summary.t(), String.t()) :: [Event.side()]
  def sides_of(%{seats: seats}, visitor) do
    for side <- [:first, :second], seats[side] == {:person, visitor}, do: side
  end
end
