defmodule Playout.Engine.Turns do
  @moduledoc false
  # Decides whose search runs next, and which searches may begin. It is pure, so that what it
  # promises can be tested without processes and clocks; `Playout.Engine.Queue` does what it says.
  #
  # Searches run in turns, at most `places` at once. A search enters and waits, begins with its
  # first turn, is ready between turns, and leaves. Times are in any one unit.
  #
  # ## Who is next
  #
  # - Classes come first: what a person waits for, then analysis, then matches between engines. A
  #   lower class still gets one turn in ten: a turn after others have had the time of nine while it
  #   wanted one.
  # - Within a class, turns go round by address, then by visitor, then by match. Each address gets
  #   as much time as any other, however many searches it has; so does each visitor within an
  #   address, and each match of a visitor. This is start-time fair queueing (Goyal, Vin and Cheng
  #   1996): the next is whoever has used least, and nobody counts as having used less than the
  #   least of the others who want a turn, so that time away does not add up.
  # - A first turn precedes all later turns of its class, so that a short search is answered at
  #   once. An address, visitor or match that has used ten turns more than the least of the others
  #   loses this until they have caught up, so that it doesn't help to start short searches without
  #   end.
  # - The address with the fewest turns running goes before all this, so nobody holds every place
  #   while somebody else of the same class waits.
  #
  # ## Who may begin
  #
  # From its first turn until it leaves, a search takes `bytes`, the most that its tree may grow
  # to. All that have begun fit in `most_bytes` together, except that a search which is larger than
  # that runs alone. Three rules keep memory from being as unfair as places could be.
  #
  # - The first search, in the order above, that lacks memory gets a reservation. Others that fit
  #   may begin before it, small or not, but all that do so together leave room for it. So it
  #   begins as soon as those that were there before it have left, and it holds nobody up who could
  #   not delay it. (Batch systems call this EASY backfilling; Lifka 1995.)
  # - An address begins another large search only if it then holds at most as much as stays free;
  #   the same goes for the lower classes together. Thus even a search that takes long leaves room
  #   for others. If a place would stay empty otherwise, this doesn't count. The large searches of
  #   an address begin in their order.
  # - Small searches (a 64th of `most_bytes`) don't count there: an address, and the lower classes
  #   together, may have an eighth of `most_bytes` in small searches, whatever else they hold.

  @classes [:person, :analysis, :engines]
  @lower tl(@classes)

  # A lower class gets a turn when others have had the time of so many.
  @others 9

  # By how many turns the use of somebody who still goes first with first turns may exceed others'.
  @ahead 10

  # The number of small searches that fit in the memory, and of allowances for small searches.
  @small 64
  @allowances 8

  # The number of addresses, visitors and matches that are remembered while anybody is there.
  @most_shares 10_000

  @enforce_keys [:places, :turn, :most_bytes]
  defstruct @enforce_keys ++
              [
                entries: %{},
                # By address, visitor and match: the time used.
                used: %{},
                # By parent of those: the time that the least of its children has used.
                clocks: %{},
                # By lower class: the time that others have had since its last turn, while it wanted one.
                owed: %{},
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
  def enter(%__MODULE__{} = turns, id, class, {address, visitor, match}, bytes)
      when class in @classes and not is_map_key(turns.entries, id) do
    address = {class, address}
    visitor = {address, visitor}

    entry = %{
      class: class,
      # Each has the one before as its parent, and the address its class.
      shares: [address, visitor, {visitor, match}],
      bytes: bytes,
      large?: bytes * @small > turns.most_bytes,
      stage: :waiting,
      number: turns.number
    }

    %{turns | entries: Map.put(turns.entries, id, entry), number: turns.number + 1}
  end

  @doc """
  Gives a turn, if a place is free and somebody can use it, and says whether it is the search's
  first.
  """
  @spec next(t) :: {{id, :first | :later}, t} | {nil, t}
  def next(%__MODULE__{} = turns) do
    if count(turns, :running) < turns.places, do: give(turns), else: {nil, turns}
  end

  @doc "Ends a turn that took `time`. The search is ready for its next one."
  @spec pause(t, id, non_neg_integer) :: t
  def pause(%__MODULE__{} = turns, id, time) do
    %{stage: :running} = entry = Map.fetch!(turns.entries, id)
    entry = %{entry | stage: :ready, number: turns.number}

    %{turns | number: turns.number + 1}
    |> charge(entry, time)
    |> put_in([Access.key(:entries), id], entry)
  end

  @doc "Removes a search. If its turn was running, that took `time`."
  @spec leave(t, id, non_neg_integer) :: t
  def leave(%__MODULE__{} = turns, id, time) do
    {entry, entries} = Map.pop!(turns.entries, id)
    turns = if entry.stage == :running, do: charge(turns, entry, time), else: turns
    turns = if turns.reserved == id, do: unreserve(turns), else: turns
    forget(%{turns | entries: entries, overtaking: MapSet.delete(turns.overtaking, id)})
  end

  @doc "Lists the searches that have not begun, roughly in the order in which they will."
  @spec waiting(t) :: [id]
  def waiting(%__MODULE__{} = turns) do
    ranks = @classes |> Enum.with_index() |> Map.new()

    turns.entries
    |> Enum.filter(fn {_id, entry} -> entry.stage == :waiting end)
    |> Enum.sort_by(fn {_id, %{class: class, shares: [address | _]} = entry} ->
      {ranks[class], used(turns, address), entry.number}
    end)
    |> Enum.map(&elem(&1, 0))
  end

  @doc "Counts the searches at a stage: `:waiting`, `:ready` between turns, or `:running`."
  @spec count(t, :waiting | :ready | :running) :: non_neg_integer
  def count(%__MODULE__{} = turns, stage) do
    Enum.count(turns.entries, fn {_id, entry} -> entry.stage == stage end)
  end

  # -- Giving a turn --

  defp give(turns) do
    wanting =
      turns.entries
      |> Enum.reject(fn {_id, entry} -> entry.stage == :running end)
      |> Enum.group_by(fn {_id, entry} -> entry.class end)

    order = order(turns, wanting)
    turns = reserve(turns, order, wanting, load(turns))
    load = load(turns)

    fair = &(fits?(turns, load, &1) and leaves_room?(turns, load, &1))
    fits = &fits?(turns, load, &1)

    case find(turns, order, wanting, load, fair) || find(turns, order, wanting, load, fits) do
      nil -> {nil, turns}
      {id, able} -> start(turns, id, able)
    end
  end

  # The classes that want turns: first those that have waited for their tenth.
  defp order(turns, wanting) do
    wanted = Enum.filter(@classes, &is_map_key(wanting, &1))
    {due, others} = Enum.split_with(wanted, &(Map.get(turns.owed, &1, 0) >= @others * turns.turn))
    due ++ others
  end

  defp find(turns, order, wanting, load, may_begin?) do
    Enum.find_value(order, fn class ->
      able =
        turns
        |> candidates(wanting[class], load)
        |> Enum.filter(fn {id, entry} -> entry.stage == :ready or may_begin?.({id, entry}) end)

      if able != [], do: {first(turns, able, load), able}
    end)
  end

  # All but the large searches that have others of their address before them. (Whoever has the
  # reservation has had its turn to get it.)
  defp candidates(turns, entries, load) do
    {large, others} =
      Enum.split_with(entries, fn {id, entry} ->
        entry.stage == :waiting and entry.large? and id != turns.reserved
      end)

    by_address = Enum.group_by(large, fn {_id, %{shares: [address | _]}} -> address end)

    Enum.reduce(by_address, others, fn {_address, group}, candidates ->
      id = first(turns, group, load)
      [{id, turns.entries[id]} | candidates]
    end)
  end

  defp first(_turns, [{id, _entry}], _load), do: id

  defp first(turns, entries, load) do
    entries = fewest_running(entries, load)
    privileged = Enum.filter(entries, fn {_id, entry} -> privileged?(turns, entry) end)
    if(privileged == [], do: entries, else: privileged) |> descend(turns, 0)
  end

  defp fewest_running(entries, load) do
    running = fn {_id, %{shares: [address | _]}} -> Map.get(load.running, address, 0) end
    fewest = entries |> Enum.map(running) |> Enum.min()
    Enum.filter(entries, &(running.(&1) == fewest))
  end

  defp privileged?(turns, %{stage: :waiting} = entry) do
    Enum.all?(
      with_parents(entry),
      fn {share, parent} ->
        used(turns, share) <= Map.get(turns.clocks, parent, 0) + @ahead * turns.turn
      end
    )
  end

  defp privileged?(_turns, _entry), do: false

  # Goes down from addresses to visitors to matches, to whoever has used least, and among those to
  # whoever has waited longest.
  defp descend([{id, _entry}], _turns, _level), do: id

  defp descend(entries, _turns, 3) do
    {id, _entry} = Enum.min_by(entries, fn {_id, entry} -> entry.number end)
    id
  end

  defp descend(entries, turns, level) do
    {_share, group} =
      entries
      |> Enum.group_by(&share_at(&1, level))
      |> Enum.min_by(fn {share, group} -> {used(turns, share), oldest(group)} end)

    descend(group, turns, level + 1)
  end

  defp oldest(entries), do: entries |> Enum.map(fn {_id, entry} -> entry.number end) |> Enum.min()

  defp start(turns, id, able) do
    entry = turns.entries[id]
    turns = set_clocks(turns, entry, able)
    used = Map.new(entry.shares, &{&1, used(turns, &1)})

    turns = %{
      turns
      | entries: Map.put(turns.entries, id, %{entry | stage: :running}),
        used: Map.merge(turns.used, used),
        owed: Map.delete(turns.owed, entry.class)
    }

    if entry.stage == :waiting,
      do: {{id, :first}, begun(turns, id)},
      else: {{id, :later}, turns}
  end

  defp begun(%{reserved: id} = turns, id), do: unreserve(turns)
  defp begun(%{reserved: nil} = turns, _id), do: turns
  defp begun(turns, id), do: %{turns | overtaking: MapSet.put(turns.overtaking, id)}

  # -- Time --

  # The time that an address, a visitor or a match has used.
  defp used(turns, share) do
    max(Map.get(turns.used, share, 0), Map.get(turns.clocks, parent(share), 0))
  end

  defp parent({parent, _name}), do: parent

  defp share_at({_id, entry}, level), do: Enum.at(entry.shares, level)

  defp with_parents(entry), do: Enum.map(entry.shares, &{&1, parent(&1)})

  # The clocks of those who get a turn move on to the least that anybody has used who wants a turn
  # or has one.
  defp set_clocks(turns, entry, able) do
    running =
      Enum.filter(turns.entries, fn {_id, it} ->
        it.stage == :running and it.class == entry.class
      end)

    {clocks, _siblings} =
      for {share, level} <- Enum.with_index(entry.shares),
          reduce: {turns.clocks, able ++ running} do
        {clocks, siblings} ->
          least = siblings |> Enum.map(&used(turns, share_at(&1, level))) |> Enum.min()
          below = Enum.filter(siblings, &(share_at(&1, level) == share))
          {Map.put(clocks, parent(share), least), below}
      end

    %{turns | clocks: clocks}
  end

  defp charge(turns, entry, time) do
    used = Enum.reduce(entry.shares, turns.used, &Map.update!(&2, &1, fn used -> used + time end))

    owed =
      for class <- @lower, class != entry.class, wants?(turns, class), reduce: turns.owed do
        owed -> Map.update(owed, class, time, &(&1 + time))
      end

    %{turns | used: used, owed: owed}
  end

  defp wants?(turns, class) do
    Enum.any?(turns.entries, fn {_id, it} -> it.class == class and it.stage != :running end)
  end

  # Once nobody is left, there is nobody to be fair to.
  defp forget(%{entries: entries} = turns) when entries == %{} do
    %{turns | used: %{}, clocks: %{}, owed: %{}}
  end

  defp forget(turns) when map_size(turns.used) <= @most_shares, do: turns

  defp forget(turns) do
    there = for {_id, entry} <- turns.entries, share <- entry.shares, do: share

    %{
      turns
      | used: Map.take(turns.used, there),
        clocks: Map.take(turns.clocks, Enum.map(there, &parent/1))
    }
  end

  # -- Memory --

  # Turns running by address; the memory held by all, and by address and lower classes in large and
  # in small searches; and how much may be taken beside the reservation.
  defp load(turns) do
    none = %{running: %{}, bytes: 0, held: %{}, beside_reservation: beside_reservation(turns)}

    Enum.reduce(turns.entries, none, fn
      {_id, %{stage: :waiting}}, load -> load
      {_id, entry}, load -> load |> add_running(entry) |> add_bytes(entry)
    end)
  end

  defp beside_reservation(%{reserved: nil}), do: :infinity

  defp beside_reservation(turns) do
    overtaking = turns.overtaking |> Enum.map(&turns.entries[&1].bytes) |> Enum.sum()
    max(turns.most_bytes - turns.entries[turns.reserved].bytes, 0) - overtaking
  end

  defp add_running(load, %{stage: :running, shares: [address | _]}) do
    %{load | running: Map.update(load.running, address, 1, &(&1 + 1))}
  end

  defp add_running(load, _ready), do: load

  defp add_bytes(load, entry) do
    held =
      Enum.reduce(holders(entry), load.held, fn holder, held ->
        Map.update(held, holder, entry.bytes, &(&1 + entry.bytes))
      end)

    %{load | bytes: load.bytes + entry.bytes, held: held}
  end

  defp holders(%{shares: [address | _], large?: large?, class: :person}), do: [{address, large?}]

  defp holders(%{shares: [address | _], large?: large?}) do
    [{address, large?}, {:lower_classes, large?}]
  end

  defp fits?(turns, load, {id, entry}) do
    (load.bytes == 0 or load.bytes + entry.bytes <= turns.most_bytes) and
      (id == turns.reserved or entry.bytes <= load.beside_reservation)
  end

  defp leaves_room?(%{reserved: id}, _load, {id, _entry}), do: true

  defp leaves_room?(turns, load, {_id, entry}) do
    Enum.all?(holders(entry), fn holder ->
      held = Map.get(load.held, holder, 0)
      held == 0 or held + entry.bytes <= room(turns, load, entry)
    end)
  end

  defp room(turns, load, %{large?: true} = entry), do: turns.most_bytes - load.bytes - entry.bytes
  defp room(turns, _load, _small), do: div(turns.most_bytes, @allowances)

  defp reserve(%{reserved: nil} = turns, order, wanting, load) do
    reserved =
      Enum.find_value(order, fn class ->
        lacking =
          for {id, %{stage: :waiting} = entry} <- candidates(turns, wanting[class], load),
              not fits?(turns, load, {id, entry}),
              leaves_room?(turns, load, {id, entry}),
              do: {id, entry}

        if lacking != [], do: first(turns, lacking, load)
      end)

    %{turns | reserved: reserved}
  end

  defp reserve(turns, _order, _wanting, _load), do: turns

  defp unreserve(turns), do: %{turns | reserved: nil, overtaking: MapSet.new()}
end
