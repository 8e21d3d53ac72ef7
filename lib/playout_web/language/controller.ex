defmodule PlayoutWeb.Language.Controller do
  @moduledoc "Stores the chosen language, and redirects to the page where it was chosen."
  use PlayoutWeb, :controller

  alias PlayoutWeb.Language.Locale

  def choose(conn, params) do
    conn
    |> Locale.choose(params["language"])
    |> put_status(:see_other)
    |> redirect(to: path(params["back"]) || path(referrer(conn)) || ~p"/")
  end

  # Our `referrer-policy` makes browsers send the page's address.
  defp referrer(conn), do: conn |> get_req_header("referer") |> List.first()

  # In bytes, of what comes before the query. To read the number of a port takes time with the square of its
  # digits.
  @most_address 2_000

  # Keeps only the path of an address, so that the redirect stays on this site even behind a
  # proxy that changes the host. Refuses paths that browsers take for the address of another site.
  defp path(address) when is_binary(address) do
    with [before | _query] when byte_size(before) <= @most_address <-
           String.split(address, "?", parts: 2),
         {:ok, %URI{path: "/" <> rest = path, query: query}} <- URI.new(address),
         false <- String.starts_with?(rest, "/"),
         address = if(query, do: path <> "?" <> query, else: path),
         # Browsers skip tabs, and take a backslash for a slash. Phoenix refuses to redirect to such an
         # address with an error.
         false <- address =~ ~r/[\x00-\x20\x7F\\]|%09/ do
      address
    else
      _ -> nil
    end
  end

  defp path(_none), do: nil
end
