defmodule Playout.Engine.Rotation do
  @moduledoc false
  # The order in which searches get turns, by address, then visitor, then match: a hierarchy of
  # shares, each with the time that it has used. It is pure; `Playout.Engine.Turns` says what it is
  # for, and decides which searches may have a turn at all.
  #
  # This is start-time fair queueing (Goyal, Vin and Cheng 1996): the next is whoever has used
  # least, at each level. A share that comes back counts as having used what the last one to get a
  # turn beside it had, so that time away does not add up.
  #
  # The searches that want a turn are in three pools: those that want their first one, small and
  # large, and the others. In each pool every share has its children in an ordered set, so that all
  # steps take logarithmic time however many searches wait.

  @enforce_keys [:root]
  defstruct @enforce_keys ++
              [
                # By share.
                used: %{},
                # By share: its turns that are running.
                running: %{},
                # By parent: the time that the child had used which got the last turn.
                clocks: %{},
                # By share that wants or has a turn: its place among its siblings, as
                # `{running, used, number}`. Only addresses count their turns that are running; the
                # number tells who has waited longer.
                ranks: %{},
                # By parent: its children as `{rank, share}`, and those of a match as `{number, id}`.
                small: %{},
                large: %{},
                later: %{},
                size: 0
              ]

  @pools [:small, :large, :later]

  @type pool :: :small | :large | :later
  @type id :: term
  @typedoc "An address, a visitor there, and a match of this visitor; each contains its parent."
  @type shares :: [{parent :: term, name :: term}]
  @typedoc "The ranks of a search's shares and its number. Those of one rotation can be compared."
  @type ranks :: list
  @type t :: %__MODULE__{}

  @empty :gb_sets.new()

  @doc "An empty rotation; `root` is its name."
  @spec new(term) :: t
  def new(root), do: %__MODULE__{root: root}

  @doc "The shares of an address, a visitor and a match, from the root down."
  @spec shares(t, {term, term, term}) :: shares
  def shares(%{root: root}, {address, visitor, match}) do
    address = {root, address}
    visitor = {address, visitor}
    [address, visitor, {visitor, match}]
  end

  @doc "Adds a search that wants a turn. Numbers rise."
  @spec add(t, pool, id, shares, integer) :: t
  def add(rotation, pool, id, shares, number) do
    rotation = Enum.reduce(shares, rotation, &activate(&2, &1, number))
    match = List.last(shares)
    rotation = insert(rotation, pool, match, {number, id})
    %{rotation | size: rotation.size + 1} |> link(pool, Enum.reverse(shares))
  end

  @doc "Removes a search that wanted a turn, with the number that it was added with."
  @spec remove(t, pool, id, shares, integer) :: t
  def remove(rotation, pool, id, shares, number) do
    upwards = Enum.reverse(shares)
    rotation = delete(rotation, pool, hd(upwards), {number, id})
    %{rotation | size: rotation.size - 1} |> unlink(pool, upwards)
  end

  @doc "Gives a turn to a search that wanted one."
  @spec start(t, pool, id, shares, integer) :: t
  def start(rotation, pool, id, shares, number) do
    clocks =
      Enum.reduce(shares, rotation.clocks, fn {parent, _name} = share, clocks ->
        Map.put(clocks, parent, max(Map.get(clocks, parent, 0), least(rotation, parent, share)))
      end)

    running = Enum.reduce(shares, rotation.running, &Map.update(&2, &1, 1, fn n -> n + 1 end))

    %{rotation | clocks: clocks, running: running}
    |> rerank(hd(shares), nil)
    |> remove(pool, id, shares, number)
  end

  # Those who were passed over, as by a first turn, may have used less than whoever got it.
  defp least(rotation, parent, share) do
    for pool <- @pools,
        {{_running, used, _number}, _share} <- [smallest(rotation, pool, parent)],
        reduce: used(rotation, share) do
      least -> min(least, used)
    end
  end

  @doc "Ends a turn that took some time. A search that wants another one is added before."
  @spec stop(t, shares, non_neg_integer, integer) :: t
  def stop(rotation, shares, time, number) do
    Enum.reduce(shares, rotation, fn share, rotation ->
      %{
        rotation
        | used: Map.update!(rotation.used, share, &(&1 + time)),
          running: one_less(rotation.running, share)
      }
      |> rerank(share, number)
      |> deactivate(share)
    end)
  end

  defp one_less(running, share) do
    case running do
      %{^share => 1} -> Map.delete(running, share)
      _more -> Map.update!(running, share, &(&1 - 1))
    end
  end

  @doc "Returns the searches of a pool one after another, in their order, each with its ranks."
  @spec in_order(t, pool) :: Enumerable.t({ranks, id})
  def in_order(rotation, pool), do: below(Map.fetch!(rotation, pool), rotation.root, [], 3)

  @doc "Returns the first search of each address in a pool, like `in_order/2`."
  @spec first_of_each(t, pool) :: Enumerable.t({ranks, id})
  def first_of_each(rotation, pool) do
    pool = Map.fetch!(rotation, pool)

    for_each(pool, rotation.root, fn {rank, share} ->
      Enum.take(below(pool, share, [rank], 2), 1)
    end)
  end

  @doc "Returns a search that wants a turn with its ranks, like `in_order/2`."
  @spec with_ranks(t, id, shares, integer) :: {ranks, id}
  def with_ranks(rotation, id, shares, number),
    do: {Enum.map(shares, &rotation.ranks[&1]) ++ [number], id}

  defp below(pool, match, ranks, 0) do
    for_each(pool, match, fn {number, id} -> [{Enum.reverse([number | ranks]), id}] end)
  end

  defp below(pool, parent, ranks, level) do
    for_each(pool, parent, fn {rank, share} -> below(pool, share, [rank | ranks], level - 1) end)
  end

  defp for_each(pool, parent, work) do
    pool
    |> Map.get(parent, @empty)
    |> :gb_sets.iterator()
    |> Stream.unfold(&with :none <- :gb_sets.next(&1), do: nil)
    |> Stream.flat_map(work)
  end

  @doc "Whether no share has used so much more than the least of those beside it."
  @spec within?(t, shares, non_neg_integer) :: boolean
  def within?(rotation, shares, time) do
    Enum.all?(shares, fn {parent, _name} = share ->
      used(rotation, share) <= Map.get(rotation.clocks, parent, 0) + time
    end)
  end

  @doc "The rank that an address has once so many more of its searches have a turn."
  @spec rank(t, {term, term}, non_neg_integer) :: {non_neg_integer, non_neg_integer, integer}
  def rank(rotation, address, more) do
    {running, used, number} = Map.fetch!(rotation.ranks, address)
    {running + more, used, number}
  end

  # The time that a share has used.
  defp used(rotation, {parent, _name} = share) do
    case rotation.used do
      %{^share => used} when is_map_key(rotation.ranks, share) -> used
      %{^share => used} -> max(used, Map.get(rotation.clocks, parent, 0))
      _unknown -> Map.get(rotation.clocks, parent, 0)
    end
  end

  @doc "If more than so many shares are remembered, forgets those who neither want nor have a turn."
  @spec forget(t, pos_integer) :: t
  def forget(%{used: used} = rotation, most) when map_size(used) <= most, do: rotation

  def forget(%{ranks: ranks} = rotation, _most) do
    parents = MapSet.new(ranks, fn {{parent, _name}, _rank} -> parent end)

    %{
      rotation
      | used: Map.take(rotation.used, Map.keys(ranks)),
        clocks: Map.take(rotation.clocks, MapSet.to_list(parents))
    }
  end

  # A share that begins to want turns.
  defp activate(%{ranks: ranks} = rotation, share, _number) when is_map_key(ranks, share),
    do: rotation

  defp activate(rotation, share, number) do
    used = used(rotation, share)

    %{
      rotation
      | used: Map.put(rotation.used, share, used),
        ranks: Map.put(rotation.ranks, share, {0, used, number})
    }
  end

  # Puts each share into its parent's set, upwards, until one is there already.
  defp link(rotation, _pool, []), do: rotation

  defp link(rotation, pool, [{parent, _name} = share | upwards]) do
    child = {rotation.ranks[share], share}

    if :gb_sets.is_member(child, children(rotation, pool, parent)),
      do: rotation,
      else: rotation |> insert(pool, parent, child) |> link(pool, upwards)
  end

  # Takes each share without children out of its parent's set, upwards.
  defp unlink(rotation, _pool, []), do: rotation

  defp unlink(rotation, pool, [{parent, _name} = share | upwards]) do
    if is_map_key(Map.fetch!(rotation, pool), share) do
      rotation
    else
      rotation
      |> delete(pool, parent, {rotation.ranks[share], share})
      |> deactivate(share)
      |> unlink(pool, upwards)
    end
  end

  defp deactivate(%{small: small, large: large, later: later} = rotation, share)
       when is_map_key(small, share) or is_map_key(large, share) or is_map_key(later, share) or
              is_map_key(rotation.running, share),
       do: rotation

  defp deactivate(rotation, share), do: %{rotation | ranks: Map.delete(rotation.ranks, share)}

  # Moves a share to its new place; with a number, behind its equals.
  defp rerank(%{ranks: ranks} = rotation, {parent, _name} = share, number) do
    {_running, _used, before} = old = ranks[share]
    running = if parent == rotation.root, do: Map.get(rotation.running, share, 0), else: 0
    new = {running, rotation.used[share], number || before}
    rotation = %{rotation | ranks: Map.put(ranks, share, new)}

    for pool <- @pools,
        :gb_sets.is_member({old, share}, children(rotation, pool, parent)),
        reduce: rotation do
      rotation ->
        rotation |> delete(pool, parent, {old, share}) |> insert(pool, parent, {new, share})
    end
  end

  defp smallest(rotation, pool, parent) do
    case Map.fetch!(rotation, pool) do
      %{^parent => children} -> :gb_sets.smallest(children)
      _none -> nil
    end
  end

  defp children(rotation, pool, parent),
    do: rotation |> Map.fetch!(pool) |> Map.get(parent, @empty)

  defp insert(rotation, pool, parent, child) do
    children = :gb_sets.add_element(child, children(rotation, pool, parent))
    Map.update!(rotation, pool, &Map.put(&1, parent, children))
  end

  defp delete(rotation, pool, parent, child) do
    children = :gb_sets.del_element(child, children(rotation, pool, parent))

    if :gb_sets.is_empty(children),
      do: Map.update!(rotation, pool, &Map.delete(&1, parent)),
      else: Map.update!(rotation, pool, &Map.put(&1, parent, children))
  end
end
