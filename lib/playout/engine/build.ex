defmodule Playout.Engine.Build do
  @moduledoc false
  # Builds the native library and the program with Cargo. Only Mix uses this module.

  @doc "Returns whether the code also runs on this machine; otherwise it is only for a release."
  @spec runs_here?() :: boolean
  def runs_here?, do: System.get_env("PLAYOUT_BUILD") != "release"

  @doc """
  Builds the library for this machine's processor, and copies it to where `Playout.Engine.Native`
  looks for it; a release never uses this copy.
  """
  @spec library(String.t()) :: :ok
  def library(crate) do
    if runs_here?(), do: library(crate, flags()), else: :ok
  end

  defp library(crate, flags) do
    built = cargo(["--package", crate], [], [{"RUSTFLAGS", flags}])

    # Removes the old file first, because a running VM may have mapped it.
    File.mkdir_p!(place())
    File.rm(library_in(place()))
    File.cp!(built_library(built, crate), library_in(place()))
    File.write!(Path.join(place(), "flags"), flags)
  end

  @doc """
  Returns whether Mix has to recompile, for example because the checkout was moved to another
  machine, where the library may not run.
  """
  @spec __mix_recompile__?() :: boolean
  def __mix_recompile__? do
    case File.read(Path.join(place(), "flags")) do
      {:ok, flags} -> flags() not in [flags, ""]
      {:error, _reason} -> runs_here?()
    end
  end

  @doc """
  Builds the library and the program for any machine, and puts them into a directory. For x86-64
  it builds both twice: once without special instructions, and once for the processors that
  `Playout.Engine.Processor` recognises.

  All flags are set here and override those in the environment and in Cargo's configuration.
  """
  @spec release(Path.t()) :: :ok
  def release(directory) do
    {host, 0} = System.cmd("rustc", ~w(--print host-tuple), cd: "native")
    host = String.trim(host)
    File.mkdir_p!(directory)

    # With an explicit target, Cargo doesn't apply these flags to build scripts, and it keeps the
    # output apart from that of local builds.
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

  # Returns the directory of Cargo's output.
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

  # Erlang expects `.so` on every Unix.
  defp library_in(directory, suffix \\ ""), do: Path.join(directory, "playout_nif#{suffix}.so")

  # `mix release` does not copy this directory.
  defp place, do: Path.join(Mix.Project.app_path(), "native")

  # Without Rust there are no flags, and the existing build is kept.
  defp flags do
    with nil <- System.get_env("RUSTFLAGS") do
      case System.cmd(Path.expand("bin/lib/native-flags"), [], stderr_to_stdout: true) do
        {flags, 0} -> String.trim(flags)
        {_complaint, _status} -> ""
      end
    end
  end
end
