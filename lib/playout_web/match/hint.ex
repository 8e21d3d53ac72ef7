defmodule PlayoutWeb.Match.Hint do
  @moduledoc """
  The hint on the page of a match: what the search for it does (the assign `hint_search` of
  `PlayoutWeb.Match.Live`), and what the player reads in their strip instead of what to do.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  import Phoenix.Component, only: [assign: 2]

  alias Phoenix.LiveView.Socket
  alias Playout.Error
  alias PlayoutWeb.Match.{BoardView, View}
  alias PlayoutWeb.Sentences

  @type t :: nil | :thinking | {:waiting, pos_integer}

  @doc """
  Notes what `Playout.Matches.watch/2` tells of the search. Returns also why there is no hint, if a
  player should know.
  """
  @spec note(Socket.t(), t | {:failed, term}) :: {Socket.t(), nil | String.t()}
  def note(%{assigns: %{view: %{plays?: plays?}}} = socket, {:failed, error}) do
    {assign(socket, hint_search: nil), if(plays?, do: words(error))}
  end

  def note(socket, search), do: {assign(socket, hint_search: search), nil}

  defp words(%Error{} = error), do: Sentences.failure(error)
  defp words(reason), do: Sentences.refusal(reason)

  @doc "Returns what a player whose turn it is reads instead of what to do, if anything."
  @spec told(View.t(), BoardView.t(), t) :: nil | String.t()
  def told(_view, %{past?: true}, _search), do: gettext("Go back to now to play.")
  def told(_view, _board, :thinking), do: gettext("Looking for a hint…")

  def told(_view, _board, {:waiting, place}),
    do: gettext("Waiting for a hint, place %{place}", place: place)

  def told(%{hint: %{words: words}}, _board, nil), do: words
  def told(_view, _board, nil), do: nil
end
