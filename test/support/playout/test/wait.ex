defmodule Playout.Test.Wait do
  @moduledoc """
  Waiting for something that happens soon, but not at once.
  """

  @doc """
  Waits until `condition` holds; returns whether it did within 20 s.
  """
  def until(condition, tries \\ 2_000) do
    cond do
      condition.() -> true
      tries == 0 -> false
      true -> Process.sleep(10) && until(condition, tries - 1)
    end
  end
end
