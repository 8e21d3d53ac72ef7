defmodule PlayoutWeb.Limits.WorkQueue do
  @moduledoc """
  A queue for work that has to leave the processor to everything else, such as reading a text of up to 80 kB.
  It lets a few processes work at the same time, and fewer of each network address. The next one is from an
  address with as little work as possible, and of those, the one that came first.

  The options are bounds:

    * `at_once`: how many may work at the same time; half as many as there are schedulers;
    * `of_address`: how many of an address; one;
    * `places`: how many may work or wait; 1,000;
    * `places_of_address`: how many of an address; 100;
    * `patience`: for how many milliseconds somebody waits; `:infinity`.

  Half of `at_once` and of `places` are for addresses that have none (`Playout.Engine.Places`).
  """
  use GenServer

  alias Playout.Engine.Places
  alias PlayoutWeb.Limits.{ClientAddress, Refusal}

  @bounds %{of_address: 1, places: 1_000, places_of_address: 100, patience: :infinity}

  @type bounds :: %{
          optional(:of_address | :places_of_address) => non_neg_integer,
          optional(:patience) => non_neg_integer | :infinity
        }

  @doc false
  def child_spec(options) do
    name = Keyword.get(options, :name, __MODULE__)
    %{id: name, start: {__MODULE__, :start_link, [options]}}
  end

  @doc false
  def start_link(options \\ []) do
    {name, options} = Keyword.pop(options, :name, __MODULE__)
    GenServer.start_link(__MODULE__, options, name: name)
  end

  @doc """
  Does work in the calling process, which waits for its turn before. Returns `{:error, :busy}` if there is
  no place.
  """
  @spec run(GenServer.server(), ClientAddress.t(), (-> result)) :: {:ok, result} | {:error, :busy}
        when result: var
  def run(queue \\ __MODULE__, address, work) do
    case enter(queue, address) do
      {:ok, place} ->
        try do
          {:ok, work.()}
        after
          leave(queue, place)
        end

      {:error, :busy} ->
        Refusal.of(:work_queue)
        {:error, :busy}
    end
  end

  @doc """
  Waits until it is the turn of the calling process, which works until it gives back its place (`leave/2`), or
  exits. Returns `{:error, :busy}` if there is no place, or if it has waited too long. `bounds` replace those
  of the queue.
  """
  @spec enter(GenServer.server(), ClientAddress.t(), bounds) ::
          {:ok, reference} | {:error, :busy}
  def enter(queue, address, bounds \\ %{}),
    do: GenServer.call(queue, {:enter, address, bounds}, :infinity)

  @doc "Gives back a place."
  @spec leave(GenServer.server(), reference) :: :ok
  def leave(queue, place), do: GenServer.cast(queue, {:leave, place})

  # `entries` are all that are here, by the monitors of their processes, and `waiting` those whose turn it is
  # not yet, first come first. `here` and `working` count them by address, and `at_work` counts who works.
  @impl true
  def init(options) do
    at_once = max(1, div(System.schedulers_online(), 2))
    bounds = @bounds |> Map.put(:at_once, at_once) |> Map.merge(Map.new(options))

    {:ok, %{bounds: bounds, entries: %{}, waiting: [], here: %{}, working: %{}, at_work: 0}}
  end

  @impl true
  def handle_call({:enter, address, bounds}, {pid, _tag} = caller, state) do
    bounds = Map.merge(state.bounds, bounds)

    if full?(state, address, bounds) do
      {:reply, {:error, :busy}, state}
    else
      place = Process.monitor(pid)
      entry = %{address: address, of_address: bounds.of_address, caller: caller, timer: nil}
      state = %{state | here: count(state.here, address, 1)}

      if turn?(state, entry),
        do: {:noreply, begin(state, place, entry)},
        else: {:noreply, wait(state, place, entry, bounds.patience)}
    end
  end

  @impl true
  def handle_cast({:leave, place}, state), do: {:noreply, left(state, place)}

  @impl true
  def handle_info({:DOWN, place, :process, _pid, _reason}, state),
    do: {:noreply, left(state, place)}

  def handle_info({:late, place}, state) do
    if place in state.waiting do
      GenServer.reply(state.entries[place].caller, {:error, :busy})
      {:noreply, left(state, place)}
    else
      {:noreply, state}
    end
  end

  defp full?(%{here: here, entries: entries}, address, bounds) do
    own = Map.get(here, address, 0)

    own >= bounds.places_of_address or
      not Places.free?(own, map_size(entries), bounds.places)
  end

  defp turn?(%{working: working, at_work: at_work, bounds: bounds}, entry) do
    own = Map.get(working, entry.address, 0)
    own < entry.of_address and Places.free?(own, at_work, bounds.at_once)
  end

  defp wait(state, place, entry, patience) do
    timer = if patience != :infinity, do: Process.send_after(self(), {:late, place}, patience)
    entries = Map.put(state.entries, place, %{entry | timer: timer})
    %{state | entries: entries, waiting: state.waiting ++ [place]}
  end

  defp begin(state, place, %{address: address, timer: timer} = entry) do
    if timer, do: Process.cancel_timer(timer)
    GenServer.reply(entry.caller, {:ok, place})

    %{
      state
      | entries: Map.put(state.entries, place, entry),
        working: count(state.working, address, 1),
        at_work: state.at_work + 1
    }
  end

  # Whoever has left may be told again that their process has ended.
  defp left(%{entries: entries} = state, place) when not is_map_key(entries, place), do: state

  defp left(state, place) do
    Process.demonitor(place, [:flush])
    {%{address: address, timer: timer}, entries} = Map.pop!(state.entries, place)
    state = %{state | entries: entries, here: count(state.here, address, -1)}

    if place in state.waiting do
      if timer, do: Process.cancel_timer(timer)
      %{state | waiting: List.delete(state.waiting, place)}
    else
      working = count(state.working, address, -1)
      next(%{state | working: working, at_work: state.at_work - 1})
    end
  end

  defp next(%{entries: entries, working: working} = state) do
    next =
      state.waiting
      |> Enum.filter(&turn?(state, entries[&1]))
      |> Enum.min_by(&Map.get(working, entries[&1].address, 0), fn -> nil end)

    if next do
      state = %{state | waiting: List.delete(state.waiting, next)}
      state |> begin(next, entries[next]) |> next()
    else
      state
    end
  end

  # Nothing remains of an address that has left.
  defp count(counts, address, change) do
    case Map.get(counts, address, 0) + change do
      0 -> Map.delete(counts, address)
      count -> Map.put(counts, address, count)
    end
  end
end
