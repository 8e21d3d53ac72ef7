import Config

config :playout, PlayoutWeb.Endpoint, cache_static_manifest: "priv/static/cache_manifest.json"

config :logger, level: :info
config :logger, :default_formatter, format: {PlayoutWeb.Log, :format}, utc_log: true
