defmodule PlayoutWeb.Admin.Endpoint do
  @moduledoc """
  The operator's pages, on a port of their own (`PlayoutWeb.Admin`). Nothing here uses cookies, and
  the pages of the site don't work here, nor these on the site's port.
  """
  use Phoenix.Endpoint, otp_app: :playout

  alias PlayoutWeb.Admin.Guard
  alias PlayoutWeb.Limits.Handshake

  # A socket only shows pages that this endpoint has rendered and signed, after `Guard` let the
  # request pass.
  socket "/live", Phoenix.LiveView.Socket, websocket: [check_origin: :conn], longpoll: false

  # Phoenix finds the socket before it runs any plug.
  @impl Plug
  def call(conn, options) do
    conn = Guard.check_name(conn)
    if conn.halted, do: conn, else: super(Handshake.readable(conn), options)
  end

  plug Guard
  plug Plug.Head
  plug PlayoutWeb.Admin.Router
end
