defmodule Playout.MixProject do
  use Mix.Project

  @compile {:no_warn_undefined, [Playout.Engine.Build, Playout.Engine.Processor]}

  # There are two targets (`MIX_TARGET`). `:host`, the default, is the whole application; `:engine`
  # is the engine alone, which needs no packages and works with older versions of Elixir.

  @engine_tests ~w(test/playout_test.exs test/playout/games_test.exs test/playout/setup_test.exs) ++
                  ~w(test/playout/record_test.exs test/playout/record/text_test.exs) ++
                  ~w(test/playout/notebook_test.exs test/playout/search_client_test.exs) ++
                  ~w(test/playout/games test/playout/engine)

  def project do
    [
      app: :playout,
      version: "0.1.0",
      start_permanent: Mix.env() == :prod,
      elixirc_paths: elixirc_paths(Mix.target()) ++ test_support(Mix.env(), Mix.target())
    ] ++ project(Mix.target())
  end

  defp project(:engine) do
    [elixir: "~> 1.14", deps: [], aliases: [test: &test_engine/1]]
  end

  defp project(_host) do
    [
      elixir: "~> 1.17",
      deps: deps(),
      deps_path: deps_path(),
      aliases: aliases(),
      releases: releases(),
      compilers: [:phoenix_live_view] ++ Mix.compilers(),
      # With line numbers, every edit above a message would change the reference files.
      gettext: [write_reference_line_numbers: false],
      listeners: [Phoenix.CodeReloader],
      docs: &docs/0,
      dialyzer: [
        # Building these takes minutes, so a new checkout finds them where it finds the packages.
        plt_core_path: cached("dialyzer"),
        plt_local_path: cached("dialyzer"),
        plt_add_apps: [:ex_unit, :mix],
        flags: [:error_handling, :extra_return]
      ]
    ]
  end

  # `mix docs` documents the build of the tests, so it compiles nothing once more.
  def cli, do: [preferred_envs: [docs: :test, precommit: :test]]

  def application, do: application(Mix.target())

  defp application(:engine) do
    [mod: {Playout.Engine.Application, []}, extra_applications: [:logger]]
  end

  defp application(_host) do
    [mod: {Playout.Application, []}, extra_applications: [:logger, :runtime_tools]]
  end

  defp elixirc_paths(:engine), do: engine_paths()
  defp elixirc_paths(_host), do: ~w(lib)

  @doc "The files and directories of the target `:engine`."
  def engine_paths do
    values =
      ~w(choice description diagram error game games outcome patience position record) ++
        ~w(search search_client setup side snapshot value)

    files = for value <- values, do: "lib/playout/#{value}.ex"
    ["lib/playout.ex" | files] ++ ~w(lib/playout/games lib/playout/engine lib/playout/record)
  end

  defp test_support(:test, :engine),
    do:
      ~w(one_scheduler.ex searches.ex table_file.ex turns.ex wait.ex)
      |> Enum.map(&"test/support/playout/test/#{&1}")

  defp test_support(:test, _host), do: ~w(test/support)
  defp test_support(_env, _target), do: []

  # A release contains all of them but esbuild and those with `only`.
  defp deps do
    [
      # The web framework: router, endpoint, sockets.
      {:phoenix, "~> 1.8.9"},
      # Escapes what templates contain; LiveView needs it.
      {:phoenix_html, "~> 4.3"},
      # The pages: state stays on the server, and only changes are sent.
      {:phoenix_live_view, "~> 1.2.9"},
      # The operator's dashboard: our own page beside those about the VM, without own scripts.
      {:phoenix_live_dashboard, "~> 0.8.7"},
      # Reloads pages during development: the standard in Phoenix.
      {:phoenix_live_reload, "~> 1.6", only: :dev},
      # Tells pages what happens in a match, also between nodes.
      {:phoenix_pubsub, "~> 2.2"},
      # HTTP and WebSockets in pure Elixir, so there is nothing native to build.
      {:bandit, "~> 1.12"},
      # Translations: the standard in Phoenix; extracts messages for translators.
      {:gettext, "~> 1.0"},
      # JSON: Phoenix's default; Elixir has a module for it only since 1.18.
      {:jason, "~> 1.4"},
      # Runs the bundler, a single binary, so releases need no Node.
      {:esbuild, "~> 0.10", runtime: Mix.env() == :dev},
      # Gives Ecto's errors the status of an HTTP response.
      {:phoenix_ecto, "~> 4.7"},
      # Reading and migrations, the same for both databases.
      {:ecto_sql, "~> 3.14"},
      # SQLite itself, in one file and without a server; its driver, exqlite, also writes.
      {:ecto_sqlite3, "~> 0.24"},
      # PostgreSQL, read through Ecto and written directly; by Ecto's authors, in pure Elixir.
      {:postgrex, "~> 0.22"},
      # Finds the other nodes of a site that has several: one module, by Phoenix's authors.
      {:dns_cluster, "~> 0.2"},
      # Limits by visitor and address, counted in ETS without a server.
      {:hammer, "~> 7.3"},
      # QR codes of links; it returns the squares, which a page draws itself.
      {:eqrcode, "~> 0.2.1"},
      # Names what is measured; the dashboard and Prometheus read the same list.
      {:telemetry_metrics, "~> 1.1"},
      # /metrics for Prometheus, collected in ETS; starts no server of its own.
      {:telemetry_metrics_prometheus_core, "~> 1.2"},
      # Reads figures at intervals, those of the VM too; by the authors of telemetry.
      {:telemetry_poller, "~> 1.3"},
      # Parses pages in tests; LiveView's test helpers require it.
      {:lazy_html, "~> 0.1.11", only: :test},
      # Property tests: by the Elixir team; shrinks failing cases.
      {:stream_data, "~> 1.4", only: [:dev, :test]},
      # Checks the style of the code (.credo.exs): the standard linter.
      {:credo, "~> 1.7", only: [:dev, :test], runtime: false},
      # Dialyzer: finds the modules, keeps the tables, and prints types as Elixir writes them.
      {:dialyxir, "~> 1.4", only: [:dev, :test], runtime: false},
      # Documentation in HTML (`mix docs`), with checked references: the standard, by the Elixir team.
      {:ex_doc, "~> 0.40", only: [:dev, :test], runtime: false}
    ]
  end

  # If no packages have been fetched, uses the cache of bin/lib/packages.sh, so that Mix works
  # wherever bin/server does.
  defp deps_path do
    cache = System.get_env("PLAYOUT_DEPS") || cached("deps")
    if File.dir?(cache) and not File.dir?("deps"), do: cache, else: "deps"
  end

  defp cached(name) do
    cache = System.get_env("XDG_CACHE_HOME") || Path.expand("~/.cache")
    Path.join([cache, "playout", name])
  end

  defp aliases do
    [
      precommit: ["compile --warnings-as-errors", "format", "credo", "test --stale"],
      "assets.setup": ["cmd --cd assets npm ci"],
      "assets.build": ["esbuild playout", "assets.pictures"],
      "assets.deploy": [
        "esbuild playout --minify",
        "assets.pictures",
        "phx.digest",
        "cmd --cd assets node brotli.mjs"
      ],
      "assets.pictures": ["cmd --cd assets node picture_styles.mjs"]
    ]
  end

  defp docs do
    [
      main: "Playout",
      formatters: ["html"],
      extras: ~w(README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE) ++ documents(),
      groups_for_extras: ["The program": ~r"^docs/"],
      # README and the documents in docs/ name the same pictures.
      assets: %{
        "docs/images" => "docs/images",
        "docs/images/" => "images",
        "docs/log" => "log"
      },
      # The build of the tests has modules of its own.
      filter_modules: fn module, _metadata -> not test?(inspect(module)) end,
      # Hidden modules have comments, for whoever reads their code.
      skip_code_autolink_to: &(test?(&1) or hidden?(&1)),
      # Their types belong to such modules.
      skip_undefined_reference_warnings_on:
        ~w(Playout.queue/0 Playout.table/2 Playout.tables/0 Playout.trees/0),
      groups_for_modules: [
        Games: ~r/^Playout\.Games/,
        Engine: ~r/^Playout\.Engine/,
        Matches: ~r/^Playout\.Matches/,
        Site: ~r/^Playout\.(Cluster|Database|FixedWindow|Release|Site)/,
        Pages: ~r/^PlayoutWeb/
      ]
    ]
  end

  defp test?(name), do: name =~ ~r/^Playout(Web)?\.(Test|ConnCase)\b/

  defp hidden?(text) do
    case Regex.run(~r/^(?:Playout|PlayoutWeb)(?:\.[A-Z]\w*)+/, text) do
      [module] -> match?({_, _, _, _, :hidden, _, _}, Code.fetch_docs(Module.concat([module])))
      nil -> false
    end
  end

  # ExDoc finds a linked document by its name alone, so there can be only one README.md.
  defp documents, do: Path.wildcard("docs/*.{md,livemd}") -- ["docs/README.md"]

  defp releases do
    [
      playout_server: [
        include_executables_for: [:unix],
        steps: [:assemble, &add_native/1, &forget_cookie/1]
      ]
    ]
  end

  # Adds the native library and the terminal program, built for any machine.
  defp add_native(release) do
    Playout.Engine.Build.release(Path.join(release.path, "lib/playout-#{release.version}/native"))
    add_launcher(release)
  end

  defp add_launcher(release) do
    launcher = Path.join(release.path, "bin/playout")

    choice = [
      version: release.version,
      features: Playout.Engine.Processor.x86_64_v3(),
      cpuinfo: "/proc/cpuinfo"
    ]

    File.write!(launcher, EEx.eval_file("rel/playout.sh.eex", choice))
    File.chmod!(launcher, 0o755)
    release
  end

  # Anyone with a copy of the release would know its cookie. rel/env.sh.eex sets a random one.
  defp forget_cookie(release) do
    File.rm!(Path.join(release.path, "releases/COOKIE"))
    release
  end

  # The target `:engine` cannot compile the tests of the web and of matches.
  defp test_engine(args) do
    named? = Enum.any?(args, &String.starts_with?(&1, "test/"))
    Mix.Task.run("test", if(named?, do: args, else: args ++ @engine_tests))
  end
end
