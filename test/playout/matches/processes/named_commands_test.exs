defmodule Playout.Matches.Processes.NamedCommandsTest do
  # Whoever gets no answer sends a command again, under the same name.
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.People.Chat
  alias Playout.Matches.Processes.Server
  alias Playout.Matches.Rules.Command
  alias Playout.Matches.Store

  @name "Qb3-_0123456789abcde"

  setup do
    you = "you #{System.unique_integer([:positive])}"
    {:ok, id} = Matches.create(me(), request(second: :friend))
    {:ok, _} = Matches.act(id, you, 1, :join)
    {:ok, id: id, you: you}
  end

  defp send_again(id, visitor, seq, command, name \\ @name),
    do: Matches.act(id, visitor, seq, command, name: name)

  test "is stored once, whatever has happened since", %{id: id, you: you} do
    assert {:ok, %{since: 2, seq: 3}} = send_again(id, me(), 2, {:move, "-7"})
    assert {:ok, %{since: 3, seq: 3}} = send_again(id, me(), 2, {:move, "-7"})

    # The process reads it from the events.
    sleep(id)
    assert {:ok, %{seq: 3}} = send_again(id, me(), 2, {:move, "-7"})

    {:ok, _} = Matches.act(id, you, 3, {:move, "a1-3"})
    assert {:ok, %{seq: 4}} = send_again(id, me(), 2, {:move, "-7"})
    assert stored(id) == [{1, :created}, {2, :joined}, {3, :moved}, {4, :moved}]
  end

  test "that makes no move stale is stored once, too", %{id: id, you: you} do
    {:ok, _} = send_again(id, me(), 2, {:offer, :draw})
    {:ok, _} = Matches.act(id, you, 3, {:decline, :draw})
    assert {:ok, %{offers: none}} = send_again(id, me(), 2, {:offer, :draw})
    assert none == %{}
    {:ok, _} = send_again(id, me(), 2, {:show, true}, "another")
    {:ok, _} = Matches.act(id, me(), 5, {:show, false})
    assert {:ok, %{shown: %{first: false}}} = send_again(id, me(), 2, {:show, true}, "another")
    assert length(stored(id)) == 6
  end

  test "is refused again if it was refused", %{id: id, you: you} do
    for _ <- 1..2,
        do: assert(send_again(id, you, 2, {:move, "-7"}) == {:error, :not_your_turn})

    {:ok, _} = Matches.act(id, me(), 2, {:move, "-7"})
    assert {:ok, %{seq: 4}} = send_again(id, you, 3, {:move, "a1-3"})
  end

  # The database may store an event and not say so.
  test "that another process has stored is carried out", %{id: id} do
    {:ok, other} = GenServer.start_link(Server, {id, %{from: nil, callers: [self()]}})
    # Both know the same state.
    {:ok, %{seq: 2}} = GenServer.call(other, :state, :infinity)
    {:ok, %{seq: 3}} = send_again(id, me(), 2, {:move, "-7"})

    request = {:act, me(), 2, {:named, @name, {:move, "-7"}}, 0}
    assert {:ok, %{seq: 3}} = GenServer.call(other, {request, nil}, :infinity)
    GenServer.stop(other)
    assert length(stored(id)) == 3
  end

  test "sent many times at once is stored once", %{id: id} do
    tasks = for _ <- 1..8, do: Task.async(fn -> send_again(id, me(), 2, {:move, "-7"}) end)
    for answer <- Task.await_many(tasks, :infinity), do: assert({:ok, %{seq: 3}} = answer)
    assert length(stored(id)) == 3
  end

  test "to accept a rematch creates one match", %{id: id, you: you} do
    {:ok, _} = Matches.act(id, me(), 2, :resign)
    {:ok, _} = Matches.act(id, me(), 3, {:offer, :rematch})
    tasks = for _ <- 1..4, do: Task.async(fn -> send_again(id, you, 4, {:accept, :rematch}) end)
    answers = Task.await_many(tasks, :infinity)
    assert [new] = Enum.uniq(for {:ok, %{rematch: new}} <- answers, do: new)
    assert length(answers) == 4
    {:ok, matches} = Matches.list(me())
    assert Enum.sort(Enum.map(matches, & &1.id)) == Enum.sort([id, new])
  end

  test "whose time was up is refused, not taken for the end that it led to", %{you: you} do
    {:ok, id} = Matches.create(me(), request(second: :friend, control: {:move, 100_000}))
    {:ok, _} = Matches.act(id, you, 1, :join)
    {:ok, _} = Matches.act(id, me(), 2, {:move, "-7"})
    {:ok, %{seq: seq}} = Matches.act(id, you, 3, {:move, "a1-3"})
    Env.let_pass(200_000)

    for reason <- [:time_is_up, :stale],
        do: assert(send_again(id, me(), seq, {:move, "b2-4"}) == {:error, reason})

    assert List.last(stored(id)) == {seq + 1, :flagged}
  end

  test "a line of chat is said once", %{id: id, you: you} do
    for _ <- 1..2, do: assert(Chat.say(id, me(), {:phrase, "hello"}, name: @name) == :ok)
    # Names are each side's own.
    assert Chat.say(id, you, {:phrase, "hello"}, name: @name) == :ok
    assert Chat.say(id, me(), {:phrase, "hello"}, name: "another") == :ok
    assert {:ok, %{lines: [_, _, _]}} = Chat.get(id, me())
    assert Chat.say(id, me(), {:phrase, "hello"}, name: "no name") == {:error, :malformed}
  end

  test "a name that is none is refused", %{id: id} do
    for name <- ["", "a b", "ä", String.duplicate("a", 33), 7, %{}, "a\n", <<255>>],
        do: assert(send_again(id, me(), 2, {:move, "-7"}, name) == {:error, :malformed})

    assert length(stored(id)) == 2
  end

  test "the names of the last commands are kept, no more", %{id: id, you: you} do
    for n <- 1..20, do: {:ok, _} = send_again(id, you, 2, {:show, rem(n, 2) == 1}, "show-#{n}")
    {:ok, state} = Matches.get(id)
    assert state.commands == for(n <- 20..5//-1, do: "show-#{n}")
    refute Command.done?(state, nil)
    {:ok, events} = Store.events(id)
    assert Enum.map(events, & &1.command) == [nil, nil | for(n <- 1..20, do: "show-#{n}")]
  end
end
