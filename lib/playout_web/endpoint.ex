defmodule PlayoutWeb.Endpoint do
  use Phoenix.Endpoint, otp_app: :playout

  # A socket knows its visitor and, like the plug below, its client's address.
  @connect_info [:peer_data, :x_headers, session: {PlayoutWeb.Session, :options, [__MODULE__]}]

  socket "/live", PlayoutWeb.Socket,
    # In bytes. A move takes about a hundred; forms are longer, but none reaches this.
    websocket: [connect_info: @connect_info, max_frame_size: 100_000, compress: true],
    # When the site stops: so many pages at a time, and so many milliseconds apart. So they don't all
    # come back, or to another node, at once.
    drainer: [batch_size: 200, batch_interval: 50, shutdown: 3_000]

  # Plug.Static fails if a range begins after the end of its file. So every file is sent whole, as HTTP
  # allows.
  plug :whole_files

  plug Plug.Static,
    at: "/",
    from: :playout,
    headers: %{"accept-ranges" => "none"},
    gzip: not code_reloading?,
    brotli: not code_reloading?,
    only: PlayoutWeb.static_paths(),
    raise_on_missing_only: code_reloading?

  # Crawlers and browsers look for these at such addresses only; a service worker has power over
  # the pages beside it.
  plug Plug.Static,
    at: "/",
    from: {:playout, "priv/static/assets"},
    headers: %{"accept-ranges" => "none"},
    only: ~w(robots.txt favicon.ico offline.js)

  if code_reloading? do
    socket "/phoenix/live_reload/socket", Phoenix.LiveReloader.Socket
    plug Phoenix.LiveReloader
    plug Phoenix.CodeReloader
  end

  plug PlayoutWeb.SecurityText
  plug PlayoutWeb.Health
  plug PlayoutWeb.Limits.ClientAddress
  plug Plug.Telemetry, event_prefix: [:phoenix, :endpoint]

  plug PlayoutWeb.SecurityHeaders
  plug PlayoutWeb.Language.Locale

  plug Plug.Head
  plug PlayoutWeb.Session
  plug :route

  @impl Plug
  def call(conn, options), do: super(PlayoutWeb.Limits.Handshake.readable(conn), options)

  defp whole_files(conn, _options), do: Plug.Conn.delete_req_header(conn, "range")

  # The router lets only so many requests of an address in at the same time.
  defp route(conn, options) do
    PlayoutWeb.Router.call(conn, PlayoutWeb.Router.init(options))
  after
    PlayoutWeb.Limits.Work.leave()
  end
end
