defmodule Playout.Engine.BuildTest do
  # Changes environment variables, which the whole VM shares.
  use ExUnit.Case, async: false

  alias Playout.Engine.Build

  setup do
    before = Map.new(~w(RUSTFLAGS PLAYOUT_BUILD), &{&1, System.get_env(&1)})
    on_exit(fn -> System.put_env(before) end)
  end

  test "the local library is built for this machine" do
    refute Build.__mix_recompile__?()
  end

  test "flags for another processor cause a rebuild" do
    System.put_env("RUSTFLAGS", "-Ctarget-cpu=native -Cmetadata=another")
    assert Build.__mix_recompile__?()
    # Without Rust, this machine's flags are unknown.
    System.put_env("RUSTFLAGS", "")
    refute Build.__mix_recompile__?()
  end

  test "no local library is built if only a release will run" do
    System.put_env("PLAYOUT_BUILD", "release")
    assert Build.library("no such crate") == :ok
  end
end
