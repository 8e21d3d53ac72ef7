# The engine alone has neither the packages nor the files that need them.
{inputs, packages} =
  if Mix.target() == :engine do
    {~w(lib/playout.ex lib/playout/{games,engine}/**/*.ex) ++
       ~w(test/*.exs test/playout/{games,engine}/**/*.exs test/support/engine/**/*.ex), []}
  else
    {~w({config,lib,test}/**/*.{ex,exs,heex} priv/repo/migrations/*.exs),
     [
       import_deps: [:ecto, :ecto_sql, :phoenix, :phoenix_live_view, :stream_data],
       plugins: [Phoenix.LiveView.HTMLFormatter]
     ]}
  end

[inputs: inputs ++ ~w(*.{ex,exs})] ++ packages
