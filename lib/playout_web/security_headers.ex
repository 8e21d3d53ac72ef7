defmodule PlayoutWeb.SecurityHeaders do
  @moduledoc """
  What a browser is told to refuse: everything that does not come from here,
  and every script or style that stands in the page itself.

  In the endpoint and not in the router's pipeline, so that the pages about
  errors carry it too.
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

  # The live reloader of development works in a frame.
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
