defmodule PlayoutWeb.LanguageController do
  @moduledoc "Stores the chosen language, and redirects to the page where it was chosen."
  use PlayoutWeb, :controller

  alias PlayoutWeb.Locale

  def choose(conn, params) do
    conn
    |> Locale.choose(params["language"])
    |> put_status(:see_other)
    |> redirect(to: came_from(conn))
  end

  # Our `referrer-policy` makes browsers send the page's address. Only a path on this site is
  # accepted, and none that browsers would take for the address of another site.
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
