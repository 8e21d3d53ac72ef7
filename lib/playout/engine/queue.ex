defmodule Playout.Engine.Queue do
  @moduledoc false
  # Lets so many searches run at once; the others wait, first come, first
  # served. A search holds its turn until its process ends, however it ends.

  use GenServer

  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Queues up the calling process: it gets the message `:granted` when its turn
  has come. If it crashes, `obituary` is sent: `{pid, message}`, or `nil`.
  """
  def enter(queue \\ __MODULE__, obituary), do: GenServer.call(queue, {:enter, obituary})

  @doc """
  How many run and how many wait.
  """
  def counts(queue \\ __MODULE__), do: GenServer.call(queue, :counts)

  @impl true
  def init(options) do
    {:ok, %{slots: Keyword.fetch!(options, :slots), running: %{}, waiting: :queue.new()}}
  end

  @impl true
  def handle_call({:enter, obituary}, {pid, _tag}, state) do
    entry = {Process.monitor(pid), pid, obituary}
    {:reply, :ok, grant(%{state | waiting: :queue.in(entry, state.waiting)})}
  end

  def handle_call(:counts, _from, state) do
    counts = %{running: map_size(state.running), waiting: :queue.len(state.waiting)}
    {:reply, counts, state}
  end

  @impl true
  def handle_info({:DOWN, monitor, :process, _pid, reason}, state) do
    {entry, state} = remove(state, monitor)
    {_monitor, _pid, obituary} = entry
    if obituary && crash?(reason), do: tell(obituary)
    {:noreply, grant(state)}
  end

  defp grant(%{running: running, slots: slots} = state) when map_size(running) >= slots, do: state

  defp grant(state) do
    case :queue.out(state.waiting) do
      {{:value, {monitor, pid, _obituary} = entry}, waiting} ->
        send(pid, :granted)
        grant(%{state | waiting: waiting, running: Map.put(state.running, monitor, entry)})

      {:empty, _waiting} ->
        state
    end
  end

  defp remove(state, monitor) do
    case Map.pop(state.running, monitor) do
      {nil, _running} ->
        {[entry], waiting} =
          Enum.split_with(:queue.to_list(state.waiting), &(elem(&1, 0) == monitor))

        {entry, %{state | waiting: :queue.from_list(waiting)}}

      {entry, running} ->
        {entry, %{state | running: running}}
    end
  end

  defp tell({pid, message}), do: send(pid, message)

  defp crash?(:normal), do: false
  defp crash?(:shutdown), do: false
  defp crash?({:shutdown, _}), do: false
  defp crash?(_reason), do: true
end
