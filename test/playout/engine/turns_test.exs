defmodule Playout.Engine.TurnsTest do
  use ExUnit.Case, async: true

  import Playout.Test.Turns

  alias Playout.Engine.Turns

  @turn turn()

  describe "turns" do
    test "go round" do
      {ids, _} = turns() |> enter(a: [], b: [], c: []) |> served(9)
      assert ids == [:a, :b, :c, :a, :b, :c, :a, :b, :c]
    end

    test "are at most as many as there are places, and the first is told apart" do
      turns = turns(places: 2) |> enter(a: [], b: [], c: [])
      assert {{:a, :first}, turns} = Turns.next(turns)
      assert {{:b, :first}, turns} = Turns.next(turns)
      assert {nil, turns} = Turns.next(turns)
      turns = Turns.pause(turns, :a, @turn)
      assert {{:c, :first}, turns} = Turns.next(turns)
      turns = Turns.leave(turns, :b, @turn)
      assert {{:a, :later}, turns} = Turns.next(turns)
      assert {nil, _turns} = Turns.next(turns)
    end

    test "go round by address, then by visitor, then by match" do
      many = for number <- 1..100, do: {{:many, number}, address: "many", visitor: "v"}
      turns = turns() |> enter(many) |> enter(one: [address: "one"])
      # Until those who were not first have caught up.
      {_, turns} = served(turns, 200)
      assert frequencies(turns, 200).one == 100

      # In a household, one has ten matches, and the other one.
      ten = for number <- 1..10, do: {{:ten, number}, address: "home", visitor: "ten"}
      home = ten ++ [one: [address: "home", visitor: "one"], else: [address: "elsewhere"]]
      {_, turns} = turns() |> enter(home) |> served(100)
      served = frequencies(turns, 400)
      assert served.else in 199..201 and served.one in 99..101
      assert for(number <- 1..10, do: served[{:ten, number}]) |> Enum.all?(&(&1 in 9..11))

      # Two searches of a match count as one.
      same = for id <- [:x, :y], do: {id, address: "a", visitor: "v", match: "m"}
      {_, turns} = turns() |> enter(same) |> enter(z: [address: "a", visitor: "v"]) |> served(3)
      served = frequencies(turns, 40)
      assert served.z in 19..21 and served.x in 9..11
    end

    test "count by their length" do
      turns = enter(turns(), short: [], long: [])

      {times, _turns} =
        Enum.map_reduce(1..220, turns, fn _number, turns ->
          {{id, _which}, turns} = Turns.next(turns)
          time = if id == :short, do: 5, else: 50
          {{id, time}, Turns.pause(turns, id, time)}
        end)

      time = fn id ->
        times |> Enum.filter(&(elem(&1, 0) == id)) |> Enum.map(&elem(&1, 1)) |> Enum.sum()
      end

      assert_in_delta time.(:short), time.(:long), 100
    end

    test "are not saved up while somebody is away or alone" do
      {_, turns} = turns() |> enter(alone: []) |> served(1_000)
      turns = enter(turns, new: [])
      {_, turns} = served(turns, 1)
      assert frequencies(turns, 100) == %{alone: 50, new: 50}
    end

    test "of one address never take every place while another wants one" do
      many = for number <- 1..9, do: {number, address: "many"}
      # The others have had far more time so far.
      {_, turns} = turns(places: 3) |> enter(other: []) |> served(100)
      turns = enter(turns, many)
      {running, _turns} = fill(turns)
      assert :other in running and length(running) == 3
    end
  end

  describe "first turns" do
    test "precede later ones" do
      long = for number <- 1..10, do: {number, address: rem(number, 3)}
      {_, turns} = turns() |> enter(long) |> served(25)
      assert {{:short, :first}, turns} = turns |> enter(short: [address: 1]) |> Turns.next()
      turns = Turns.leave(turns, :short, 1)
      assert {{_long, :later}, _turns} = Turns.next(turns)
    end

    # Somebody starts a search whenever the last one has ended; each takes a full turn.
    defp endless(turns, address, count) do
      search = fn number -> [{{:endless, number}, address: address, visitor: "endless"}] end

      {ids, _turns} =
        Enum.map_reduce(1..count, enter(turns, search.(0)), fn number, turns ->
          case Turns.next(turns) do
            {{{:endless, _} = id, :first}, turns} ->
              {:endless, turns |> Turns.leave(id, @turn) |> enter(search.(number))}

            {{id, _which}, turns} ->
              {id, Turns.pause(turns, id, @turn)}
          end
        end)

      Enum.frequencies(ids)
    end

    test "do not help to get more than the others" do
      {_, turns} = turns() |> enter(a: [], b: [], c: []) |> served(30)
      served = endless(turns, "elsewhere", 400)
      # Three turns ahead, at most.
      assert served.endless in 100..104
      assert Enum.all?([:a, :b, :c], &(served[&1] in 98..101))
    end

    test "do not help within an address either" do
      {_, turns} = turns() |> enter(long: [address: "home", visitor: "v"]) |> served(30)
      served = endless(turns, "home", 200)
      assert served.endless in 100..104 and served.long in 96..100
    end

    test "do not hold up for long a newcomer who needs a few turns, however many others start" do
      # Four addresses with hundreds of searches each, of one turn; another one starts at each end.
      flood = fn count, from ->
        for n <- 1..count, address <- 1..4, do: {{from, n, address}, address: address, visitor: n}
      end

      turns = turns() |> enter(flood.(250, :early)) |> flooded(100, 0)
      turns = enter(turns, newcomer: [address: "new"])
      # In turn with four others it would be twenty.
      assert turns_until(turns, :newcomer, 4) <= 30
    end

    # Gives turns; each search but the newcomer's ends with its first one, and is replaced.
    defp flooded(turns, 0, _number), do: turns

    defp flooded(turns, count, number),
      do: turns |> step(number) |> elem(1) |> flooded(count - 1, number + 1)

    defp step(turns, number) do
      case Turns.next(turns) do
        {{:newcomer, _which}, turns} ->
          {:newcomer, Turns.pause(turns, :newcomer, @turn)}

        {{{_from, n, address} = id, :first}, turns} ->
          turns = Turns.leave(turns, id, @turn)
          {id, enter(turns, [{{number, n, address}, address: address, visitor: n}])}
      end
    end

    # How many turns are given until one search has had so many.
    defp turns_until(turns, id, most, given \\ 0)
    defp turns_until(_turns, _id, 0, given), do: given

    defp turns_until(turns, id, left, given) do
      {who, turns} = step(turns, {:late, given})
      turns_until(turns, id, if(who == id, do: left - 1, else: left), given + 1)
    end

    test "of those who use little precede all the same" do
      # Each has used an hour.
      {_, turns} = turns() |> enter(a: [], b: []) |> served(100, 100_000)

      Enum.reduce(1..1_000, turns, fn number, turns ->
        {{id, :first}, turns} = turns |> enter([{number, address: "short"}]) |> Turns.next()
        assert id == number
        {_, turns} = turns |> Turns.leave(id, 1) |> served(2)
        turns
      end)
    end
  end

  describe "classes" do
    test "precede each other, but each gets one turn in ten" do
      searches = for class <- Turns.classes(), n <- 1..2, do: {{class, n}, class: class}
      {_, turns} = turns() |> enter(searches) |> served(60)

      of = fn ids, class -> Enum.count(ids, fn {of, _number} -> of == class end) end
      {ids, _turns} = served(turns, 200)
      assert of.(ids, :engines) == 20 and of.(ids, :analysis) in 18..22
      assert of.(ids, :person) in 158..162
      # Evenly, not in one go.
      assert ids |> Enum.chunk_every(20) |> Enum.all?(&(of.(&1, :engines) in 1..3))
    end

    test "give way completely while they want nothing" do
      {ids, _} = turns() |> enter(a: [class: :engines], b: [class: :engines]) |> served(20)
      assert Enum.frequencies(ids) == %{a: 10, b: 10}
    end

    test "don't precede in short turns for ever" do
      turns = enter(turns(), engines: [class: :engines])

      # Persons' searches that take a tenth of a turn.
      {ids, _turns} =
        Enum.map_reduce(1..1_000, turns, fn number, turns ->
          case turns |> enter([{number, []}]) |> Turns.next() do
            {{:engines, _which}, turns} ->
              {:engines, turns |> Turns.pause(:engines, @turn) |> Turns.leave(number, 0)}

            {{id, :first}, turns} ->
              {:person, Turns.leave(turns, id, 5)}
          end
        end)

      # One turn after nine turns' time, which is that of ninety searches.
      assert Enum.count(ids, &(&1 == :engines)) in 10..12
    end
  end

  describe "waiting" do
    test "lists those that have not begun, in their order" do
      turns = enter(turns(), engines: [class: :engines], a: [], b: [], c: [])
      assert Turns.waiting(turns) == [:a, :b, :c, :engines]
      {_, turns} = served(turns, 1)
      assert Turns.waiting(turns) == [:b, :c, :engines]
    end

    test "goes round by address, as the turns do" do
      many = for number <- 1..4, do: {number, address: "many"}
      turns = turns() |> enter(many) |> enter(one: [], two: [address: :pair], pair: [])
      assert Turns.waiting(turns) == [1, :one, :two, 2, :pair, 3, 4]

      # Whoever has a turn already comes later.
      {{1, :first}, turns} = turns |> struct!(places: 2) |> Turns.next()
      assert Turns.waiting(turns) == [:one, :two, 2, :pair, 3, 4]
    end

    test "is the order in which they begin, if all take equally long" do
      for seed <- 1..20 do
        :rand.seed(:exsss, seed)
        searches = for number <- 1..30, do: {number, address: Enum.random(1..6)}
        turns = enter(turns(), searches)
        expected = Turns.waiting(turns)

        {begun, _turns} =
          Enum.map_reduce(searches, turns, fn _search, turns ->
            {{id, :first}, turns} = Turns.next(turns)
            {id, Turns.leave(turns, id, @turn)}
          end)

        assert begun == expected, "seed #{seed}"
      end
    end
  end

  # Searches come at random, and work for random times.
  describe "whatever comes" do
    @seeds 1..15

    defp random(seed) do
      :rand.seed(:exsss, seed)
      places = :rand.uniform(4)
      # Memory for one to about thirty large searches.
      most_bytes = 64 * Enum.random([1, 2, 4, 8, 32])
      %{turns: turns(places: places, most_bytes: most_bytes), work: %{}, came: 0}
    end

    # The work is in turns' time, the memory in 64ths of all.
    defp come(world, count) do
      Enum.reduce(1..count//1, world, fn _number, world ->
        bytes = Enum.random([0, 0, 1, 2, 8, 64, 64, min(128, world.turns.most_bytes)])
        work = Enum.random([1, 10, @turn, 5 * @turn, 20 * @turn])
        address = :rand.uniform(5)
        add(world, world.came, [address: address, visitor: :rand.uniform(3)], bytes, work)
      end)
    end

    defp add(world, id, options, bytes, work) do
      class = options[:class] || Enum.random(Turns.classes())
      turns = enter(world.turns, [{id, [class: class, bytes: bytes] ++ options}])
      %{world | turns: turns, work: Map.put(world.work, id, work), came: world.came + 1}
    end

    # Some turn ends, and then places are filled.
    defp step(world) do
      running = for {id, %{stage: :running}} <- world.turns.entries, do: id

      world =
        if running == [],
          do: %{world | turns: tidied(world.turns)},
          else: end_turn(world, Enum.random(running))

      {_ids, turns} = fill(world.turns)
      world = %{world | turns: turns}
      check(world)
      world
    end

    defp end_turn(world, id) do
      case world.work[id] do
        work when work > @turn ->
          turns = Turns.pause(world.turns, id, @turn)
          %{world | turns: turns, work: %{world.work | id => work - @turn}}

        work ->
          turns = tidied(world.turns, id, work, Enum.random([:at_once, :later, :between]))
          %{world | turns: turns, work: Map.delete(world.work, id)}
      end
    end

    defp tidied(turns, id, work, :at_once), do: Turns.leave(turns, id, work)

    # Those that finished before have tidied up by now.
    # Or between turns.
    defp tidied(turns, id, work, :between) do
      turns |> tidied() |> Turns.pause(id, work) |> Turns.finish(id, 0)
    end

    defp tidied(turns, id, work, :later), do: turns |> tidied() |> Turns.finish(id, work)

    defp tidied(turns) do
      finished = for {id, %{stage: :finished}} <- turns.entries, do: id
      Enum.reduce(finished, turns, &Turns.leave(&2, &1, 0))
    end

    defp check(%{turns: turns}) do
      entries = Map.values(turns.entries)
      stages = Enum.group_by(entries, & &1.stage)
      running = length(Map.get(stages, :running, []))
      begun = for entry <- entries, entry.stage != :waiting, entry.bytes > 0, do: entry.bytes
      assert Enum.sum(begun) <= turns.most_bytes
      assert running <= turns.places

      if running < turns.places do
        assert stages[:ready] == nil
        waiting = Map.get(stages, :waiting, [])
        reserved = if id = turns.reserved, do: turns.entries[id].bytes, else: 0
        taken = Enum.sum(begun) + reserved
        {lacking, others} = Enum.split_with(waiting, &(taken + &1.bytes > turns.most_bytes))

        # Nobody waits who could begin, except behind another large one of the same address.
        assert Enum.all?(lacking, &(&1.bytes > 0))
        behind = for %{large?: true, shares: [address | _]} <- lacking, do: address
        assert Enum.all?(others, fn it -> it.large? and hd(it.shares) in behind end)
      end
    end

    test "memory is never exceeded, no place is empty in vain, and all searches end" do
      for seed <- @seeds do
        world =
          Enum.reduce(1..120, random(seed), fn _step, world -> world |> come(1) |> step() end)

        world =
          Enum.reduce_while(1..100_000, world, fn _step, world ->
            if world.work == %{}, do: {:halt, world}, else: {:cont, step(world)}
          end)

        assert tidied(world.turns).entries == %{}, "seed #{seed}"
      end
    end

    test "no search waits for ever, even if more come than can be served" do
      for seed <- @seeds do
        world =
          Enum.reduce(1..100, random(seed), fn _step, world -> world |> come(1) |> step() end)

        class = Enum.random(Turns.classes())
        bytes = Enum.random([0, 1, 64, world.turns.most_bytes])
        world = add(world, :ours, [class: class, address: :rand.uniform(6)], bytes, 5 * @turn)

        world =
          Enum.reduce_while(1..20_000, world, fn _step, world ->
            cond do
              not is_map_key(world.work, :ours) -> {:halt, world}
              # As the queue does, they stop at some number.
              map_size(world.work) > 60 -> {:cont, step(world)}
              true -> {:cont, world |> come(2) |> step()}
            end
          end)

        refute is_map_key(world.work, :ours),
               "seed #{seed}: #{inspect(world.turns.entries[:ours])}"
      end
    end
  end

  describe "a decision" do
    # In reductions, which the machine's other work does not change. In a process that never collects
    # garbage, which would count as well.
    defp work(searches, share, bytes) do
      test = self()
      counts = fn -> send(test, {:work, count(searches, share, bytes)}) end
      :erlang.spawn_opt(counts, [:link, min_heap_size: 16_000_000])
      assert_receive {:work, work}
      work
    end

    defp count(searches, share, bytes) do
      turns = turns(most_bytes: 1_000_000)
      start = Enum.reduce(1..searches, turns, &Turns.enter(&2, &1, :person, share.(&1), bytes))
      {{running, :first}, start} = Turns.next(start)
      before = reductions()

      for number <- 1..100, reduce: {start, running} do
        {turns, running} ->
          new = searches + number
          {nil, turns} = turns |> Turns.enter(new, :person, share.(new), bytes) |> Turns.next()
          {{next, _which}, turns} = turns |> Turns.leave(running, 1) |> Turns.next()
          {{next, _which}, turns} = turns |> Turns.pause(next, 50) |> Turns.next()
          {turns, next}
      end

      reductions() - before
    end

    defp reductions, do: self() |> Process.info(:reductions) |> elem(1)

    test "costs little more if many wait" do
      # All of them together fit, or a quarter does.
      for share <- [&{&1, &1, &1}, &{1, &1, &1}, &{1, 1, &1}, fn _ -> {1, 1, 1} end],
          bytes <- [1, 4_000] do
        assert work(1_000, share, bytes) < 3 * work(50, share, bytes)
      end
    end
  end

  describe "what is remembered" do
    test "is nothing once nobody is there" do
      {_, turns} = turns() |> enter(a: [], b: [class: :engines]) |> served(50)

      assert Turns.leave(Turns.leave(turns, :a, 0), :b, 0) |> Map.delete(:number) ==
               Map.delete(turns(), :number)
    end

    test "is bounded while somebody is there" do
      {_, turns} = turns() |> enter(stays: []) |> served(1)

      turns =
        Enum.reduce(1..20_000, turns, fn address, turns ->
          {{id, :first}, turns} = turns |> enter([{address, []}]) |> Turns.next()
          turns = Turns.leave(turns, id, 1)
          %{used: used, clocks: clocks} = turns.rotations.person
          assert map_size(used) + map_size(clocks) <= 25_000
          turns
        end)

      assert {{:stays, :later}, _turns} = Turns.next(turns)
    end
  end
end
