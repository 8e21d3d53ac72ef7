# The target `engine` has no packages, and none of the files that need them.
{inputs, packages} =
  if Mix.target() == :engine do
    {Enum.map(
       Playout.MixProject.engine_paths(),
       &if(File.dir?(&1), do: &1 <> "/**/*.ex", else: &1)
     ) ++
       ~w(test/*.exs test/playout/games_test.exs test/playout/{games,engine}/**/*.exs) ++
       ~w(test/support/playout/test/{one_scheduler,searches,turns,wait}.ex), []}
  else
    {~w({config,lib,test}/**/*.{ex,exs,heex} priv/repo/migrations/*.exs),
     [
       import_deps: [:ecto, :ecto_sql, :phoenix, :phoenix_live_view, :stream_data],
       plugins: [Phoenix.LiveView.HTMLFormatter]
     ]}
  end

[inputs: inputs ++ ~w(*.{ex,exs})] ++ packages
