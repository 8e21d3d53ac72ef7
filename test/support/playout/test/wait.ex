defmodule Playout.Test.Wait do
  @moduledoc """
  Waits for something that happens soon, but not immediately.
  """

  @doc """
  Waits up to 20 s until `condition` is true; returns whether it is.
  """
  def until(condition, tries \\ 2_000) do
    cond do
      condition.() -> true
      tries == 0 -> false
      true -> later(condition, tries - 1)
    end
  end

  defp later(condition, tries) do
    Process.sleep(10)
    until(condition, tries)
  end
end
