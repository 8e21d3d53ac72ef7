defmodule PlayoutWeb.Match.Walk do
  @moduledoc """
  Looking back in a match: the page's address says which move the board shows (`?ply=12`, from 0, the
  start), so every position is a link and in the browser's history. Without it the board shows the
  match as it is now. The match goes on meanwhile.

  The functions take and return the socket of `PlayoutWeb.Match.Live`, whose `past` is the earlier
  state that the board shows, if it does.
  """
  use PlayoutWeb, :verified_routes
  use Gettext, backend: PlayoutWeb.Gettext

  import Phoenix.Component, only: [assign: 2]
  import Phoenix.LiveView, only: [connected?: 1, push_patch: 2]

  alias Phoenix.LiveView.Socket
  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Limits.Number
  alias PlayoutWeb.Match.{BoardView, Text}

  @doc """
  Shows the position that the address asks for. If there is none, shows the match as it is now, and
  returns why.
  """
  @spec to_address(Socket.t(), map) :: {Socket.t(), nil | String.t()}
  def to_address(%{assigns: %{state: state}} = socket, params) do
    now = length(state.moves)

    case ply(params["ply"]) do
      nil -> {look(socket, nil), nil}
      # The latest move leads to the match as it is now, and with the next move it is not the latest.
      {:ok, ^now} -> {to_now(socket), nil}
      {:ok, ply} when ply < now -> {look(socket, ply), nil}
      {:ok, ply} -> {to_now(socket), gettext("This match has no move %{number}.", number: ply)}
      :error -> {to_now(socket), gettext("This link doesn't lead to a move of this match.")}
    end
  end

  @doc "Reads a number of moves from an address: nil if there is none, `:error` if it cannot be one."
  @spec ply(term) :: nil | {:ok, non_neg_integer} | :error
  def ply(nil), do: nil

  # More digits than a match can have moves.
  def ply(text) when byte_size(text) > 6, do: :error
  def ply(text), do: with({:ok, ply} when ply < 0 <- Number.whole(text), do: :error)

  @doc """
  Goes to the `"first"` or `"last"` position, or `"by"` so many moves (1 by default) `"back"` or
  `"forward"`. The browser's history gets an entry where one leaves the present or returns to it, but
  not one for each move. Returns `:error` if that is no walk.
  """
  @spec walk(Socket.t(), map) :: {:ok, Socket.t()} | :error
  def walk(%{assigns: %{state: state, board: board}} = socket, params) do
    now = length(state.moves)

    with {:ok, ply} <- target(params["to"], params["by"] || 1, board.ply, now) do
      from = if board.past?, do: board.ply, else: now
      {:ok, if(ply == from, do: socket, else: go(socket, ply, now))}
    end
  end

  defp target("first", _by, _ply, _now), do: {:ok, 0}
  defp target("last", _by, _ply, now), do: {:ok, now}

  defp target("back", by, ply, _now) when is_integer(by) and by > 0, do: {:ok, max(ply - by, 0)}

  defp target("forward", by, ply, now) when is_integer(by) and by > 0,
    do: {:ok, min(ply + by, now)}

  defp target(_other, _by, _ply, _now), do: :error

  defp go(%{assigns: %{id: id}} = socket, now, now), do: push_patch(socket, to: ~p"/m/#{id}")

  defp go(%{assigns: %{id: id, past: past}} = socket, ply, _now),
    do: push_patch(socket, to: ~p"/m/#{id}?ply=#{ply}", replace: past != nil)

  @doc """
  Keeps the board where it is after a change of the match from the state `shown`, as long as that
  position is in it; otherwise returns to now, and says why.
  """
  @spec keep(Socket.t(), nil | State.t()) :: {Socket.t(), nil | String.t()}
  def keep(%{assigns: %{past: nil}} = socket, _shown), do: {look(socket, nil), nil}

  def keep(%{assigns: %{past: past, state: state}} = socket, shown) do
    cond do
      not List.starts_with?(state.position.moves, past.position.moves) ->
        {to_now(socket), gettext("Move %{number} was undone.", number: length(past.moves))}

      length(past.moves) == length(state.moves) ->
        {to_now(socket), nil}

      true ->
        {socket |> board() |> news(shown), nil}
    end
  end

  # A new move, in words.
  defp news(%{assigns: %{state: state, view: view}} = socket, shown) do
    if length(state.moves) > length(shown.moves) do
      last = List.last(state.moves)
      move = Boards.of(state.game).move_text(last)
      assign(socket, news: Text.move_by(view.players[last.side].name, move))
    else
      socket
    end
  end

  # The address of a page that is connected should say what it shows.
  defp to_now(%{assigns: %{id: id}} = socket) do
    socket = look(socket, nil)
    if connected?(socket), do: push_patch(socket, to: ~p"/m/#{id}", replace: true), else: socket
  end

  defp look(socket, nil), do: socket |> assign(past: nil, news: nil) |> board()

  defp look(%{assigns: %{state: state, past: shown}} = socket, ply) do
    {:ok, past} =
      if shown && length(shown.moves) == ply, do: {:ok, shown}, else: State.at(state, ply)

    socket |> assign(past: past, news: nil) |> board()
  end

  defp board(%{assigns: %{state: state, view: view, past: past}} = socket),
    do: assign(socket, board: BoardView.new(state, view, past))
end
