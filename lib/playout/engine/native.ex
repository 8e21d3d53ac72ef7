defmodule Playout.Engine.Native do
  @moduledoc false
  # The native functions. What they do is said in native/nif/src/lib.rs; all answer
  # `{:ok, value}` or `{:error, map}`.
  #
  # Their library is built for this machine when this file is compiled, which it is again
  # when a source of the crate has changed. A release brings builds for any machine, of
  # which the one is loaded that fits the processor.
  alias Playout.Engine.{Build, Processor}

  @functions [
    games: [],
    options: [:game],
    levels: [:game],
    players: [:game],
    check_player: [:game, :player, :bounds],
    stored_player: [:game, :player],
    outlives_a_move: [:game, :player],
    start: [:game, :options],
    describe: [:game, :start, :moves],
    diagram: [:game, :start, :moves],
    step_tree: [:game, :start, :moves, :given],
    read_move: [:game, :start, :moves, :typed],
    check_steps: [:game, :start, :moves, :steps],
    record_open: [:game, :start, :moves],
    record_tell: [:record],
    record_play: [:record, :stamp, :move],
    perft_open: [:game, :start, :moves, :depth],
    perft_step: [:perft, :milliseconds],
    search_open: [:game, :start, :moves, :player, :bounds],
    search_step: [:search, :milliseconds],
    search_progress: [:search],
    search_choice: [:search],
    search_advance: [:search, :moves],
    search_bytes: [:search],
    search_close: [:search]
  ]

  # Tests load another library, which has some more.
  if Mix.env() == :test do
    @crate "playout_nif_testing"
    @for_tests [search_count: [], search_panic: [:search], record_panic: [:record], panic: []]
  else
    @crate "playout_nif"
    @for_tests []
  end

  for {name, arguments} <- @functions ++ @for_tests do
    arguments = Enum.map(arguments, &Macro.var(:"_#{&1}", __MODULE__))
    @doc false
    def unquote(name)(unquote_splicing(arguments)), do: :erlang.nif_error(:nif_not_loaded)
  end

  sources =
    for crate <- ~w(games search nif nif/testing), file <- ~w(Cargo.toml src/**/*.rs) do
      Path.wildcard("native/#{crate}/#{file}")
    end

  for source <- List.flatten(sources) ++ ~w(native/Cargo.toml native/Cargo.lock) do
    @external_resource Path.expand(source)
  end

  Build.library(@crate)

  @on_load :load
  @doc false
  def load do
    # What is left of an older version (after `recompile` in iex) would be in
    # the way.
    :code.purge(__MODULE__)
    if Build.runs_here?(), do: :erlang.load_nif(String.to_charlist(library()), 0), else: :ok
  end

  defp library do
    plain = Application.app_dir(:playout, "native/playout_nif")
    faster = plain <> "-x86-64-v3"
    if File.exists?(faster <> ".so") and Processor.x86_64_v3?(), do: faster, else: plain
  end
end
