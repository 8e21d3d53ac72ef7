defmodule PlayoutWeb.Visitor do
  @moduledoc """
  Identifies the visitor: one random id per browser, in the signed session cookie.

  The first HTTP response sets it, and every response extends it for another year. A match's seats
  contain it, so it works like a password, and nobody else ever sees it.

  Both the plug and `on_mount/4` set the assign `visitor`.
  """
  import Plug.Conn

  @behaviour Plug

  @impl true
  def init(options), do: options

  @impl true
  def call(conn, _options) do
    id =
      case get_session(conn, :visitor) do
        id when is_binary(id) -> id
        _none -> new()
      end

    conn |> put_session(:visitor, id) |> assign(:visitor, id)
  end

  @doc false
  def on_mount(:default, _params, %{"visitor" => id}, socket) do
    {:cont, Phoenix.Component.assign(socket, :visitor, id)}
  end

  @doc """
  Returns a new visitor's id: 24 characters of Base64. `PlayoutWeb.Redaction` recognises them.
  """
  @spec new() :: String.t()
  def new, do: Base.url_encode64(:crypto.strong_rand_bytes(18), padding: false)
end
