defmodule Playout.Test.Searches do
  @moduledoc """
  Counts the native searches that hold memory.
  """

  alias Playout.Engine.Native
  alias Playout.Test.Wait

  @doc """
  Waits until no search holds memory; returns whether that comes true.
  """
  def freed? do
    Wait.until(fn -> count() == 0 or (collect_garbage() and count() == 0) end)
  end

  defp count do
    {:ok, count} = Native.search_count()
    count
  end

  # The garbage of any process, such as the one that writes the log, may refer to a search that an
  # earlier test has left.
  defp collect_garbage, do: Enum.all?(Process.list(), &is_boolean(:erlang.garbage_collect(&1)))
end
