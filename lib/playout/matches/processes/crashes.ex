defmodule Playout.Matches.Processes.Crashes do
  @moduledoc false
  # Starts the process of a match again when it has crashed, because a page may be waiting for an
  # engine: at once after the first crash, later after longer and longer pauses. If its events make
  # it crash every time, it is left alone after a few crashes, and requests are refused. After a
  # while, a request may try again. (Should this process crash, it starts without knowing the
  # matches that run; if one of them crashes, the next request starts it.)

  use GenServer

  require Logger

  alias Playout.Matches.Limits
  alias Playout.Matches.Store.Uptime

  # Crashes are counted until there has been none for this many pauses.
  @remembered 10

  # How often what is no longer counted is removed, in milliseconds.
  @forget_every 60_000

  @doc "Starts it. `restart` is what starts the process of a match again."
  def start_link(restart), do: GenServer.start_link(__MODULE__, restart, name: __MODULE__)

  @doc """
  Watches the calling process, which runs a match. `match` is what `Processes.start/1` takes, and
  `limits` are the `crashes` of `Playout.Matches.Settings`.
  """
  def watch(match, limits),
    do: GenServer.call(__MODULE__, {:watch, match, limits, self()}, :infinity)

  @doc "Returns whether the process of a match may be started."
  @spec check(String.t()) :: :ok | {:error, :crashed}
  def check(id) do
    case :ets.lookup(__MODULE__, id) do
      [{^id, _count, refused_until, _counted_until}] ->
        if Uptime.now() < refused_until, do: {:error, :crashed}, else: :ok

      [] ->
        :ok
    end
  end

  # The table has the matches that have crashed, `watched` those that run, by monitor.
  @impl true
  def init(restart) do
    # Every start of a match waits for it.
    Process.flag(:priority, :high)
    :ets.new(__MODULE__, [:named_table, read_concurrency: true])
    Process.send_after(self(), :forget, @forget_every)
    {:ok, %{restart: restart, watched: %{}}}
  end

  @impl true
  def handle_call({:watch, match, limits, pid}, _from, crashes) do
    {:reply, :ok, put_in(crashes.watched[Process.monitor(pid)], {match, limits})}
  end

  @impl true
  def handle_info({:DOWN, monitor, :process, _pid, reason}, crashes) do
    {{match, limits}, watched} = Map.pop!(crashes.watched, monitor)
    ended(match, limits, reason)
    {:noreply, %{crashes | watched: watched}}
  end

  def handle_info({:start, match}, %{restart: restart} = crashes) do
    # In a process of its own, because the match's process calls this one.
    Task.start(fn -> restart.(match) end)
    {:noreply, crashes}
  end

  def handle_info(:forget, crashes) do
    Process.send_after(self(), :forget, @forget_every)
    :ets.select_delete(__MODULE__, [{{:_, :_, :_, :"$1"}, [{:<, :"$1", Uptime.now()}], [true]}])
    {:noreply, crashes}
  end

  defp ended(_match, _limits, reason) when reason in [:normal, :shutdown], do: :ok
  defp ended(_match, _limits, {:shutdown, _reason}), do: :ok
  # This comes from outside and tells nothing about the match.
  defp ended(match, _limits, :killed), do: send(self(), {:start, match})

  defp ended({id, _asked} = match, limits, _reason) do
    {most, pause} = {limits[:most], limits[:pause]}
    count = count(id) + 1
    refused_until = if count < most, do: Uptime.now(), else: Uptime.now() + pause
    :ets.insert(__MODULE__, {id, count, refused_until, Uptime.now() + @remembered * pause})

    cond do
      count < most -> Process.send_after(self(), {:start, match}, delay(count, most, pause))
      count == most -> log("match #{id} crashed #{count} times and is left alone")
      true -> :ok
    end
  end

  defp log(text) do
    if line = Limits.line(:crashes, text), do: Logger.error(line)
  end

  defp count(id) do
    case :ets.lookup(__MODULE__, id) do
      [{^id, count, _refused_until, counted_until}] ->
        if Uptime.now() < counted_until, do: count, else: 0

      [] ->
        0
    end
  end

  # With four restarts and a pause of a minute: 0, 3.75, 7.5 and 15 s.
  defp delay(1, _most, _pause), do: 0
  defp delay(count, most, pause), do: div(pause, 2 ** (most - count + 1))
end
