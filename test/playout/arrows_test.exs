defmodule Playout.ArrowsTest do
  # Each part in docs/architecture.md may depend only on those below it.
  use ExUnit.Case, async: false

  alias Playout.Test.Arrows
  alias Playout.Test.RustArrows

  setup_all do
    %{arrows: Arrows.elixir()}
  end

  # Each part with its files, and the parts it may depend on.
  defp parts do
    [
      root: {~w(lib/playout/application.ex), ~w(web matches beside engine base)a},
      web: {~w(lib/playout_web.ex lib/playout_web), ~w(matches beside engine base)a},
      matches: {~w(lib/playout/matches.ex lib/playout/matches), ~w(beside engine base)a},
      # Files that have nothing to do with matches or games.
      beside:
        {~w(lib/playout/site.ex lib/playout/site lib/playout/database.ex lib/playout/database) ++
           ~w(lib/playout/release.ex lib/playout/cluster.ex lib/playout/cluster lib/playout/fixed_window.ex),
         ~w(base)a},
      base: {~w(lib/playout/patience.ex), []},
      engine: {Playout.MixProject.engine_paths(), ~w(base)a}
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

  test "every file belongs to a part and depends only on that part or those below", %{
    arrows: arrows
  } do
    assert length(arrows) > 200
    files = Enum.uniq(Enum.flat_map(arrows, &Tuple.to_list/1))
    assert Enum.filter(files, &(part(&1) == nil)) == []
    assert Enum.filter(arrows, &goes_up?/1) == []
  end

  test "an upward dependency is detected, also of a type", %{arrows: arrows} do
    assert {"lib/playout/matches/processes/server.ex", "lib/playout/matches/state.ex"} in arrows
    assert {"lib/playout_web/match/live.ex", "lib/playout/matches.ex"} in arrows
    assert {"lib/playout/matches/clock.ex", "lib/playout/side.ex"} in arrows

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

  # The compiler checks a page's addresses (`~p`) with the router and the endpoint, which are above it. A page
  # that names one of them itself uses it.
  @above ~w(lib/playout_web/router.ex lib/playout_web/endpoint.ex)
  defp address?({from, to}), do: to in @above and page?(File.read!(from))

  defp page?(text),
    do: text =~ ~r/^  use PlayoutWeb, :/m and not (text =~ ~r/PlayoutWeb\.(Router|Endpoint)\b/)

  test "no files use one another in a circle", %{arrows: arrows} do
    assert arrows |> Enum.reject(&address?/1) |> Arrows.circles() == []

    for {arrows, most} <- [{Arrows.rust(), 1_000}, {Arrows.javascript(), 50}] do
      assert length(arrows) > most
      assert Arrows.circles(arrows) == []
    end
  end

  test "no rooms of a part use one another in a circle", %{arrows: arrows} do
    arrows = Enum.reject(arrows, &address?/1) ++ Arrows.javascript()

    circles =
      for part <- ~w(lib/playout/matches lib/playout/engine lib/playout_web assets/js) do
        # A folder of the part, or a file without one.
        room = ~r"^#{part}/(\w+)"
        within = for {from, to} <- arrows, from =~ room, to =~ room, do: {from, to}
        assert length(within) > 20
        within |> Arrows.between(&Regex.run(room, &1)) |> Arrows.circles()
      end

    assert Enum.concat(circles) == []
  end

  # From above to below, as in lib/playout/matches/README.md.
  @rooms_of_matches [
    ~w(matches supervisor),
    ~w(lobby),
    ~w(reviews),
    ~w(people),
    ~w(processes),
    ~w(store),
    ~w(rules),
    ~w(change transcript state event clock summary numbered_levels id),
    ~w(topics watchers settings limits budget)
  ]

  # The number of a room from above; nil if it is in no line.
  defp level(file) do
    [_file, room] = Regex.run(~r"^lib/playout/(?:matches/)?(\w+)", file)
    Enum.find_index(@rooms_of_matches, &(room in &1))
  end

  test "a room of matches uses only those below it", %{arrows: arrows} do
    within =
      for {from, to} <- arrows, part(from) == :matches, part(to) == :matches, do: {from, to}

    assert length(within) > 200
    assert for({from, to} <- within, file <- [from, to], level(file) == nil, do: file) == []
    assert Enum.filter(within, fn {from, to} -> level(from) > level(to) end) == []

    assert level("lib/playout/matches/store/writer.ex") >
             level("lib/playout/matches/processes.ex")
  end

  @tag :tmp_dir
  test "a circle is found, also through a re-export", %{tmp_dir: src} do
    File.mkdir!(Path.join(src, "tree"))

    for {name, text} <- [
          lib: "mod board;\nmod tree;\npub use tree::{Node, other};\n",
          board: "use crate::Node as N;\npub struct Board(N);\n#[cfg(test)]\nmod tests;\n",
          tree:
            "pub fn of(_: &super::board::Board) -> Node { Node }\npub struct Node; // crate::lone\n",
          "tree/part": "use super::Node;\npub fn part(_: crate::board::Board) -> Node { Node }\n",
          lone: ~S|pub fn lone() { at("http://here", '"'); super::tree::of(); at('"'); }|,
          tests: "use super::lone::lone;\n"
        ],
        do: File.write!(Path.join(src, "#{name}.rs"), text)

    arrows = RustArrows.within(src)
    named = for {from, to} <- arrows, do: {Path.basename(from), Path.basename(to)}

    assert Enum.sort(named) ==
             [
               {"board.rs", "tree.rs"},
               {"lib.rs", "tree.rs"},
               {"lone.rs", "tree.rs"},
               {"tree.rs", "board.rs"}
             ]

    assert [circle] = Arrows.circles(arrows)
    assert Enum.map(circle, &Path.basename/1) == ["board.rs", "tree.rs", "board.rs"]
  end

  test "the engine part depends on no packages" do
    packages = for app <- Mix.Project.deps_apps(), it <- Application.spec(app, :modules), do: it
    packages = MapSet.new(packages)
    assert Phoenix.Component in packages and Ecto.Repo in packages

    {engine, others} =
      Enum.split_with(Application.spec(:playout, :modules), &(part(Arrows.file(&1)) == :engine))

    assert Playout in engine and PlayoutWeb.Router in others
    # Such a dependency would be detected.
    assert Enum.any?(named(PlayoutWeb.Router), &(&1 in packages))

    # One module does without when the engine is built alone.
    named = for module <- engine, name <- named(module), name in packages, do: {module, name}
    assert named == [{Playout.Engine.Telemetry, :telemetry}]
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
