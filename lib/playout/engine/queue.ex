defmodule Playout.Engine.Queue do
  @moduledoc false
  # Limits how many searches run at once and how much memory their trees take together; the others
  # wait, first come, first served. A search keeps its slot until its process exits, for whatever
  # reason.

  use GenServer

  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Queues the calling process, whose tree may take `bytes`. It receives `:granted` when its turn
  comes. `on_crash` is a message to send if it crashes, as `{pid, message}`, or `nil`.
  """
  def enter(queue \\ __MODULE__, on_crash, bytes) do
    GenServer.call(queue, {:enter, on_crash, bytes})
  end

  @doc """
  Lists the running processes, each with the maximum size of its tree in bytes.
  """
  def running(queue \\ __MODULE__), do: GenServer.call(queue, :running)

  @doc """
  Counts the running and the waiting processes.
  """
  def counts(queue \\ __MODULE__), do: GenServer.call(queue, :counts)

  @impl true
  def init(options) do
    {:ok,
     %{
       slots: Keyword.fetch!(options, :slots),
       most_bytes: Keyword.fetch!(options, :most_bytes),
       running: %{},
       waiting: :queue.new()
     }}
  end

  @impl true
  def handle_call({:enter, on_crash, bytes}, {pid, _tag}, state) do
    entry = {Process.monitor(pid), pid, on_crash, bytes}
    {:reply, :ok, grant(%{state | waiting: :queue.in(entry, state.waiting)})}
  end

  def handle_call(:counts, _from, state) do
    counts = %{running: map_size(state.running), waiting: :queue.len(state.waiting)}
    {:reply, counts, state}
  end

  def handle_call(:running, _from, state) do
    running = for {_monitor, {_, pid, _obituary, bytes}} <- state.running, do: {pid, bytes}
    {:reply, running, state}
  end

  @impl true
  def handle_info({:DOWN, monitor, :process, _pid, reason}, state) do
    {entry, state} = remove(state, monitor)
    {_monitor, _pid, on_crash, _bytes} = entry
    if on_crash && crash?(reason), do: send_message(on_crash)
    {:noreply, grant(state)}
  end

  defp grant(state) do
    with {:value, {monitor, pid, _obituary, bytes} = entry} <- :queue.peek(state.waiting),
         true <- room?(state, bytes) do
      send(pid, :granted)
      waiting = :queue.drop(state.waiting)
      grant(%{state | waiting: waiting, running: Map.put(state.running, monitor, entry)})
    else
      _nobody_or_no_room -> state
    end
  end

  # A search whose tree exceeds the whole budget runs alone, so that it doesn't wait forever.
  defp room?(%{running: running}, _bytes) when running == %{}, do: true

  defp room?(%{running: running} = state, bytes) do
    taken = for {_monitor, {_, _pid, _obituary, taken}} <- running, do: taken
    map_size(running) < state.slots and Enum.sum(taken) + bytes <= state.most_bytes
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

  defp send_message({pid, message}), do: send(pid, message)

  defp crash?(:normal), do: false
  defp crash?(:shutdown), do: false
  defp crash?({:shutdown, _}), do: false
  defp crash?(_reason), do: true
end
