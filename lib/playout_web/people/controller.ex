defmodule PlayoutWeb.People.Controller do
  @moduledoc """
  Changes who a browser is: by a link from another browser or by a recovery code, by signing other
  browsers out, or by forgetting its visitor. Only a POST changes anything, so no robot that follows
  a link does.
  """
  use PlayoutWeb, :controller

  alias Playout.Matches.{Limits, People}
  alias PlayoutWeb.People.Visitor
  alias PlayoutWeb.Sentences

  @doc "Asks whether this browser is to go on as the visitor whose link this is."
  def link(conn, %{"token" => token}) do
    case People.whose_link(token) do
      {:ok, visitor} ->
        asked(conn, :continue,
          action: ~p"/continue/#{token}",
          name: People.names([visitor])[visitor],
          same?: visitor == conn.assigns.visitor
        )

      refusal ->
        refused(conn, refusal)
    end
  end

  @doc "Goes on as the visitor whose link this is."
  def take_link(conn, %{"token" => token}) do
    case People.take_link(conn.assigns.visitor, token, conn.assigns.address) do
      {:ok, visitor, stored} ->
        conn |> Visitor.become(visitor) |> asked(:continued, stored: stored)

      refusal ->
        refused(conn, refusal)
    end
  end

  @doc "Asks for a recovery code, which the part of a link after # may contain."
  def code(conn, _params), do: asked(conn, :code, error: nil, typed: "")

  @doc "Goes on as the visitor who has this recovery code."
  def recover(conn, %{"code" => typed}) when is_binary(typed) do
    case People.recover(conn.assigns.visitor, typed, conn.assigns.address) do
      {:ok, visitor} ->
        conn |> Visitor.become(visitor) |> asked(:continued, stored: nil)

      {:error, reason} ->
        conn
        |> put_status(status(reason))
        |> asked(:code, error: Sentences.refusal(reason), typed: String.slice(typed, 0, 40))
    end
  end

  def recover(conn, _params), do: redirect(conn, to: ~p"/code")

  @doc "Gives this browser a new id that no other one has, and for which there is no code."
  def sign_out_others(conn, _params) do
    with :ok <- Limits.sign_out(conn.assigns.address),
         :ok <- People.void_codes(conn.assigns.visitor) do
      conn
      |> Visitor.leave_others()
      |> put_status(:see_other)
      |> redirect(to: ~p"/you?signed_out")
    else
      refusal -> refused(conn, refusal)
    end
  end

  @doc "Deletes what names the visitor, here and in the browser."
  def forget(conn, _params) do
    case People.forget(conn.assigns.visitor) do
      :ok ->
        conn |> Visitor.begin_anew() |> asked(:forgotten, [])

      refusal ->
        refused(conn, refusal)
    end
  end

  @doc "The address of a posted page also answers GET."
  def back(conn, _params), do: redirect(conn, to: ~p"/you")

  defp refused(conn, {:error, reason}) do
    conn |> put_status(status(reason)) |> asked(:refused, reason: Sentences.refusal(reason))
  end

  # Nobody else should find these pages, nor keep a copy.
  defp asked(conn, page, assigns) do
    conn
    |> put_resp_header("x-robots-tag", "noindex")
    |> put_resp_header("cache-control", "no-store")
    |> put_resp_header("referrer-policy", "no-referrer")
    |> render(page, [page_title: PlayoutWeb.People.HTML.title(page)] ++ assigns)
  end

  defp status({:limited, _what}), do: :too_many_requests
  defp status(:not_stored), do: :service_unavailable
  defp status(none) when none in [:no_such_code, :no_such_link], do: :not_found
end
