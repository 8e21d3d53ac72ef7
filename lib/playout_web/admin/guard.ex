defmodule PlayoutWeb.Admin.Guard do
  @moduledoc """
  A plug that lets only the operator pass.

  With a password, a request needs it (HTTP basic authentication, user `admin`); after ten wrong
  ones, an address has to wait for up to ten minutes. Without a password, only programs of this
  machine reach the port. One of them is the operator's browser, which a page of another site may
  send here by letting its own name point to this machine (DNS rebinding). So the request must name
  this machine.
  """
  import Plug.Conn

  alias PlayoutWeb.Admin.Guesses

  @behaviour Plug

  @this_machine ~w(localhost 127.0.0.1 [::1] ::1)

  @doc "Returns the password, or `nil` if none is needed."
  @spec password() :: String.t() | nil
  def password, do: Application.get_env(:playout, __MODULE__, [])[:password]

  @impl true
  def init(options), do: options

  @impl true
  def call(conn, _options) do
    case password() do
      nil -> check_name(conn)
      password -> authenticate(conn, password)
    end
  end

  @doc """
  Refuses a request, also that of a socket, which does not name this machine, unless there is a password.
  """
  @spec check_name(Plug.Conn.t()) :: Plug.Conn.t()
  def check_name(conn) do
    if password() != nil or conn.host in @this_machine, do: conn, else: refuse_name(conn)
  end

  defp authenticate(%{remote_ip: address} = conn, password) do
    case Plug.BasicAuth.parse_basic_auth(conn) do
      :error ->
        ask(conn)

      {user, guess} ->
        if Guesses.allowed?(address),
          do: check(conn, user, guess, password),
          else: refuse_guess(conn)
    end
  end

  defp check(conn, user, guess, password) do
    # Compares both, so that the time tells nothing.
    same_user? = Plug.Crypto.secure_compare(user, "admin")

    if Plug.Crypto.secure_compare(guess, password) and same_user? do
      Guesses.right(conn.remote_ip)
      conn
    else
      ask(conn)
    end
  end

  defp ask(conn), do: conn |> Plug.BasicAuth.request_basic_auth(realm: "Playout") |> halt()

  defp refuse_guess(conn) do
    refuse(conn, 429, "Too many wrong passwords. Please wait for ten minutes.")
  end

  defp refuse_name(conn) do
    text = "Without a password, these pages are only for this machine: use localhost."
    refuse(conn, 403, text)
  end

  defp refuse(conn, status, text) do
    conn |> put_resp_content_type("text/plain") |> send_resp(status, text <> "\n") |> halt()
  end
end
