defmodule PlayoutWeb.ClientText do
  @moduledoc "Recognises texts from outside for which libraries of the web would raise an error."

  @doc "Returns whether a text is a form as browsers send it."
  @spec form?(String.t()) :: boolean
  def form?(text) do
    String.valid?(text) and match?(%{}, Plug.Conn.Query.decode(text))
  rescue
    _error -> false
  end

  @doc "Returns whether a text is an address whose path and query can be decoded."
  @spec url?(String.t()) :: boolean
  def url?(text) do
    case URI.new(text) do
      {:ok, %URI{path: path, query: query}} ->
        String.valid?(URI.decode(path || "")) and form?(query || "")

      {:error, _part} ->
        false
    end
  rescue
    _error -> false
  end

  @doc """
  Returns whether a path leads to another page of this site, for a redirect: browsers take some paths
  for the address of another site, and Phoenix refuses to redirect to white space.
  """
  @spec own_path?(String.t()) :: boolean
  def own_path?("/" <> rest = path),
    do: not String.starts_with?(rest, ["/", "\\"]) and not (path =~ ~r/[\x00-\x20\x7f\\]/)

  def own_path?(_other), do: false
end
