defmodule Playout.Engine.ProcessorTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.Processor

  # The processors' features, as Linux lists them. Most of those that both have are left out.
  @haswell "fpu vme sse sse2 ss ht syscall nx pdpe1gb rdtscp lm constant_tsc pni pclmulqdq " <>
             "ssse3 fma cx16 pcid sse4_1 sse4_2 x2apic movbe popcnt aes xsave avx f16c rdrand " <>
             "hypervisor lahf_lm abm invpcid_single fsgsbase bmi1 avx2 smep bmi2 erms xsaveopt"
  @sandy_bridge "fpu vme sse sse2 ss ht syscall nx rdtscp lm constant_tsc pni pclmulqdq ssse3 " <>
                  "cx16 pcid sse4_1 sse4_2 x2apic popcnt aes xsave avx hypervisor lahf_lm"
  @arm "processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd evtstrm aes crc32 atomics\n"

  defp cpuinfo(features) do
    processor =
      "vendor_id\t: GenuineIntel\nmodel name\t: avx2\nflags\t\t: #{features}\nbugs\t\t:\n\n"

    "processor\t: 0\n#{processor}processor\t: 1\n#{processor}"
  end

  defp without(features, feature) do
    (String.split(features) -- [feature]) |> Enum.join(" ")
  end

  # Contents of `/proc/cpuinfo`, each with whether the processor supports x86-64-v3.
  defp samples do
    missing = for it <- Processor.x86_64_v3(), do: {cpuinfo(without(@haswell, it)), false}

    missing ++
      [
        {cpuinfo(@haswell), true},
        {cpuinfo(@sandy_bridge), false},
        {cpuinfo(""), false},
        {@arm, false},
        {"", false},
        {<<0, 255, "flags">>, false}
      ]
  end

  test "x86-64-v3 requires all of its features" do
    assert length(Processor.x86_64_v3()) == 16
    for {text, v3?} <- samples(), do: assert(Processor.x86_64_v3?(text) == v3?, text)
  end

  test "this machine's processor is recognised" do
    assert is_boolean(Processor.x86_64_v3?())
  end

  @tag :tmp_dir
  test "the launcher of a release makes the same choice", %{tmp_dir: release} do
    cpuinfo = Path.join(release, "cpuinfo")
    programs = Path.join(release, "lib/playout-1.0/native")
    launcher = Path.join(release, "bin/playout")
    choice = [version: "1.0", features: Processor.x86_64_v3(), cpuinfo: cpuinfo]
    script(launcher, EEx.eval_file("rel/playout.sh.eex", choice))
    script(Path.join(programs, "playout"), ~S(#!/bin/sh
      echo "plain $*"))
    script(Path.join(programs, "playout-x86-64-v3"), ~S(#!/bin/sh
      echo "v3 $*"))

    for {text, v3?} <- samples() do
      File.write!(cpuinfo, text)
      expected = if v3?, do: "v3 a b\n", else: "plain a b\n"
      assert System.cmd(launcher, ["a", "b"]) == {expected, 0}
    end

    # Also works through a link, with only one build, and without any information.
    link = Path.join(release, "link")
    File.ln_s!(launcher, link)
    File.write!(cpuinfo, cpuinfo(@haswell))
    assert System.cmd(link, []) == {"v3 \n", 0}
    File.rm!(Path.join(programs, "playout-x86-64-v3"))
    assert System.cmd(launcher, []) == {"plain \n", 0}
    File.rm!(cpuinfo)
    assert System.cmd(launcher, []) == {"plain \n", 0}
  end

  defp script(path, text) do
    File.mkdir_p!(Path.dirname(path))
    File.write!(path, text)
    File.chmod!(path, 0o755)
  end
end
