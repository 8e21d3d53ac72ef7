defmodule PlayoutWeb.Picture.Gif.Maker do
  @moduledoc """
  Makes GIFs one after another, each in a process of its own (`PlayoutWeb.Picture.Gif.Job`), and keeps the
  last ones in memory. `PlayoutWeb.Picture.Gif` has the limits.

  Whoever requests one receives `{:gif, key, status}` whenever its status changes, until it is ready or has
  failed:

    * `{:waiting, place}` - others are made before it;
    * `{:making, percent}` - so much is done;
    * `:ready` - `fetch/1` returns it;
    * `:failed` - it could not be made; the log says why.

  A GIF that nobody waits for any more is not made.
  """
  use GenServer

  require Logger

  alias Playout.Engine.Places
  alias Playout.Matches.Limits
  alias PlayoutWeb.Picture.Gif
  alias PlayoutWeb.Picture.Gif.{Cache, Job}

  @type status :: {:waiting, pos_integer} | {:making, 0..100} | :ready | :failed

  # Pages are told of every such part, in percent.
  @part 10

  @doc false
  def start_link(options \\ []) do
    {name, options} = Keyword.pop(options, :name, __MODULE__)
    GenServer.start_link(__MODULE__, options, if(name, do: [name: name], else: []))
  end

  @doc """
  Requests a GIF for the calling process. `address` is that of the visitor's network.

  Errors: `:too_long` if the match has too many moves, `:busy` if too many GIFs wait.
  """
  @spec request(Gif.t(), term) :: {:ok, Gif.key()} | {:error, :too_long | :busy}
  def request(%Gif{position: %{moves: moves}} = gif, address) do
    if length(moves) > Gif.limit(:moves) do
      {:error, :too_long}
    else
      key = Gif.key(gif)
      with :ok <- request(maker(), key, gif, address), do: {:ok, key}
    end
  end

  @doc "Returns a GIF that is ready."
  @spec fetch(Gif.t()) :: {:ok, binary} | :error
  def fetch(gif), do: fetch(maker(), Gif.key(gif))

  # Tests have their own.
  defp maker, do: Keyword.get(Gif.limits(), :maker, __MODULE__)

  @doc "Requests a GIF of a certain maker, under a key."
  @spec request(GenServer.server(), Gif.key(), Gif.t(), term) :: :ok | {:error, :busy}
  def request(maker, key, gif, address),
    do: GenServer.call(maker, {:request, key, gif, address}, :infinity)

  @doc "Returns what a certain maker has made under a key."
  @spec fetch(GenServer.server(), Gif.key()) :: {:ok, binary} | :error
  def fetch(maker, key), do: GenServer.call(maker, {:fetch, key}, :infinity)

  # `jobs` in the order of their requests; the first one is being made if there is a `task`.
  @impl true
  def init(options) do
    Process.flag(:trap_exit, true)
    limits = Keyword.merge(Gif.limits(), options[:limits] || [])

    {:ok,
     %{
       jobs: [],
       task: nil,
       prepared?: false,
       watchers: %{},
       limits: limits,
       cache: Cache.new(limits[:kept_bytes]),
       prepare: options[:prepare] || (&Job.prepare/0),
       make: options[:make] || (&Job.make/2)
     }}
  end

  @impl true
  def handle_call({:request, key, gif, address}, {pid, _tag}, state) do
    {kept, cache} = Cache.fetch(state.cache, key)
    state = %{state | cache: cache}
    job = Enum.find(state.jobs, &(&1.key == key))

    cond do
      kept != :error ->
        send(pid, {:gif, key, :ready})
        {:reply, :ok, state}

      job != nil ->
        state = watch(state, pid, key)
        send(pid, {:gif, key, status(state, key)})
        {:reply, :ok, state}

      full?(state, address) ->
        {:reply, {:error, :busy}, state}

      true ->
        job = %{key: key, gif: gif, address: address, percent: 0}
        state = start(watch(%{state | jobs: state.jobs ++ [job]}, pid, key))
        send(pid, {:gif, key, status(state, key)})
        {:reply, :ok, state}
    end
  end

  def handle_call({:fetch, key}, _from, state) do
    {result, cache} = Cache.fetch(state.cache, key)
    {:reply, result, %{state | cache: cache}}
  end

  defp full?(%{jobs: jobs, limits: limits}, address) do
    own = Enum.count(jobs, &(&1.address == address))

    own >= limits[:waiting_of_address] or
      not Places.free?(own, length(jobs), limits[:waiting])
  end

  # A page that asks twice is told once.
  defp watch(state, pid, key) do
    if {pid, key} in Map.values(state.watchers),
      do: state,
      else: %{state | watchers: Map.put(state.watchers, Process.monitor(pid), {pid, key})}
  end

  defp status(%{jobs: [%{key: key, percent: percent} | _]}, key), do: {:making, percent}

  defp status(%{jobs: jobs}, key),
    do: {:waiting, Enum.find_index(jobs, &(&1.key == key))}

  defp start(%{jobs: [job | _], task: nil} = state) do
    %{prepare: prepare, make: make} = state
    prepare = if state.prepared?, do: fn -> :ok end, else: prepare
    maker = self()
    progress = &send(maker, {:progress, job.key, &1})

    %{state | task: Task.async(fn -> with :ok <- prepare.(), do: make.(job.gif, progress) end)}
  end

  defp start(state), do: state

  @impl true
  def handle_info({:progress, key, percent}, %{jobs: [%{key: key} = job | others]} = state) do
    if div(percent, @part) > div(job.percent, @part) do
      state = %{state | jobs: [%{job | percent: percent} | others], prepared?: true}
      tell(state, key, {:making, percent})
      {:noreply, state}
    else
      {:noreply, state}
    end
  end

  def handle_info({reference, result}, %{task: %{ref: reference}} = state) do
    Process.demonitor(reference, [:flush])
    {:noreply, ended(state, result)}
  end

  def handle_info({:DOWN, reference, :process, _pid, reason}, %{task: %{ref: reference}} = state) do
    {:noreply, ended(state, {:error, "its process crashed: #{inspect(reason)}"})}
  end

  def handle_info({:DOWN, monitor, :process, _pid, _reason}, state)
      when is_map_key(state.watchers, monitor) do
    {{_pid, key}, watchers} = Map.pop(state.watchers, monitor)
    state = %{state | watchers: watchers}
    watched? = Enum.any?(watchers, fn {_monitor, {_pid, watched}} -> watched == key end)
    {:noreply, if(watched?, do: state, else: forget(state, key))}
  end

  # A job that has been stopped, or its last words.
  def handle_info(_message, state), do: {:noreply, state}

  # Nobody waits for it any more.
  defp forget(%{jobs: [%{key: key} | others], task: task} = state, key) do
    Task.shutdown(task, :brutal_kill)
    moved_up(%{state | jobs: others, task: nil})
  end

  defp forget(%{jobs: jobs} = state, key),
    do: told(%{state | jobs: Enum.reject(jobs, &(&1.key == key))})

  defp ended(%{jobs: [%{key: key} | others]} = state, result) do
    {status, state} =
      case result do
        {:ok, gif} ->
          {:ready, %{state | cache: Cache.put(state.cache, key, gif), prepared?: true}}

        {:error, reason} ->
          line = Limits.line(:gif, "a GIF could not be made: #{reason}")
          if line, do: Logger.warning(line)
          {:failed, state}
      end

    tell(state, key, status)
    moved_up(unwatch(%{state | jobs: others, task: nil}, key))
  end

  defp unwatch(%{watchers: watchers} = state, key) do
    {done, others} =
      Map.split_with(watchers, fn {_monitor, {_pid, watched}} -> watched == key end)

    Enum.each(done, fn {monitor, _watcher} -> Process.demonitor(monitor, [:flush]) end)
    %{state | watchers: others}
  end

  defp moved_up(state), do: state |> start() |> told()

  defp told(state) do
    for %{key: key} <- state.jobs, do: tell(state, key, status(state, key))
    state
  end

  defp tell(state, key, status) do
    for {_monitor, {pid, ^key}} <- state.watchers, do: send(pid, {:gif, key, status})
  end
end
