defmodule Playout.Engine.Turns do
  @moduledoc false
  # Decides whose search runs next, and which searches may begin. It is pure, so that what it
  # promises can be tested without processes and clocks; `Playout.Engine.Queue` does what it says.
  #
  # Searches run in turns, at most `places` at once. A search enters and waits, begins with its
  # first turn, is ready between turns, may finish before it has tidied up, and leaves. Times are in any one unit.
  #
  # ## Who is next
  #
  # - Classes come first: what a person waits for, then analysis, then matches between engines. A
  #   lower class still gets one turn in ten: a turn after others have had the time of nine while it
  #   wanted one.
  # - Within a class, turns go round by address, then by visitor, then by match. Each address gets
  #   as much time as any other, however many searches it has; so does each visitor within an
  #   address, and each match of a visitor (`Playout.Engine.Rotation`).
  # - A first turn precedes all later turns of its class, so that a short search is answered at
  #   once. An address, visitor or match that has used three turns more than the least of the others
  #   loses this until they have caught up, so that it doesn't help to start short searches without
  #   end.
  # - The address with the fewest turns running goes before all this, so nobody holds every place
  #   while somebody else of the same class waits.
  #
  # ## Who may begin
  #
  # From its first turn until it leaves, a search takes `bytes`, the most that its tree may grow
  # to. All that have begun fit in `most_bytes` together, except that a search which is larger than
  # that runs alone. Four rules keep memory from being as unfair as places could be.
  #
  # - The first search, in the order above, that lacks memory gets a reservation. Others that fit
  #   may begin before it, small or not, but all that do so together leave room for it. So it
  #   begins as soon as those that were there before it have left, and it holds nobody up who could
  #   not delay it. (Batch systems call this EASY backfilling; Lifka 1995.)
  # - An address begins another large search only if it then holds at most as much as stays free;
  #   the same goes for the lower classes together. Thus even a search that takes long leaves room
  #   for others. If a place would stay empty otherwise, this doesn't count.
  # - Small searches (a 64th of `most_bytes`) don't count there: an address, and the lower classes
  #   together, may have an eighth of `most_bytes` in small searches, whatever else they hold.
  # - A large search leaves an eighth of `most_bytes` free for small ones, unless a place would stay empty
  #   otherwise: a few addresses that search for long must not hold up everybody's short searches.
  #
  # The large searches of an address begin in their order. While memory is short and nobody who is
  # near the front may begin, a decision has to look at all searches that wait.

  alias Playout.Engine.Rotation

  @classes [:person, :analysis, :engines]
  @lower tl(@classes)

  # A lower class gets a turn when others have had the time of so many.
  @others 9

  # By how many turns the use of somebody who still goes first with first turns may exceed others'.
  @ahead 3

  # The number of small searches that fit in the memory, and of allowances for small searches.
  @small 64
  @allowances 8

  # How many searches a decision looks at, in their order, for one that lacks memory. With a
  # thousand waiting, looking at all would take longer than many a search.
  @looked_at 64

  # The number of addresses, visitors and matches of a class that are remembered while anybody is
  # there.
  @most_shares 10_000

  @enforce_keys [:places, :turn, :most_bytes]
  defstruct @enforce_keys ++
              [
                entries: %{},
                # By class.
                rotations: Map.new(@classes, &{&1, Rotation.new(&1)}),
                # By stage.
                counts: %{waiting: 0, ready: 0, running: 0, finished: 0},
                # By lower class: the time that others have had since its last turn, while it wanted one.
                owed: %{},
                # Those that wait, as `{bytes, id}`.
                wanted: :gb_sets.empty(),
                # Of all that have begun, and of these by holder (`holders/1`).
                bytes: 0,
                held: %{},
                # The search that has the reservation, and those that have begun since.
                reserved: nil,
                overtaking: MapSet.new(),
                # Counts what happens, to tell what came first.
                number: 0
              ]

  @typedoc "What a search is for, most urgent first: `:person`, `:analysis`, `:engines`."
  @type class :: :person | :analysis | :engines

  @typedoc "Who asks: an address, a visitor there, and a match of this visitor."
  @type share :: {term, term, term}

  @type id :: term
  @type t :: %__MODULE__{}

  @doc "The classes, most urgent first."
  @spec classes() :: [class]
  def classes, do: @classes

  @doc "Nobody is there yet. `turn` is the length of a full turn."
  @spec new(places: pos_integer, turn: pos_integer, most_bytes: non_neg_integer) :: t
  def new(options), do: struct!(__MODULE__, options)

  @doc "Adds a search that waits."
  @spec enter(t, id, class, share, non_neg_integer) :: t
  def enter(%__MODULE__{} = turns, id, class, share, bytes)
      when class in @classes and not is_map_key(turns.entries, id) do
    entry = %{
      class: class,
      shares: Rotation.shares(turns.rotations[class], share),
      bytes: bytes,
      large?: bytes * @small > turns.most_bytes,
      stage: nil,
      number: nil
    }

    %{turns | wanted: :gb_sets.add_element({bytes, id}, turns.wanted)}
    |> want(id, entry, :waiting)
  end

  @doc """
  Gives a turn, if a place is free and somebody can use it, and says whether it is the search's
  first.
  """
  @spec next(t) :: {{id, :first | :later}, t} | {nil, t}
  def next(%__MODULE__{} = turns) do
    if turns.counts.running < turns.places, do: give(turns), else: {nil, turns}
  end

  @doc "Ends a turn that took `time`. The search is ready for its next one."
  @spec pause(t, id, non_neg_integer) :: t
  def pause(%__MODULE__{} = turns, id, time) do
    %{stage: :running} = entry = Map.fetch!(turns.entries, id)
    turns |> want(id, entry, :ready) |> stop(entry, time)
  end

  @doc """
  Says that a search that has begun wants no more turns. If its turn was running, that took `time`.
  It holds its memory until it leaves.
  """
  @spec finish(t, id, non_neg_integer) :: t
  def finish(%__MODULE__{} = turns, id, time) do
    %{stage: stage} = entry = Map.fetch!(turns.entries, id)

    turns =
      %{turns | entries: %{turns.entries | id => %{entry | stage: :finished}}}
      |> count(stage, -1)
      |> count(:finished, 1)

    case stage do
      :running -> stop(turns, entry, time)
      :ready -> unqueue(turns, id, entry)
    end
  end

  @doc "Removes a search. If its turn was running, that took `time`."
  @spec leave(t, id, non_neg_integer) :: t
  def leave(%__MODULE__{} = turns, id, time) do
    {entry, entries} = Map.pop!(turns.entries, id)
    turns = %{turns | entries: entries} |> count(entry.stage, -1)

    turns =
      case entry.stage do
        :waiting -> unwanted(turns, id, entry)
        _begun -> hold(turns, entry, -1)
      end

    turns =
      case entry.stage do
        :running ->
          stop(turns, entry, time)

        :finished ->
          turns

        _wants ->
          unqueue(turns, id, entry)
      end

    turns = if turns.reserved == id, do: unreserve(turns), else: turns
    forget(%{turns | overtaking: MapSet.delete(turns.overtaking, id)})
  end

  @doc """
  Lists the searches that have not begun, roughly in the order in which they will if their turns
  take equally long and there is memory for all.
  """
  @spec waiting(t) :: [id]
  def waiting(%__MODULE__{} = turns) do
    waiting = for {id, %{stage: :waiting} = entry} <- turns.entries, do: {id, entry}
    by_class = Enum.group_by(waiting, fn {_id, entry} -> entry.class end)
    Enum.flat_map(@classes, &in_rounds(turns.rotations[&1], Map.get(by_class, &1, [])))
  end

  # The first of each address, then the second of each, and so on.
  defp in_rounds(rotation, searches) do
    {ranked, _counts} =
      searches
      |> Enum.sort_by(fn {_id, entry} -> entry.number end)
      |> Enum.map_reduce(%{}, fn {id, %{shares: [address | _]}}, counts ->
        before = Map.get(counts, address, 0)
        {{Rotation.rank(rotation, address, before), id}, Map.put(counts, address, before + 1)}
      end)

    for {_rank, id} <- Enum.sort_by(ranked, &elem(&1, 0)), do: id
  end

  @doc "Counts the searches that are `:waiting`, `:ready` between turns, or `:running`."
  @spec count(t, :waiting | :ready | :running) :: non_neg_integer
  def count(%__MODULE__{} = turns, stage), do: Map.fetch!(turns.counts, stage)

  # -- Giving a turn --

  defp give(turns) do
    order = order(turns)
    turns = reserve(turns, order)

    case find(turns, order, :fair, &fair?/2) || find(turns, order, :all, &fits?/2) do
      nil -> {nil, turns}
      id -> start(turns, id)
    end
  end

  # The classes that want turns: first those that have waited for their tenth.
  defp order(turns) do
    wanted = Enum.filter(@classes, &wants?(turns, &1))
    {due, others} = Enum.split_with(wanted, &(Map.get(turns.owed, &1, 0) >= @others * turns.turn))
    due ++ others
  end

  defp find(turns, order, which, may_begin?) do
    Enum.find_value(order, fn class ->
      first = if any_fits?(turns), do: first(turns, class, which, &may_begin?.(turns, &1))
      later = turns.rotations[class] |> Rotation.in_order(:later) |> Enum.at(0)
      pick(turns, first, later)
    end)
  end

  # The first search of a class that waits and for which `holds?` is true, with its ranks.
  defp first(turns, class, which, holds?, most \\ :all) do
    for candidates <- candidates(turns, class, which),
        candidates = if(most == :all, do: candidates, else: Stream.take(candidates, most)),
        {_ranks, _id} = found <- [Enum.find(candidates, fn {_ranks, id} -> holds?.(id) end)],
        reduce: nil do
      first -> if first, do: min(first, found), else: found
    end
  end

  # The searches of a class that wait, in their order, each list for itself: the small ones, the
  # first of each address's large ones, and the one that has the reservation. (This has had its turn
  # to get it.) If they are to be `:fair`, the small ones of an address wait for each other too, so
  # that many cost no time.
  defp candidates(%{reserved: reserved} = turns, class, which) do
    rotation = turns.rotations[class]
    order = if which == :fair, do: &Rotation.first_of_each/2, else: &Rotation.in_order/2

    reserved =
      case turns.entries do
        %{^reserved => %{class: ^class} = entry} ->
          [Rotation.with_ranks(rotation, reserved, entry.shares, entry.number)]

        _of_another_class ->
          []
      end

    [order.(rotation, :small), Rotation.first_of_each(rotation, :large), reserved]
  end

  defp pick(_turns, nil, nil), do: nil
  defp pick(_turns, {_ranks, id}, nil), do: id
  defp pick(_turns, nil, {_ranks, id}), do: id

  defp pick(
         turns,
         {[{running, _, _} | _] = ranks, id},
         {[{others, _, _} | _] = others_ranks, other}
       ) do
    cond do
      running > others -> other
      privileged?(turns, turns.entries[id]) -> id
      ranks < others_ranks -> id
      true -> other
    end
  end

  defp privileged?(turns, entry),
    do: Rotation.within?(turns.rotations[entry.class], entry.shares, @ahead * turns.turn)

  defp start(turns, id) do
    entry = turns.entries[id]

    turns =
      %{
        turns
        | entries: Map.put(turns.entries, id, %{entry | stage: :running}),
          owed: Map.delete(turns.owed, entry.class)
      }
      |> count(entry.stage, -1)
      |> count(:running, 1)
      |> rotate(entry, &Rotation.start(&1, pool(entry), id, entry.shares, entry.number))

    if entry.stage == :waiting do
      {{id, :first}, turns |> unwanted(id, entry) |> hold(entry, 1) |> begun(id)}
    else
      {{id, :later}, turns}
    end
  end

  defp begun(%{reserved: id} = turns, id), do: unreserve(turns)
  defp begun(%{reserved: nil} = turns, _id), do: turns
  defp begun(turns, id), do: %{turns | overtaking: MapSet.put(turns.overtaking, id)}

  # -- Stages --

  defp want(turns, id, entry, stage) do
    turns = if entry.stage, do: count(turns, entry.stage, -1), else: turns
    entry = %{entry | stage: stage, number: turns.number}

    %{turns | number: turns.number + 1, entries: Map.put(turns.entries, id, entry)}
    |> count(stage, 1)
    |> rotate(entry, &Rotation.add(&1, pool(entry), id, entry.shares, entry.number))
  end

  defp unwanted(turns, id, entry),
    do: %{turns | wanted: :gb_sets.del_element({entry.bytes, id}, turns.wanted)}

  defp stop(turns, entry, time) do
    number = turns.number

    %{turns | number: number + 1}
    |> rotate(entry, &Rotation.stop(&1, entry.shares, time, number))
    |> owe(entry, time)
  end

  # Takes a search out of the order of those that want turns.
  defp unqueue(turns, id, entry) do
    rotate(turns, entry, &Rotation.remove(&1, pool(entry), id, entry.shares, entry.number))
  end

  defp pool(%{stage: :ready}), do: :later
  defp pool(%{large?: true}), do: :large
  defp pool(_small), do: :small

  defp count(turns, stage, change), do: update_in(turns.counts[stage], &(&1 + change))

  defp rotate(turns, entry, change),
    do: %{turns | rotations: Map.update!(turns.rotations, entry.class, change)}

  defp owe(turns, entry, time) do
    owed =
      for class <- @lower, class != entry.class, wants?(turns, class), reduce: turns.owed do
        owed -> Map.update(owed, class, time, &(&1 + time))
      end

    %{turns | owed: owed}
  end

  defp wants?(turns, class), do: turns.rotations[class].size > 0

  # Once nobody is left, there is nobody to be fair to.
  defp forget(%{entries: entries} = turns) when entries == %{} do
    %{turns | rotations: Map.new(@classes, &{&1, Rotation.new(&1)}), owed: %{}}
  end

  defp forget(turns) do
    %{
      turns
      | rotations:
          Map.new(turns.rotations, fn {class, rotation} ->
            {class, Rotation.forget(rotation, @most_shares)}
          end)
    }
  end

  # -- Memory --

  # Who holds memory: an address, and the lower classes together, each with large and with small
  # searches.
  defp holders(%{shares: [address | _], large?: large?, class: :person}), do: [{address, large?}]

  defp holders(%{shares: [address | _], large?: large?}) do
    [{address, large?}, {:lower_classes, large?}]
  end

  defp hold(turns, %{bytes: bytes} = entry, sign) do
    held =
      Enum.reduce(holders(entry), turns.held, fn holder, held ->
        case Map.get(held, holder, 0) + sign * bytes do
          0 -> Map.delete(held, holder)
          sum -> Map.put(held, holder, sum)
        end
      end)

    %{turns | bytes: turns.bytes + sign * bytes, held: held}
  end

  defp fair?(turns, id), do: fits?(turns, id) and spares?(turns, id) and leaves_room?(turns, id)

  defp fits?(turns, id) do
    %{bytes: bytes} = turns.entries[id]

    (turns.bytes == 0 or turns.bytes + bytes <= turns.most_bytes) and
      (id == turns.reserved or bytes <= beside_reservation(turns))
  end

  # Whether enough stays free for small searches.
  defp spares?(%{bytes: 0}, _id), do: true

  defp spares?(turns, id) do
    entry = turns.entries[id]
    turns.bytes + entry.bytes <= sparing(turns, entry)
  end

  # What all that have begun may take together if this one begins.
  defp sparing(turns, %{large?: true}), do: turns.most_bytes - allowance(turns)
  defp sparing(turns, _small), do: turns.most_bytes

  defp allowance(turns), do: div(turns.most_bytes, @allowances)

  # Whether any search that waits fits: the smallest does, or the one that has the reservation.
  defp any_fits?(%{wanted: wanted} = turns) do
    not :gb_sets.is_empty(wanted) and
      (fits?(turns, elem(:gb_sets.smallest(wanted), 1)) or
         (turns.reserved != nil and fits?(turns, turns.reserved)))
  end

  defp beside_reservation(%{reserved: nil}), do: :infinity

  defp beside_reservation(turns) do
    overtaking = turns.overtaking |> Enum.map(&turns.entries[&1].bytes) |> Enum.sum()
    reserved = turns.entries[turns.reserved]
    max(sparing(turns, reserved) - reserved.bytes, 0) - overtaking
  end

  defp leaves_room?(%{reserved: id}, id), do: true

  defp leaves_room?(turns, id) do
    entry = turns.entries[id]

    Enum.all?(holders(entry), fn holder ->
      held = Map.get(turns.held, holder, 0)
      held == 0 or held + entry.bytes <= room(turns, entry)
    end)
  end

  defp room(turns, %{large?: true} = entry), do: turns.most_bytes - turns.bytes - entry.bytes
  defp room(turns, _small), do: allowance(turns)

  defp reserve(%{reserved: nil} = turns, order) do
    if lacking?(turns) do
      lacks? = &(not spares?(turns, &1) and leaves_room?(turns, &1))
      first = Enum.find_value(order, &first(turns, &1, :all, lacks?, @looked_at))
      %{turns | reserved: with({_ranks, id} <- first, do: id)}
    else
      turns
    end
  end

  defp reserve(turns, _order), do: turns

  # Whether anybody lacks memory: if the largest fits, all do.
  defp lacking?(%{wanted: wanted} = turns) do
    not :gb_sets.is_empty(wanted) and not spares?(turns, elem(:gb_sets.largest(wanted), 1))
  end

  defp unreserve(turns), do: %{turns | reserved: nil, overtaking: MapSet.new()}
end
