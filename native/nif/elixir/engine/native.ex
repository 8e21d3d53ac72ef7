defmodule Playout.Engine.Native do
  @moduledoc false
  # The engine alone (`MIX_TARGET=engine`) has no package rustler: cargo builds
  # the crate when this file is compiled, which it is again when a source of
  # the crate has changed.
  use Playout.Engine.NativeFunctions

  sources =
    for crate <- ~w(games search nif), file <- ~w(Cargo.toml src/**/*.rs) do
      Path.wildcard("native/#{crate}/#{file}")
    end

  for source <- List.flatten(sources) ++ ~w(native/Cargo.toml native/Cargo.lock) do
    @external_resource Path.expand(source)
  end

  target = System.get_env("CARGO_TARGET_DIR") || Path.expand("native/target")
  crate = Playout.Engine.NativeFunctions.crate()
  build = ~w(build --release --quiet --package #{crate} --target-dir) ++ [target]
  {_, 0} = System.cmd("cargo", build, cd: "native", into: IO.stream(:stdio, :line))

  built =
    ["lib#{crate}.so", "lib#{crate}.dylib"]
    |> Enum.map(&Path.join([target, "release", &1]))
    |> Enum.find(&File.exists?/1)

  # Erlang looks for `.so` on every Unix. Removed first, as a VM that runs may
  # have the old file in its memory.
  library = Path.join(Mix.Project.app_path(), "native/playout_nif.so")
  File.mkdir_p!(Path.dirname(library))
  File.rm(library)
  File.cp!(built, library)

  @on_load :load
  @doc false
  def load do
    # What is left of an older version (after `recompile` in iex) would be in
    # the way.
    :code.purge(__MODULE__)
    path = Application.app_dir(:playout, "native/playout_nif")
    :erlang.load_nif(String.to_charlist(path), 0)
  end
end
