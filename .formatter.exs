packages =
  if Mix.target() == :engine do
    []
  else
    [
      import_deps: [:ecto, :ecto_sql, :phoenix, :phoenix_live_view, :stream_data],
      plugins: [Phoenix.LiveView.HTMLFormatter]
    ]
  end

[
  inputs: [
    "*.{ex,exs}",
    "{config,lib,test}/**/*.{ex,exs,heex}",
    "native/nif/elixir/**/*.ex",
    "priv/repo/migrations/*.exs"
  ]
] ++ packages
