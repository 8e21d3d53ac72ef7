defmodule Playout.Engine.Turns.MemoryTest do
  # The memory of trees, which turns are given by too.
  use ExUnit.Case, async: true

  import Playout.Test.Turns

  alias Playout.Engine.Turns

  @turn turn()

  test "memory is never exceeded, and can be used up" do
    turns = turns(places: 9) |> enter(a: [bytes: 600], b: [bytes: 400], c: [bytes: 300])
    {running, turns} = fill(turns)
    assert Enum.sort(running) == [:a, :b]
    {running, turns} = turns |> Turns.leave(:a, @turn) |> fill()
    assert running == [:c]
    assert Turns.count(turns, :running) == 2
  end

  test "memory is held between turns" do
    turns = enter(turns(), a: [bytes: 600], b: [bytes: 500])
    {ids, turns} = served(turns, 5)
    assert ids == [:a, :a, :a, :a, :a]
    turns = Turns.leave(turns, :a, 0)
    assert {{:b, :first}, _turns} = Turns.next(turns)
  end

  test "memory is held while a search that has finished tidies up, though its place is free" do
    turns = enter(turns(), a: [bytes: 600], b: [bytes: 500], c: [])
    {[:a], turns} = fill(turns)
    turns = Turns.finish(turns, :a, @turn)
    assert Turns.count(turns, :running) == 0
    {[:c], turns} = fill(turns)
    {[:b], _turns} = turns |> Turns.leave(:c, 1) |> Turns.leave(:a, 0) |> fill()
  end

  test "memory is held too by a search that has finished between turns, and gets none any more" do
    {[:a, :a], turns} = turns() |> enter(a: [bytes: 600], b: [bytes: 500]) |> served(2)
    turns = Turns.finish(turns, :a, 0)
    assert {nil, turns} = Turns.next(turns)
    assert {{:b, :first}, _turns} = turns |> Turns.leave(:a, 0) |> Turns.next()
  end

  test "memory is exceeded only by a search that runs alone" do
    turns = turns(places: 9) |> enter(small: [bytes: 1], huge: [bytes: 5_000])
    {[:small], turns} = fill(turns)
    # What takes none may begin meanwhile.
    {[:none], turns} = turns |> enter(none: []) |> fill()
    {[:huge], turns} = turns |> Turns.leave(:small, 1) |> fill()
    {[], turns} = turns |> enter(small: [bytes: 1]) |> fill()
    {[:small], _turns} = turns |> Turns.leave(:huge, 1) |> fill()
  end

  test "memory doesn't hold up searches that need little, nor do these hold up a large one for ever" do
    # It lacks memory as long as `first` is there.
    turns = turns(places: 2) |> enter(first: [bytes: 300])
    {[:first], turns} = fill(turns)
    {[], turns} = turns |> enter(large: [bytes: 800]) |> fill()

    # Whenever one has ended, two new ones come.
    {turns, _small} =
      Enum.reduce(1..500, {turns, []}, fn number, {turns, waiting} ->
        new = for n <- 1..2, do: {number * 2 + n, address: "small", bytes: 10}
        {running, turns} = turns |> enter(new) |> fill()
        assert length(running) == 1 or number == 1
        turns = Enum.reduce(running, turns, &Turns.leave(&2, &1, @turn))
        {turns, waiting}
      end)

    # Many wait for their first turns, and yet it begins now.
    {running, _turns} = turns |> Turns.leave(:first, @turn) |> fill()
    assert :large in running
  end

  test "memory leaves the reserved part free for a large search" do
    turns = turns(places: 9) |> enter(first: [bytes: 500])
    {[:first], turns} = fill(turns)
    {[], turns} = turns |> enter(large: [bytes: 690]) |> fill()
    middle = for n <- 1..9, do: {n, bytes: 90}
    {running, turns} = turns |> enter(middle) |> fill()
    # 185 are left beside the large one and what small searches may need.
    assert length(running) == 2
    # A place would stay empty without the next one.
    {[:large, 3], turns} = turns |> Turns.leave(:first, @turn) |> fill()
    assert Turns.count(turns, :running) == 4
    {running, _turns} = turns |> Turns.leave(:large, @turn) |> fill()
    assert length(running) == 6
  end

  test "memory is shared among addresses: each leaves as much free as it takes" do
    many = for number <- 1..10, do: {number, address: "many", bytes: 125}
    {ids, turns} = turns() |> enter(many) |> served(20)
    assert ids |> Enum.uniq() |> length() == 4

    # Another finds room at once, and leaves some too.
    other = for number <- 1..10, do: {{:other, number}, address: "other", bytes: 125}
    {ids, turns} = turns |> enter(other) |> served(20)
    assert ids |> Enum.filter(&is_tuple/1) |> Enum.uniq() |> length() == 2
    assert {{:third, :first}, turns} = turns |> enter(third: [bytes: 125]) |> Turns.next()
    assert {{_id, :later}, _turns} = turns |> Turns.pause(:third, @turn) |> Turns.next()
  end

  test "memory is shared between classes in the same way" do
    engines = for number <- 1..10, do: {number, class: :engines, bytes: 125}
    {ids, turns} = turns() |> enter(engines) |> served(20)
    assert ids |> Enum.uniq() |> length() == 4
    persons = for number <- 1..10, do: {{:person, number}, bytes: 125}
    {ids, _turns} = turns |> enter(persons) |> served(40)
    # A fourth one would leave nothing for small searches.
    assert ids |> Enum.filter(&is_tuple/1) |> Enum.uniq() |> length() == 3
  end

  test "memory has room for a newcomer's small search while four addresses search for long" do
    # They come one after the other, and each takes what it may.
    {ids, turns} =
      Enum.flat_map_reduce(1..4, turns(), fn address, turns ->
        long = for n <- 1..6, do: {{address, n}, address: address, bytes: 125}
        turns |> enter(long) |> served(10)
      end)

    assert ids |> Enum.uniq() |> length() == 7
    assert {{:newcomer, :first}, turns} = turns |> enter(newcomer: [bytes: 15]) |> Turns.next()

    # The last of the four begins as soon as there is room for it.
    turns = turns |> Turns.leave(:newcomer, 1) |> Turns.leave({1, 1}, 0)
    assert {{{4, 1}, :first}, _turns} = Turns.next(turns)
  end

  test "memory has room for small searches of somebody who has much already" do
    large = for number <- 1..10, do: {number, address: "a", bytes: 125}
    {_, turns} = turns() |> enter(large) |> served(20)
    small = for number <- 1..10, do: {{:small, number}, address: "a", bytes: 15}
    {ids, _turns} = turns |> enter(small) |> served(40)
    # An eighth of all memory.
    assert ids |> Enum.filter(&is_tuple/1) |> Enum.uniq() |> length() == 8
  end

  test "memory is not kept for others while a place is empty" do
    many = for number <- 1..10, do: {number, address: "many", bytes: 200, class: :engines}
    {running, _turns} = turns(places: 5) |> enter(many) |> fill()
    assert length(running) == 5
  end
end
