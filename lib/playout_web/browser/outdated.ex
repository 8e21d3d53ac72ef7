defmodule PlayoutWeb.Browser.Outdated do
  @moduledoc """
  Tells a page that it comes from another release than this site, by its script or its styles. The
  page then reloads itself, between moves (`js/browser/outdated.js`).

  This happens when the site is updated while the page is open: its socket connects again, to the
  new release.
  """
  import Phoenix.LiveView

  def on_mount(:default, _params, _session, socket) do
    {:cont, if(static_changed?(socket), do: push_event(socket, "outdated", %{}), else: socket)}
  end
end
