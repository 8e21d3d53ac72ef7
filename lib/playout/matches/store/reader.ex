defmodule Playout.Matches.Store.Reader do
  @moduledoc false
  # Reads on behalf of many callers, as many at a time as there are connections; the others wait
  # their turn. Without that, all of them would wait for a connection, and after a while the pool
  # refuses most of those: when the site starts again, all pages come back at once.
  #
  # Those who ask for the same while they wait share one read. It never begins before they ask, so
  # it shows everything that they have already seen stored.

  use GenServer

  require Logger

  # In milliseconds. After that a caller stops waiting, and a read that only such callers wait for
  # is left out.
  @timeout 15_000

  # How many callers may wait. They use some kilobytes each.
  @most_waiting 10_000

  @doc """
  Starts a reader. Tests give it a `:name`, as `:running` the number of reads that run at a time,
  and as `:waiting` the number of callers that may wait.
  """
  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Returns what `work` returns, which must depend only on `key` and on what is stored, or
  `{:error, :not_stored}` if too many are waiting. Exits if it takes too long or crashes.
  """
  @spec read(term, (-> answer), GenServer.server()) :: answer | {:error, :not_stored}
        when answer: term
  def read(key, work, reader \\ __MODULE__) do
    case GenServer.call(reader, {:read, key, work}, @timeout) do
      {:ok, answer} -> answer
      {:crashed, reason} -> exit(reason)
      :full -> {:error, :not_stored}
    end
  end

  @doc "Returns how many callers wait for a read to begin; `nil` while the reader restarts."
  @spec waiting() :: nil | non_neg_integer
  def waiting do
    GenServer.call(__MODULE__, :waiting, 1_000)
  catch
    :exit, _reason -> nil
  end

  @impl true
  def init(options) do
    {:ok,
     %{
       most_running: Keyword.get(options, :running, Playout.Database.repo().config()[:pool_size]),
       most_waiting: Keyword.get(options, :waiting, @most_waiting),
       # By monitor: the key and the callers of each read that is going on.
       running: %{},
       # By key: the callers of a read that has not begun, its work, and when the last one asked.
       next: %{},
       # The keys of these reads, in order. A key that is being read joins when that read ends.
       keys: :queue.new(),
       waiting: 0,
       full?: false
     }}
  end

  @impl true
  def handle_call({:read, _key, _work}, _from, %{waiting: most, most_waiting: most} = reader) do
    {:reply, :full, full(reader)}
  end

  def handle_call({:read, key, work}, from, %{next: next} = reader) do
    reader = %{reader | waiting: reader.waiting + 1}

    case next do
      %{^key => waiting} ->
        waiting = %{waiting | callers: [from | waiting.callers], since: now()}
        {:noreply, put_in(reader.next[key], waiting)}

      _ ->
        reader = put_in(reader.next[key], %{callers: [from], work: work, since: now()})
        {:noreply, if(running?(reader, key), do: reader, else: reader |> join(key) |> begin())}
    end
  end

  def handle_call(:waiting, _from, reader), do: {:reply, reader.waiting, reader}

  @impl true
  def handle_info({:DOWN, monitor, :process, _pid, reason}, reader) do
    {{key, callers}, running} = Map.pop!(reader.running, monitor)
    reader = %{reader | running: running}
    if reason != :normal, do: reply(callers, {:crashed, reason})
    reader = if is_map_key(reader.next, key), do: join(reader, key), else: reader
    {:noreply, begin(reader)}
  end

  defp running?(reader, key), do: Enum.any?(reader.running, &match?({_, {^key, _}}, &1))

  defp join(reader, key), do: %{reader | keys: :queue.in(key, reader.keys)}

  defp begin(%{running: running, most_running: most} = reader) when map_size(running) == most,
    do: reader

  defp begin(reader) do
    case :queue.out(reader.keys) do
      {{:value, key}, keys} ->
        {%{callers: callers} = read, next} = Map.pop!(reader.next, key)
        waiting = reader.waiting - length(callers)
        full? = reader.full? and waiting > 0
        reader = %{reader | keys: keys, next: next, waiting: waiting, full?: full?}
        begin(if expired?(read), do: reader, else: run(reader, key, read))

      {:empty, _keys} ->
        reader
    end
  end

  defp run(reader, key, %{callers: callers, work: work}) do
    {_pid, monitor} = spawn_monitor(fn -> reply(callers, {:ok, work.()}) end)
    put_in(reader.running[monitor], {key, callers})
  end

  # Whether even the last caller has stopped waiting.
  defp expired?(read), do: now() - read.since >= @timeout

  # Logs the beginning of such a time, not every refusal.
  defp full(%{full?: true} = reader), do: reader

  defp full(reader) do
    Logger.error("the database is too slow: #{reader.waiting} reads are waiting for it")
    %{reader | full?: true}
  end

  defp reply(callers, answer), do: for(caller <- callers, do: GenServer.reply(caller, answer))

  defp now, do: System.monotonic_time(:millisecond)
end
