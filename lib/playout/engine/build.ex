defmodule Playout.Engine.Build do
  @moduledoc false
  # Cargo's builds of the library and of the program. Mix needs them, a site does not.

  @doc "Is what Mix compiles to run here, too? Otherwise it is for a release alone."
  @spec runs_here?() :: boolean
  def runs_here?, do: System.get_env("PLAYOUT_BUILD") != "release"

  @doc """
  Builds the library for the processor of this machine, and puts it where
  `Playout.Engine.Native` finds it; a release never has it from there.
  """
  @spec library(String.t()) :: :ok
  def library(crate) do
    if runs_here?(), do: library(crate, flags()), else: :ok
  end

  defp library(crate, flags) do
    built = cargo(["--quiet", "--package", crate], [], [{"RUSTFLAGS", flags}])

    # Removed first, as a VM that runs may have the old file in its memory.
    File.mkdir_p!(place())
    File.rm(library_in(place()))
    File.cp!(built_library(built, crate), library_in(place()))
    File.write!(Path.join(place(), "flags"), flags)
  end

  @doc """
  Mix asks whether it is to compile again. Where a checkout has come to another machine,
  the library in it may not run.
  """
  @spec __mix_recompile__?() :: boolean
  def __mix_recompile__? do
    case File.read(Path.join(place(), "flags")) do
      {:ok, flags} -> flags() not in [flags, ""]
      {:error, _reason} -> runs_here?()
    end
  end

  @doc """
  Builds the library and the program for any machine into a directory. For x86-64 that
  is twice: plain, and for the processors that `Playout.Engine.Processor` tells apart.

  All flags are named here; they take the place of those in the environment and in
  cargo's configuration.
  """
  @spec release(Path.t()) :: :ok
  def release(directory) do
    {host, 0} = System.cmd("rustc", ~w(--print host-tuple), cd: "native")
    host = String.trim(host)
    File.mkdir_p!(directory)

    # Given a target, cargo keeps the flags from what runs while it builds, and has a
    # directory for it beside that of the builds for this machine.
    for {suffix, flags} <- builds(host) do
      packages = ~w(--package playout_nif --package playout-cli --target) ++ [host]
      built = cargo(packages, [host], [{"CARGO_ENCODED_RUSTFLAGS", flags}])
      File.cp!(built_library(built, "playout_nif"), library_in(directory, suffix))
      File.cp!(Path.join(built, "playout"), Path.join(directory, "playout#{suffix}"))
    end

    :ok
  end

  defp builds("x86_64-" <> _system) do
    [{"", "-Ctarget-cpu=x86-64"}, {"-x86-64-v3", "-Ctarget-cpu=x86-64-v3"}]
  end

  defp builds(_host), do: [{"", ""}]

  # Answers the directory in which cargo leaves what it has built.
  defp cargo(options, below, environment) do
    target = Path.expand(System.get_env("CARGO_TARGET_DIR") || "native/target")
    arguments = ~w(build --release --locked --target-dir) ++ [target | options]
    output = IO.stream(:stdio, :line)
    {_, 0} = System.cmd("cargo", arguments, cd: "native", env: environment, into: output)
    Path.join([target | below] ++ ["release"])
  end

  defp built_library(built, crate) do
    [library] = Path.wildcard(Path.join(built, "lib#{crate}.{so,dylib}"))
    library
  end

  # Erlang looks for `.so` on every Unix.
  defp library_in(directory, suffix \\ ""), do: Path.join(directory, "playout_nif#{suffix}.so")

  # `mix release` copies no such directory.
  defp place, do: Path.join(Mix.Project.app_path(), "native")

  # Nothing where there is no Rust: what was built then remains.
  defp flags do
    with nil <- System.get_env("RUSTFLAGS") do
      case System.cmd(Path.expand("bin/lib/native-flags"), [], stderr_to_stdout: true) do
        {flags, 0} -> String.trim(flags)
        {_complaint, _status} -> ""
      end
    end
  end
end
