import Config

if config_target() == :host and config_env() == :prod do
  case Playout.Site.read(System.get_env()) do
    {:ok, site} ->
      Enum.each(site.warnings, &IO.puts(:stderr, &1))

      parts = [
        engine: Playout.Engine,
        matches: Playout.Matches.Settings,
        proxies: PlayoutWeb.Limits.ClientAddress,
        headers: PlayoutWeb.SecurityHeaders,
        limits: PlayoutWeb.Limits,
        readiness: Playout.Site.Readiness,
        security: PlayoutWeb.SecurityText
      ]

      for {part, settings} <- site.settings, do: config(:playout, parts[part], settings)

      config :playout, Playout.Database.Settings, site.database
      config :playout, Playout.Cluster, site.cluster
      config :playout, Playout.Site.DataDirectory, path: site.data

      config :playout, PlayoutWeb.Endpoint,
        url: site.url,
        http: [ip: site.ip, port: site.port],
        check_origin: site.origins,
        secret_key_base: site.secret

      if admin = site.admin do
        config :playout, PlayoutWeb.Admin.Guard, password: admin[:password]

        config :playout, PlayoutWeb.Admin.Endpoint, http: Keyword.take(admin, [:ip, :port])
      end

      # `mix phx.server` sets this itself.
      if site.serves? do
        config :playout, PlayoutWeb.Endpoint, server: true
        config :playout, PlayoutWeb.Admin.Endpoint, server: true
      end

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
        ~r"assets/drawings/.*\.svg$",
        ~r"lib/playout_web/.*\.(ex|heex)$"
      ]
    ]
end
