defmodule Playout.Matches.People.IdentityTest do
  # Who visitors are: names, links, codes, and what moves from one id to another.
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.{People, Settings}
  alias Playout.Matches.People.{Chat, DeviceLinks}
  alias Playout.Matches.Processes.{Crashes, Sweeper}

  setup do
    number = System.unique_integer([:positive])
    {:ok, you: "you #{number}", other: "other #{number}", from: {10, 0, 0, number}}
  end

  # A match between two people, in which the first one has moved.
  defp between(me, you) do
    {:ok, id} = Matches.create(me, request(second: :friend))
    {:ok, _} = Matches.act(id, you, 1, :join)
    {:ok, _} = Matches.act(id, me, 2, {:move, "-7"})
    id
  end

  defp state(id) do
    {:ok, state} = Matches.get(id)
    state
  end

  defp asleep(id) do
    if pid = server(id), do: GenServer.stop(pid)
    assert Wait.until(fn -> not Matches.Processes.awake?(id) end)
  end

  describe "a nickname" do
    test "is seen by whoever asks and follows, until it is taken away", %{you: you} do
      assert People.names([me(), you]) == %{}
      People.follow([me()])
      assert People.rename(me(), " Mika ") == :ok
      assert_receive {:renamed, visitor, "Mika"}
      assert visitor == me()
      assert People.names([me(), you]) == %{me() => "Mika"}
      assert People.rename(me(), "Owl") == {:error, :engine_name}
      assert People.rename(me(), "Eule", ["Eule"]) == {:error, :engine_name}
      assert People.names([me()]) == %{me() => "Mika"}
      assert People.rename(me(), nil) == :ok
      assert_receive {:renamed, _, nil}
      assert People.names([me()]) == %{}
    end

    test "is not there if the host has switched nicknames off" do
      assert People.rename(me(), "Mika") == :ok
      Env.merge(Matches.Settings, nicknames: "off")
      refute Settings.nicknames?()
      assert People.names([me()]) == %{}
      assert People.rename(me(), "Mika") == {:error, :no_nicknames}
      # It can still be taken away.
      assert People.rename(me(), nil) == :ok
    end

    test "a code or a link is new for a whole class of one address, a few times each",
         %{you: you, from: from} do
      pupils = for number <- 1..60, do: "#{you} #{number}"

      for pupil <- pupils, _times <- 1..3 do
        assert People.rename(pupil, "Mika", [], from) == :ok
        assert {:ok, _code} = People.new_code(pupil, from)
        assert {:ok, _token} = People.new_link(pupil, "", from)
      end

      # 540 so far.
      for number <- 1..60, do: assert(People.rename("#{you} - #{number}", nil, [], from) == :ok)
      assert People.rename(you, "Mika", [], from) == {:error, {:limited, :names}}
      assert People.new_code(you, from) == {:error, {:limited, :names}}
      assert People.new_link(you, "", from) == {:error, {:limited, :names}}
      assert People.rename(you, "Mika", [], {:another, from}) == :ok
    end

    test "a code or a link is new twenty times in ten minutes for a visitor, wherever they are",
         %{you: you, from: from} do
      for number <- 1..20, do: assert(People.rename(you, "Mika", [], {number, from}) == :ok)
      limited = {:error, {:limited, :names}}
      assert People.rename(you, "Mika", [], from) == limited

      assert People.new_code(you, from) == limited
      for _ <- 1..600, do: assert(People.new_link(you, "", from) == limited)
      # That did not count for the address.
      assert {:ok, _token} = People.new_link(you <> " too", "", from)
    end

    test "goes a month after it was chosen, unless its visitor has a match", %{you: you} do
      begin()
      other = you <> " too"
      assert People.rename(other, "Mika") == :ok
      {:ok, code} = People.new_code(you)

      for visitor <- [me(), you] do
        assert People.rename(visitor, "Mika") == :ok
        before = DateTime.add(DateTime.utc_now(), -31, :day)
        sql("UPDATE people SET at = $1 WHERE visitor = $2", [before, visitor])
      end

      assert Sweeper.sweep(DateTime.utc_now()) == :ok
      assert People.names([me(), you, other]) == %{me() => "Mika", other => "Mika"}
      assert People.recover(me(), code, {10, 0, 0, 4}) == {:error, :no_such_code}
    end
  end

  describe "a link to another device" do
    test "works once, within ten minutes, and only the last one", %{you: you, from: from} do
      {:ok, first} = People.new_link(you, "{}", from)
      {:ok, link} = People.new_link(you, ~s({"option:theme":"dark"}), from)
      assert People.whose_link(first) == {:error, :no_such_link}
      # Looking does not use it.
      for _ <- 1..2, do: assert(People.whose_link(link) == {:ok, you})
      assert People.take_link(me(), link, from) == {:ok, you, ~s({"option:theme":"dark"})}
      assert People.take_link(me(), link, from) == {:error, :no_such_link}
      assert People.whose_link(link) == {:error, :no_such_link}

      {:ok, late} = People.new_link(you, "", from)
      Env.let_pass(10 * 60_000)
      assert People.whose_link(late) == {:error, :no_such_link}
      assert People.take_link(me(), late, from) == {:error, :no_such_link}
    end

    test "carries little", %{you: you, from: from} do
      assert DeviceLinks.new(you, String.duplicate("x", 4_001), "token", from) ==
               {:error, :malformed}

      assert DeviceLinks.new(you, <<255>>, "token", from) == {:error, :malformed}
    end

    # Asks a process of the test's own for the link of a visitor at an address.
    defp new_link(links, {visitor, from}, now) do
      token = "token #{inspect(visitor)}"

      with {:ok, ^token} <-
             GenServer.call(links, {:new, {visitor, from}, "", token, now}, :infinity),
           do: :ok
    end

    test "is one of at most 2,000" do
      {:ok, links} =
        start_supervised(%{id: :links, start: {GenServer, :start_link, [DeviceLinks, nil]}})

      new = &new_link(links, {&1, "address #{&1}"}, &2)
      for number <- 1..2_000, do: assert(new.(number, 0) == :ok)
      assert new.(2_001, 1) == {:error, {:limited, :links}}
      # One's own is replaced, and those that are over make room.
      assert new.(2_000, 1) == :ok
      assert new.(2_001, 600_000) == :ok
    end

    test "can be made by an address that has none, although a few have made all they can" do
      {:ok, links} =
        start_supervised(%{id: :links, start: {GenServer, :start_link, [DeviceLinks, nil]}})

      answers =
        for from <- 1..4, number <- 1..600, do: new_link(links, {{from, number}, from}, 0)

      assert Enum.count(answers, &(&1 == :ok)) in 900..1_100
      assert {:error, {:limited, :links}} in answers
      assert new_link(links, {"newcomer", 5}, 0) == :ok
    end
  end

  describe "a recovery code" do
    test "finds its visitor, however it is written, until there is a new one",
         %{you: you, from: from} do
      refute People.code?(you)
      {:ok, code} = People.new_code(you)
      assert code =~ ~r/\A[0-9A-HJKMNP-TV-Z]{16}\z/
      assert People.code?(you)

      typed = code |> String.downcase() |> String.replace("0", "o") |> String.replace("1", "l")
      <<a::binary-4, b::binary-4, rest::binary>> = typed

      for text <- [code, typed, " #{a}-#{b} #{rest}\n"],
          do: assert(People.recover(me(), text, from) == {:ok, you})

      {:ok, new} = People.new_code(you)
      assert People.recover(me(), code, from) == {:error, :no_such_code}
      assert People.recover(me(), new, from) == {:ok, you}
    end

    @wrong "0000-0000-0000-0000"
    @limited {:error, {:limited, :guesses}}

    test "is not guessed: ten attempts a visitor in ten minutes", %{you: you, from: from} do
      # Those that succeed don't count, because many people may share an address.
      {:ok, code} = People.new_code(you)
      for _ <- 1..30, do: assert(People.recover(me(), code, from) == {:ok, you})

      for text <- ["", "U", String.duplicate("0", 16), String.duplicate("0", 1_000_000), <<255>>],
          do: assert(People.recover(me(), text, from) == {:error, :no_such_code})

      for _ <- 6..10, do: assert(People.recover(me(), @wrong, from) == {:error, :no_such_code})
      for _ <- 1..300, do: assert(People.recover(me(), code, from) == @limited)
      assert People.take_link(me(), "no link", {:another, from}) == @limited

      # What is refused did not count for the others of the address.
      assert People.recover("#{you} too", code, from) == {:ok, you}
    end

    test "is mistyped by a class of 60 pupils of one address, three times each, and still works",
         %{you: you, from: from} do
      {:ok, code} = People.new_code(you)

      for pupil <- 1..60,
          guesser = "#{you} #{pupil}",
          _times <- 1..3,
          do: assert(People.recover(guesser, @wrong, from) == {:error, :no_such_code})

      for pupil <- 1..60, do: assert(People.recover("#{you} #{pupil}", code, from) == {:ok, you})
      for n <- 181..200, do: People.recover("#{you} - #{n}", @wrong, from)
      assert People.recover(you, code, from) == @limited
    end

    test "is not guessed by attempts at the same moment", %{you: you, from: from} do
      # Each waits for all others to be there.
      attempts =
        for n <- 1..300 do
          Task.async(fn ->
            receive do: (:now -> People.recover("#{you} #{n}", @wrong, from))
          end)
        end

      for task <- attempts, do: send(task.pid, :now)

      assert attempts |> Task.await_many(:infinity) |> Enum.frequencies() ==
               %{{:error, :no_such_code} => 200, @limited => 100}
    end

    test "is stored as a hash only", %{you: you} do
      {:ok, code} = People.new_code(you)
      %{rows: [[hash]]} = sql("SELECT hash FROM codes WHERE visitor = $1", [you])
      assert hash == :crypto.hash(:sha256, code)
    end

    test "of each browser that is the same visitor finds them, until they sign out or make another",
         %{you: you, from: from} do
      {:ok, mine} = People.new_code(me())
      {:ok, yours} = People.new_code(you)
      assert People.transfer(me(), you) == :ok
      for code <- [mine, yours], do: assert(People.recover(me(), code, from) == {:ok, you})
      {:ok, new} = People.new_code(you)

      for code <- [mine, yours],
          do: assert(People.recover(me(), code, from) == {:error, :no_such_code})

      assert People.recover(me(), new, from) == {:ok, you}
      assert People.void_codes(you) == :ok
      assert People.recover(me(), new, from) == {:error, :no_such_code}
      refute People.code?(you)
    end
  end

  describe "moving to another id" do
    test "takes matches along, awake or asleep, running or over, and what names the person",
         %{you: you, other: other} do
      {awake, sleeping, over} = {between(me(), you), between(you, me()), between(me(), you)}
      {:ok, engines} = Matches.create(me(), request(first: {:level, "owl"}))
      {:ok, _} = Matches.act(over, me(), 3, :resign)
      asleep(sleeping)
      asleep(engines)
      :ok = People.rename(me(), "Mika")
      {:ok, code} = People.new_code(me())
      {:ok, link} = People.new_link(me(), "", {10, 0, 0, 1})

      Matches.follow(me())
      Matches.follow(other)
      assert People.transfer(me(), other) == :ok
      assert_receive {:matches_changed, ^other}

      assert state(awake).seats == %{first: {:person, other}, second: {:person, you}}
      assert state(sleeping).seats == %{first: {:person, you}, second: {:person, other}}
      assert state(over).result.reason == :resignation
      assert state(engines).owner == other
      # Nothing was woken for it.
      refute Matches.Processes.awake?(engines)
      {:ok, listed} = Matches.list(other)
      assert Enum.sort(Enum.map(listed, & &1.id)) == Enum.sort([awake, sleeping, over, engines])
      assert Matches.list(me()) == {:ok, []}
      assert Matches.delete(other, engines) == :ok

      assert People.names([me(), other]) == %{other => "Mika"}
      assert People.recover(me(), code, {10, 0, 0, 2}) == {:ok, other}
      # Who had it can no longer hand it out.
      assert People.whose_link(link) == {:error, :no_such_link}

      assert Matches.act(awake, me(), 9, :resign) == {:error, :not_your_seat}
      assert {:ok, _} = Matches.act(awake, you, 3, {:move, "c3-A"})
      # Again, as after a failure halfway.
      assert People.transfer(me(), other) == :ok
    end

    test "reaches a process that woke meanwhile", %{you: you, other: other} do
      id = between(me(), you)
      {:ok, _state} = Matches.watch(id)
      transferred = %Matches.Event{seq: 4, type: :transferred, data: %{from: you, to: other}}
      # As if it had been asleep.
      assert append(id, transferred) == :ok
      assert state(id).seats.second == {:person, you}
      assert Matches.Processes.call(id, :reload, nil) == :ok
      assert state(id).seats.second == {:person, other}
      assert_receive {:match, %{seq: 4}}
      assert Matches.Processes.call(id, :reload, nil) == :ok
      assert {:ok, _} = Matches.act(id, other, 4, {:move, "c3-A"})
    end

    test "leaves what the other id has", %{you: you, other: other} do
      for {visitor, name} <- [{me(), "Mika"}, {you, "Yuki"}],
          do: assert(People.rename(visitor, name) == :ok)

      {mine, theirs} = {between(me(), other), between(you, other)}
      assert People.transfer(me(), you) == :ok
      assert People.names([me(), you]) == %{you => "Yuki"}
      for id <- [mine, theirs], do: assert(state(id).seats.first == {:person, you})
    end

    test "works while the match goes on: no move of the other one is lost", %{you: you} do
      id = between(me(), you)
      ids = ["#{me()} a", "#{me()} b", "#{me()} c"]

      moving =
        Task.async(fn ->
          for from <- Enum.zip([me() | ids], ids),
              {old, new} <- [from],
              do: People.transfer(old, new)
        end)

      assert {:ok, _} = Matches.act(id, you, state(id).board_seq, {:move, "c3-A"})
      assert Task.await(moving, :infinity) == [:ok, :ok, :ok]
      assert state(id).position.moves == ["-7", "c3-A"]
      assert state(id).seats.first == {:person, List.last(ids)}
    end

    test "is not kept back by a damaged match", %{you: you, other: other} do
      {damaged, whole} = {between(me(), you), between(me(), you)}
      asleep(damaged)
      sql("UPDATE events SET version = 999 WHERE match_id = $1 AND seq = 1", [damaged])
      assert People.transfer(me(), other) == :ok
      assert state(whole).seats.first == {:person, other}
      assert People.forget(other) == :ok
    end

    @tag :capture_log
    test "is to be repeated if a match keeps crashing, but moves the others",
         %{you: you, other: other} do
      {:ok, id} = Matches.create(me(), request(second: :friend, control: {:total, 60_000, 0}))
      {:ok, _} = Matches.act(id, you, 1, :join)
      {:ok, _} = Matches.act(id, me(), 2, {:move, "-7"})
      {:ok, _} = Matches.act(id, you, 3, {:move, "c3-A"})
      others = for _ <- 1..3, do: between(me(), you)
      asleep(id)
      Env.merge(Matches.Settings, crashes: [most: 1, pause: 3_600_000])
      {:ok, _state} = Matches.watch(id)
      GenServer.stop(server(id), :a_bug)
      # Its process would end it first.
      Env.let_pass(61_000)
      # Until its crash is known, a look would start it again.
      assert Wait.until(fn -> Crashes.check(id) == {:error, :crashed} end)
      assert Matches.watch(id) == {:error, :crashed}

      assert People.transfer(me(), other) == {:error, :not_stored}
      for id <- others, do: assert(state(id).seats.first == {:person, other})
      assert People.forget(me()) == {:error, :not_stored}
    end

    test "takes more matches than are listed at once", %{other: other} do
      ids = for _ <- 1..120, do: elem(Matches.create(me(), request()), 1)
      assert People.transfer(me(), other) == :ok
      for id <- ids, do: assert(state(id).owner == other)
    end

    test "in a match whose time is up, ends it first", %{you: you, other: other} do
      {:ok, id} = Matches.create(me(), request(second: :friend, control: {:move, 10_000}))
      {:ok, _} = Matches.act(id, you, 1, :join)
      {:ok, _} = Matches.act(id, me(), 2, {:move, "-7"})
      {:ok, _} = Matches.act(id, you, 3, {:move, "c3-A"})
      asleep(id)
      Env.let_pass(60_000)
      assert People.transfer(me(), other) == :ok
      assert %{reason: :time, result: :second} = state(id).result
      assert state(id).seats.first == {:person, other}
    end

    test "plays the pass that waits", %{other: other} do
      # Where the side to move can only pass.
      {:ok, id} = Matches.create(me(), request(game: :separo, second: :me, options: [size: 4]))
      {:ok, state} = Matches.watch(id)
      state = to_a_pass(id, state, me())

      if state.snapshot.pass do
        assert People.transfer(me(), other) == :ok
        assert Wait.until(fn -> Playout.Matches.State.pass?(List.last(state(id).moves)) end)
      end
    end
  end

  # Plays the first legal move until a pass is forced.
  defp to_a_pass(_id, %{snapshot: %{pass: pass}} = state, _visitor) when pass != nil, do: state
  defp to_a_pass(_id, %{result: result} = state, _visitor) when result != nil, do: state

  defp to_a_pass(id, state, visitor) do
    move = hd(Playout.describe!(state.position).moves).text
    {:ok, change} = Matches.act(id, visitor, state.seq, {:move, move})
    {:ok, state} = Matches.catch_up(state, change)
    to_a_pass(id, state, visitor)
  end

  describe "whoever is forgotten" do
    test "leaves nothing that names them, and others keep their matches", %{you: you} do
      together = between(me(), you)
      {:ok, alone} = Matches.create(me(), request())
      :ok = People.rename(me(), "Mika")
      {:ok, code} = People.new_code(me())
      :ok = Chat.say(together, me(), {:phrase, "hello"})
      :ok = Chat.say(together, you, {:phrase, "thanks"})

      assert Matches.delete(me(), together) == {:error, :shared_match}
      assert People.forget(me()) == :ok
      assert People.names([me()]) == %{}
      assert People.recover(me(), code, {10, 0, 0, 3}) == {:error, :no_such_code}
      assert Matches.get(alone) == {:error, :not_found}
      assert %{first: {:person, nobody}, second: {:person, ^you}} = state(together).seats
      assert nobody != me()
      assert {:ok, %{lines: [%{phrase: "thanks"}]}} = Chat.get(together, you)
      assert Matches.list(me()) == {:ok, []}
      assert {:ok, [%{id: ^together}]} = Matches.list(you)
    end

    test "leaves nothing of what they said where an engine has their seat", %{you: you} do
      control = {:total, 600_000, 0}
      {:ok, id} = Matches.create(you, request(second: :friend, control: control))
      {:ok, _} = Matches.act(id, me(), 1, :join)
      {:ok, _} = Matches.act(id, you, 2, {:move, "-7"})
      {:ok, _} = Matches.act(id, me(), 3, {:move, "c3-A"})
      {:ok, _} = Matches.act(id, you, 4, {:move, "a1-0"})
      for visitor <- [me(), you], do: :ok = Chat.say(id, visitor, {:phrase, "hello"})

      Env.let_pass(125_000)
      {:ok, _} = Matches.act(id, you, 5, {:claim, {:engine, {:level, "sparrow"}}})
      assert People.forget(me()) == :ok
      assert %{rows: [["first"]]} = sql("SELECT side FROM chat_lines WHERE match_id = $1", [id])
      assert People.forget(you) == :ok
      assert %{rows: []} = sql("SELECT side FROM chat_lines WHERE match_id = $1", [id])
    end
  end

  test "the score between two people counts their finished matches", %{you: you, other: other} do
    assert Matches.score(me(), you) == {:ok, %{won: 0, lost: 0, drawn: 0}}
    for {one, two} <- [{me(), you}, {you, me()}], do: resigned(between(one, two), one)
    resigned(between(me(), you), me())
    resigned(between(me(), other), me())
    between(me(), you)
    drawn = between(me(), you)
    {:ok, _} = Matches.act(drawn, me(), 3, {:offer, :draw})
    {:ok, _} = Matches.act(drawn, you, 4, {:accept, :draw})
    assert Matches.score(me(), you) == {:ok, %{won: 1, lost: 2, drawn: 1}}
    assert Matches.score(you, me()) == {:ok, %{won: 2, lost: 1, drawn: 1}}
  end

  defp resigned(id, visitor) do
    {:ok, _} = Matches.act(id, visitor, state(id).seq, :resign)
  end
end
