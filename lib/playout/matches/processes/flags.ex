defmodule Playout.Matches.Processes.Flags do
  @moduledoc false
  # Ends the matches in which a side's time is up. Their deadlines are stored, so it makes no
  # difference whether their processes run, or whether the site was restarted meanwhile. If the site has
  # several nodes, one of them does this. Should it be late, the next one does it too, which does no
  # harm, because only one event is stored.

  use GenServer

  alias Playout.Cluster
  alias Playout.Matches.{Processes, Store}
  alias Playout.Matches.Store.Uptime

  # By which all nodes, also those of an earlier version, find the same order.
  @order Playout.Matches.Flags

  @every 1_000

  # In milliseconds: how late a node is before the next one sees to it.
  @late 3_000

  # How many end in one round; the others, a second later.
  @at_once 200

  # How many are asked at the same time. One that doesn't answer, for half a minute at most, delays no
  # other unless there are so many of its kind.
  @side_by_side 32

  def start_link(options),
    do: GenServer.start_link(__MODULE__, &flag/1, name: Keyword.get(options, :name, __MODULE__))

  # The process of the match decides, because a move may have come in between. One that doesn't answer
  # is asked again in a later round.
  defp flag(id) do
    Processes.call(id, :flag, nil)
  catch
    :exit, _reason -> :ok
  end

  # `asked` are the matches that are being asked, by the monitor of the process that does it.
  @impl true
  def init(flag) do
    schedule()
    {:ok, %{flag: flag, asked: %{}, waiting: []}}
  end

  @impl true
  def handle_info(:check, flags) do
    schedule()

    case Store.due(Uptime.now() - Cluster.rank(@order) * @late, @at_once) do
      {:ok, ids} -> handle_info({:due, ids}, flags)
      {:error, :not_stored} -> {:noreply, flags}
    end
  end

  def handle_info({:due, ids}, flags) do
    waiting = Enum.uniq(flags.waiting ++ ids) -- Map.values(flags.asked)
    {:noreply, ask(%{flags | waiting: Enum.take(waiting, @at_once)})}
  end

  def handle_info({:DOWN, monitor, :process, _pid, _reason}, flags),
    do: {:noreply, ask(%{flags | asked: Map.delete(flags.asked, monitor)})}

  defp ask(%{waiting: [id | waiting], asked: asked, flag: flag} = flags)
       when map_size(asked) < @side_by_side do
    # A task, because it passes its `$callers` on to the process of a match that it starts.
    {:ok, pid} = Task.start(fn -> flag.(id) end)
    ask(%{flags | waiting: waiting, asked: Map.put(asked, Process.monitor(pid), id)})
  end

  defp ask(flags), do: flags

  defp schedule, do: Process.send_after(self(), :check, @every)
end
