defmodule PlayoutWeb.Browser.Offline do
  @moduledoc """
  The page that a browser shows where it can't reach the site. The service worker
  (`assets/offline.js`) stores it, so the page needs nothing else: its style and script are in it,
  and its policy allows nothing but these.
  """
  use PlayoutWeb, :html

  alias Phoenix.HTML.Safe
  alias PlayoutWeb.Language.Locale

  @style """
  :root{color-scheme:light dark}\
  body{display:grid;place-content:center;min-height:100vh;min-height:100dvh;margin:0;\
  background:light-dark(#f3eee4,#1b1f24);color:light-dark(#2a2520,#ece6da);\
  font:1rem/1.5 system-ui,sans-serif;text-align:center}\
  main{max-width:24rem;padding:1rem}\
  h1{font-size:1.5625rem;line-height:1.3}\
  a{display:inline-block;padding:.7rem 1.2rem;border-radius:6px;\
  background:light-dark(#17685f,#63c7b8);color:light-dark(#fff,#10211f);text-decoration:none}
  """

  # Also where the device is connected, but not the site.
  @script ~s[const again=()=>location.reload();addEventListener("online",again);] <>
            ~s[if(navigator.onLine)setTimeout(again,4000+4000*Math.random())]

  @source &"'sha256-#{Base.encode64(:crypto.hash(:sha256, &1))}'"

  @policy Enum.join(
            [
              "default-src 'none'",
              "style-src #{@source.(@style)}",
              "script-src #{@source.(@script)}",
              "base-uri 'none'",
              "frame-ancestors 'none'"
            ],
            "; "
          )

  @doc "Returns the content security policy of the page."
  @spec policy() :: String.t()
  def policy, do: @policy

  @doc """
  Returns the address of the service worker. It is a new one whenever the page differs, so that
  browsers replace the page that they have stored.
  """
  @spec worker() :: String.t()
  def worker, do: "/offline.js?page=#{:erlang.phash2(page())}"

  @doc "Returns the page, in the language of the process."
  @spec page() :: String.t()
  def page do
    %{
      __changed__: nil,
      # As they are, because the policy knows their hashes.
      style: {:safe, ["<style>", @style, "</style>"]},
      script: {:safe, ["<script>", @script, "</script>"]}
    }
    |> document()
    |> Safe.to_iodata()
    |> IO.iodata_to_binary()
  end

  # The link leads to the address that the person has opened.
  defp document(assigns) do
    ~H"""
    <!DOCTYPE html>
    <html lang={Locale.tag()}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{gettext("%{title} · Playout", title: gettext("No connection"))}</title>
        {@style}
      </head>
      <body>
        <main>
          <h1>{gettext("No connection")}</h1>
          <p>
            {gettext(
              "This page can't be reached right now. It opens as soon as you are online again. Your matches are safe."
            )}
          </p>
          <p><a href="">{gettext("Try again")}</a></p>
        </main>
        {@script}
      </body>
    </html>
    """
  end
end
