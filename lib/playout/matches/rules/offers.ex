defmodule Playout.Matches.Rules.Offers do
  @moduledoc """
  What two people agree on: offers of an undo, a draw or another match, their answers, and what one
  may claim while the other is gone. Part of `Playout.Matches.Rules.Command`, which has checked who asks.
  """

  alias Playout.Matches.{Clock, Event, Settings, State}
  alias Playout.Matches.Rules.{Effect, Players}
  alias Playout.Side

  # A side offers a draw at most once in so many plies.
  @plies_between_draws 10

  # A side offers a rematch of one match at most so often, because each offer can be withdrawn.
  @most_rematches 3

  @type refusal ::
          :not_between_people
          | :not_over
          | :offered_already
          | :offered_by_other
          | :offered_lately
          | :offered_often
          | :asked_lately
          | :nothing_offered
          | :not_gone
          | Playout.Error.t()

  @type answer :: {:ok, State.t(), [Effect.t()]} | {:error, refusal}

  @typep sides :: [Event.side()]

  @doc """
  Returns whether a side may offer an undo or a draw now, as far as earlier offers go. (Whether there
  is a move to undo, `Playout.Matches.State.can_undo?/2` tells.)
  """
  @spec may?(State.t(), Event.side(), :undo | :draw) :: boolean
  def may?(state, side, offer), do: state.result == nil and may(state, side, offer) == :ok

  # Each offer is an event, and whoever has declined wants to think.
  defp may(%{offers: %{undo: _made}}, _side, :undo), do: {:error, :offered_already}

  defp may(state, side, :undo),
    do: if(side in state.asked_undo, do: {:error, :asked_lately}, else: :ok)

  defp may(state, side, :draw) do
    last = state.drew[side]

    if last != nil and length(state.moves) < last + @plies_between_draws,
      do: {:error, :offered_lately},
      else: :ok
  end

  @doc """
  Offers a draw, a rematch, or an undo that is possible. `:offered_by_other`: the other side has offered
  the rematch, so that only `accept/4` is left, which needs a match to go on with.
  """
  @spec offer(State.t(), sides, Event.offer(), Effect.context()) :: answer
  def offer(state, sides, :rematch, context) do
    with :ok <- rematch?(state),
         false <- made?(state, :rematch, sides) == :ok,
         :ok <- few_rematches?(state, sides) do
      offered(state, sides, :rematch, context)
    else
      true -> {:error, :offered_by_other}
      refusal -> refusal
    end
  end

  def offer(state, [side] = sides, offer, context) do
    with :ok <- may(state, side, offer) do
      # If the other one has offered a draw, that is an agreement.
      if offer == :draw and made?(state, :draw, sides) == :ok,
        do: accept(state, sides, :draw, context),
        else: offered(state, sides, offer, context)
    end
  end

  # One person on both sides agrees with themselves.
  def offer(state, [_, _], :draw, context) do
    data = %{side: state.snapshot.side, offer: :draw}
    Effect.accept(state, state, :accepted, data, context)
  end

  defp offered(state, [side], offer, context) do
    if is_map_key(state.offers, offer),
      do: {:error, :offered_already},
      else: Effect.accept(state, state, :offered, %{side: side, offer: offer}, context)
  end

  defp offered(_state, _both, _offer, _context), do: {:error, :not_between_people}

  @doc "Accepts a draw, or a rematch: the match with this id."
  @spec accept(State.t(), sides, :draw | {:rematch, String.t()}, Effect.context()) :: answer
  def accept(state, sides, {:rematch, id}, context) do
    with :ok <- rematch?(state),
         do: accepted(state, sides, :rematch, %{match: id}, context)
  end

  def accept(state, sides, :draw, context), do: accepted(state, sides, :draw, %{}, context)

  defp accepted(state, sides, offer, data, context) do
    with :ok <- made?(state, offer, sides) do
      data = Map.merge(data, %{side: hd(sides), offer: offer})
      Effect.accept(state, state, :accepted, data, context)
    end
  end

  defp rematch?(state) do
    cond do
      not State.people?(state) -> {:error, :not_between_people}
      state.result == nil -> {:error, :not_over}
      state.rematch != nil -> {:error, :offered_already}
      true -> :ok
    end
  end

  defp few_rematches?(%{asked_rematch: asked}, sides) do
    if Enum.count(asked, &(&1 in sides)) < @most_rematches,
      do: :ok,
      else: {:error, :offered_often}
  end

  @doc "Returns `:ok` if the other side has made this offer. Nobody accepts their own."
  @spec made?(State.t(), Event.offer(), sides) :: :ok | {:error, :nothing_offered}
  def made?(%{offers: offers}, offer, [side]) do
    case offers do
      %{^offer => %{side: ^side}} -> {:error, :nothing_offered}
      %{^offer => _made} -> :ok
      _none -> {:error, :nothing_offered}
    end
  end

  def made?(_state, _offer, _both), do: {:error, :nothing_offered}

  @doc "Declines an offer, or withdraws one's own."
  @spec decline(State.t(), sides, Event.offer(), Effect.context()) :: answer
  def decline(state, sides, offer, context) do
    case {state.offers, sides} do
      {%{^offer => _made}, [side]} ->
        Effect.accept(state, state, :declined, %{side: side, offer: offer}, context)

      _none ->
        {:error, :nothing_offered}
    end
  end

  @doc "Claims a win or a draw, or lets an engine go on, against a player who is gone."
  @spec claim(State.t(), sides, :win | :draw | {:engine, Players.player()}, Effect.context()) ::
          answer
  def claim(state, sides, claim, context) do
    with {:ok, side} <- claimant(state, sides, context), do: claimed(state, side, claim, context)
  end

  defp claimed(state, side, {:engine, player}, context) do
    with {:ok, seat} <- Players.engine(state.game, state.variant, player) do
      data = %{side: Side.other(side), seat: seat}
      Effect.accept(state, state, :replaced, data, context)
    end
  end

  defp claimed(state, side, claim, context),
    do: Effect.accept(state, state, :claimed, %{side: side, claim: claim}, context)

  # Whoever has waited for a player who is gone, on that player's turn. Before both have made a move
  # no time runs, but nobody should wait for ever.
  defp claimant(state, sides, context) do
    gone = State.turn(state)

    cond do
      not State.people?(state) -> {:error, :not_between_people}
      gone == nil or gone in sides or not fast?(state) -> {:error, :not_gone}
      wait(state, gone, context) > 0 -> {:error, :not_gone}
      true -> {:ok, Side.other(gone)}
    end
  end

  defp fast?(%{control: control}), do: control != nil and Clock.fast?(control)

  @doc "Returns for how many milliseconds more a player must be gone until the other one may claim."
  @spec wait(State.t(), Event.side(), Effect.context()) :: non_neg_integer
  def wait(state, gone, context),
    do: max(Settings.gone_after() - gone_for(state, gone, context), 0)

  # Whoever goes while the other one thinks has their own turn to come back.
  defp gone_for(%{board_at: at} = state, side, context) when is_integer(at),
    do: min(Map.get(context.gone, side, 0), context.at - state.board_at)

  defp gone_for(_without_a_clock, _side, _context), do: 0
end
