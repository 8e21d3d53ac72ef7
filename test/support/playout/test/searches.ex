defmodule Playout.Test.Searches do
  @moduledoc """
  Counts the native searches that hold memory, and keeps searches waiting.
  """

  alias Playout.Engine.{Native, Queue, Settings}
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

  @doc """
  Takes all places, so that no search gets a turn; returns the processes that hold them.
  """
  def hold_places, do: for(_ <- 1..Settings.places(), do: hold_place(self()))

  defp hold_place(caller) do
    entry = %{class: :person, share: nil, bytes: 0, owner: caller, game: :quarto, on_crash: nil}

    pid =
      spawn(fn ->
        :ok = Queue.enter(entry)
        receive do: ({:turn, _} -> send(caller, {:holds_place, self()}))
        receive do: (:end -> :ok)
      end)

    receive do: ({:holds_place, ^pid} -> pid)
  end

  @doc """
  Frees the places that `hold_places/0` has taken.
  """
  def free_places(holders), do: Enum.each(holders, &send(&1, :end))
end
