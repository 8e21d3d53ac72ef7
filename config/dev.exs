import Config

config :playout, PlayoutWeb.Endpoint,
  http: [ip: {127, 0, 0, 1}, port: 4000],
  code_reloader: true,
  debug_errors: true,
  secret_key_base: String.duplicate("for development only. ", 4),
  watchers: [esbuild: {Esbuild, :run, [:playout, ~w(--sourcemap=inline --watch)]}]

config :playout, Playout.Database.Settings, file: Path.expand("../data/dev.db", __DIR__)

config :logger, :default_formatter, format: "[$level] $message $metadata\n"

config :phoenix, stacktrace_depth: 20, plug_init_mode: :runtime
config :phoenix_live_view, enable_expensive_runtime_checks: true
