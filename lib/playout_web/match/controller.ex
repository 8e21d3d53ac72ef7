defmodule PlayoutWeb.Match.Controller do
  @moduledoc """
  Starts matches from ordinary forms, so that no press is lost while a page is still loading,
  and everything works without JavaScript.
  """
  use PlayoutWeb, :controller

  alias Playout.Matches
  alias PlayoutWeb.Language.Locale
  alias PlayoutWeb.Lobby.{Choices, PlayLive}
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules
  alias PlayoutWeb.Sentences

  # For this many milliseconds, a second press counts as the same match.
  @once_in 3_000

  @doc """
  Starts the match that a form describes, and redirects to it. If the match is refused, the
  response shows the form as it was sent, with the reason. With a field `show`, no match is
  started, and the form comes back with the fields that its choices require.
  """
  def create(conn, params) do
    choices = params |> game() |> Choices.new() |> Choices.change(params)

    with false <- Map.has_key?(params, "show"),
         {:ok, request} <- Choices.to_request(choices),
         {:ok, id} <- Matches.create(conn.assigns.visitor, request, options(conn)) do
      started(conn, id)
    else
      true ->
        form(conn, choices, nil)

      {:error, reason} ->
        conn |> put_status(status(reason)) |> form(choices, refusal(reason))
    end
  end

  defp game(params) do
    with name when is_binary(name) <- params["game"], {:ok, game} <- Rules.find(name) do
      game
    else
      _ -> raise NotFoundError
    end
  end

  defp form(conn, choices, error) do
    session = Map.merge(Locale.session(conn), %{"choices" => choices, "error" => error})
    live_render(conn, PlayLive, session: session)
  end

  defp refusal(:custom), do: gettext("Please fix the setting marked above.")
  defp refusal(reason), do: Sentences.refusal(reason)

  @doc "Starts a rematch, and redirects to it."
  def rematch(conn, %{"id" => id}) do
    case Matches.rematch(conn.assigns.visitor, id, options(conn)) do
      {:ok, rematch} ->
        started(conn, rematch)

      {:error, :not_found} ->
        raise NotFoundError

      {:error, reason} ->
        conn
        |> put_status(status(reason))
        |> render(:refused,
          page_title: gettext("No rematch yet"),
          match: id,
          reason: Sentences.refusal(reason)
        )
    end
  end

  # The address of a posted page must also answer GET, for example after the language is changed.

  def start_again(conn, _params), do: redirect(conn, to: ~p"/")

  def back(conn, %{"id" => id}) do
    if Matches.get(id) == {:error, :not_found}, do: raise(NotFoundError)
    redirect(conn, to: ~p"/m/#{id}")
  end

  defp options(conn), do: [from: conn.assigns.address, once_in: @once_in]

  defp started(conn, id), do: conn |> put_status(:see_other) |> redirect(to: ~p"/m/#{id}")

  defp status({:limited, _what}), do: :too_many_requests
  defp status(reason) when reason in [:not_stored, :stopping], do: :service_unavailable
  defp status(:not_your_seat), do: :forbidden
  defp status(_reason), do: :unprocessable_content
end
