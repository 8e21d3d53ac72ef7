defmodule PlayoutWeb.Match.MistakeLookup do
  @moduledoc """
  Which mistakes were made in a match that is over, if there is a table that knows: the assign
  `mistakes` of `PlayoutWeb.Match.Live`.
  """
  import Phoenix.Component, only: [assign: 2]
  import Phoenix.LiveView, only: [connected?: 1, put_private: 3, start_async: 3]

  alias Phoenix.LiveView.Socket
  alias Playout.Matches.Reviews.Mistakes
  alias Playout.Matches.State
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Match.{Text, View}

  @doc """
  Looks for the mistakes once for each end of the match, in a process of its own (`:mistakes`): the
  first one to look reads the table.
  """
  @spec look_back(Socket.t()) :: Socket.t()
  def look_back(
        %{private: %{looked_back: same}, assigns: %{state: %{result: result, position: same}}} =
          socket
      )
      when result != nil,
      do: socket

  def look_back(%{assigns: %{state: %{result: nil}}} = socket),
    do: socket |> put_private(:looked_back, nil) |> assign(mistakes: %Mistakes{})

  def look_back(%{assigns: %{state: state}} = socket) do
    if connected?(socket) do
      match = Map.take(state, [:game, :variant, :position, :moves])

      socket
      |> put_private(:looked_back, state.position)
      |> start_async(:mistakes, fn -> {match.position, Mistakes.of(match)} end)
    else
      socket
    end
  end

  @doc "Shows what that process has found, if the match is still over; the page does without if it failed."
  @spec done(Socket.t(), {:ok, term} | {:exit, term}) :: Socket.t()
  def done(socket, {:ok, {position, mistakes}}) do
    current? = socket.private[:looked_back] == position
    if current?, do: assign(socket, mistakes: mistakes), else: socket
  end

  def done(socket, {:exit, _reason}), do: socket

  @doc "Says until when each side that did not win could have, or could have drawn."
  @spec chances(State.t(), View.t(), Mistakes.t()) :: String.t()
  def chances(%{result: nil}, _view, _mistakes), do: ""

  def chances(%{result: outcome}, view, mistakes) do
    Format.sentences(
      for {side, chance} <- Mistakes.let_go(mistakes, outcome),
          do: Text.let_go(side, chance, view)
    )
  end
end
