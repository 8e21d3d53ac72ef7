defmodule PlayoutWeb.Admin.Policy do
  @moduledoc """
  The content security policy of the dashboard, which has inline scripts and styles. Each response
  allows only its own, by a random number.
  """
  import Plug.Conn

  @behaviour Plug

  @impl true
  def init(options), do: options

  @impl true
  def call(conn, _options) do
    nonce = Base.url_encode64(:crypto.strong_rand_bytes(18), padding: false)

    conn
    |> assign(:nonce, nonce)
    |> Phoenix.Controller.put_secure_browser_headers(%{
      "content-security-policy" => policy(nonce),
      "cross-origin-opener-policy" => "same-origin",
      "referrer-policy" => "no-referrer"
    })
  end

  defp policy(nonce) do
    Enum.join(
      [
        "default-src 'none'",
        "script-src 'nonce-#{nonce}'",
        "style-src 'nonce-#{nonce}'",
        "img-src 'self' data:",
        "font-src data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'"
      ],
      "; "
    )
  end
end
