defmodule PlayoutWeb.Match.Thoughts do
  @moduledoc """
  What the engines of a match have reported of their searches: the assign `thinking` of
  `PlayoutWeb.Match.Live`, by side.
  """
  import Phoenix.Component, only: [assign: 2]

  alias Phoenix.LiveView.Socket
  alias Playout.Matches.State
  alias Playout.Side
  alias PlayoutWeb.Match.View

  @type t :: %{Side.t() => nil | map}

  @none %{first: nil, second: nil}

  @doc "Nothing has been reported."
  @spec none() :: t
  def none, do: @none

  @doc "Notes the progress of the engine that is to move, or with nil that it has stopped."
  @spec thinks(Socket.t(), nil | map) :: Socket.t()
  def thinks(%{assigns: %{thinking: thinking}} = socket, nil) do
    thinking = Map.new(thinking, fn {side, last} -> {side, last && %{last | used: 1.0}} end)
    assign(socket, thinking: thinking, waiting: nil)
  end

  def thinks(socket, progress), do: socket |> assign(waiting: nil) |> put(progress)

  @doc "Like `thinks/2`, but the place in the queue stays."
  @spec put(Socket.t(), map) :: Socket.t()
  def put(%{assigns: %{view: %{engine_to_move?: true, turn: side}}} = socket, progress),
    do: assign(socket, thinking: Map.put(socket.assigns.thinking, side, progress))

  def put(socket, _progress), do: socket

  @doc "Returns what is still valid in a new state. `shown` is the one before, if there was one."
  @spec after_change(t, nil | State.t(), State.t(), View.t()) :: t
  # An estimate is valid as long as the game goes on with the same players.
  def after_change(_last, _shown, %{result: result}, _view) when result != nil, do: @none

  def after_change(_last, %{moves: shown, seats: seats}, state, _view)
      when length(state.moves) < length(shown) or state.seats != seats,
      do: @none

  # The figures stay until new ones arrive, but the bar starts again from zero.
  def after_change(last, _shown, _state, %{engine_to_move?: true, turn: side}),
    do: Map.update!(last, side, &(&1 && %{&1 | used: 0.0}))

  def after_change(last, _shown, _state, _view), do: last
end
