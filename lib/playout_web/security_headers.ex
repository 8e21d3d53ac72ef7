defmodule PlayoutWeb.SecurityHeaders do
  @moduledoc """
  Tells the browser to refuse everything from other origins, and all inline scripts and styles.
  Under https it also tells the browser never to use http for this host (HSTS), but says nothing
  about hosts below it. The setting is for how many seconds, 0 for not at all:

      config :playout, PlayoutWeb.SecurityHeaders, hsts: 86_400

  The endpoint runs this plug, not the router's pipeline, so that error pages have these
  headers too.
  """
  import Phoenix.Controller, only: [put_secure_browser_headers: 2]
  import Plug.Conn, only: [put_resp_header: 3]

  @behaviour Plug

  @env Application.compile_env(:playout, :settings, Application)

  @policy Enum.join(
            [
              "default-src 'none'",
              "script-src 'self'",
              "style-src 'self'",
              "img-src 'self'",
              "connect-src 'self'",
              "manifest-src 'self'",
              "base-uri 'none'",
              "form-action 'self'",
              "frame-ancestors 'none'"
            ],
            "; "
          )

  # During development, the live reloader uses a frame.
  @policy if Mix.env() == :dev, do: @policy <> "; frame-src 'self'", else: @policy

  @headers %{
    "content-security-policy" => @policy,
    "cross-origin-opener-policy" => "same-origin",
    "permissions-policy" => "camera=(), geolocation=(), microphone=()",
    "referrer-policy" => "same-origin"
  }

  @impl true
  def init(options), do: options

  @impl true
  def call(conn, _options), do: conn |> put_secure_browser_headers(@headers) |> put_hsts()

  # Browsers ignore it under http, and a proxy might pass it on under https.
  defp put_hsts(%{scheme: :https} = conn) do
    case hsts() do
      0 -> conn
      seconds -> put_resp_header(conn, "strict-transport-security", "max-age=#{seconds}")
    end
  end

  defp put_hsts(conn), do: conn

  # A day, so that a host who gives up https is not locked out for long.
  defp hsts do
    :playout |> @env.get_env(__MODULE__, []) |> Keyword.get(:hsts, 24 * 60 * 60)
  end
end
