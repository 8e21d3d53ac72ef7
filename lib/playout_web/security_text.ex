defmodule PlayoutWeb.SecurityText do
  @moduledoc """
  `/.well-known/security.txt` (RFC 9116): whom to tell of a hole in the site's security. The operator
  says whom; if they don't, there is no such file.

      config :playout, PlayoutWeb.SecurityText, contact: "mailto:admin@play.example"
  """
  import Phoenix.Controller, only: [endpoint_module: 1]
  import Plug.Conn

  alias PlayoutWeb.Language.Locale

  @behaviour Plug

  @env Application.compile_env(:playout, :settings, Application)

  # In seconds. The file must say until when it holds, and is made anew for each request.
  @holds 30 * 24 * 60 * 60

  @impl true
  def init(options), do: options

  @impl true
  def call(
        %Plug.Conn{path_info: [".well-known", "security.txt"], method: method} = conn,
        _options
      )
      when method in ["GET", "HEAD"] do
    case @env.get_env(:playout, __MODULE__, [])[:contact] do
      nil ->
        conn

      contact ->
        text = text(contact, endpoint_module(conn).url())
        conn |> put_resp_content_type("text/plain") |> send_resp(200, text) |> halt()
    end
  end

  def call(conn, _options), do: conn

  defp text(contact, site) do
    expires = DateTime.utc_now() |> DateTime.add(@holds) |> DateTime.truncate(:second)
    languages = Enum.map_join(Locale.all(), ", ", &Locale.tag/1)

    """
    Contact: #{contact}
    Expires: #{DateTime.to_iso8601(expires)}
    Preferred-Languages: #{languages}
    Canonical: #{site}/.well-known/security.txt
    """
  end
end
