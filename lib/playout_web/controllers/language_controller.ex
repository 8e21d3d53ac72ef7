defmodule PlayoutWeb.LanguageController do
  @moduledoc "Accepts the choice of a language, and redirects to the page where it was made."
  use PlayoutWeb, :controller

  alias PlayoutWeb.Locale

  def choose(conn, params) do
    conn
    |> Locale.choose(params["language"])
    |> put_status(:see_other)
    |> redirect(to: came_from(conn))
  end

  # Our policy makes browsers send the page's address (`referrer-policy`). The redirect
  # accepts only a path of this site, and none that browsers read as the address of another
  # one.
  defp came_from(conn) do
    with [referrer] <- get_req_header(conn, "referer"),
         {:ok, %URI{host: host, path: "/" <> rest = path, query: query}} <- URI.new(referrer),
         true <- host == conn.host and not String.starts_with?(rest, ["/", "\\"]) do
      if query, do: path <> "?" <> query, else: path
    else
      _ -> ~p"/"
    end
  end
end
