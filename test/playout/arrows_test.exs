defmodule Playout.ArrowsTest do
  # Each part in docs/architecture.md may depend only on those below it. The compiler reports the
  # dependencies, including macros and aliases.
  use ExUnit.Case, async: false

  import ExUnit.CaptureIO

  # Each part with its files, and the parts it may depend on.
  defp parts do
    [
      root: {~w(lib/playout/application.ex), ~w(web matches beside engine)a},
      web: {~w(lib/playout_web.ex lib/playout_web), ~w(matches beside engine)a},
      matches: {~w(lib/playout/matches.ex lib/playout/matches), ~w(beside engine)a},
      # Files that have nothing to do with matches or games.
      beside:
        {~w(lib/playout/site.ex lib/playout/site lib/playout/database.ex lib/playout/database) ++
           ~w(lib/playout/release.ex lib/playout/cluster.ex lib/playout/cluster lib/playout/windows.ex),
         []},
      engine: {Playout.MixProject.engine_paths(), []}
    ]
  end

  defp part(file) do
    Enum.find_value(parts(), fn {part, {paths, _below}} ->
      if Enum.any?(paths, &(file == &1 or String.starts_with?(file, &1 <> "/"))), do: part
    end)
  end

  defp goes_up?({from, to}) do
    {_paths, below} = parts()[part(from)]
    part(to) not in [part(from) | below]
  end

  # All pairs of files in which the first uses a module of the second, without test support.
  defp arrows do
    task = fn -> Mix.Task.rerun("xref", ~w(graph --format plain --no-compile)) end

    capture_io(task)
    |> String.split("\n", trim: true)
    |> Enum.reduce({nil, []}, fn line, {from, arrows} ->
      case String.split(line) do
        [branch, to | _label] when branch in ["|--", "`--"] -> {from, [{from, to} | arrows]}
        [file | _label] -> {file, arrows}
      end
    end)
    |> elem(1)
    |> Enum.filter(fn {from, to} -> Enum.all?([from, to], &String.starts_with?(&1, "lib/")) end)
  end

  test "every file belongs to a part and depends only on that part or those below" do
    arrows = arrows()
    assert length(arrows) > 200
    files = Enum.uniq(Enum.flat_map(arrows, &Tuple.to_list/1))
    assert Enum.filter(files, &(part(&1) == nil)) == []
    assert Enum.filter(arrows, &goes_up?/1) == []
  end

  test "an upward dependency is detected" do
    assert {"lib/playout/matches/processes/server.ex", "lib/playout/matches/state.ex"} in arrows()
    assert {"lib/playout_web/live/match_live.ex", "lib/playout/matches.ex"} in arrows()

    for {from, to} <- [
          {"lib/playout/matches/state.ex", "lib/playout_web/router.ex"},
          {"lib/playout/engine/search.ex", "lib/playout/matches/state.ex"},
          {"lib/playout/games/quarto.ex", "lib/playout/database.ex"},
          {"lib/playout.ex", "lib/playout/application.ex"},
          {"lib/playout/release.ex", "lib/playout_web/endpoint.ex"},
          {"lib/playout/site.ex", "lib/playout_web.ex"}
        ] do
      assert goes_up?({from, to})
      refute goes_up?({to, from}) and part(to) == :web
    end
  end

  test "the engine part depends on no packages" do
    packages = for app <- Mix.Project.deps_apps(), it <- Application.spec(app, :modules), do: it
    packages = MapSet.new(packages)
    assert Phoenix.Component in packages and Ecto.Repo in packages

    {engine, others} =
      Enum.split_with(Application.spec(:playout, :modules), &(part(source(&1)) == :engine))

    assert Playout in engine and PlayoutWeb.Router in others
    # Such a dependency would be detected.
    assert Enum.any?(named(PlayoutWeb.Router), &(&1 in packages))

    # One module does without when the engine is built alone.
    named = for module <- engine, name <- named(module), name in packages, do: {module, name}
    assert named == [{Playout.Engine.Telemetry, :telemetry}]
  end

  defp source(module) do
    module.module_info(:compile)[:source] |> to_string() |> Path.relative_to_cwd()
  end

  # All atoms in the compiled code of a module.
  defp named(module) do
    {:ok, {_module, [debug_info: {:debug_info_v1, backend, data}]}} =
      module |> :code.which() |> :beam_lib.chunks([:debug_info])

    {:ok, forms} = backend.debug_info(:erlang_v1, module, data, [])
    forms |> atoms([]) |> Enum.uniq()
  end

  defp atoms(it, found) when is_atom(it), do: [it | found]
  defp atoms([first | rest], found), do: atoms(rest, atoms(first, found))
  defp atoms(it, found) when is_tuple(it), do: it |> Tuple.to_list() |> atoms(found)
  defp atoms(it, found) when is_map(it), do: it |> Map.to_list() |> atoms(found)
  defp atoms(_other, found), do: found
end
