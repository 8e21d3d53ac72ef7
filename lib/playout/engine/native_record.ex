defmodule Playout.Engine.NativeRecord do
  @moduledoc """
  A position with its native record, for a process that plays one move after another: playing a
  move doesn't replay the whole history.

  A record is a cache for the process that opened it, and can be rebuilt from its `position` at
  any time. Playing a move changes the native record in place and returns a new struct. The old
  struct is then out of date; given one like that, or one for another position, `play/3` opens a
  new record. So the result of a move never depends on the record.
  """

  alias Playout.{Description, Error, Position, Snapshot}
  alias Playout.Engine.{Native, NativeRecord, Rules}

  # The native reference is not useful in a log.
  @derive {Inspect, only: [:stamp]}
  @enforce_keys [:native, :stamp, :position]
  defstruct @enforce_keys

  @typedoc "`stamp`: how many moves had been played on the native record at this point."
  @opaque t :: %NativeRecord{native: reference, stamp: non_neg_integer, position: Position.t()}

  @doc "Opens a record; returns it with the position's snapshot and the moves played."
  @spec open(Position.t()) :: {:ok, t, Snapshot.t(), [Description.played()]} | {:error, Error.t()}
  def open(position) do
    with {:ok, record} <- make(position),
         {:ok, {snapshot, played}} <- Rules.checked(Native.record_snapshot(record.native)) do
      {:ok, record, Rules.to_struct(Snapshot, snapshot), played}
    end
  end

  @doc "Returns the position of a record."
  @spec position(t) :: Position.t()
  def position(%NativeRecord{position: position}), do: position

  @doc """
  Plays a move in a position, on the given record if it fits and otherwise on a new one. Returns
  the record and the snapshot of the new position.

  Errors: those of `Playout.play/2`; the record doesn't change in that case.
  """
  @spec play(nil | t, Position.t(), String.t()) :: {:ok, t, Snapshot.t()} | {:error, Error.t()}
  def play(%NativeRecord{position: position} = record, position, move) do
    case Rules.checked(Native.record_play(record.native, record.stamp, move)) do
      {:ok, {stamp, snapshot}} ->
        played = %{position | moves: position.moves ++ [move]}
        {:ok, %{record | stamp: stamp, position: played}, Rules.to_struct(Snapshot, snapshot)}

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
      {:ok, %NativeRecord{native: native, stamp: 0, position: position}}
    end
  end
end
