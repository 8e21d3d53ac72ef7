defmodule Playout.Matches.Change do
  @moduledoc """
  What changed between two states of a match. A page that holds the earlier state makes the later
  one of it with `fold/2`, so a move does not have to bring along all the moves before it.
  """

  alias Playout.{Description, Snapshot}
  alias Playout.Matches.{Change, Clock, State}

  # What a match has from its beginning, and what a change says in its own way.
  @fixed [:id, :game, :variant, :start, :toss, :control, :begun]
  @board [:moves, :times, :position, :snapshot]

  # What is taken over from the later state as it is: everything else.
  @same Map.keys(Map.from_struct(State.__struct__())) -- (@fixed ++ @board)

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
          kept: non_neg_integer,
          moves: [Description.played()],
          times: [Clock.left()],
          snapshot: nil | Snapshot.t()
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
