import Config

# The engine alone (MIX_TARGET=engine) has no packages to configure.
if config_target() == :host do
  config :playout, PlayoutWeb.Endpoint,
    url: [host: "localhost"],
    adapter: Bandit.PhoenixAdapter,
    # A stopping site has ten seconds in all; connected pages reconnect when it runs again.
    http: [thousand_island_options: [shutdown_timeout: 3_000]],
    render_errors: [formats: [html: PlayoutWeb.ErrorHTML], layout: false],
    pubsub_server: Playout.PubSub,
    live_view: [signing_salt: "match-page"]

  config :phoenix, :json_library, Jason

  config :playout, ecto_repos: [Playout.Repo]

  # The npm package, because any package mirror has it; assets/package.json pins the same version.
  config :esbuild,
    version: "0.28.2",
    path: Path.expand("../assets/node_modules/.bin/esbuild", __DIR__),
    playout: [
      args:
        ~w(js/app.js js/settings.js css/app.css favicon.svg --bundle --target=es2022 --loader:.svg=copy) ++
          ~w(--outbase=. --outdir=../priv/static/assets),
      cd: Path.expand("../assets", __DIR__),
      env: %{"NODE_PATH" => Mix.Project.deps_path()}
    ]

  import_config "#{config_env()}.exs"
end
