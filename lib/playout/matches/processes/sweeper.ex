defmodule Playout.Matches.Processes.Sweeper do
  @moduledoc false
  # Deletes matches in which nothing has happened for a number of days (`keep` in
  # `Playout.Matches.Settings`).

  use GenServer

  alias Playout.Matches.{Processes, Settings, Store}
  alias Playout.Matches.Store.People

  @every 60 * 60_000

  @a_day 24 * 60 * 60

  # Names and codes of people without a match go then. Anyone can become a new visitor and choose one.
  @people_days 30

  # How many matches are deleted at once. Moves wait for as long as that takes: some milliseconds.
  @at_once 20

  def start_link(options), do: GenServer.start_link(__MODULE__, options)

  @impl true
  def init(_options), do: {:ok, nil, {:continue, :sweep}}

  @impl true
  def handle_continue(:sweep, state) do
    sweep(DateTime.utc_now())
    Process.send_after(self(), :sweep, @every)
    {:noreply, state}
  end

  @impl true
  def handle_info(:sweep, state), do: {:noreply, state, {:continue, :sweep}}

  @doc "Deletes the matches that are due at `now`."
  @spec sweep(DateTime.t()) :: :ok | {:error, :not_stored}
  def sweep(now) do
    with :ok <- sweep(:untouched, Settings.keep(:untouched), now),
         :ok <- sweep(:unfinished, Settings.keep(:unfinished), now),
         :ok <- sweep(:finished, Settings.keep(:finished), now),
         do: sweep_people(DateTime.add(now, -@people_days * @a_day))
  end

  defp sweep_people(since) do
    with {:ok, count} <- People.delete_expired(since, @at_once),
         do: if(count == @at_once, do: sweep_people(since), else: :ok)
  end

  defp sweep(_kind, 0, _now), do: :ok

  defp sweep(kind, days, now) do
    with {:ok, deleted} <- Store.delete_expired(kind, DateTime.add(now, -days * @a_day), @at_once) do
      for {id, visitors} <- deleted, do: Processes.forget(id, visitors)
      if length(deleted) == @at_once, do: sweep(kind, days, now), else: :ok
    end
  end
end
