defmodule Playout.Matches.Health do
  @moduledoc """
  Checks whether the database can be written, by writing to it. The answer is cached for a
  second, so frequent requests do not keep the disk busy.
  """

  use GenServer

  require Logger

  alias Playout.Repo

  @cached_for 1_000
  @timeout 10_000

  # Larger than a page, so that the write fails if the disk is full.
  @write "INSERT OR REPLACE INTO health (id, room) VALUES (1, zeroblob(8192))"
  @free "UPDATE health SET room = NULL"

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
    answer = write() == :ok
    {:reply, answer, {now(), answer}}
  end

  defp write do
    {:ok, _} =
      Repo.transaction(fn ->
        Repo.query!(@write)
        Repo.query!(@free)
      end)

    :ok
  rescue
    error -> failed(Exception.message(error))
  catch
    :exit, reason -> failed(Exception.format_exit(reason))
  end

  defp failed(reason) do
    Logger.error("the database cannot be written: #{reason}")
    :failed
  end

  defp now, do: System.monotonic_time(:millisecond)
end
