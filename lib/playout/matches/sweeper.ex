defmodule Playout.Matches.Sweeper do
  @moduledoc false
  # Deletes matches that were started more than a day ago and have no moves.

  use GenServer

  alias Playout.Matches
  alias Playout.Matches.Store

  @every 60 * 60_000
  @a_day 24 * 60 * 60

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
  def sweep(now) do
    with {:ok, deleted} <- Store.delete_untouched(DateTime.add(now, -@a_day)) do
      for {id, visitors} <- deleted, do: Matches.forget(id, visitors)
      :ok
    end
  end
end
