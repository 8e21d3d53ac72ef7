defmodule PlayoutWeb.LanguageController do
  @moduledoc "Stores the chosen language, and redirects to the page where it was chosen."
  use PlayoutWeb, :controller

  alias PlayoutWeb.{ClientText, Locale}

  def choose(conn, params) do
    conn
    |> Locale.choose(params["language"])
    |> put_status(:see_other)
    |> redirect(to: path(params["back"]) || path(referrer(conn)) || ~p"/")
  end

  # Our `referrer-policy` makes browsers send the page's address.
  defp referrer(conn), do: conn |> get_req_header("referer") |> List.first()

  # Keeps only the path of an address, so that the redirect stays on this site even behind a
  # proxy that changes the host.
  defp path(address) when is_binary(address) do
    with {:ok, %URI{path: path, query: query}} when is_binary(path) <- URI.new(address),
         path = if(query, do: path <> "?" <> query, else: path),
         true <- ClientText.own_path?(path) do
      path
    else
      _ -> nil
    end
  end

  defp path(_none), do: nil
end
