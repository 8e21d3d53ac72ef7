defmodule PlayoutWeb.Analysis.Controller do
  @moduledoc "Leads from a match to its analysis, whose address would be sent anew with every move."
  use PlayoutWeb, :controller

  alias Playout.Matches
  alias Playout.Matches.State
  alias PlayoutWeb.Analysis.OfMatch
  alias PlayoutWeb.Match.Walk
  alias PlayoutWeb.NotFoundError

  @doc """
  Redirects to the analysis of a match, at its last move or after as many as `ply` says, or back to the
  match if it may not be analysed yet.
  """
  def of_match(conn, %{"id" => id} = params) do
    with {:ok, state} <- Matches.get(id),
         {:ok, shown} <- State.at(state, ply(params["ply"], length(state.moves))) do
      visitor = conn.assigns.visitor
      redirect(conn, to: OfMatch.path(state, shown.position, shown.snapshot, visitor))
    else
      {:error, :not_found} ->
        raise NotFoundError

      # The match's page says what is wrong with it.
      {:error, _reason} ->
        redirect(conn, to: ~p"/m/#{id}")
    end
  end

  # The last position, if there is no such move.
  defp ply(text, last) do
    case Walk.ply(text) do
      {:ok, ply} -> min(ply, last)
      _none -> last
    end
  end
end
