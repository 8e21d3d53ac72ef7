import Config

if config_target() == :host and config_env() == :prod do
  case PlayoutWeb.Environment.read(System.get_env()) do
    {:ok, settings} ->
      for {key, values} <- settings, do: config(:playout, key, values)

    {:error, message} ->
      IO.puts(:stderr, "The site cannot start. " <> message)
      System.halt(1)
  end
end

# Here, as a regular expression cannot be kept in a compiled configuration on
# every OTP.
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
