defmodule Playout.Engine.Record do
  @moduledoc """
  A position with its native record, for a process that plays move after move: so that a
  move costs a move, and not the history.

  It is a cache of its `position`, for the one process that has opened it, and can be made
  from it at any time. Playing changes the native side and answers the record that goes on
  from there; one that was played on already is no more, and neither is one of another
  position. `play/3` makes a new one for these, so that what a move leads to never depends
  on the record.
  """

  alias Playout.{Description, Error, Position, Snapshot}
  alias Playout.Engine.{Native, Record, Rules}

  # What the native side holds is nothing to read in a log.
  @derive {Inspect, only: [:stamp]}
  @enforce_keys [:native, :stamp, :position]
  defstruct @enforce_keys

  @typedoc "`stamp`: how many moves were played on the native record up to this one."
  @opaque t :: %Record{native: reference, stamp: non_neg_integer, position: Position.t()}

  @doc "The record of a position, with how it stands and all its moves."
  @spec open(Position.t()) :: {:ok, t, Snapshot.t(), [Description.played()]} | {:error, Error.t()}
  def open(position) do
    with {:ok, record} <- make(position),
         {:ok, {snapshot, played}} <- Rules.checked(Native.record_tell(record.native)) do
      {:ok, record, Rules.told(Snapshot, snapshot), played}
    end
  end

  @doc "The position that a record is of."
  @spec position(t) :: Position.t()
  def position(%Record{position: position}), do: position

  @doc """
  Plays a move at a position, on its record if this is it, and else on a new one. Answers
  the record of the position reached, and how that stands.

  Errors: those of `Playout.play/2`; nothing has changed then.
  """
  @spec play(nil | t, Position.t(), String.t()) :: {:ok, t, Snapshot.t()} | {:error, Error.t()}
  def play(%Record{position: position} = record, position, move) do
    case Rules.checked(Native.record_play(record.native, record.stamp, move)) do
      {:ok, {stamp, snapshot}} ->
        played = %{position | moves: position.moves ++ [move]}
        {:ok, %{record | stamp: stamp, position: played}, Rules.told(Snapshot, snapshot)}

      {:ok, nil} ->
        play(nil, position, move)

      error ->
        error
    end
  end

  def play(_none_or_another, position, move) do
    with {:ok, record} <- make(position), do: play(record, position, move)
  end

  defp make(%Position{game: game, start: start, moves: moves} = position) do
    with {:ok, native} <- Rules.checked(Native.record_open(Rules.text(game), start, moves)) do
      {:ok, %Record{native: native, stamp: 0, position: position}}
    end
  end
end
