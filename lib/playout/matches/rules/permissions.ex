defmodule Playout.Matches.Rules.Permissions do
  @moduledoc "Who may give which command in a match, whatever its position."

  alias Playout.Matches.{Event, State}

  # What only the owner of a match may do, and what its players may do as well.
  @owners [:pace, :list, :step]
  @either [:retry_engine, :transfer]

  @typedoc """
  Who gives a command: a visitor, the engine that is to move or that was offered a draw, the clock,
  or the engine that looks for a hint.
  """
  @type actor ::
          {:visitor, String.t()} | :engine | {:engine, Event.side()} | :clock | :hint_player

  @doc """
  Returns the sides for which an actor may give a command: those that they play, or the open one for
  whoever joins. The owner of a match may manage it without playing, for no side.
  """
  @spec sides(State.t(), actor, term) ::
          {:ok, [Event.side()]} | {:error, :not_your_seat | :not_your_turn | :no_open_seat}
  def sides(_state, :clock, :flag), do: {:ok, []}
  def sides(_state, _actor, :flag), do: {:error, :not_your_seat}

  # The hint is for whoever is to move.
  def sides(state, :hint_player, {:hinted, _move}) do
    case State.to_move(state) do
      {side, {:person, _visitor}} -> {:ok, [side]}
      _engine_or_nobody -> {:error, :not_your_turn}
    end
  end

  def sides(_state, _actor, {:hinted, _move}), do: {:error, :not_your_seat}
  def sides(_state, :engine, :hint), do: {:error, :not_your_seat}

  # Only what it was offered.
  def sides(state, {:engine, side}, {answer, :draw}) when answer in [:accept, :decline] do
    if match?({:engine, _, _}, state.seats[side]),
      do: {:ok, [side]},
      else: {:error, :not_your_seat}
  end

  def sides(state, {:visitor, visitor}, :join) do
    side = State.open_side(state)

    cond do
      State.sides_of(state, visitor) != [] -> {:error, :no_open_seat}
      side == nil -> {:error, :no_open_seat}
      true -> {:ok, [side]}
    end
  end

  def sides(_state, :engine, :join), do: {:error, :not_your_seat}

  def sides(state, :engine, _command) do
    case State.to_move(state) do
      {side, {:engine, _, _}} -> {:ok, [side]}
      _ -> {:error, :not_your_turn}
    end
  end

  def sides(state, {:visitor, visitor}, command) do
    sides = State.sides_of(state, visitor)
    who = %{seated?: sides != [], manages?: State.manages?(state, visitor)}

    if may?(kind(command), who, state, visitor),
      do: {:ok, sides},
      else: {:error, :not_your_seat}
  end

  # The clock, or an engine that is not asked to move.
  def sides(_state, _actor, _command), do: {:error, :not_your_seat}

  defp kind(command) when is_tuple(command), do: elem(command, 0)
  defp kind(command), do: command

  defp may?(name, %{seated?: seated?, manages?: manages?}, _state, _visitor)
       when name in @either,
       do: seated? or manages?

  defp may?(:move_now, who, state, visitor),
    do: who.seated? or (who.manages? and alone?(state, visitor))

  defp may?(:replace_engine, %{manages?: manages?}, state, visitor),
    do: manages? and (alone?(state, visitor) or state.failure != nil)

  defp may?(name, %{manages?: manages?}, _state, _visitor) when name in @owners, do: manages?
  defp may?(_players, %{seated?: seated?}, _state, _visitor), do: seated?

  # Nobody gives another person a different opponent in the middle of a match, unless the engine
  # doesn't move.
  defp alone?(%{seats: seats}, visitor),
    do: for({_side, {:person, other}} when other != visitor <- seats, do: other) == []
end
