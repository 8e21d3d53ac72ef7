defmodule Playout.Engine.Queue do
  @moduledoc false
  # Grants turns to searches, as `Playout.Engine.Turns` decides. A search that has a turn holds a
  # place until it gives the turn back, or its process exits, for whatever reason. The processes
  # measure nothing for this: the queue takes the time itself.
  #
  # The number of searches is bounded, in all and for each address and visitor, and there is room for
  # an address that has none when a few others have all that they may have (`Playout.Engine.Places`).
  # The counts are also in a table, so that a search beyond a bound is refused before it costs
  # anything.

  use GenServer

  alias Playout.Engine.{Places, Telemetry, Turns}

  # Every so many milliseconds, whoever has waited that long is told their place. Those far behind
  # are told less often, one interval for each three places: otherwise a long queue would keep the
  # machine busy with pages that show places.
  @tell_every 500
  @places_per_interval 3

  @typedoc """
  A search that asks for turns:

    * `class`, `share`, `bytes`: see `Playout.Engine.Turns`; with the share `nil`, it is its owner
      that gets turns, and only the bound for all counts
    * `owner`: the process that asked for the search
    * `game`: what is searched, for telemetry
    * `on_crash`: a message to send if the process crashes, as `{pid, message}`, or `nil`
  """
  @type entry :: %{
          class: Turns.class(),
          share: nil | Turns.share(),
          bytes: non_neg_integer,
          owner: pid,
          game: atom,
          on_crash: nil | {pid, term}
        }

  @typedoc """
  The searches at the moment: `running` ones have a turn in one of the `places`, those `between`
  turns have begun, and those `waiting`, by class, have not. `longest_wait` is the time in
  milliseconds for which the first of these has waited.
  """
  @type figures :: %{
          places: pos_integer,
          running: non_neg_integer,
          between: non_neg_integer,
          waiting: %{Turns.class() => non_neg_integer},
          longest_wait: non_neg_integer
        }

  @typedoc """
  The bound that refuses a search, and how many searches it counts; `:stopped` if the search is for another node, and
  this one is stopping.
  """
  @type refusal :: {:all | :address | :visitor, non_neg_integer} | :stopped

  @doc """
  Options: `places`; `turn` in milliseconds; `most_bytes`; and the bounds on searches, as a map:
  `all`, `address` and `visitor`.
  """
  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Adds the calling process. It receives `{:turn, milliseconds}` whenever it has a turn, and calls
  `pause/1` after about that time. While it waits for its first one, it receives `{:place, n}`
  when its place changes, counted from 1. Refuses a process beyond a bound.
  """
  @spec enter(GenServer.server(), entry) :: :ok | {:error, refusal}
  def enter(queue \\ __MODULE__, entry), do: GenServer.call(queue, {:enter, entry}, :infinity)

  @doc "Gives the turn of the calling process back."
  @spec pause(GenServer.server()) :: :ok
  def pause(queue \\ __MODULE__), do: GenServer.cast(queue, {:pause, self()})

  @doc """
  Says that the calling process has its answer, in its turn or between turns. While it tidies up, neither the places nor the bounds count it; its memory is charged until it exits.
  """
  @spec finish(GenServer.server()) :: :ok
  def finish(queue \\ __MODULE__), do: GenServer.cast(queue, {:finish, self()})

  @doc "Answers as `enter/2` would at this moment, without asking the queue's process."
  @spec room(atom, nil | Turns.share()) :: :ok | {:error, refusal}
  def room(queue \\ __MODULE__, share) do
    limits = :ets.lookup_element(queue, :limits, 2)
    check(queue, limits, share)
  rescue
    # There is no table while the queue restarts.
    ArgumentError -> :ok
  end

  @doc "Returns how many searches there are, and how many can run at once, without asking the queue's process."
  @spec load(atom) :: {searches :: non_neg_integer, places :: non_neg_integer}
  def load(queue \\ __MODULE__) do
    {counted_so_far(queue, :all), :ets.lookup_element(queue, :limits, 3)}
  rescue
    # There is no table while the queue restarts.
    ArgumentError -> {0, 0}
  end

  @doc """
  Grants no more turns. Those who have one keep it to its end. Searches for other nodes end, so that
  they can be asked for again elsewhere.
  """
  @spec stop(GenServer.server()) :: :ok
  def stop(queue \\ __MODULE__), do: GenServer.cast(queue, :stop)

  @doc "Returns the `t:figures/0`; `nil` while the queue restarts."
  @spec figures(GenServer.server()) :: nil | figures
  def figures(queue \\ __MODULE__) do
    GenServer.call(queue, :figures, :infinity)
  catch
    :exit, _reason -> nil
  end

  @doc "Lists the processes that have begun, each with the bytes that its tree may take."
  @spec begun(GenServer.server()) :: [{pid, non_neg_integer}]
  def begun(queue \\ __MODULE__), do: GenServer.call(queue, :begun, :infinity)

  @impl true
  def init(options) do
    # It works little, and a place stays empty until it has decided who gets it.
    Process.flag(:priority, :high)
    limits = Keyword.fetch!(options, :limits)

    table =
      :ets.new(Keyword.get(options, :name, __MODULE__), [:named_table, read_concurrency: true])

    :ets.insert(table, {:limits, limits, Keyword.fetch!(options, :places)})
    turn = Keyword.fetch!(options, :turn)

    turns =
      Turns.new(
        places: Keyword.fetch!(options, :places),
        turn: turn * 1000,
        most_bytes: Keyword.fetch!(options, :most_bytes)
      )

    Process.send_after(self(), :tell, @tell_every)
    state = %{turns: turns, turn: turn, limits: limits, table: table, searches: %{}}
    {:ok, Map.put(state, :stopped?, false)}
  end

  # Whoever has not heard yet that this node stops searches elsewhere.
  @impl true
  def handle_call({:enter, %{owner: owner}}, _from, %{stopped?: true} = state)
      when node(owner) != node(),
      do: {:reply, {:error, :stopped}, state}

  def handle_call({:enter, entry}, {pid, _tag}, state) do
    case check(state.table, state.limits, entry.share) do
      :ok -> {:reply, :ok, state |> add(pid, entry) |> grant()}
      refused -> {:reply, refused, state}
    end
  end

  def handle_call(:figures, _from, %{turns: turns} = state) do
    waiting = for {pid, %{begun?: false} = search} <- state.searches, do: {pid, search}
    classes = Enum.frequencies_by(waiting, fn {_pid, search} -> search.entry.class end)
    since = for {_pid, search} <- waiting, do: search.since

    figures = %{
      places: turns.places,
      running: Turns.count(turns, :running),
      between: Turns.count(turns, :ready),
      waiting: Map.new(Turns.classes(), &{&1, Map.get(classes, &1, 0)}),
      longest_wait: milliseconds(now() - Enum.min(since, fn -> now() end))
    }

    {:reply, figures, state}
  end

  def handle_call(:begun, _from, state) do
    {:reply, for({pid, %{begun?: true} = it} <- state.searches, do: {pid, it.entry.bytes}), state}
  end

  @impl true
  def handle_cast({:pause, pid}, state) do
    search = timed(state.searches[pid])
    turns = Turns.pause(state.turns, pid, now() - state.searches[pid].since)
    search = %{search | turn?: false}
    {:noreply, grant(%{state | turns: turns, searches: %{state.searches | pid => search}})}
  end

  def handle_cast({:finish, pid}, state) do
    search = timed(state.searches[pid])
    turns = Turns.finish(state.turns, pid, now() - state.searches[pid].since)
    count(state.table, search.entry.share, -1)
    search = %{search | turn?: false, finished?: true}
    {:noreply, grant(%{state | turns: turns, searches: %{state.searches | pid => search}})}
  end

  def handle_cast(:stop, state) do
    :ets.update_element(state.table, :limits, {3, 0})

    for {pid, %{entry: %{owner: owner} = entry}} <- state.searches, node(owner) != node() do
      Process.exit(pid, {:shutdown, :stopped})
      with {owner, message} <- entry.on_crash, do: send(owner, message)
    end

    {:noreply, %{state | stopped?: true}}
  end

  @impl true
  def handle_info({:DOWN, _monitor, :process, pid, reason}, state) do
    search = state.searches[pid]
    if crash?(reason) and not search.finished?, do: search |> timed() |> crashed()
    {:noreply, remove(state, pid)}
  end

  def handle_info(:tell, state) do
    Process.send_after(self(), :tell, @tell_every)
    {:noreply, tell(state)}
  end

  defp remove(state, pid) do
    {search, searches} = Map.pop!(state.searches, pid)
    turns = Turns.leave(state.turns, pid, now() - search.since)
    if not search.finished?, do: count(state.table, search.entry.share, -1)
    grant(%{state | turns: turns, searches: searches})
  end

  defp add(state, pid, entry) do
    count(state.table, entry.share, 1)
    share = entry.share || {entry.owner, nil, nil}

    search = %{
      entry: entry,
      monitor: Process.monitor(pid),
      begun?: false,
      turn?: false,
      finished?: false,
      # When its turn or its wait began, and the time of all before.
      since: now(),
      waited: 0,
      granted: 0,
      told: nil
    }

    %{
      state
      | turns: Turns.enter(state.turns, pid, entry.class, share, entry.bytes),
        searches: Map.put(state.searches, pid, search)
    }
  end

  defp grant(%{stopped?: true} = state), do: state

  defp grant(state) do
    case Turns.next(state.turns) do
      {nil, turns} ->
        %{state | turns: turns}

      {{pid, _which}, turns} ->
        send(pid, {:turn, state.turn})
        search = %{timed(state.searches[pid]) | begun?: true, turn?: true}
        grant(%{state | turns: turns, searches: %{state.searches | pid => search}})
    end
  end

  defp timed(%{since: since} = search) do
    now = now()

    if search.turn?,
      do: %{search | granted: search.granted + now - since, since: now},
      else: %{search | waited: search.waited + now - since, since: now}
  end

  # Whoever begins soon is not told a place that nobody could read.
  defp tell(state) do
    now = now()

    searches =
      state.turns
      |> Turns.waiting()
      |> Enum.with_index(1)
      |> Enum.reduce(state.searches, fn {pid, place}, searches ->
        search = searches[pid]

        if tell?(search, place, now) do
          send(pid, {:place, place})
          %{searches | pid => %{search | told: {place, now}}}
        else
          searches
        end
      end)

    %{state | searches: searches}
  end

  defp tell?(%{told: {place, _at}}, place, _now), do: false

  defp tell?(%{told: {_other, at}}, place, now),
    do: now - at >= intervals(1 + div(place, @places_per_interval))

  defp tell?(%{since: since}, _place, now), do: now - since >= @tell_every * 1000

  # A little less, because the timer is not exact.
  defp intervals(count), do: count * @tell_every * 1000 - @tell_every * 100

  defp crashed(%{entry: entry} = search) do
    with {pid, message} <- entry.on_crash, do: send(pid, message)

    Telemetry.execute(
      [:playout, :search, :stop],
      %{waited: native(search.waited), granted: native(search.granted), playouts: 0, nodes: 0},
      %{game: entry.game, priority: entry.class, result: :failed}
    )
  end

  defp native(time), do: System.convert_time_unit(time, :microsecond, :native)

  defp crash?(:normal), do: false
  defp crash?(:shutdown), do: false
  defp crash?({:shutdown, _}), do: false
  defp crash?(_reason), do: true

  defp check(table, limits, share) do
    counts = for {bound, key} <- counted(share), do: {bound, counted_so_far(table, key)}
    own = Keyword.get(counts, :address, 0)

    Enum.find_value(counts, :ok, fn {bound, count} ->
      free? =
        if bound == :all,
          do: Places.free?(own, count, limits.all),
          else: count < limits[bound]

      if not free?, do: {:error, {bound, count}}
    end)
  end

  defp count(table, share, change) do
    for {_bound, key} <- counted(share) do
      if :ets.update_counter(table, key, change, {key, 0}) == 0, do: :ets.delete(table, key)
    end
  end

  defp counted_so_far(table, key) do
    case :ets.lookup(table, key) do
      [{_key, count}] -> count
      [] -> 0
    end
  end

  defp counted(nil), do: [all: :all]

  defp counted({address, visitor, _match}) do
    [all: :all, address: {:address, address}, visitor: {:visitor, visitor}]
  end

  # In microseconds.
  defp now, do: System.monotonic_time(:microsecond)
  defp milliseconds(time), do: div(time, 1000)
end
