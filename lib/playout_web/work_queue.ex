defmodule PlayoutWeb.WorkQueue do
  @moduledoc """
  A queue for the work of pages that takes long, such as reading a text of up to 80 kB, so that it leaves
  the processor to everything else. At the same time it lets half as many processes work as there are
  schedulers, and one for each network address. Others wait for their turn, in the order in which they came.

  There are 1,000 places, 100 for one address, and half are for addresses that have none
  (`Playout.Engine.Places`).
  """
  use GenServer

  alias Playout.Engine.Places
  alias PlayoutWeb.Limits

  @places 1_000
  @places_of_address 100

  @doc false
  def start_link(options \\ []) do
    {name, options} = Keyword.pop(options, :name, __MODULE__)
    GenServer.start_link(__MODULE__, options, name: name)
  end

  @doc """
  Does work in the calling process, which waits for its turn before. Returns `{:error, :busy}` if there is
  no place.
  """
  @spec run(GenServer.server(), Limits.address(), (-> result)) :: {:ok, result} | {:error, :busy}
        when result: var
  def run(queue \\ __MODULE__, address, work) do
    case GenServer.call(queue, {:enter, address}, :infinity) do
      {:ok, place} ->
        try do
          {:ok, work.()}
        after
          GenServer.cast(queue, {:leave, place})
        end

      {:error, :busy} ->
        Limits.refused(:work_queue)
        {:error, :busy}
    end
  end

  # `places` are the addresses of all that are here, by the monitors of their processes. `working` are
  # those whose turn it is, and `waiting` the others with their callers, first come first.
  @impl true
  def init(options) do
    {:ok,
     %{
       places: %{},
       working: [],
       waiting: [],
       at_once: options[:at_once] || max(1, div(System.schedulers_online(), 2)),
       most: options[:places] || @places,
       most_of_address: options[:places_of_address] || @places_of_address
     }}
  end

  @impl true
  def handle_call({:enter, address}, {pid, _tag} = caller, state) do
    if full?(state, address) do
      {:reply, {:error, :busy}, state}
    else
      place = Process.monitor(pid)
      places = Map.put(state.places, place, address)
      {:noreply, next(%{state | places: places, waiting: state.waiting ++ [{place, caller}]})}
    end
  end

  @impl true
  def handle_cast({:leave, place}, state) do
    Process.demonitor(place, [:flush])
    {:noreply, left(state, place)}
  end

  @impl true
  def handle_info({:DOWN, place, :process, _pid, _reason}, state),
    do: {:noreply, left(state, place)}

  defp full?(%{places: places} = state, address) do
    own = Enum.count(places, fn {_place, other} -> other == address end)
    own >= state.most_of_address or not Places.free?(own, map_size(places), state.most)
  end

  defp left(state, place) do
    next(%{
      state
      | places: Map.delete(state.places, place),
        working: List.delete(state.working, place),
        waiting: List.keydelete(state.waiting, place, 0)
    })
  end

  defp next(%{working: working, places: places} = state) do
    busy = Enum.map(working, &places[&1])

    with true <- length(working) < state.at_once,
         {place, caller} <-
           Enum.find(state.waiting, fn {place, _caller} -> places[place] not in busy end) do
      GenServer.reply(caller, {:ok, place})
      next(%{left_waiting(state, place) | working: [place | working]})
    else
      _nobody -> state
    end
  end

  defp left_waiting(state, place),
    do: %{state | waiting: List.keydelete(state.waiting, place, 0)}
end
