defmodule Playout.Matches.Rules.Hints do
  @moduledoc """
  Hints for a player who is alone with an engine, or alone on both sides: the engine says where its
  move begins, and if that is not enough, the whole move. Each hint is an event, so a match tells
  what was played after one. Between people there are none.

  This module is pure; `Playout.Matches.Rules.Command` uses it. `Playout.Matches.Processes.HintSearch`
  searches.
  """

  alias Playout.{Description, Error}
  alias Playout.Engine.NativeRecord
  alias Playout.Matches.{Event, State}
  alias Playout.Matches.Rules.Effect

  @type refusal :: :no_hints | :nothing_to_choose

  @doc "Returns what the hint for the position on the board has told; `nil` if there was none."
  @spec given(State.t()) :: nil | Event.hint()
  def given(%State{hints: hints, moves: moves}) do
    with %{help: given} <- hints[length(moves)], do: given
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
           NativeRecord.open(%{position | moves: position.moves ++ [text]}),
         do: {:ok, snapshot.last}
  end

  @doc """
  Asks for a hint for the next move of a side. The first time, that starts a search; the second time,
  the answer is there.
  """
  @spec ask(State.t(), Event.side(), Effect.context()) ::
          {:ok, State.t(), [Effect.t()]} | {:error, refusal}
  def ask(state, side, context) do
    ply = length(state.moves)

    case {State.alone?(state), state.snapshot.pass, state.hints[ply]} do
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
      not State.alone?(state) ->
        {:error, :no_hints}

      given(state) != nil ->
        {:ok, state, []}

      true ->
        with {:ok, _} <- played(state.position, move),
             do: give(state, side, :where, move, context)
    end
  end

  defp give(state, side, hint, move, context) do
    data = %{side: side, ply: length(state.moves), help: hint, move: move}
    Effect.accept(state, state, :hinted, data, context)
  end
end
