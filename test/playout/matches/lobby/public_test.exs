defmodule Playout.Matches.Lobby.PublicTest do
  # What the lobby shows to everyone.
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.Lobby.{OpenSeats, Public}
  alias Playout.Matches.People

  defp listed(changes) do
    {:ok, id} = Matches.create(me(), request(changes))
    id
  end

  defp ids(matches), do: Enum.map(matches, & &1.id)

  test "open seats and matches to watch don't push each other out, nor do matches asleep" do
    seat = listed(second: :friend, listed: true)
    watched = listed(first: {:level, "owl"})
    engines = for _ <- 1..3, do: listed(first: {:level, "owl"})
    asleep = for _ <- 1..3, do: listed(second: :friend, listed: true)

    assert %{open: open, watch: watch} = Public.read([seat, watched | engines], 2)
    assert ids(open) == [seat]
    assert ids(watch) == engines |> Enum.reverse() |> Enum.take(2)
    assert %{open: open, watch: watch} = Public.read([watched | asleep], 2)
    assert ids(open) == asleep |> Enum.reverse() |> Enum.take(2)
    assert ids(watch) == [watched]
    assert Public.read([], 2) == %{open: [], watch: []}
  end

  test "a seat that is taken is no longer open, and can be watched" do
    seat = listed(second: :friend, listed: true)
    private = listed(second: :friend)
    {:ok, _} = Matches.act(seat, "you", 1, :join)
    assert %{open: [], watch: [%{id: ^seat}]} = Public.read([seat, private])
  end

  test "a match whose seat is taken between two reads is listed once" do
    seat = listed(second: :friend, listed: true)
    {test, handler} = {self(), {__MODULE__, seat}}

    stop = fn _event, _measurements, metadata, _config ->
      if metadata[:query] == :public and test in [self() | Process.get(:"$callers", [])] do
        :telemetry.detach(handler)
        send(test, {:read, self()})
        receive(do: (:go_on -> :ok))
      end
    end

    :telemetry.attach(handler, [:playout, :storage, :read], stop, nil)
    reading = Task.async(fn -> Public.read([seat]) end)
    assert_receive {:read, reader}
    {:ok, _} = Matches.act(seat, "you", 1, :join)
    send(reader, :go_on)
    assert %{open: [], watch: [%{id: ^seat}]} = Task.await(reading, :infinity)
  end

  test "the names of who plays come with them" do
    :ok = People.rename(me(), "Mika")
    id = listed(second: :friend, listed: true)
    {:ok, _} = Matches.watch(id)
    assert Wait.until(fn -> id in ids(Matches.public().open) end)
    assert Matches.public().names[me()] == "Mika"
  end

  describe "from one address, ten seats are open at the same time:" do
    setup do
      Env.merge(Matches.Settings, limits: [matches: 100, matches_from: 100, events: 1_000])
      {:ok, from: [from: {System.unique_integer([:positive]), 0, 0, 1}]}
    end

    @seat [second: :friend, listed: true]
    @full {:error, {:limited, :open_seats}}

    defp offered(visitor, from), do: Matches.create(visitor, request(@seat), from)

    test "those that are taken or withdrawn don't count", %{from: from} do
      [id | _] = for n <- 1..10, do: with({:ok, id} <- offered("visitor #{n}", from), do: id)
      assert offered("visitor 11", from) == @full
      {:ok, later} = Matches.create("visitor 11", request(second: :friend), from)
      assert Matches.act(later, "visitor 11", 1, {:list, true}, from) == @full

      {:ok, _} = Matches.act(id, "you", 1, :join)
      assert {:ok, _} = Matches.act(later, "visitor 11", 1, {:list, true}, from)
      assert offered("visitor 12", from) == @full
      # It is offered already.
      assert {:ok, _} = Matches.act(later, "visitor 11", 2, {:list, true}, from)

      {:ok, _} = Matches.act(later, "visitor 11", 2, {:list, false}, from)
      assert {:ok, _} = offered("visitor 12", from)
      assert offered("visitor 13", from) == @full
      # Others are not to blame.
      assert {:ok, _} = offered("visitor 13", from: {System.unique_integer([:positive]), 0, 0, 2})
      assert {:ok, _} = Matches.create("visitor 13", request(second: :friend), from)
    end

    test "the second press for the last one leads to its match", %{from: [from: address] = from} do
      name = &"#{inspect(address)} #{&1}"
      ids = for n <- 1..10, do: with({:ok, id} <- offered(name.(n), from), do: id)
      again = [once_in: 60_000] ++ from
      assert Matches.create(name.(10), request(@seat), again) == {:ok, List.last(ids)}
      assert Matches.create(name.(11), request(@seat), again) == @full
      assert offered(name.(10), from) == @full
    end

    test "also of those offered at the same moment", %{from: from} do
      answers =
        1..14
        |> Enum.map(&Task.async(fn -> offered("visitor #{&1}", from) end))
        |> Task.await_many(:infinity)

      assert Enum.count(answers, &match?({:ok, _}, &1)) == 10
      assert Enum.count(answers, &(&1 == @full)) == 4
    end
  end

  test "the addresses whose seats are known are bounded" do
    offered = Map.new(1..10_000, &{&1, ["id"]})

    assert OpenSeats.handle_cast({:offered, "new", ["a"]}, offered) ==
             {:noreply, %{"new" => ["a"]}}
  end
end
