defmodule Playout.Engine.Native do
  @moduledoc false
  # The native functions, documented in native/nif/src/lib.rs; all return `{:ok, value}` or
  # `{:error, map}`.
  #
  # Compiling this file builds the library for this machine, and a change in the crate's sources
  # triggers a recompile. A release contains several builds, and loads the one that fits the
  # processor.
  alias Playout.Engine.{Build, Processor}

  @functions [
    games: [],
    options: [:game],
    levels: [:game],
    players: [:game],
    check_player: [:game, :player, :bounds],
    stored_player: [:game, :player],
    limit_player: [:game, :player, :limits],
    keeps_tree: [:game, :player],
    start: [:game, :options],
    describe: [:game, :start, :moves],
    diagram: [:game, :start, :moves],
    step_tree: [:game, :start, :moves, :given],
    read_move: [:game, :start, :moves, :typed],
    check_steps: [:game, :start, :moves, :steps],
    palette: [:game],
    setup_blank: [:game, :options],
    setup_of: [:game, :start, :moves],
    setup_read: [:game, :text],
    setup_change: [:game, :setup, :options],
    setup_view: [:game, :setup],
    setup_position: [:game, :setup],
    record_open: [:game, :start, :moves],
    record_snapshot: [:record],
    record_play: [:record, :stamp, :move],
    perft_open: [:game, :start, :moves, :depth],
    perft_step: [:perft, :milliseconds],
    search_open: [:game, :start, :moves, :player, :bounds, :lines],
    search_open_with_table: [:game, :start, :moves, :player, :bounds, :lines],
    search_step: [:search, :milliseconds],
    search_step_briefly: [:search],
    search_progress: [:search],
    search_choice: [:search],
    search_advance: [:search, :moves],
    search_advance_briefly: [:search, :moves],
    search_focus: [:search, :moves, :lines],
    search_sizes: [:search],
    search_close: [:search],
    search_close_briefly: [:search],
    read_records: [:text, :format],
    write_record: [:game, :start, :tags, :comment, :nodes, :format],
    played_record: [:game, :start, :nodes],
    tables_use: [:directory],
    table_variants: [:game],
    table_built_in: [:game],
    table_path: [:game],
    table_check: [:game],
    values: [:game, :start, :moves]
  ]

  # Tests load a library with additional functions.
  if Mix.env() == :test do
    @crate "playout_nif_testing"
    @test_functions [
      search_count: [],
      search_panic: [:search],
      record_panic: [:record],
      panic: []
    ]
  else
    @crate "playout_nif"
    @test_functions []
  end

  for {name, arguments} <- @functions ++ @test_functions do
    arguments = Enum.map(arguments, &Macro.var(:"_#{&1}", __MODULE__))
    @doc false
    def unquote(name)(unquote_splicing(arguments)), do: :erlang.nif_error(:nif_not_loaded)
  end

  sources =
    for crate <- ~w(games records search nif nif/testing), file <- ~w(Cargo.toml src/**/*.rs) do
      Path.wildcard("native/#{crate}/#{file}")
    end

  for source <- List.flatten(sources) ++ ~w(native/Cargo.toml native/Cargo.lock) do
    @external_resource Path.expand(source)
  end

  Build.library(@crate)

  @on_load :load
  @doc false
  def load do
    # After `recompile` in iex, the library would not load while there is old code.
    :code.purge(__MODULE__)
    if Build.runs_here?(), do: :erlang.load_nif(String.to_charlist(library()), 0), else: :ok
  end

  defp library do
    plain = Application.app_dir(:playout, "native/playout_nif")
    faster = plain <> "-x86-64-v3"
    if File.exists?(faster <> ".so") and Processor.x86_64_v3?(), do: faster, else: plain
  end
end
