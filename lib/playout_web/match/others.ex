defmodule PlayoutWeb.Match.Others do
  @moduledoc """
  The other people at a match: their names, whether they are there, how long to wait for them, and
  the score.

  The functions take and return the socket of `PlayoutWeb.Match.Live`.
  """
  import Phoenix.Component, only: [assign: 2]
  import Phoenix.LiveView, only: [connected?: 1]

  alias Phoenix.LiveView.Socket
  alias Playout.Matches
  alias Playout.Matches.{Clock, People, State}
  alias Playout.Side
  alias PlayoutWeb.Match.Presence

  # Milliseconds between two figures of the countdown to a claim.
  @tick 1_000

  @doc "Says that the visitor is there, and looks who else is; only pages with a socket are."
  @spec enter(Socket.t()) :: Socket.t()
  def enter(%{assigns: %{id: id, visitor: visitor}} = socket) do
    if connected?(socket) do
      Presence.enter(id, visitor)
      look_around(socket)
    else
      socket
    end
  end

  @doc "Assigns the names of the others, and follows them, instead of those in the state `shown`."
  @spec named(Socket.t(), State.t(), nil | State.t()) :: Socket.t()
  def named(%{assigns: %{id: id, visitor: visitor}} = socket, state, shown \\ nil) do
    others = others(state, visitor)

    if connected?(socket) do
      before = others(shown, visitor)
      People.follow(others -- before)
      People.unfollow(before -- others)
      {opponents, before} = {opponents(state, visitor), opponents(shown, visitor)}
      Presence.follow(id, opponents -- before)
      Presence.unfollow(id, before -- opponents)
    end

    # After it has begun to follow them, so that it misses no change in between.
    assign(socket, names: People.names(others))
  end

  # Nobody is told their own name, so a match against an engine reads none.
  defp others(nil, _visitor), do: []

  defp others(%{seats: seats}, visitor),
    do: Enum.uniq(for {_side, {:person, other}} <- seats, other != visitor, do: other)

  # Only players are told whether the other one is there.
  defp opponents(nil, _visitor), do: []

  defp opponents(state, visitor),
    do: if(State.sides_of(state, visitor) == [], do: [], else: others(state, visitor))

  @doc "Notes the new name of a visitor; nil if they have none any more."
  @spec rename(Socket.t(), String.t(), nil | String.t()) :: Socket.t()
  def rename(%{assigns: %{names: names}} = socket, visitor, nil),
    do: assign(socket, names: Map.delete(names, visitor))

  def rename(%{assigns: %{names: names}} = socket, visitor, name),
    do: assign(socket, names: Map.put(names, visitor, name))

  @doc "Follows the people in the seats of a new state, if they differ from those in `shown`."
  @spec reseat(Socket.t(), nil | State.t(), State.t()) :: Socket.t()
  def reseat(socket, nil, _state), do: socket
  def reseat(socket, %{seats: same}, %{seats: same}), do: socket

  def reseat(socket, shown, state), do: socket |> look(state) |> named(state, shown)

  @doc """
  Looks who is there, and notes in `met?` that the opponent has been: until then they are on their way,
  as after a rematch was agreed to, and not gone.
  """
  @spec look_around(Socket.t()) :: Socket.t()
  def look_around(%{assigns: %{state: state}} = socket), do: socket |> look(state) |> wait_for()

  defp look(%{assigns: %{id: id, visitor: visitor, met?: met?}} = socket, %{seats: seats} = state) do
    presence = Presence.of(id, seats)

    opponent? =
      case State.sides_of(state, visitor) do
        [mine] -> is_map_key(presence, Side.other(mine))
        _both_or_none -> false
      end

    assign(socket, presence: presence, met?: met? or opponent?)
  end

  @doc "Returns whether the other side declined an offer of `mine`, and not withdrawn its own."
  @spec declined?(State.t(), State.t(), nil | Side.t()) :: boolean
  def declined?(before, %{declined: side} = now, mine) do
    mine != nil and side == Side.other(mine) and
      Enum.any?(before.offers, fn {offer, made} ->
        made.side == mine and not is_map_key(now.offers, offer)
      end)
  end

  @doc """
  Begins or stops to wait for an opponent who is gone: after a while, the visitor may claim the
  match. (`Playout.Matches.Rules.Command` decides; this only says when to offer it.) Each turn is waited
  for anew.
  """
  @spec wait_for(Socket.t()) :: Socket.t()
  def wait_for(%{assigns: %{state: %{board_seq: turn}, gone: gone}} = socket) do
    cond do
      not (connected?(socket) and waits?(socket.assigns)) ->
        assign(socket, gone: nil, claimable?: false, claimable_in: nil)

      match?({_reference, ^turn, _until}, gone) ->
        socket

      true ->
        token = wait(socket.assigns, turn)
        socket |> assign(gone: token, claimable?: false, claimable_in: nil) |> count_down(token)
    end
  end

  @doc """
  Says how long it still takes until the visitor may claim the match, as `token` says what is waited
  for, and looks again a second later.
  """
  @spec count_down(Socket.t(), term) :: Socket.t()
  def count_down(%{assigns: %{gone: {_, _, until} = token, claimable?: false}} = socket, token)
      when until != nil do
    left = max(until - now(), 0)
    Process.send_after(self(), {:count_down, token}, @tick)
    assign(socket, claimable_in: left)
  end

  def count_down(socket, _earlier), do: socket

  defp now, do: System.monotonic_time(:millisecond)

  @doc """
  Waits for as long as the match says now. It counts anew if its process has restarted.
  """
  @spec wait_anew(Socket.t()) :: Socket.t()
  def wait_anew(socket), do: socket |> assign(gone: nil) |> wait_for()

  # Whether it is the turn of an opponent who is gone, under a fast clock.
  defp waits?(%{state: %{control: control}, view: view, presence: presence}) do
    view.people? and view.mine != nil and control != nil and Clock.fast?(control) and
      view.turn == Side.other(view.mine) and
      not is_map_key(presence, Side.other(view.mine))
  end

  # Until when, in this machine's time. The match knows for how long; this page may have been opened later.
  defp wait(%{id: id, view: view}, turn) do
    case Matches.wait(id, Side.other(view.mine)) do
      {:ok, left} ->
        token = {make_ref(), turn, now() + left}
        Process.send_after(self(), {:gone, token}, left)
        token

      {:error, _reason} ->
        {make_ref(), turn, nil}
    end
  end

  @doc "Assigns how these two people have played so far, if it may have changed since `shown`."
  @spec score(Socket.t(), nil | State.t()) :: Socket.t()
  def score(%{assigns: %{state: state, view: view, visitor: visitor}} = socket, shown) do
    if new_score?(shown, state),
      do: assign(socket, score: score_of(state, view, visitor)),
      else: socket
  end

  # The score may differ between other players, and when a match is over, or not any more.
  defp new_score?(nil, _state), do: true

  defp new_score?(shown, state),
    do: shown.seats != state.seats or is_nil(shown.result) != is_nil(state.result)

  defp score_of(state, %{people?: true, mine: mine}, visitor) when mine != nil do
    {:person, other} = state.seats[Side.other(mine)]

    case Matches.score(visitor, other) do
      {:ok, %{won: 0, lost: 0, drawn: 0}} -> nil
      {:ok, score} -> score
      {:error, _reason} -> nil
    end
  end

  defp score_of(_state, _view, _visitor), do: nil
end
