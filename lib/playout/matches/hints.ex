defmodule Playout.Matches.Hints do
  @moduledoc """
  Help for a player who is alone with an engine, or alone on both sides: the engine says where its
  move begins, and if that is not enough, the whole move. Each help is an event, so a match tells
  what was played with it. Between people there is none.

  This module is pure; `Playout.Matches.Command` uses it. `Playout.Matches.Advice` searches.
  """

  alias Playout.{Description, Error}
  alias Playout.Engine.Record
  alias Playout.Matches.{Effect, Event, State}

  @typedoc "By the number of moves that had been played: how much help there was, and the move."
  @type t :: %{optional(non_neg_integer) => %{help: Event.help(), move: String.t()}}

  @type refusal :: :no_hints | :nothing_to_choose

  @doc "Returns whether there are hints in a match with these players."
  @spec possible?(State.t()) :: boolean
  def possible?(%State{} = state),
    do: State.open_side(state) == nil and not State.people?(state) and not State.watched?(state)

  @doc "Returns how much help there was in the position on the board; `nil` if there was none."
  @spec help(State.t()) :: nil | Event.help()
  def help(%State{hints: hints, moves: moves}) do
    with %{help: help} <- hints[length(moves)], do: help
  end

  @doc """
  Returns the move of the hint for the position on the board, as the rules describe it; `nil` without
  a hint.
  """
  @spec move(State.t()) :: nil | Description.played()
  def move(%State{hints: hints, moves: moves, position: position}) do
    with %{move: text} <- hints[length(moves)],
         {:ok, move} <- played(position, text) do
      move
    else
      _none_or_not_a_move -> nil
    end
  end

  # It was checked when it was noted, but the log may be from another release.
  defp played(position, text) do
    with {:ok, _record, snapshot, _moves} <-
           Record.open(%{position | moves: position.moves ++ [text]}),
         do: {:ok, snapshot.last}
  end

  @doc """
  Asks for help with the next move of a side. The first time, that starts a search; the second time,
  the answer is there.
  """
  @spec ask(State.t(), Event.side(), Effect.context()) ::
          {:ok, State.t(), [Effect.t()]} | {:error, refusal}
  def ask(state, side, context) do
    ply = length(state.moves)

    case {possible?(state), state.snapshot.pass, state.hints[ply]} do
      {false, _pass, _given} -> {:error, :no_hints}
      {true, pass, _given} when pass != nil -> {:error, :nothing_to_choose}
      {true, nil, nil} -> {:ok, state, [{:hint, side}]}
      {true, nil, %{help: :where, move: move}} -> give(state, side, :move, move, context)
      {true, nil, %{help: :move}} -> {:ok, state, []}
    end
  end

  @doc "Notes the move that the engine has found for a side, and tells where it begins."
  @spec found(State.t(), Event.side(), String.t(), Effect.context()) ::
          {:ok, State.t(), [Effect.t()]} | {:error, refusal | Error.t()}
  def found(state, side, move, context) do
    cond do
      not possible?(state) ->
        {:error, :no_hints}

      help(state) != nil ->
        {:ok, state, []}

      true ->
        with {:ok, _} <- played(state.position, move),
             do: give(state, side, :where, move, context)
    end
  end

  defp give(state, side, help, move, context) do
    data = %{side: side, ply: length(state.moves), help: help, move: move}
    Effect.accept(state, state, :hinted, data, context)
  end

  @doc """
  Returns whether an event can follow in the log of a match in this state, after `ply` moves. Who was
  to move and whether the move is legal only the rules could tell.
  """
  @spec fits?(State.t(), non_neg_integer, map) :: boolean
  def fits?(state, ply, %{side: side, ply: ply}),
    do: possible?(state) and match?({:person, _}, state.seats[side])

  def fits?(_state, _ply, _data), do: false

  @doc "Notes an event."
  @spec note(t, map) :: t
  def note(hints, %{ply: ply, help: help, move: move}),
    do: Map.put(hints, ply, %{help: help, move: move})

  @doc """
  Returns the hints that count after an undo that leaves `ply` moves. That for the position that is on
  the board again does.
  """
  @spec until(t, non_neg_integer) :: t
  def until(hints, ply), do: Map.filter(hints, fn {at, _hint} -> at <= ply end)
end
