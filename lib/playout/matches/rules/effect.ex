defmodule Playout.Matches.Rules.Effect do
  @moduledoc """
  What follows from an event of a match that was accepted, as data: the new state, and what
  `Playout.Matches.Processes.Server` has to do.

    * `{:store, event}`: store the event; if that fails, the match doesn't change;
    * `:broadcast`: tell everyone watching what changed;
    * `:stop_search`: cancel the running search, also one for a hint;
    * `:drop_trees`: drop the search trees kept from earlier moves;
    * `:finish_search`: end the running search and play its best move so far;
    * `{:search, side, spec}`: search for the engine that is to move;
    * `{:hint, side}`: search for a hint for the person who is to move;
    * `{:answer_draw, side}`: answer the draw offer that the engine of this side has;
    * `{:pass, visitor, move}`: a person is to move and can only pass, so the pass is played
      for them after a delay.
  """

  alias Playout.Matches.{Clock, Event, State}
  alias Playout.Side

  @type t ::
          {:store, Event.t()}
          | :broadcast
          | :stop_search
          | :drop_trees
          | :finish_search
          | {:search, Event.side(), String.t()}
          | {:hint, Event.side()}
          | {:answer_draw, Event.side()}
          | {:pass, String.t(), String.t()}

  @typedoc """
  What a command may depend on besides the state:

    * `at`: when it came, by `Playout.Matches.Store.Uptime`;
    * `delay`: how many milliseconds the sender's network takes for a round trip;
    * `gone`: by side, for how many milliseconds its player has not been there; nothing for those
      who are there;
    * `name`: the name that the sender gave the command, if any.
  """
  @type context :: %{
          at: Clock.time(),
          delay: non_neg_integer,
          gone: %{optional(Event.side()) => non_neg_integer},
          name: nil | String.t()
        }

  @doc """
  Accepts an event: returns the state after it, and its effects. `next` is the state with the new
  position, if there is one; everything else follows from the event.
  """
  @spec accept(State.t(), State.t(), atom, map, context) :: {:ok, State.t(), [t]}
  def accept(state, next, type, data, context) do
    event = %Event{seq: state.seq + 1, type: type, data: data, command: context.name}
    event = %{event | clock: clock(state, next, event, context)}

    # An engine that has failed is not asked again because of an offer.
    failure = if State.quiet?(event), do: state.failure
    next = State.noted(%{next | failure: failure}, event, length(state.moves))
    next = if type == :moved, do: State.timed(next, state.clock), else: next
    next = State.settled(next)
    {:ok, next, [{:store, event}, :broadcast | after_event(next, event)]}
  end

  defp clock(%{clock: nil}, _next, _event, _context), do: nil

  defp clock(state, next, %{type: type, data: data} = event, context) do
    running = State.running(state)
    side = next.snapshot.side
    quiet? = State.quiet?(event)

    case type do
      # The time of a turn is counted from its beginning, whatever is said meanwhile, so that all of
      # the network's delay can be given back.
      _any when quiet? ->
        state.clock

      :moved ->
        next_side = if next.result == nil, do: side
        Clock.move(state.clock, running, data.side, next_side, context.delay, context.at)

      _undone when is_map_key(data, :ply) ->
        {:ok, clock} = State.undone_clock(state, data.ply, context.at)
        clock

      _other ->
        Clock.advance(state.clock, running, context.at)
    end
  end

  # A search goes on while people talk.
  defp after_event(next, %{type: :offered, data: %{offer: :draw}}), do: draw_answer(next)

  # The pass that waits is that of the visitor who played before.
  defp after_event(next, %{type: :transferred}), do: forced_pass(next)

  defp after_event(next, %{type: type} = event) do
    cond do
      State.quiet?(event) -> []
      keeps_trees?(next, type) -> [:stop_search | pending(next)]
      true -> [:stop_search, :drop_trees | pending(next)]
    end
  end

  # Whether the search trees of earlier moves remain useful.
  defp keeps_trees?(%{result: nil}, type), do: type in [:moved, :paced]
  defp keeps_trees?(_over, _type), do: false

  @doc "Returns the search for the engine that is to move; nothing if a person is."
  @spec search(State.t()) :: [t]
  def search(state) do
    case State.to_move(state) do
      {side, {:engine, _level, spec}} -> [{:search, side, spec}]
      _ -> []
    end
  end

  @doc """
  Returns the effects for a match that was just loaded: search if an engine is to move, or play a
  forced pass, and answer a draw offer that an engine has not answered.
  """
  @spec pending(State.t()) :: [t]
  # A paused match waits for `:step` or another pace.
  def pending(%State{pace: :paused}), do: []

  def pending(%State{} = state),
    do: search(state) ++ forced_pass(state) ++ draw_answer(state)

  defp draw_answer(%{result: nil, offers: %{draw: %{side: side}}, seats: seats}) do
    other = Side.other(side)
    if match?({:engine, _, _}, seats[other]), do: [{:answer_draw, other}], else: []
  end

  defp draw_answer(_state), do: []

  defp forced_pass(%{snapshot: %{pass: pass}} = state) do
    case State.to_move(state) do
      {_side, {:person, visitor}} when pass != nil -> [{:pass, visitor, pass}]
      _ -> []
    end
  end
end
