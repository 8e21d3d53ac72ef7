defmodule Playout.Matches.State do
  @moduledoc """
  A match as its events say. Pure: it decides, and says as data what is to be
  done; `Playout.Matches.Server` does it.

  `handle/4` checks who may do what, asks the native rules, and answers the new
  state with its effects, in the order in which they are to be carried out:

    * `{:store, event}`: must succeed, or the match stands as before;
    * `:broadcast`: show the new state;
    * `:stop_search`: what an engine thinks about is no longer asked for;
    * `{:search, side, spec}`: an engine holds the next seat.
  """

  alias Playout.{Description, Error, Outcome, Position}
  alias Playout.Matches.{Event, State}

  @enforce_keys [:id, :seq, :game, :variant, :start, :seats]
  defstruct [
    :id,
    :seq,
    :game,
    :variant,
    :start,
    :seats,
    :position,
    :description,
    :result,
    :failure,
    moves: []
  ]

  @typedoc """
  - `seq`: the number of the last event;
  - `seats`: who plays, by side (see `Playout.Matches.Event`);
  - `moves`: the moves played, each with its `side`, `text` and `steps`;
  - `position`, `description`: of what is on the board;
  - `result`: how it ended, `nil` while it goes on; its reason is one of the
    rules, or `:resignation`;
  - `failure`: why the engine could not move, if it could not; not stored.
  """
  @type t :: %State{
          id: String.t(),
          seq: pos_integer,
          game: atom,
          variant: atom,
          start: String.t(),
          seats: %{first: Event.seat(), second: Event.seat()},
          position: Position.t(),
          description: Description.t(),
          result: nil | Outcome.t(),
          failure: nil | Error.t(),
          moves: [%{side: Event.side(), text: String.t(), steps: [String.t()]}]
        }

  @typedoc "Who gives a command: a visitor, or the engine whose turn it is."
  @type actor :: {:visitor, String.t()} | :engine

  @type command :: {:move, String.t()} | :undo | :resign | :retry_engine

  @type effect ::
          {:store, Event.t()} | :broadcast | :stop_search | {:search, Event.side(), String.t()}

  @type refusal ::
          :malformed
          | :not_your_seat
          | :stale
          | :over
          | :not_your_turn
          | :nothing_to_undo
          | :nothing_to_retry
          | Error.t()

  @doc "A match from all its events."
  @spec from_events(String.t(), [Event.t()]) :: {:ok, t} | {:error, term}
  def from_events(id, [%Event{type: :created, seq: 1, data: data} | events]) do
    state = struct!(State, Map.merge(data, %{id: id, seq: 1}))
    played = %{texts: [], resigned: nil, state: state}

    with {:ok, folded} <- fold(events, played) do
      settle(folded.state, folded.texts, folded.resigned)
    end
  end

  def from_events(_id, _events), do: {:error, :not_created}

  # Texts only, so that the rules are asked once and not for every event.
  defp fold([], folded), do: {:ok, folded}

  defp fold([%Event{seq: seq} = event | events], %{state: %{seq: last}} = folded)
       when seq == last + 1 do
    folded = %{folded | state: %{folded.state | seq: seq}}
    with {:ok, folded} <- folded_in(event, folded), do: fold(events, folded)
  end

  defp fold([%Event{seq: seq} | _], _folded), do: {:error, {:missing_event, seq}}

  defp folded_in(%Event{type: :moved, data: data}, %{resigned: nil} = folded) do
    {:ok, %{folded | texts: folded.texts ++ [data.move]}}
  end

  defp folded_in(%Event{type: :undone, data: %{ply: ply}}, %{resigned: nil} = folded)
       when ply < length(folded.texts) do
    {:ok, %{folded | texts: Enum.take(folded.texts, ply)}}
  end

  defp folded_in(%Event{type: :resigned, data: data}, %{resigned: nil} = folded) do
    {:ok, %{folded | resigned: data.side}}
  end

  defp folded_in(%Event{seq: seq, type: type}, _folded) do
    {:error, {:misplaced_event, %{seq: seq, type: type}}}
  end

  defp settle(state, texts, resigned) do
    position = %Position{game: state.game, start: state.start, moves: texts}

    with {:ok, description} <- Playout.describe(position) do
      result = if resigned, do: resignation(resigned), else: description.outcome
      moves = description.played

      {:ok, %{state | position: position, description: description, moves: moves, result: result}}
    end
  end

  defp resignation(side), do: %Outcome{result: other(side), reason: :resignation}

  @doc "Decides on a command; `seq` is that of the state its sender saw."
  @spec handle(t, actor, integer, command) :: {:ok, t, [effect]} | {:error, refusal}
  def handle(%State{} = state, actor, seq, command) do
    with :ok <- well_formed(seq, command),
         {:ok, sides} <- sides(state, actor),
         :ok <- fresh(state, seq) do
      decide(state, sides, command)
    end
  end

  defp well_formed(seq, command) when is_integer(seq) do
    case command do
      {:move, text} when is_binary(text) -> :ok
      command when command in [:undo, :resign, :retry_engine] -> :ok
      _ -> {:error, :malformed}
    end
  end

  defp well_formed(_seq, _command), do: {:error, :malformed}

  defp sides(state, :engine) do
    case seat_to_move(state) do
      {side, {:engine, _, _}} -> {:ok, [side]}
      _ -> {:error, :not_your_turn}
    end
  end

  defp sides(state, {:visitor, visitor}) do
    case sides_of(state, visitor) do
      [] -> {:error, :not_your_seat}
      sides -> {:ok, sides}
    end
  end

  defp fresh(%{seq: seq}, seq), do: :ok
  defp fresh(_state, _seq), do: {:error, :stale}

  defp decide(state, sides, {:move, text}) do
    with {:ok, side} <- on_turn(state, sides),
         texts = state.position.moves ++ [text],
         {:ok, next} <- settle(state, texts, nil) do
      accepted(state, next, :moved, %{side: side, move: text})
    end
  end

  defp decide(%{result: %Outcome{reason: :resignation}}, _sides, :undo), do: {:error, :over}

  defp decide(state, sides, :undo) do
    case last_own_ply(state, sides) do
      nil ->
        {:error, :nothing_to_undo}

      ply ->
        with {:ok, next} <- settle(state, Enum.take(state.position.moves, ply), nil) do
          accepted(state, next, :undone, %{side: next.description.side, ply: ply})
        end
    end
  end

  defp decide(%{result: nil} = state, sides, :resign) do
    # Who holds both seats resigns for the one whose turn it is.
    side = if state.description.side in sides, do: state.description.side, else: hd(sides)
    accepted(state, %{state | result: resignation(side)}, :resigned, %{side: side})
  end

  defp decide(_state, _sides, :resign), do: {:error, :over}

  defp decide(%{failure: %Error{}} = state, _sides, :retry_engine) do
    next = %{state | failure: nil}
    {:ok, next, [:broadcast | search(next)]}
  end

  defp decide(_state, _sides, :retry_engine), do: {:error, :nothing_to_retry}

  defp on_turn(state, sides) do
    side = turn(state)

    cond do
      side == nil -> {:error, :over}
      side in sides -> {:ok, side}
      true -> {:error, :not_your_turn}
    end
  end

  defp last_own_ply(state, sides) do
    last =
      state.moves
      |> Enum.with_index()
      |> Enum.filter(fn {move, _ply} -> move.side in sides end)
      |> List.last()

    with {_move, ply} <- last, do: ply
  end

  defp accepted(state, next, type, data) do
    event = %Event{seq: state.seq + 1, type: type, data: data}
    next = %{next | seq: event.seq, failure: nil}
    {:ok, next, [{:store, event}, :broadcast, :stop_search | search(next)]}
  end

  defp search(state) do
    case seat_to_move(state) do
      {side, {:engine, _level, spec}} -> [{:search, side, spec}]
      _ -> []
    end
  end

  @doc "What a match that was just read needs: a search, if an engine is to move."
  @spec pending(t) :: [effect]
  def pending(%State{} = state), do: search(state)

  @doc "The side to move; `nil` when the match is over."
  @spec turn(t) :: nil | Event.side()
  def turn(%State{result: nil, description: description}), do: description.side
  def turn(%State{}), do: nil

  @doc """
  The side that a visitor plays; `nil` for someone who watches. Who holds both
  seats plays the side whose turn it is.
  """
  @spec side_of(t, String.t()) :: nil | Event.side()
  def side_of(%State{} = state, visitor) do
    case sides_of(state, visitor) do
      [] -> nil
      [side] -> side
      [_, _] -> state.description.side
    end
  end

  @doc "Whether a visitor has something to take back."
  @spec can_undo?(t, String.t()) :: boolean
  def can_undo?(%State{} = state, visitor) do
    sides = sides_of(state, visitor)
    resigned? = match?(%Outcome{reason: :resignation}, state.result)
    not resigned? and last_own_ply(state, sides) != nil
  end

  defp sides_of(state, visitor) do
    for side <- [:first, :second], state.seats[side] == {:person, visitor}, do: side
  end

  defp seat_to_move(state) do
    with side when side != nil <- turn(state), do: {side, state.seats[side]}
  end

  defp other(:first), do: :second
  defp other(:second), do: :first
end
