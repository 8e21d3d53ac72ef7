defmodule Playout.Engine.BuildTest do
  # Changes environment variables of the whole VM.
  use ExUnit.Case, async: false

  alias Playout.Engine.Build

  setup do
    before = Map.new(~w(RUSTFLAGS PLAYOUT_BUILD), &{&1, System.get_env(&1)})
    on_exit(fn -> System.put_env(before) end)
  end

  test "the local library is for this machine" do
    refute Build.__mix_recompile__?()
  end

  test "flags of another processor cause a rebuild" do
    System.put_env("RUSTFLAGS", "-Ctarget-cpu=native -Cmetadata=another")
    assert Build.__mix_recompile__?()
    # Without Rust, this machine's flags are unknown.
    System.put_env("RUSTFLAGS", "")
    refute Build.__mix_recompile__?()
  end

  test "it is not built where only a release runs" do
    System.put_env("PLAYOUT_BUILD", "release")
    assert Build.library("no such crate") == :ok
  end
end
