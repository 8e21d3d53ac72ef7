defmodule Playout.Matches.Processes.CutOff do
  @moduledoc false
  # Looks for what nodes have stored that this one has lost but that still reach the database. Whatever
  # they store, nobody tells here, so pages would show an old board. As long as more nodes write to the
  # database than are connected, each node looks there for those of its matches that somebody watches.

  use GenServer

  alias Playout.Cluster
  alias Playout.Matches.Processes.{Local, Server}
  alias Playout.Matches.Store

  # In milliseconds.
  @every 2_000

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  # The state: by match, the event that was the newest at the last look.
  @impl true
  def init(nil) do
    schedule()
    {:ok, %{}}
  end

  @impl true
  def handle_info(:look, known) do
    schedule()

    case Store.writers() do
      {:ok, writers} -> {:noreply, look(known, writers - length(Cluster.serving()))}
      {:error, :not_stored} -> {:noreply, known}
    end
  end

  def handle_info(_message, known), do: {:noreply, known}

  defp look(known, missing) when missing <= 0 and known == %{}, do: known

  # When all are connected again, one last time: an event may have been stored just before.
  defp look(known, missing) do
    own = Local.watched()

    case Store.newest(for {id, _pid} <- own, do: id) do
      {:ok, newest} ->
        for {id, pid} <- own, seq = newest[id], known[id] != seq, do: Server.stored(pid, seq)
        if missing > 0, do: newest, else: %{}

      {:error, :not_stored} ->
        known
    end
  end

  defp schedule, do: Process.send_after(self(), :look, @every)
end
