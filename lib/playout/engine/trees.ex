defmodule Playout.Engine.Trees do
  @moduledoc false
  # Keeps the trees of finished searches for their owners' next turns, and accounts for the memory
  # of all trees. A search that has begun is charged its maximum, and kept trees share what is left
  # of the budget, so they never hold up a search. When memory runs short, the least recently used
  # trees are dropped first. A tree is also dropped if it is not used for a minute, and when its
  # owner dies.
  #
  # The trees are in a public table. A search that has finished inserts its own, and the next one
  # takes it; both tell this process afterwards, so no search waits for it. The process does the
  # accounting, and drops trees. It never holds a reference to a native search that somebody
  # continues: that would hold the memory until its next garbage collection, even after the search
  # was killed.
  #
  # This is only a cache: a search that finds no tree, or not even this process, starts a new
  # tree.

  use GenServer

  alias Playout.Engine.{Native, Queue}

  # Rows of the table are `{{owner, name, keeper}, native, {root, bytes, most_bytes}}`. The keeper is
  # the process that kept the tree: whoever takes or drops a tree means this one, and not a later
  # one with the same name.
  @kept 3

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
  the queue that knows which searches have already begun, if there can be any; `name`, of the
  process and of its table.
  """
  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Returns the most bytes that the tree which is kept for a search may grow to in it; 0 without one.
  """
  @spec most_bytes(atom, nil | {key, root}) :: non_neg_integer
  def most_bytes(trees \\ __MODULE__, wanted)
  def most_bytes(_trees, nil), do: 0

  def most_bytes(trees, {key, root}) do
    {kept_root, _bytes, most_bytes} = :ets.lookup_element(trees, find(trees, key), @kept)
    if moves_between(kept_root, root), do: most_bytes, else: 0
  rescue
    # There is no such tree, or while this process restarts, no table.
    ArgumentError -> 0
  end

  @doc """
  Registers the calling process as a search that begins and whose tree may take `bytes`. If a tree
  was kept for it that does not grow beyond these, returns the native search, which then belongs to
  the caller, the moves from that tree's root to the caller's position, and the bytes of the tree.
  """
  @spec begin(atom, non_neg_integer, nil | {key, root}) ::
          nil | {reference, [String.t()], bytes :: pos_integer}
  def begin(trees \\ __MODULE__, bytes, wanted)

  def begin(trees, bytes, nil) do
    GenServer.cast(trees, {:begin, self(), bytes, nil, nil})
    nil
  end

  def begin(trees, bytes, {key, root}) do
    taken = take(trees, key)
    keeper = with {{_owner, _name, keeper}, _native, _kept} <- taken, do: keeper
    GenServer.cast(trees, {:begin, self(), bytes, key, keeper})

    with {_row, native, {kept_root, kept_bytes, most_bytes}} <- taken do
      moves = moves_between(kept_root, root)

      if moves && most_bytes <= bytes do
        {native, moves, kept_bytes}
      else
        # The search with this key is a different one, so nobody will ask for this tree again.
        close(native)
        nil
      end
    end
  end

  @doc """
  Hands over the native search of the calling process, which no longer counts as running: it is
  kept, or closed if there is no room for it. It takes `bytes`, and may grow to `most_bytes` in the
  next turn. A process does this once.
  """
  @spec keep(atom, key, root, reference, {bytes, most_bytes}) :: :ok
        when bytes: pos_integer, most_bytes: pos_integer
  def keep(trees \\ __MODULE__, {owner, name} = key, root, native, {bytes, most_bytes}) do
    :ets.insert(trees, {{owner, name, self()}, native, {root, bytes, most_bytes}})
    GenServer.cast(trees, {:keep, self(), key, bytes})
  rescue
    ArgumentError ->
      Native.search_close(native)
      :ok
  end

  @doc "Drops all trees of an owner."
  @spec drop(atom, pid) :: :ok
  def drop(trees \\ __MODULE__, owner) do
    # The owner's next search may come before this message, and must not find them.
    for [name, keeper] <- :ets.match(trees, {{owner, :"$1", :"$2"}, :_, :_}) do
      discard(trees, {owner, name}, keeper)
    end

    GenServer.cast(trees, {:drop, owner})
  rescue
    ArgumentError -> :ok
  end

  @doc "Returns the memory of all trees; `nil` while this process restarts."
  @spec figures(GenServer.server()) :: nil | figures
  def figures(trees \\ __MODULE__) do
    GenServer.call(trees, :figures, :infinity)
  catch
    :exit, _reason -> nil
  end

  defp find(trees, {owner, name}) do
    # A number precedes all processes in the order of terms.
    case :ets.next(trees, {owner, name, 0}) do
      {^owner, ^name, _keeper} = row -> row
      _another -> nil
    end
  end

  defp take(trees, key) do
    List.first(:ets.take(trees, find(trees, key)))
  rescue
    ArgumentError -> nil
  end

  # `nil` if the second root does not follow from the first.
  defp moves_between({same, played}, {same, moves}) do
    if List.starts_with?(moves, played), do: Enum.drop(moves, length(played))
  end

  defp moves_between(_root, _another), do: nil

  defp discard(trees, {owner, name}, keeper) do
    for {_row, native, _kept} <- :ets.take(trees, {owner, name, keeper}), do: close(native)
  end

  # Freeing a large tree takes milliseconds, which would keep others waiting.
  defp close(native), do: spawn(fn -> Native.search_close(native) end)

  @impl true
  def init(options) do
    # Asks before there is a table, so that it knows every search that can insert a tree, though
    # not for whom: `:_` stands for anybody.
    begun = if queue = options[:queue], do: Queue.begun(queue), else: []
    table = Keyword.get(options, :name, __MODULE__)
    # Ordered, so that an owner's trees are found without looking at all others.
    :ets.new(table, [:named_table, :public, :ordered_set])

    state = %{
      table: table,
      most_bytes: Keyword.fetch!(options, :most_bytes),
      idle_for: Keyword.fetch!(options, :idle),
      # By owner, each with its monitor and its trees by name.
      idle: %{},
      idle_bytes: 0,
      # The keys of the same trees, least recently used first.
      order: :gb_trees.empty(),
      # By process, each with its monitor, its bytes and the key of its tree.
      running: %{},
      running_bytes: 0
    }

    add = fn {pid, bytes}, state -> add_running(state, pid, bytes, {:_, :_}) end
    {:ok, Enum.reduce(begun, state, add)}
  end

  @impl true
  def handle_call(:figures, _from, state) do
    figures = %{
      idle: :gb_trees.size(state.order),
      idle_bytes: state.idle_bytes,
      running_bytes: state.running_bytes,
      most_bytes: state.most_bytes
    }

    {:reply, figures, state}
  end

  @impl true
  def handle_cast({:begin, pid, bytes, key, keeper}, state) do
    state = add_running(state, pid, bytes, key)

    case idle(state, key) do
      %{keeper: ^keeper} -> {:noreply, state |> release(key) |> make_room()}
      _none_or_another -> {:noreply, make_room(state)}
    end
  end

  def handle_cast({:keep, pid, {owner, name} = key, bytes}, state) do
    state = state |> remove_running(pid) |> remove(key)

    cond do
      # Taken already.
      not :ets.member(state.table, {owner, name, pid}) ->
        {:noreply, state}

      # A tree that would not fit even alone must not push out the others.
      state.running_bytes + bytes > state.most_bytes ->
        discard(state.table, key, pid)
        {:noreply, state}

      true ->
        {:noreply, state |> add(key, pid, bytes) |> make_room()}
    end
  end

  def handle_cast({:drop, owner}, state), do: {:noreply, remove_all(state, owner)}

  @impl true
  def handle_info({:DOWN, _monitor, :process, pid, _reason}, state) do
    # It may have been killed between inserting its tree and saying so.
    with %{^pid => {_monitor, _bytes, {owner, name}}} <- state.running do
      :ets.match_delete(state.table, {{owner, name, pid}, :_, :_})
    end

    {:noreply, state |> remove_running(pid) |> remove_all(pid)}
  end

  def handle_info({:expired, key, used}, state) do
    case idle(state, key) do
      %{used: ^used} -> {:noreply, remove(state, key)}
      _none_or_another -> {:noreply, state}
    end
  end

  defp add_running(state, pid, bytes, key) do
    state = remove_running(state, pid)

    %{
      state
      | running: Map.put(state.running, pid, {Process.monitor(pid), bytes, key}),
        running_bytes: state.running_bytes + bytes
    }
  end

  defp remove_running(state, pid) do
    case Map.pop(state.running, pid) do
      {nil, _running} ->
        state

      {{monitor, bytes, _key}, running} ->
        Process.demonitor(monitor)
        %{state | running: running, running_bytes: state.running_bytes - bytes}
    end
  end

  defp idle(state, {owner, name}) do
    case state.idle do
      %{^owner => {_monitor, %{^name => tree}}} -> tree
      _none -> nil
    end
  end

  defp idle(_state, nil), do: nil

  defp add(state, {owner, name} = key, keeper, bytes) do
    used = System.unique_integer([:monotonic])
    timer = Process.send_after(self(), {:expired, key, used}, state.idle_for)
    tree = %{keeper: keeper, bytes: bytes, used: used, timer: timer}
    {monitor, trees} = state.idle[owner] || {Process.monitor(owner), %{}}

    %{
      state
      | idle: Map.put(state.idle, owner, {monitor, Map.put(trees, name, tree)}),
        idle_bytes: state.idle_bytes + bytes,
        order: :gb_trees.insert(used, key, state.order)
    }
  end

  defp make_room(state) do
    if state.idle_bytes + state.running_bytes > state.most_bytes and state.idle != %{} do
      {_used, key} = :gb_trees.smallest(state.order)
      state |> remove(key) |> make_room()
    else
      state
    end
  end

  defp remove_all(state, owner) do
    {_monitor, trees} = state.idle[owner] || {nil, %{}}
    Enum.reduce(Map.keys(trees), state, &remove(&2, {owner, &1}))
  end

  defp remove(state, key) do
    with %{keeper: keeper} <- idle(state, key), do: discard(state.table, key, keeper)
    release(state, key)
  end

  # The tree no longer counts.
  defp release(state, key) do
    case idle(state, key) do
      nil ->
        state

      tree ->
        Process.cancel_timer(tree.timer, async: true, info: false)

        %{
          state
          | idle: without(state.idle, key),
            idle_bytes: state.idle_bytes - tree.bytes,
            order: :gb_trees.delete(tree.used, state.order)
        }
    end
  end

  defp without(idle, {owner, name}) do
    {monitor, trees} = idle[owner]
    trees = Map.delete(trees, name)

    if trees == %{} do
      Process.demonitor(monitor)
      Map.delete(idle, owner)
    else
      %{idle | owner => {monitor, trees}}
    end
  end
end
