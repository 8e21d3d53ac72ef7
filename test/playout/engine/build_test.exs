defmodule Playout.Engine.BuildTest do
  # Sets variables of the environment, for the whole VM.
  use ExUnit.Case, async: false

  alias Playout.Engine.Build

  setup do
    before = Map.new(~w(RUSTFLAGS PLAYOUT_BUILD), &{&1, System.get_env(&1)})
    on_exit(fn -> System.put_env(before) end)
  end

  test "the library that is here is for this machine" do
    refute Build.__mix_recompile__?()
  end

  test "with other flags, as another processor has, it is built anew" do
    System.put_env("RUSTFLAGS", "-Ctarget-cpu=native -Cmetadata=another")
    assert Build.__mix_recompile__?()
    # Which flags this machine has cannot be told without Rust.
    System.put_env("RUSTFLAGS", "")
    refute Build.__mix_recompile__?()
  end

  test "none is built where nothing runs but a release" do
    System.put_env("PLAYOUT_BUILD", "release")
    assert Build.library("no such crate") == :ok
  end
end
