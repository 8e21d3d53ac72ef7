defmodule Playout.Matches.State do
  @moduledoc """
  The state of a match, built from its events, and queries on it. `Playout.Matches.Rules.Command`
  decides which commands are allowed.
  """

  alias Playout.{Description, Error, Outcome, Position, Side, Snapshot}
  alias Playout.Engine.NativeRecord
  alias Playout.Matches.{Clock, Event, State, Summary}

  # Results that the players bring about, not the position.
  @ended_by_players [:resignation, :time, :abandonment, :agreement]

  # A page sends one command at a time, and again only if it has no answer.
  @most_commands 16

  # What its owner or a player can switch to and fro.
  @switches [:listed, :shown, :paced, :replaced]

  # Events that change neither the board nor who plays.
  @quiet [:offered, :declined, :listed, :shown, :transferred, :hinted]

  @enforce_keys [:id, :seq, :owner, :game, :variant, :start, :seats, :toss]
  defstruct [
    :id,
    :seq,
    # Of the last event but offers and the like.
    :board_seq,
    :board_at,
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
    :control,
    :clock,
    :rematch,
    :begun,
    moves: [],
    times: [],
    listed: false,
    shown: %{first: false, second: false},
    offers: %{},
    declined: nil,
    drew: %{},
    asked_undo: [],
    asked_rematch: [],
    switches: 0,
    hints: %{},
    commands: []
  ]

  @typedoc """
  - `seq`: the number of the last event; `board_seq`: that of the last one that changed what can be
    played, so a command from somebody who has seen it is not stale; `board_at`: when that was, under
    a time control;
  - `owner`: the visitor who created it;
  - `seats`: who plays, by side (see `Playout.Matches.Event`);
  - `toss`: whether the seats were assigned at random;
  - `pace`: how fast two engines play; `nil` if a person plays;
  - `moves`: the moves played; `times`: under a time control, what both sides had left at each of
    them (`Playout.Matches.Clock.at_move/5`);
  - `position`: the position on the board; `snapshot`: the rules' description of it;
  - `result`: how the match ended, `nil` while it goes on; its reason comes from the rules, or is
    `:resignation`, `:time`, `:abandonment` or `:agreement`;
  - `failure`: why the engine could not move, if it failed; not stored;
  - `control`, `clock`: the time control and the clock as the last event left it, if there is one;
  - `begun`: when it was created, if it has been read from the store;
  - `rematch`: the id of the match that the players went on with;
  - `listed`: whether anyone may take the open seat, or could when somebody did;
  - `shown`: by side, whether they allow the lobby to show the match to all;
  - `offers`: those that are not answered, each with the side that made it and its number;
  - `declined`: who declined an offer, or withdrew their own, if that was the last event;
  - `drew`: by side, the number of moves when they last offered a draw;
  - `asked_undo`: the sides that have asked for an undo since the board changed last;
  - `asked_rematch`: the sides that have offered a rematch, each as often as it has;
  - `switches`: how many events were those of a switch: listed, shown, paced, or an engine replaced;
  - `hints`: those that players got, by the number of moves that had been played;
  - `commands`: the names of the last #{@most_commands} commands that had one, the latest first.
  """
  @type t :: %State{
          id: String.t(),
          seq: pos_integer,
          owner: String.t(),
          game: atom,
          variant: atom,
          start: String.t(),
          board_seq: pos_integer,
          board_at: nil | Clock.time(),
          seats: %{first: Event.seat(), second: Event.seat()},
          toss: boolean,
          control: nil | Clock.control(),
          clock: nil | Clock.t(),
          rematch: nil | String.t(),
          begun: nil | DateTime.t(),
          listed: boolean,
          shown: %{first: boolean, second: boolean},
          offers: %{optional(Event.offer()) => %{side: Event.side(), seq: pos_integer}},
          declined: nil | Event.side(),
          drew: %{optional(Event.side()) => non_neg_integer},
          asked_undo: [Event.side()],
          asked_rematch: [Event.side()],
          switches: non_neg_integer,
          hints: hints,
          commands: [String.t()],
          pace: nil | Event.pace(),
          position: Position.t(),
          snapshot: Snapshot.t(),
          result: nil | Outcome.t(),
          failure: nil | Error.t(),
          moves: [Description.played()],
          times: [Clock.left()]
        }

  @typedoc "By the number of moves that had been played. Nodes of other releases read the key `help`."
  @type hints :: %{optional(non_neg_integer) => %{help: Event.hint(), move: String.t()}}

  @doc "Builds a match from all its events."
  @spec from_events(String.t(), [Event.t()]) :: {:ok, t} | {:error, term}
  def from_events(id, events) do
    with {:ok, state, _record} <- open(id, events), do: {:ok, state}
  end

  @doc "Like `from_events/2`, but also returns the native record of the current position."
  @spec open(String.t(), [Event.t()]) :: {:ok, t, NativeRecord.t()} | {:error, term}
  def open(id, [%Event{type: :created, seq: 1, data: data} = event | events]) do
    state =
      struct!(State, Map.merge(data, %{id: id, seq: 1, clock: event.clock, begun: event.at}))

    state = board_event(state, event)
    pace = if watched?(state), do: :normal

    with {:ok, acc} <- fold(events, %{texts: [], clocks: [], state: %{state | pace: pace}}),
         {:ok, state, record} <- replay(acc.state, Enum.reverse(acc.texts)) do
      state = %{state | times: times(state, Enum.reverse(acc.clocks))}
      {:ok, settled(%{state | result: acc.state.result || state.result}), record}
    end
  end

  def open(_id, _events), do: {:error, :not_created}

  # Collects the texts of the moves and the clocks before and after them, the last one first, so that
  # the rules are asked only once. Until then, the result is one that the players brought about.
  defp fold([], acc), do: {:ok, acc}

  defp fold([%Event{seq: seq} = event | events], %{state: %{seq: last} = state} = acc)
       when seq == last + 1 do
    ply = length(acc.texts)

    if follows?(event, state, ply),
      do: fold(events, %{collected(acc, event, ply) | state: noted(state, event, ply)}),
      else: {:error, {:misplaced_event, %{seq: seq, type: event.type}}}
  end

  defp fold([%Event{seq: seq} | _], _folded), do: {:error, {:missing_event, seq}}

  # Whether an event can follow in a log, as far as that can be told without the rules.
  defp follows?(%Event{type: :hinted, data: %{side: side, ply: at}}, state, ply) do
    state.result == nil and at == ply and alone?(state) and
      match?({:person, _}, state.seats[side])
  end

  defp follows?(%Event{type: type}, _state, _ply) when type in [:paced | @quiet], do: true
  defp follows?(%Event{type: :accepted, data: %{offer: :rematch}}, _state, _ply), do: true
  defp follows?(_event, %{result: %Outcome{}}, _ply), do: false

  defp follows?(%Event{type: type, data: %{ply: left}}, _state, ply)
       when type in [:undone, :accepted],
       do: left < ply

  defp follows?(%Event{type: type} = event, _state, _ply),
    do: type in [:moved, :joined, :replaced] or ends?(event)

  defp collected(acc, %Event{type: :moved, data: %{move: text}, clock: clock}, _ply),
    do: %{acc | texts: [text | acc.texts], clocks: [{acc.state.clock, clock} | acc.clocks]}

  defp collected(acc, %Event{type: type, data: %{ply: left}}, ply)
       when type in [:undone, :accepted] do
    undone = ply - left
    %{acc | texts: Enum.drop(acc.texts, undone), clocks: Enum.drop(acc.clocks, undone)}
  end

  defp collected(acc, _event, _ply), do: acc

  defp times(%{control: nil}, _clocks), do: []

  # Who moved next is known only now that the rules have played the moves.
  defp times(state, clocks) do
    nexts = Enum.map(Enum.drop(state.moves, 1), & &1.side) ++ [turn(state)]

    for {{move, {before, moved}, next}, ply} <-
          Enum.with_index(Enum.zip([state.moves, clocks, nexts])),
        do: Clock.at_move(before, moved, move.side, next, timed?(state.control, ply, move))
  end

  @doc """
  Returns the state after a move with what both sides had left at it, from the clock `before`.
  """
  @spec timed(t, nil | Clock.t()) :: t
  def timed(%State{control: nil} = state, nil), do: state

  def timed(%State{clock: clock, times: times} = state, before) do
    move = List.last(state.moves)
    timed? = timed?(state.control, length(times), move)
    %{state | times: times ++ [Clock.at_move(before, clock, move.side, turn(state), timed?)]}
  end

  # Whether time ran for a move, as `running/1` said then.
  defp timed?(control, ply, move),
    do: not pass?(move) and (not Clock.fast?(control) or ply >= 2)

  @doc """
  Returns the clock after an undo that leaves `ply` moves, or `:error` if a side has too little time
  for it.
  """
  @spec undone_clock(t, non_neg_integer, Clock.time()) :: {:ok, nil | Clock.t()} | :error
  def undone_clock(%State{clock: nil}, _ply, _at), do: {:ok, nil}

  def undone_clock(%State{clock: %{control: control} = clock, moves: moves} = state, ply, at) do
    undone = moves |> Enum.with_index() |> Enum.drop(ply)

    timed =
      Map.new([:first, :second], fn side ->
        {side,
         Enum.count(undone, fn {move, at} -> move.side == side and timed?(control, at, move) end)}
      end)

    Clock.undo(clock, running(state), Enum.at(state.times, ply), timed, at)
  end

  @doc "Returns the state after these moves, with the record of its position."
  @spec replay(t, [String.t()]) :: {:ok, t, NativeRecord.t()} | {:error, Error.t()}
  def replay(state, texts) do
    position = %Position{game: state.game, start: state.start, moves: texts}

    with {:ok, record, snapshot, played} <- NativeRecord.open(position) do
      state = %{state | position: position, snapshot: snapshot}
      {:ok, %{state | moves: played, result: snapshot.outcome}, record}
    end
  end

  @doc """
  Returns a state with the position after the first `ply` moves, of at least as many: its moves, its
  snapshot, and its result, if the rules ended the match there. The rest is as it is now.
  """
  @spec at(t, non_neg_integer) :: {:ok, t} | {:error, Error.t()}
  def at(state, ply) do
    with {:ok, past, _record} <- replay(state, Enum.take(state.position.moves, ply)),
         do: {:ok, past}
  end

  @doc """
  Returns the state after one more move, with its record; `record` is the record of the given
  state, if there is one.
  """
  @spec play(t, String.t(), nil | NativeRecord.t()) ::
          {:ok, t, NativeRecord.t()} | {:error, Error.t()}
  def play(state, text, record) do
    with {:ok, record, snapshot} <- NativeRecord.play(record, state.position, text) do
      state = %{state | position: NativeRecord.position(record), snapshot: snapshot}
      {:ok, %{state | moves: state.moves ++ [snapshot.last], result: snapshot.outcome}, record}
    end
  end

  @doc """
  Returns a state that came from another node with all the keys that it has in this version: the node may
  have an earlier one.
  """
  @spec complete(t) :: t
  def complete(%State{clock: clock} = state) do
    clock = clock && struct(Clock, Map.from_struct(clock))
    struct(State, %{Map.from_struct(state) | clock: clock})
  end

  @doc """
  Returns the state after an event, but for the moves: when it is, who plays, what is offered and
  allowed, and whether it ends the match. `ply` is the number of moves before the event.
  """
  @spec noted(t, Event.t(), non_neg_integer) :: t
  def noted(state, %Event{type: type, seq: seq, data: data} = event, ply) do
    state = %{state | seq: seq, clock: event.clock, declined: nil}
    state = %{state | commands: named(state.commands, event.command)}
    state = note(type, data, state, seq, ply)
    state = if type in @switches, do: %{state | switches: state.switches + 1}, else: state
    state = if ends?(event), do: %{state | result: outcome(event)}, else: state
    if type in @quiet, do: state, else: board_event(state, event)
  end

  defp named(commands, nil), do: commands
  defp named(commands, name), do: Enum.take([name | commands], @most_commands)

  defp board_event(%{clock: clock} = state, %{seq: seq}),
    do: %{state | board_seq: seq, board_at: clock && clock.at, asked_undo: []}

  defp note(:joined, data, state, _seq, _ply),
    do: put_in(state.seats[data.side], {:person, data.visitor})

  defp note(:replaced, data, state, _seq, _ply),
    do: %{put_in(state.seats[data.side], data.seat) | offers: %{}}

  defp note(:paced, data, state, _seq, _ply), do: %{state | pace: data.pace}
  defp note(:listed, data, state, _seq, _ply), do: %{state | listed: data.listed}
  defp note(:shown, data, state, _seq, _ply), do: put_in(state.shown[data.side], data.shown)

  defp note(:transferred, data, state, _seq, _ply) do
    seats =
      Map.new(state.seats, fn {side, seat} ->
        {side, if(seat == {:person, data.from}, do: {:person, data.to}, else: seat)}
      end)

    owner = if state.owner == data.from, do: data.to, else: state.owner
    # Nobody answers their own offers.
    offers = if seats.first == seats.second, do: %{}, else: state.offers
    %{state | seats: seats, owner: owner, offers: offers}
  end

  defp note(:offered, data, state, seq, ply) do
    state = put_in(state.offers[data.offer], %{side: data.side, seq: seq})

    case data.offer do
      :draw -> put_in(state.drew[data.side], ply)
      :undo -> %{state | asked_undo: [data.side | state.asked_undo]}
      :rematch -> %{state | asked_rematch: [data.side | state.asked_rematch]}
    end
  end

  defp note(:declined, data, state, _seq, _ply),
    do: %{state | offers: Map.delete(state.offers, data.offer), declined: data.side}

  defp note(:accepted, %{offer: :rematch, match: match}, state, _seq, _ply),
    do: %{state | rematch: match, offers: %{}}

  # A draw stays offered until the other one has moved.
  defp note(:moved, data, state, _seq, _ply) do
    kept =
      for {:draw, %{side: side} = offer} <- state.offers, side == data.side, do: {:draw, offer}

    %{state | offers: Map.new(kept)}
  end

  defp note(:hinted, %{ply: ply, help: help, move: move}, state, _seq, _ply),
    do: put_in(state.hints[ply], %{help: help, move: move})

  # The hint for the position that is on the board again stays.
  defp note(_undone, %{ply: ply}, state, _seq, _ply),
    do: %{state | offers: %{}, hints: Map.filter(state.hints, fn {at, _} -> at <= ply end)}

  defp note(_ended, _data, state, _seq, _ply), do: %{state | offers: %{}}

  @doc "Returns the state without a draw on offer if the match is over: the last move may have left one."
  @spec settled(t) :: t
  def settled(%State{result: nil} = state), do: state
  def settled(%State{offers: offers} = state), do: %{state | offers: Map.delete(offers, :draw)}

  @doc "Returns whether an event changes neither the board nor who plays."
  @spec quiet?(Event.t()) :: boolean
  def quiet?(%Event{type: type}), do: type in @quiet

  @doc "Returns whether an event is the decision of a player, or of the clock, that ends the match."
  @spec ends?(Event.t()) :: boolean
  def ends?(%Event{type: :accepted, data: %{offer: offer}}), do: offer == :draw
  def ends?(%Event{type: type}), do: type in [:resigned, :flagged, :claimed]

  defp outcome(%Event{type: :resigned, data: data}),
    do: %Outcome{result: Side.other(data.side), reason: :resignation}

  defp outcome(%Event{type: :flagged, data: data}),
    do: %Outcome{result: Side.other(data.side), reason: :time}

  defp outcome(%Event{type: :claimed, data: %{claim: :win} = data}),
    do: %Outcome{result: data.side, reason: :abandonment}

  defp outcome(%Event{type: :claimed, data: %{claim: :draw}}),
    do: %Outcome{result: :draw, reason: :abandonment}

  defp outcome(%Event{type: :accepted}), do: %Outcome{result: :draw, reason: :agreement}

  @doc "Returns the side to move; `nil` if the match is over."
  @spec turn(t) :: nil | Event.side()
  def turn(%State{result: nil, snapshot: snapshot}), do: snapshot.side
  def turn(%State{}), do: nil

  @doc "Returns the side to move with its seat; `nil` if the match is over."
  @spec to_move(t) :: nil | {Event.side(), Event.seat()}
  def to_move(%State{} = state) do
    with side when side != nil <- turn(state), do: {side, state.seats[side]}
  end

  @doc "Returns whether a visitor can undo a move."
  @spec can_undo?(t, String.t()) :: boolean
  def can_undo?(%State{} = state, visitor), do: undo_ply(state, sides_of(state, visitor)) != nil

  @doc """
  Returns how many moves remain when these sides undo the last move that they chose themselves, or
  `nil` if there is nothing to undo. A pass is never chosen, so it doesn't count.
  """
  @spec undo_ply(t, [Event.side()]) :: nil | non_neg_integer
  def undo_ply(%State{result: %Outcome{reason: reason}}, _sides) when reason in @ended_by_players,
    do: nil

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

  @doc "Returns whether two different people play each other."
  @spec people?(t) :: boolean
  def people?(%State{seats: %{first: {:person, one}, second: {:person, other}}}), do: one != other
  def people?(%State{}), do: false

  @doc "Returns whether a person plays alone: with an engine, or on both sides."
  @spec alone?(t) :: boolean
  def alone?(%State{} = state),
    do: open_side(state) == nil and not people?(state) and not watched?(state)

  @doc "Returns the side whose seat is open, if one is."
  @spec open_side(t | Summary.t()) :: nil | Event.side()
  def open_side(%{seats: seats}), do: Enum.find([:first, :second], &(seats[&1] == :open))

  @doc """
  Returns the side whose time runs, if any. It doesn't run before both are there, nor while a pass
  is forced; under a fast control, nor before each has made a move.
  """
  @spec running(t) :: nil | Event.side()
  def running(%State{clock: nil}), do: nil
  def running(%State{snapshot: %{pass: pass}}) when pass != nil, do: nil

  def running(%State{clock: clock} = state) do
    if open_side(state) == nil and (not Clock.fast?(clock.control) or begun?(state)),
      do: turn(state)
  end

  defp begun?(%State{moves: [_, _ | _]}), do: true
  defp begun?(%State{}), do: false

  @doc "Returns when the flag of the side whose time runs falls, if any."
  @spec deadline(t) :: nil | Clock.time()
  def deadline(%State{clock: clock} = state), do: Clock.deadline(clock, running(state))

  @doc "Returns whether the lobby may show the match to all: engines play, anyone could join, or both allow it."
  @spec public?(t) :: boolean
  def public?(%State{listed: listed, shown: shown} = state),
    do: watched?(state) or (listed and open_side(state) == nil) or (shown.first and shown.second)

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
      control: state.control,
      deadline: deadline(state),
      at: at
    }
  end

  @doc "Returns the sides that a visitor plays in a match or a summary: none, one or both."
  @spec sides_of(t | Summary.t(), String.t()) :: [Event.side()]
  def sides_of(%{seats: seats}, visitor) do
    for side <- [:first, :second], seats[side] == {:person, visitor}, do: side
  end
end
