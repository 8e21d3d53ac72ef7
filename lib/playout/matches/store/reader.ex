defmodule Playout.Matches.Store.Reader do
  @moduledoc false
  # Reads on behalf of many callers. Those who ask for the same while it is being read share the
  # next read: the current one may have begun before something that they have already seen stored.

  use GenServer

  # In milliseconds.
  @timeout 15_000

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc """
  Returns what `work` returns, which must depend only on `key` and on what is stored. Exits if that
  takes too long or crashes.
  """
  @spec read(term, (-> answer)) :: answer when answer: term
  def read(key, work) do
    case GenServer.call(__MODULE__, {:read, key, work}, @timeout) do
      {:ok, answer} -> answer
      {:crashed, reason} -> exit(reason)
    end
  end

  # `current` has the key and the callers of each read that is going on, `next` the callers who wait
  # for the next read of such a key.
  @impl true
  def init(nil), do: {:ok, %{current: %{}, next: %{}}}

  @impl true
  def handle_call({:read, key, work}, from, %{next: next} = reader) do
    case next do
      %{^key => {callers, _work}} ->
        {:noreply, put_in(reader.next[key], {[from | callers], work})}

      _ ->
        {:noreply, begin(reader, key, [from], work)}
    end
  end

  @impl true
  def handle_info({:DOWN, monitor, :process, _pid, reason}, reader) do
    {{key, callers}, current} = Map.pop!(reader.current, monitor)
    {{waiting, work}, next} = Map.pop!(reader.next, key)
    reader = %{reader | current: current, next: next}
    if reason != :normal, do: reply(callers, {:crashed, reason})
    if waiting == [], do: {:noreply, reader}, else: {:noreply, begin(reader, key, waiting, work)}
  end

  defp begin(reader, key, callers, work) do
    {_pid, monitor} = spawn_monitor(fn -> reply(callers, {:ok, work.()}) end)
    current = Map.put(reader.current, monitor, {key, callers})
    %{reader | current: current, next: Map.put(reader.next, key, {[], work})}
  end

  defp reply(callers, answer), do: for(caller <- callers, do: GenServer.reply(caller, answer))
end
