defmodule PlayoutWeb.SecurityHeaders do
  @moduledoc """
  Tells the browser to refuse everything from other origins, and all inline scripts and styles.

  The endpoint runs this plug, not the router's pipeline, so that error pages have these
  headers too.
  """
  import Phoenix.Controller, only: [put_secure_browser_headers: 2]

  @behaviour Plug

  @policy Enum.join(
            [
              "default-src 'none'",
              "script-src 'self'",
              "style-src 'self'",
              "img-src 'self'",
              "connect-src 'self'",
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
  def call(conn, _options), do: put_secure_browser_headers(conn, @headers)
end
