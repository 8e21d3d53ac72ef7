defmodule Playout.Matches.Store.Reader do
  @moduledoc false
  # Reads on behalf of many callers, as many at a time as there are connections; the others wait
  # their turn. Without that, all of them would wait for a connection, and after a while the pool
  # refuses most of those: when the site starts again, all pages come back at once.
  #
  # Those who ask for the same while they wait share one read. It never begins before they ask, so
  # it shows everything that they have already seen stored. Whoever is content with an answer of some
  # age shares one that began to be read a while ago.

  use GenServer

  require Logger

  alias Playout.Patience

  # In milliseconds. After that a caller stops waiting, and a read that only such callers wait for
  # is left out.
  @timeout 15_000

  # How many callers may wait. They use some kilobytes each.
  @most_waiting 10_000

  # In milliseconds: for how long an answer can be shared.
  @kept_for 1_000

  @doc """
  Starts a reader. Tests give it a `:name`, as `:running` the number of reads that run at a time,
  as `:waiting` the number of callers that may wait, and as `:kept_for` for how many milliseconds an answer
  can be shared.
  """
  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Returns what `work` returns, which must depend only on `key` and on what is stored, or
  `{:error, :not_stored}` if too many are waiting. Exits if it takes too long or crashes. With an `age`, the
  read may have begun up to so many milliseconds ago, at most #{@kept_for}.
  """
  @spec read(term, (-> answer), non_neg_integer, atom) :: answer | {:error, :not_stored}
        when answer: term
  def read(key, work, age \\ 0, reader \\ __MODULE__),
    do: find(reader, key, work, if(age > 0, do: now() - age, else: :now))

  defp find(reader, key, work, since) do
    with :error <- kept(reader, key, since) do
      case GenServer.call(reader, {:read, key, work, since}, Patience.ms(@timeout)) do
        {:ok, answer} -> answer
        {:crashed, reason} -> exit(reason)
        :full -> {:error, :not_stored}
        # Others have read it meanwhile.
        :kept -> find(reader, key, work, since)
      end
    end
  end

  defp kept(_reader, _key, :now), do: :error

  defp kept(reader, key, since) do
    if kept?(reader, key, since), do: :ets.lookup_element(reader, key, 3), else: :error
  rescue
    # The reader restarts, or has forgotten it since.
    ArgumentError -> :error
  end

  # Whether there is an answer that began to be read after this time. Answers may be long, so it is not copied.
  # (`:now` is more than any number.)
  defp kept?(table, key, since),
    do: :ets.member(table, key) and :ets.lookup_element(table, key, 2) > since

  @doc "Returns how many callers wait for a read to begin; `nil` while the reader restarts."
  @spec waiting() :: nil | non_neg_integer
  def waiting do
    GenServer.call(__MODULE__, :waiting, 1_000)
  catch
    :exit, _reason -> nil
  end

  @impl true
  def init(options) do
    # By key: when the read began, and its answer.
    kept = :ets.new(Keyword.get(options, :name, __MODULE__), [:named_table, :public])

    {:ok,
     %{
       most_running: Keyword.get(options, :running, Playout.Database.repo().config()[:pool_size]),
       most_waiting: Keyword.get(options, :waiting, @most_waiting),
       # By monitor: the key and the callers of each read that is going on.
       running: %{},
       kept: kept,
       kept_for: Keyword.get(options, :kept_for, @kept_for),
       # By key: the callers of a read that has not begun, its work, when the last one asked, since when it
       # may have begun (`:now` if it may not), and whether it is to be kept.
       next: %{},
       # The keys of these reads, in order. A key that is being read joins when that read ends.
       keys: :queue.new(),
       waiting: 0,
       full?: false
     }}
  end

  @impl true
  def handle_call({:read, _, _, _}, _from, %{waiting: most, most_waiting: most} = reader) do
    {:reply, :full, full(reader)}
  end

  def handle_call({:read, key, work, since}, from, %{next: next} = reader) do
    reader = %{reader | waiting: reader.waiting + 1}
    new = %{callers: [], work: work, asked: now(), since: since, keep?: false}
    waiting = Map.get(next, key, new)

    waiting = %{
      waiting
      | callers: [from | waiting.callers],
        asked: new.asked,
        since: max(since, waiting.since),
        keep?: waiting.keep? or since != :now
    }

    reader = put_in(reader.next[key], waiting)

    if is_map_key(next, key) or running?(reader, key),
      do: {:noreply, reader},
      else: {:noreply, reader |> join(key) |> begin()}
  end

  def handle_call(:waiting, _from, reader), do: {:reply, reader.waiting, reader}

  @impl true
  def handle_info({:DOWN, monitor, :process, _pid, reason}, reader) do
    {{key, callers}, running} = Map.pop!(reader.running, monitor)
    reader = %{reader | running: running}
    if reason != :normal, do: reply(callers, {:crashed, reason})
    forget_later(reader, key)
    reader = if is_map_key(reader.next, key), do: join(reader, key), else: reader
    {:noreply, begin(reader)}
  end

  def handle_info({:forget, key, began}, reader) do
    :ets.match_delete(reader.kept, {key, began, :_})
    {:noreply, reader}
  end

  defp forget_later(%{kept: kept, kept_for: kept_for}, key) do
    if :ets.member(kept, key) do
      began = :ets.lookup_element(kept, key, 2)
      Process.send_after(self(), {:forget, key, began}, kept_for)
    end
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
        begin(give(reader, key, read))

      {:empty, _keys} ->
        reader
    end
  end

  defp give(reader, key, read) do
    cond do
      # Even the last caller has stopped waiting.
      now() - read.asked >= Patience.ms(@timeout) ->
        reader

      # They copy it themselves.
      kept?(reader.kept, key, read.since) ->
        reply(read.callers, :kept)
        reader

      true ->
        run(reader, key, read)
    end
  end

  defp run(%{kept: kept} = reader, key, %{callers: callers, work: work, keep?: keep?}) do
    began = now()

    {_pid, monitor} =
      spawn_monitor(fn ->
        answer = work.()
        if keep?, do: :ets.insert(kept, {key, began, answer})
        reply(callers, {:ok, answer})
      end)

    put_in(reader.running[monitor], {key, callers})
  end

  # Logs the beginning of such a time, not every refusal.
  defp full(%{full?: true} = reader), do: reader

  defp full(reader) do
    Logger.error("the database is too slow: #{reader.waiting} reads are waiting for it")
    %{reader | full?: true}
  end

  defp reply(callers, answer), do: for(caller <- callers, do: GenServer.reply(caller, answer))

  defp now, do: System.monotonic_time(:millisecond)
end
