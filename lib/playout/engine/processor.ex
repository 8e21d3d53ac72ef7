defmodule Playout.Engine.Processor do
  @moduledoc false
  # What the processor can do, as far as a release has builds for it.

  # The level x86-64-v3 of the System V ABI, in Linux's words, where `abm` is lzcnt
  # and `pni` is SSE3. Linux names avx only where it saves its registers.
  @x86_64_v3 ~w(cx16 lahf_lm popcnt pni ssse3 sse4_1 sse4_2) ++
               ~w(avx avx2 bmi1 bmi2 f16c fma abm movbe xsave)

  @doc "The features of x86-64-v3 that plain x86-64 is without."
  @spec x86_64_v3() :: [String.t()]
  def x86_64_v3, do: @x86_64_v3

  @doc """
  Is the processor an x86-64-v3, by what Linux tells in `/proc/cpuinfo`? Where that is
  not there, or says anything else, it is not.
  """
  @spec x86_64_v3?(String.t()) :: boolean
  def x86_64_v3?(cpuinfo \\ read()) do
    case Regex.run(~r/^flags\s*:(.*)$/m, cpuinfo) do
      [_line, features] -> @x86_64_v3 -- String.split(features) == []
      nil -> false
    end
  end

  defp read do
    case File.read("/proc/cpuinfo") do
      {:ok, text} -> text
      {:error, _reason} -> ""
    end
  end
end
