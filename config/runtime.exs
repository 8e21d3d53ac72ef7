import Config

if config_target() == :host and config_env() == :prod do
  case Playout.Site.read(System.get_env()) do
    {:ok, site} ->
      config :playout, Playout.Repo, database: site.database
      config :playout, Playout.Engine, total_memory: site.tree_memory
      config :playout, PlayoutWeb.ClientAddress, trusted_proxies: site.trusted_proxies

      config :playout, PlayoutWeb.Endpoint,
        url: site.url,
        http: [ip: site.ip, port: site.port],
        check_origin: site.origins,
        secret_key_base: site.secret

      # `mix phx.server` sets this itself.
      if site.serves?, do: config(:playout, PlayoutWeb.Endpoint, server: true)

    {:error, message} ->
      IO.puts(:stderr, "The site cannot start. " <> message)
      System.halt(1)
  end
end

# Set at runtime, because some OTP versions cannot store regular expressions in compiled
# configuration.
if config_target() == :host and config_env() == :dev do
  config :playout, PlayoutWeb.Endpoint,
    live_reload: [
      patterns: [
        ~r"priv/static/.*\.(js|css|svg)$",
        ~r"priv/gettext/.*\.po$",
        ~r"lib/playout_web/.*\.(ex|heex)$"
      ]
    ]
end
