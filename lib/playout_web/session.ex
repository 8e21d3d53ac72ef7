defmodule PlayoutWeb.Session do
  @moduledoc """
  A plug with the session, which is a signed cookie. A match's seats contain the visitor id from it, so
  it must survive closing the browser.

  On a site with https, its name begins with `__Host-`: browsers take such a cookie only from this host
  and only over https, so no other host of the domain can make a visitor somebody else.
  """
  import Phoenix.Controller, only: [endpoint_module: 1]
  import Plug.Conn

  @behaviour Plug

  @name "_playout"
  @name_with_https "__Host-playout"

  @options [
    store: :cookie,
    signing_salt: "visitor",
    max_age: 365 * 24 * 60 * 60,
    http_only: true,
    same_site: "Lax"
  ]

  @doc "Returns the options of `Plug.Session`."
  @spec options(module) :: keyword
  def options(endpoint) do
    https? = endpoint.config(:url)[:scheme] == "https"
    [key: if(https?, do: @name_with_https, else: @name)] ++ @options
  end

  @impl true
  def init(options), do: options

  @impl true
  def call(conn, _options) do
    options = conn |> endpoint_module() |> options()

    conn
    |> fetch_cookies()
    |> rename(options[:key])
    |> Plug.Session.call(Plug.Session.init(options))
  end

  # A visitor whose cookie is older than the name, or than the site's https, stays who they are. It is not
  # deleted: while a site with several nodes is updated, nodes of an earlier version know no other.
  defp rename(%{cookies: %{@name => cookie} = cookies} = conn, @name_with_https = name)
       when not is_map_key(cookies, name) do
    %{conn | cookies: Map.put(cookies, name, cookie)}
  end

  defp rename(conn, _name), do: conn
end
