defmodule Playout.Test.Wait do
  @moduledoc """
  Waits for something that happens soon, but not immediately.

  A test that waits in vain ends some time, and that is the only use of a limit here: there is one for all
  tests, which a slow machine may raise with the environment variable `PLAYOUT_TEST_PATIENCE`, in
  seconds (180 by default).
  """

  # In milliseconds.
  @between_looks 5

  @doc "Returns for how many milliseconds any test waits for anything."
  @spec patience() :: pos_integer
  def patience, do: 1_000 * String.to_integer(System.get_env("PLAYOUT_TEST_PATIENCE", "180"))

  @doc "Waits until `condition` is true; returns whether it is."
  @spec until((-> boolean)) :: boolean
  def until(condition), do: until(condition, now() + patience())

  defp until(condition, last) do
    cond do
      condition.() -> true
      now() > last -> false
      true -> again(condition, last)
    end
  end

  defp again(condition, last) do
    Process.sleep(@between_looks)
    until(condition, last)
  end

  defp now, do: System.monotonic_time(:millisecond)
end
