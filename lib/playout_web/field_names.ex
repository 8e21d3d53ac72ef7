defmodule PlayoutWeb.FieldNames do
  @moduledoc """
  Refuses names of fields that no form of ours has, before anything decodes them: `a[b][c]…` takes time with
  the square of its length, which for 80 kB are some seconds.
  """
  @behaviour Plug

  # In bytes, as they are sent. Decoding makes none longer (`PlayoutWeb.Message`).
  @most 300

  @doc "Returns whether all names of fields in a query or in the text of a form are short."
  @spec short?(binary) :: boolean
  def short?(text), do: name(text, 0)

  defp name(<<"&", rest::binary>>, _bytes), do: name(rest, 0)
  defp name(<<"=", rest::binary>>, _bytes), do: value(rest)
  defp name(<<_, _::binary>>, @most), do: false
  defp name(<<_, rest::binary>>, bytes), do: name(rest, bytes + 1)
  defp name(<<>>, _bytes), do: true

  defp value(<<"&", rest::binary>>), do: name(rest, 0)
  defp value(<<_, rest::binary>>), do: value(rest)
  defp value(<<>>), do: true

  @impl true
  def init(options), do: options

  @doc "Refuses a request whose query has a long name, with the status 400."
  @impl true
  def call(conn, _options),
    do: if(short?(conn.query_string), do: conn, else: raise(Plug.BadRequestError))

  @doc "The `:body_reader` of `Plug.Parsers`, which refuses a form with a long name, with the status 400."
  @spec read_body(Plug.Conn.t(), keyword) ::
          {:ok, binary, Plug.Conn.t()} | {:more, binary, Plug.Conn.t()} | {:error, term}
  def read_body(conn, options) do
    with {:ok, body, conn} <- Plug.Conn.read_body(conn, options),
         do: if(short?(body), do: {:ok, body, conn}, else: {:error, :long_name})
  end
end
