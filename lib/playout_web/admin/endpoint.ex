defmodule PlayoutWeb.Admin.Endpoint do
  @moduledoc """
  The operator's pages, on a port of their own (`PlayoutWeb.Admin`). Nothing here uses cookies, and
  the pages of the site don't work here, nor these on the site's port.
  """
  use Phoenix.Endpoint, otp_app: :playout

  # A socket only shows pages that this endpoint has rendered and signed, after `Guard` let the
  # request pass.
  socket "/live", Phoenix.LiveView.Socket, websocket: [check_origin: :conn], longpoll: false

  plug PlayoutWeb.Admin.Guard
  plug Plug.Head
  plug PlayoutWeb.Admin.Router
end
