defmodule Playout.Engine.Trees do
  @moduledoc false
  # Keeps the trees of finished searches for their owners' next turns, and accounts for the memory
  # of all trees. A search that has begun is charged its maximum, and kept trees share what is left
  # of the budget, so they never hold up a search. When memory runs short, the least recently used
  # trees are dropped first. A tree is also dropped if it is not used for a minute, and when its
  # owner dies.
  #
  # This is only a cache: a search that finds no tree, or not even this process, starts a new
  # tree.

  use GenServer

  alias Playout.Engine.{Native, Queue}

  @typedoc """
  The owner of a tree: the process that requested the search, and its name for the tree.
  """
  @type key :: {owner :: pid, name :: term}

  @typedoc """
  What a tree belongs to: the moves from the start to its root, and everything else that must
  match for a search to continue in it.
  """
  @type root :: {same :: term, moves :: [String.t()]}

  @typedoc """
  `idle` trees are kept and take `idle_bytes`; searches that have begun may take `running_bytes`;
  together they never exceed `most_bytes`.
  """
  @type figures :: %{
          idle: non_neg_integer,
          idle_bytes: non_neg_integer,
          running_bytes: non_neg_integer,
          most_bytes: pos_integer
        }

  @doc """
  Options: `most_bytes`, the budget; `idle`, the milliseconds for which a tree is kept; `queue`,
  the queue that knows which searches have already begun, if there can be any.
  """
  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Returns the most bytes that the tree which is kept for a search may grow to in it; 0 without one.
  """
  @spec most_bytes(GenServer.server(), nil | {key, root}) :: non_neg_integer
  def most_bytes(trees \\ __MODULE__, wanted)
  def most_bytes(_trees, nil), do: 0

  def most_bytes(trees, wanted) do
    GenServer.call(trees, {:most_bytes, wanted})
  catch
    :exit, _reason -> 0
  end

  @doc """
  Registers the calling process as a search that begins and whose tree may take `bytes`. If a tree
  was kept for it that does not grow beyond these, returns the native search, which then belongs to
  the caller, and the moves from that tree's root to the caller's position.
  """
  @spec begin(GenServer.server(), non_neg_integer, nil | {key, root}) ::
          nil | {reference, [String.t()]}
  def begin(trees \\ __MODULE__, bytes, wanted) do
    GenServer.call(trees, {:begin, bytes, wanted})
  catch
    :exit, _reason -> nil
  end

  @doc """
  Hands over the native search of the calling process, which no longer counts as running: it is
  kept, or closed if there is no room for it. It takes `bytes`, and may grow to `most_bytes` in the
  next turn.
  """
  @spec keep(GenServer.server(), key, root, reference, {bytes, most_bytes}) :: :ok
        when bytes: pos_integer, most_bytes: pos_integer
  def keep(trees \\ __MODULE__, key, root, native, bytes) do
    GenServer.cast(trees, {:keep, self(), key, root, native, bytes})
  end

  @doc "Drops all trees of an owner."
  @spec drop(GenServer.server(), pid) :: :ok
  def drop(trees \\ __MODULE__, owner), do: GenServer.cast(trees, {:drop, owner})

  @doc "Returns the memory of all trees; `nil` while this process restarts."
  @spec figures(GenServer.server()) :: nil | figures
  def figures(trees \\ __MODULE__) do
    GenServer.call(trees, :figures)
  catch
    :exit, _reason -> nil
  end

  @impl true
  def init(options) do
    state = %{
      most_bytes: Keyword.fetch!(options, :most_bytes),
      idle_for: Keyword.fetch!(options, :idle),
      # By key.
      idle: %{},
      # By process, each with its monitor and bytes.
      running: %{}
    }

    running = if queue = options[:queue], do: Queue.begun(queue), else: []

    {:ok,
     Enum.reduce(running, state, fn {pid, bytes}, state -> add_running(state, pid, bytes) end)}
  end

  # Hibernates after every message to collect garbage: once it has handed over a search, only the
  # new owner may hold a reference to it.

  @impl true
  def handle_call({:most_bytes, wanted}, _from, state) do
    case find(state, wanted) do
      nil -> {:reply, 0, state, :hibernate}
      tree -> {:reply, tree.most_bytes, state, :hibernate}
    end
  end

  def handle_call({:begin, bytes, wanted}, {pid, _tag}, state) do
    {found, state} = state |> add_running(pid, bytes) |> take(bytes, wanted)
    {:reply, found, make_room(state), :hibernate}
  end

  def handle_call(:figures, _from, state) do
    figures = %{
      idle: map_size(state.idle),
      idle_bytes: idle_bytes(state),
      running_bytes: running_bytes(state),
      most_bytes: state.most_bytes
    }

    {:reply, figures, state, :hibernate}
  end

  @impl true
  def handle_cast({:keep, pid, key, root, native, {bytes, most_bytes}}, state) do
    state = state |> remove_running(pid) |> remove(key)

    # A tree that would not fit even alone must not push out the others.
    if running_bytes(state) + bytes <= state.most_bytes do
      tree = %{native: native, root: root, bytes: bytes, most_bytes: most_bytes}
      {:noreply, state |> add(key, tree) |> make_room(), :hibernate}
    else
      close(native)
      {:noreply, state, :hibernate}
    end
  end

  def handle_cast({:drop, owner}, state) do
    keys = for {{^owner, _name} = key, _tree} <- state.idle, do: key
    {:noreply, Enum.reduce(keys, state, &remove(&2, &1)), :hibernate}
  end

  @impl true
  def handle_info({:DOWN, monitor, :process, pid, _reason}, state) do
    keys = for {key, %{monitor: ^monitor}} <- state.idle, do: key
    {:noreply, Enum.reduce(keys, remove_running(state, pid), &remove(&2, &1)), :hibernate}
  end

  def handle_info({:expired, key, monitor}, state) do
    case state.idle do
      %{^key => %{monitor: ^monitor}} -> {:noreply, remove(state, key), :hibernate}
      _another -> {:noreply, state, :hibernate}
    end
  end

  defp add_running(state, pid, bytes) do
    state = remove_running(state, pid)
    put_in(state.running[pid], {Process.monitor(pid), bytes})
  end

  defp remove_running(state, pid) do
    {gone, state} = pop_in(state.running[pid])
    with {monitor, _bytes} <- gone, do: Process.demonitor(monitor, [:flush])
    state
  end

  defp take(state, _bytes, nil), do: {nil, state}

  defp take(state, bytes, {key, {_same, moves}} = wanted) do
    case find(state, wanted) do
      %{root: {_, played}, most_bytes: most_bytes} = tree when most_bytes <= bytes ->
        {{tree.native, Enum.drop(moves, length(played))}, release(state, key)}

      # The search with this key is a different one, so nobody will ask for this tree again.
      _none_or_another ->
        {nil, remove(state, key)}
    end
  end

  defp find(state, {key, {same, moves}}) do
    with %{^key => %{root: {^same, played}} = tree} <- state.idle,
         true <- List.starts_with?(moves, played) do
      tree
    else
      _none_or_another -> nil
    end
  end

  defp add(state, {owner, _name} = key, tree) do
    monitor = Process.monitor(owner)

    put_in(
      state.idle[key],
      Map.merge(tree, %{
        used: System.unique_integer([:monotonic]),
        monitor: monitor,
        timer: Process.send_after(self(), {:expired, key, monitor}, state.idle_for)
      })
    )
  end

  defp make_room(state) do
    if idle_bytes(state) + running_bytes(state) > state.most_bytes and state.idle != %{} do
      {key, _tree} = Enum.min_by(state.idle, fn {_key, tree} -> tree.used end)
      state |> remove(key) |> make_room()
    else
      state
    end
  end

  defp remove(state, key) do
    with %{^key => tree} <- state.idle, do: close(tree.native)
    release(state, key)
  end

  defp release(state, key) do
    {tree, state} = pop_in(state.idle[key])

    if tree do
      Process.demonitor(tree.monitor, [:flush])
      Process.cancel_timer(tree.timer)
    end

    state
  end

  # Freeing a large tree takes milliseconds, which would keep searches waiting for a reply.
  defp close(native), do: spawn(fn -> Native.search_close(native) end)

  defp idle_bytes(state) do
    Enum.reduce(state.idle, 0, fn {_key, tree}, sum -> sum + tree.bytes end)
  end

  defp running_bytes(state) do
    Enum.reduce(state.running, 0, fn {_pid, {_monitor, bytes}}, sum -> sum + bytes end)
  end
end
