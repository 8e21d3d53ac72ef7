defmodule PlayoutWeb.Visitor do
  @moduledoc """
  Who is looking: one random id a browser, in the signed session cookie.

  The first HTTP response sets it, and every one lets it live another year. A seat in a match names it, so it is as good
  as a password and never shown to anyone else.
  """
  import Plug.Conn

  @behaviour Plug

  @impl true
  def init(options), do: options

  @impl true
  def call(conn, _options) do
    case get_session(conn, :visitor) do
      id when is_binary(id) -> put_session(conn, :visitor, id)
      _none -> put_session(conn, :visitor, new())
    end
  end

  @doc "Gives every LiveView the assign `visitor`."
  def on_mount(:default, _params, %{"visitor" => id}, socket) do
    {:cont, Phoenix.Component.assign(socket, :visitor, id)}
  end

  defp new, do: Base.url_encode64(:crypto.strong_rand_bytes(18), padding: false)
end
