defmodule Playout.Engine.Processor do
  @moduledoc false
  # Detects the processor features that decide which of a release's builds to load.

  # The features of x86-64-v3 (System V ABI) under the names that Linux gives them: `abm` is LZCNT
  # and `pni` is SSE3. Linux lists avx only if it also saves the registers.
  @x86_64_v3 ~w(cx16 lahf_lm popcnt pni ssse3 sse4_1 sse4_2) ++
               ~w(avx avx2 bmi1 bmi2 f16c fma abm movbe xsave)

  @doc "Returns the features of x86-64-v3 that plain x86-64 lacks."
  @spec x86_64_v3() :: [String.t()]
  def x86_64_v3, do: @x86_64_v3

  @doc """
  Returns whether the processor supports x86-64-v3, according to Linux's `/proc/cpuinfo`; false if
  that file is missing or has another format.
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
