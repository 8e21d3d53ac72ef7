defmodule Playout.Matches.Change do
  @moduledoc """
  What changed between two states of a match. A page that holds the earlier state makes the later
  one of it with `fold/2`, so a move does not have to bring along all the moves before it.
  """

  alias Playout.{Description, Error, Outcome, Snapshot}
  alias Playout.Matches.{Change, Clock, Event, Hints, State}

  # What both states have and is taken over as it is.
  @same [
    :seq,
    :board_seq,
    :board_at,
    :owner,
    :seats,
    :pace,
    :result,
    :failure,
    :clock,
    :rematch,
    :listed,
    :shown,
    :offers,
    :declined,
    :drew,
    :asked_undo,
    :asked_rematch,
    :switches,
    :hints,
    :commands
  ]

  @enforce_keys [:id, :since, :kept, :moves, :times, :snapshot] ++ @same
  defstruct @enforce_keys

  @typedoc """
  - `id`: the match;
  - `since`, `seq`: the numbers of the two states; equal if nothing was stored in between, as when
    an engine fails;
  - `kept`: how many of the earlier state's moves remain; `moves`: the moves played after those, and
    `times`: what both sides had left at them. A move keeps all moves and adds one, an undo adds none;
  - `snapshot`: the rules' description of the position, `nil` if the position is still the same;
  - the other fields are those of the later state.
  """
  @type t :: %Change{
          id: String.t(),
          since: pos_integer,
          seq: pos_integer,
          board_seq: pos_integer,
          board_at: nil | Clock.time(),
          owner: String.t(),
          seats: %{first: Event.seat(), second: Event.seat()},
          pace: nil | Event.pace(),
          kept: non_neg_integer,
          moves: [Description.played()],
          times: [Clock.left()],
          snapshot: nil | Snapshot.t(),
          result: nil | Outcome.t(),
          failure: nil | Error.t(),
          clock: nil | Clock.t(),
          rematch: nil | String.t(),
          listed: boolean,
          shown: map,
          offers: map,
          declined: nil | Event.side(),
          drew: map,
          asked_undo: [Event.side()],
          asked_rematch: [Event.side()],
          switches: non_neg_integer,
          hints: Hints.t(),
          commands: [String.t()]
        }

  @doc "Returns what changed from one state of a match to a later one."
  @spec between(State.t(), State.t()) :: t
  def between(%State{id: id} = earlier, %State{id: id} = later) do
    kept = common(earlier.position.moves, later.position.moves, 0)
    moves = Enum.drop(later.moves, kept)
    same? = moves == [] and length(earlier.moves) == kept

    own = %{
      id: id,
      since: earlier.seq,
      kept: kept,
      moves: moves,
      times: Enum.drop(later.times, kept),
      snapshot: if(same?, do: nil, else: later.snapshot)
    }

    struct!(Change, Map.merge(own, Map.take(later, @same)))
  end

  defp common([move | ones], [move | others], count), do: common(ones, others, count + 1)
  defp common(_ones, _others, count), do: count

  @doc """
  Returns the state after a change. A change that the state already contains leaves it as it is.
  Returns `:missing` if changes between the state and this one are missing.
  """
  @spec fold(State.t(), t) :: {:ok, State.t()} | :missing
  def fold(%State{id: id, seq: seq} = state, %Change{id: id, since: seq} = change) do
    texts = Enum.map(change.moves, & &1.text)

    {:ok,
     %{
       struct!(state, Map.take(change, @same))
       | moves: Enum.take(state.moves, change.kept) ++ change.moves,
         times: Enum.take(state.times, change.kept) ++ change.times,
         position: %{
           state.position
           | moves: Enum.take(state.position.moves, change.kept) ++ texts
         },
         snapshot: change.snapshot || state.snapshot
     }}
  end

  def fold(%State{id: id, seq: seq} = state, %Change{id: id, seq: earlier}) when earlier <= seq,
    do: {:ok, state}

  def fold(%State{id: id}, %Change{id: id}), do: :missing
end
