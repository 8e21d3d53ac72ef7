defmodule Playout.Matches.Health do
  @moduledoc """
  Checks whether the database can be written, by writing to it. The answer is cached for a
  second, so frequent requests do not keep the disk busy.
  """

  use GenServer

  alias Playout.Matches.Store

  @cached_for 1_000
  @timeout 10_000

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Returns whether the database can be written, within ten seconds."
  @spec writable?() :: boolean
  def writable? do
    GenServer.call(__MODULE__, :writable?, @timeout)
  catch
    # The database is restarting, or does not answer.
    :exit, _reason -> false
  end

  @impl true
  def init(nil), do: {:ok, nil}

  @impl true
  def handle_call(:writable?, _from, {at, answer} = cached) do
    if now() - at < @cached_for, do: {:reply, answer, cached}, else: check()
  end

  def handle_call(:writable?, _from, nil), do: check()

  defp check do
    answer = Store.writable?()
    {:reply, answer, {now(), answer}}
  end

  defp now, do: System.monotonic_time(:millisecond)
end
