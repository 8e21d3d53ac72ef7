import Config

# The engine alone (MIX_TARGET=engine) has no packages to set up.
if config_target() == :host do
  config :playout, PlayoutWeb.Endpoint,
    url: [host: "localhost"],
    adapter: Bandit.PhoenixAdapter,
    # A site that is told to stop has ten seconds in all; a page that is still
    # connected comes back when the site does.
    http: [thousand_island_options: [shutdown_timeout: 3_000]],
    render_errors: [formats: [html: PlayoutWeb.ErrorHTML], layout: false],
    pubsub_server: Playout.PubSub,
    live_view: [signing_salt: "match-page"]

  config :phoenix, :json_library, Jason

  config :playout, ecto_repos: [Playout.Repo]

  # The npm package, because it comes through any package mirror; its version
  # is pinned in assets/package.json, and again here.
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
