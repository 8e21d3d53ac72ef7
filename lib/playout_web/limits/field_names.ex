defmodule PlayoutWeb.Limits.FieldNames do
  @moduledoc """
  Refuses fields that no form of ours has, before anything decodes them: a name like `a[b][c]…` takes time with
  the square of its length, which for 80 kB are some seconds, and 30,000 names take longer than a page.
  """
  @behaviour Plug

  # In bytes, as they are sent: of a name, and of all names with what separates them. Decoding makes no name
  # longer (`PlayoutWeb.Socket.Message`).
  @longest 300
  @all 5_000

  @doc "Returns whether the names of fields in a query or in the text of a form are short and few."
  @spec bounded?(binary) :: boolean
  def bounded?(text), do: name(text, 0, 0)

  defp name(_text, _bytes, @all), do: false
  defp name(<<"&", rest::binary>>, _bytes, all), do: name(rest, 0, all + 1)
  defp name(<<"=", rest::binary>>, _bytes, all), do: value(rest, all)
  defp name(<<_, _::binary>>, @longest, _all), do: false
  defp name(<<_, rest::binary>>, bytes, all), do: name(rest, bytes + 1, all + 1)
  defp name(<<>>, _bytes, _all), do: true

  defp value(<<"&", rest::binary>>, all), do: name(rest, 0, all + 1)
  defp value(<<_, rest::binary>>, all), do: value(rest, all)
  defp value(<<>>, _all), do: true

  @impl true
  def init(options), do: options

  @doc "Refuses a request whose query has such names, with the status 400."
  @impl true
  def call(conn, _options),
    do: if(bounded?(conn.query_string), do: conn, else: raise(Plug.BadRequestError))

  @doc """
  The `:body_reader` of `Plug.Parsers`, which refuses a form with such names, and one whose client has gone
  before its end, with the status 400.
  """
  @spec read_body(Plug.Conn.t(), keyword) ::
          {:ok, binary, Plug.Conn.t()} | {:more, binary, Plug.Conn.t()} | {:error, term}
  def read_body(conn, options) do
    with {:ok, body, conn} <- Plug.Conn.read_body(conn, options),
         do: if(bounded?(body), do: {:ok, body, conn}, else: {:error, :names})
  rescue
    error in Bandit.TransportError -> {:error, error.error}
  end
end
