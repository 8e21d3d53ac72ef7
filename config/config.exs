import Config

# The target `engine` has no packages to configure.
if config_target() == :host do
  config :playout, PlayoutWeb.Endpoint,
    url: [host: "localhost"],
    adapter: Bandit.PhoenixAdapter,
    http: [
      # A proxy that handles TLS speaks HTTP/1.1 to the site, and browsers speak HTTP/2 only with TLS.
      http_2_options: [enabled: false],
      # Errors that an operator can do something about have a line of their own.
      http_options: [log_exceptions_with_status_codes: Enum.to_list(500..599) -- [503]],
      thousand_island_options: [
        transport_module: PlayoutWeb.Limits.Connections,
        # Each may hold a connection that has not been counted yet. By default, a hundred could take the
        # descriptors that the limit leaves for files.
        num_acceptors: 10,
        # The site has ten seconds to stop. Connected pages reconnect when it runs again.
        shutdown_timeout: 3_000,
        genserver_options: [
          # In milliseconds. Until it hibernates, a connection keeps the garbage of what it has
          # served, about a megabyte.
          hibernate_after: 1_000,
          # In words. A process that wakes has no free memory, and would collect garbage a dozen
          # times until its heap is large enough for a page again.
          spawn_opt: [min_heap_size: 30_000]
        ]
      ],
      # In bytes, as for whole messages (endpoint.ex).
      websocket_options: [
        max_fragmented_message_size: 100_000,
        # With the small windows of PlayoutWeb.Limits.Handshake: 32 KB of memory a socket. The default takes 128
        # more, and saves 2%.
        deflate_options: [mem_level: 5]
      ]
    ],
    render_errors: [formats: [html: PlayoutWeb.ErrorHTML], layout: false],
    pubsub_server: Playout.PubSub,
    # People usually think longer than this before they move.
    live_view: [signing_salt: "match-page", hibernate_after: 1_000]

  # Closed unless it gets a port (config/runtime.exs).
  config :playout, PlayoutWeb.Admin.Endpoint,
    url: [host: "localhost"],
    adapter: Bandit.PhoenixAdapter,
    http: [
      http_2_options: [enabled: false],
      # For one operator, and for one program that reads the metrics.
      thousand_island_options: [shutdown_timeout: 1_000, num_acceptors: 4, num_connections: 25]
    ],
    render_errors: [formats: [html: PlayoutWeb.Admin.ErrorText], layout: false],
    pubsub_server: Playout.PubSub,
    live_view: [signing_salt: "dashboard"]

  config :phoenix, :json_library, Jason

  # `PlayoutWeb.Log` writes one line for each request instead.
  config :phoenix, :logger, false

  # `PlayoutWeb.Admin` starts its own, if it has a port.
  config :telemetry_poller, :default, false

  # The metadata that lines may have, so that nothing else gets into the log.
  config :logger, :default_formatter, metadata: [:method, :route, :status, :query, :ms, :left_out]

  config :playout, ecto_repos: [Playout.Database.Sqlite.Repo, Playout.Database.Postgres.Repo]

  # From npm, because any npm mirror has it. assets/package.json pins the same version.
  config :esbuild,
    version: "0.28.2",
    path: Path.expand("../assets/node_modules/.bin/esbuild", __DIR__),
    playout: [
      args:
        ~w(js/app.js js/study.js js/settings.js offline.js css/app.css css/study.css) ++
          ~w(favicon.svg favicon-turn.svg favicon.ico icons/*.png cards/*.png screens/*.png) ++
          ~w(robots.txt --bundle --target=es2022) ++
          ~w(--loader:.svg=copy --loader:.png=copy --loader:.ico=copy --loader:.txt=copy) ++
          ~w(--outbase=. --outdir=../priv/static/assets),
      cd: Path.expand("../assets", __DIR__),
      env: %{"NODE_PATH" => Mix.Project.deps_path()}
    ]

  import_config "#{config_env()}.exs"
end
