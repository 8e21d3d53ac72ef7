defmodule PlayoutWeb.People.Visitor do
  @moduledoc """
  Identifies the visitor: one random id per browser, in the signed session cookie.

  The first HTTP response sets it, and every response extends it for another year. A match's seats
  contain it, so it works like a password, and nobody else ever sees it.

  A browser may become another visitor (`become/2`). What the visitors that it was before have goes
  to the new one with the browser's next request (`Playout.Matches.People.transfer/2`); until that
  has worked, the cookie names them. So nothing is lost if an answer does not arrive, or if the
  site stops halfway.

  Both the plug and `on_mount/4` set the assign `visitor`.
  """
  import Phoenix.Controller, only: [endpoint_module: 1]
  import Plug.Conn

  require Logger

  alias Playout.Matches.People

  @behaviour Plug

  # A cookie has room for only so many.
  @most_before 20

  @impl true
  def init(options), do: options

  @impl true
  def call(conn, _options) do
    id =
      case get_session(conn, :visitor) do
        id when is_binary(id) -> id
        _none -> new()
      end

    conn |> known_as(id) |> settle()
  end

  @doc false
  def on_mount(:default, _params, %{"visitor" => id}, socket) do
    {:cont, Phoenix.Component.assign(socket, :visitor, id)}
  end

  @doc """
  Returns a new visitor's id: 24 characters of Base64. `PlayoutWeb.Log.Redaction` recognises them.
  """
  @spec new() :: String.t()
  defdelegate new(), to: People, as: :new_id

  @doc "Makes the browser another visitor, who gets what it has had until now."
  @spec become(Plug.Conn.t(), String.t()) :: Plug.Conn.t()
  def become(conn, id) do
    before = [conn.assigns.visitor | get_session(conn, :before) || []]
    before = before |> Enum.uniq() |> List.delete(id) |> Enum.take(@most_before)
    conn |> put_session(:before, before) |> known_as(id)
  end

  @doc """
  Makes the browser a new visitor, who gets what it has had until now. Recovery codes are void: other
  browsers may know one, and make more until then.
  """
  @spec leave_others(Plug.Conn.t()) :: Plug.Conn.t()
  def leave_others(conn), do: conn |> put_session(:void_codes, true) |> become(new())

  @doc "Makes the browser a new visitor, who gets nothing."
  @spec begin_anew(Plug.Conn.t()) :: Plug.Conn.t()
  def begin_anew(conn) do
    disconnect(conn, conn.assigns.visitor)
    conn |> delete_session(:before) |> delete_session(:void_codes) |> known_as(new())
  end

  defp known_as(conn, id) do
    conn
    |> put_session(:visitor, id)
    |> put_session(:live_socket_id, socket_id(id))
    |> assign(:visitor, id)
  end

  defp settle(conn) do
    case get_session(conn, :before) do
      [_ | _] = before -> settle(conn, before)
      _none -> conn
    end
  end

  defp settle(conn, before) do
    codes = if get_session(conn, :void_codes), do: :void, else: :kept

    %{visitor: visitor, address: address} = conn.assigns

    case Enum.find(before, &(People.transfer(&1, visitor, codes, address) != :ok)) do
      nil ->
        Enum.each(before, &disconnect(conn, &1))
        conn |> delete_session(:before) |> delete_session(:void_codes)

      _failing ->
        Logger.warning("a visitor's matches could not be moved; the next request tries again")
        conn
    end
  end

  # The pages of a visitor connect again, as whoever the browser is by then.
  defp disconnect(conn, id),
    do: endpoint_module(conn).broadcast(socket_id(id), "disconnect", %{})

  # Appears in reports of the VM, so it isn't the id.
  defp socket_id(id), do: "visitor:" <> Base.encode16(:crypto.hash(:sha256, id), case: :lower)
end
