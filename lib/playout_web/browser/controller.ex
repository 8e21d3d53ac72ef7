defmodule PlayoutWeb.Browser.Controller do
  @moduledoc "What browsers ask for by themselves: the manifest, and the page for when they are offline."
  use PlayoutWeb, :controller

  alias PlayoutWeb.Browser.{Manifest, Offline}

  def manifest(conn, _params) do
    conn
    |> put_resp_content_type("application/manifest+json")
    |> send_resp(:ok, Jason.encode!(Manifest.content()))
  end

  def offline(conn, _params) do
    conn
    |> put_resp_header("content-security-policy", Offline.policy())
    |> html(Offline.page())
  end
end
