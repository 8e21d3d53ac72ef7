import Config

if config_target() == :host do
  port =
    case Integer.parse(System.get_env("PORT", "4000")) do
      {port, ""} when port in 0..65_535 -> port
      _other -> raise "PORT is #{inspect(System.get_env("PORT"))}; it must be a port's number"
    end

  host = System.get_env("HOST", "localhost")

  if config_env() != :test do
    config :playout, PlayoutWeb.Endpoint, http: [port: port]
  end

  if System.get_env("PHX_SERVER") do
    config :playout, PlayoutWeb.Endpoint, server: true
  end

  # Here, as a regular expression cannot be kept in a compiled configuration
  # on every OTP.
  if config_env() == :dev do
    config :playout, PlayoutWeb.Endpoint,
      live_reload: [
        patterns: [
          ~r"priv/static/.*\.(js|css|svg)$",
          ~r"priv/gettext/.*\.po$",
          ~r"lib/playout_web/.*\.(ex|heex)$"
        ]
      ]
  end

  if config_env() == :prod do
    listen = System.get_env("LISTEN", "127.0.0.1")

    ip =
      case :inet.parse_address(String.to_charlist(listen)) do
        {:ok, ip} -> ip
        {:error, _} -> raise "LISTEN is #{inspect(listen)}; it must be an IP address"
      end

    secret_key_base =
      System.get_env("SECRET_KEY_BASE") ||
        raise "SECRET_KEY_BASE is missing: it signs the cookies; at least 64 random characters"

    data = System.get_env("PLAYOUT_DATA", "data")
    config :playout, Playout.Repo, database: Path.expand("playout.db", data)

    config :playout, PlayoutWeb.Endpoint,
      url: [host: host, port: port],
      http: [ip: ip],
      check_origin: Enum.uniq(["//localhost", "//127.0.0.1", "//[::1]", "//#{host}"]),
      secret_key_base: secret_key_base
  end
end
