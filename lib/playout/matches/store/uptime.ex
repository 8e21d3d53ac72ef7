defmodule Playout.Matches.Store.Uptime do
  @moduledoc """
  For how many milliseconds the site has been up, over all its runs. Clocks of matches count this
  time, so nobody's time runs while the site is down.

  While it runs, the time is the VM's monotonic one. It is stored every five seconds, and when the
  site stops; from there it goes on. After a crash of the machine it is up to five seconds behind:
  whoever was to move has those again.

  If the site has several nodes, they have one time, that of the node which is ahead: it goes on as long
  as one of them runs. A node that starts, from what was stored, that is connected again, or that falls
  behind, learns the time from the others.
  """

  use GenServer

  alias Playout.Cluster
  alias Playout.Matches.Store

  @every 5_000

  # In milliseconds: by how much the times of nodes may differ.
  @equal 50

  # By which other nodes find it, also those of an earlier version.
  @name Playout.Matches.Uptime

  # In tests, each can stop its clock.
  @env Application.compile_env(:playout, :settings, Application)

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: @name)

  @doc "Returns the time."
  @spec now() :: non_neg_integer
  def now, do: @env.get_env(:playout, __MODULE__) || noted()

  defp noted, do: :persistent_term.get(__MODULE__) + monotonic()

  @impl true
  def init(nil) do
    # So that `terminate/2` is called.
    Process.flag(:trap_exit, true)

    # This process may crash, but the time goes on as long as the VM runs.
    if :persistent_term.get(__MODULE__, nil) == nil do
      {:ok, noted} = Store.uptime()
      :persistent_term.put(__MODULE__, noted - monotonic())
    end

    if Cluster.on?() do
      :ok = :net_kernel.monitor_nodes(true)
      tell_all()
    end

    schedule()
    {:ok, nil}
  end

  @impl true
  def handle_info(:note, state) do
    schedule()
    tell_all()
    Store.note_uptime(now())
    {:noreply, state}
  end

  def handle_info({:nodeup, node}, state) do
    tell(node)
    {:noreply, state}
  end

  def handle_info(_message, state), do: {:noreply, state}

  # Another node's time. The way here takes a millisecond or so, by which this node would be behind; it
  # doesn't answer for that.
  @impl true
  def handle_cast({:time, time, node}, state) do
    own = noted()

    cond do
      time > own ->
        :persistent_term.put(__MODULE__, :persistent_term.get(__MODULE__) + time - own)

      own - time > @equal ->
        tell(node)

      true ->
        :ok
    end

    {:noreply, state}
  end

  defp tell_all, do: for(node <- Node.list(), do: tell(node))
  defp tell(node), do: GenServer.cast({@name, node}, {:time, noted(), node()})

  @impl true
  def terminate(_reason, _state), do: Store.note_uptime(now())

  defp schedule, do: Process.send_after(self(), :note, @every)
  defp monotonic, do: System.monotonic_time(:millisecond)
end
