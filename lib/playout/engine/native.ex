defmodule Playout.Engine.Native do
  @moduledoc false
  # The library of native functions. Cargo builds it for this machine when this file
  # is compiled, which it is again when a source of the crate has changed.
  #
  # A release never has that build: it brings builds for any machine (mix.exs), of
  # which the one is loaded that fits the processor.
  use Playout.Engine.NativeFunctions

  alias Playout.Engine.{NativeFunctions, Processor}

  sources =
    for crate <- ~w(games search nif nif/testing), file <- ~w(Cargo.toml src/**/*.rs) do
      Path.wildcard("native/#{crate}/#{file}")
    end

  for source <- List.flatten(sources) ++ ~w(native/Cargo.toml native/Cargo.lock) do
    @external_resource Path.expand(source)
  end

  # Set where nothing is to run but the release.
  unless System.get_env("PLAYOUT_BUILD") == "release" do
    flags =
      with nil <- System.get_env("RUSTFLAGS") do
        {flags, 0} = System.cmd(Path.expand("bin/lib/native-flags"), [])
        String.trim(flags)
      end

    crate = NativeFunctions.crate()
    target = System.get_env("CARGO_TARGET_DIR") || Path.expand("native/target")
    build = ~w(build --release --locked --quiet --package #{crate} --target-dir) ++ [target]

    {_, 0} =
      System.cmd("cargo", build,
        cd: "native",
        env: [{"RUSTFLAGS", flags}],
        into: IO.stream(:stdio, :line)
      )

    # Erlang looks for `.so` on every Unix. Removed first, as a VM that runs may
    # have the old file in its memory. `mix release` copies no such directory.
    [built] = Path.wildcard(Path.join(target, "release/lib#{crate}.{so,dylib}"))
    library = Path.join(Mix.Project.app_path(), "native/playout_nif.so")
    File.mkdir_p!(Path.dirname(library))
    File.rm(library)
    File.cp!(built, library)
  end

  @on_load :load
  @doc false
  def load do
    # What is left of an older version (after `recompile` in iex) would be in
    # the way.
    :code.purge(__MODULE__)
    :erlang.load_nif(String.to_charlist(library()), 0)
  end

  defp library do
    plain = Application.app_dir(:playout, "native/playout_nif")
    faster = plain <> "-x86-64-v3"
    if File.exists?(faster <> ".so") and Processor.x86_64_v3?(), do: faster, else: plain
  end
end
