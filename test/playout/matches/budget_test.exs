defmodule Playout.Matches.BudgetTest do
  # The counts are those of the whole site.
  use Playout.Test.MatchCase, async: false

  alias Playout.Database
  alias Playout.Matches.{Budget, Limits, People, Reviews}
  alias Playout.Matches.People.Chat

  @here [from: {10, 0, 0, 1}]
  @elsewhere [from: {10, 0, 0, 2}]
  @refused {:error, {:limited, :bytes_from}}

  # No test needs more than this by accident.
  @plenty 1_000_000_000

  setup do
    Budget.begin_day()
    on_exit(&Budget.begin_day/0)
  end

  defp budget(bytes_from, bytes \\ @plenty) do
    {:ok, settings} = Env.fetch(Matches.Settings)
    limits = Keyword.merge(settings[:limits], bytes: bytes, bytes_from: bytes_from)
    Env.merge(Matches.Settings, limits: limits)
  end

  defp used, do: Budget.used(@here[:from])

  defp request_of_one, do: request(second: :me)

  # Moves, and takes the move back, until that is refused; returns the refusal.
  defp play_on(id, options, seq \\ 1) when seq < 500 do
    command = if rem(seq, 2) == 1, do: {:move, "-7"}, else: :undo

    case Matches.act(id, me(), seq, command, options) do
      {:ok, %{seq: seq}} -> play_on(id, options, seq)
      refusal -> {refusal, seq}
    end
  end

  test "one address stores only so much in a day; nothing is lost, others play, and the next day it goes on" do
    budget(8_000)
    {:ok, played} = Matches.create(me(), request_of_one(), @here)
    {:ok, given_up} = Matches.create(me(), request_of_one(), @here)

    # Anyone can become a new visitor.
    starts = Stream.repeatedly(fn -> Matches.create(People.new_id(), request_of_one(), @here) end)
    assert Enum.find(Stream.take(starts, 20), &match?({:error, _}, &1)) == @refused
    assert used() in 8_000..9_000
    assert Matches.rematch(me(), played, @here) == @refused
    assert Budget.check(nil, :new) == :ok

    # Whoever plays goes on playing.
    {refusal, seq} = play_on(played, @here)
    assert refusal == @refused
    assert seq > 20
    assert used() in 16_000..16_200
    assert {:ok, %{seq: ^seq}} = Matches.get(played)
    assert length(stored(played)) == seq

    # What ends a match is no burden.
    assert {:ok, %{result: %{reason: :resignation}}} =
             Matches.act(given_up, me(), 1, :resign, @here)

    # Others play.
    {:ok, theirs} = Matches.create(me(), request_of_one(), @elsewhere)
    assert {:ok, %{seq: 2}} = Matches.act(theirs, me(), 1, {:move, "-7"}, @elsewhere)

    Budget.begin_day()
    command = if rem(seq, 2) == 1, do: {:move, "-7"}, else: :undo
    assert {:ok, %{seq: next}} = Matches.act(played, me(), seq, command, @here)
    assert next == seq + 1
    assert {:ok, _} = Matches.create(me(), request_of_one(), @here)
  end

  test "a move that ends the match is accepted however much was stored" do
    request = Map.merge(request_of_one(), %{game: :animal_shogi, variant: :standard})
    {:ok, id} = Matches.create(me(), request, @here)

    for {move, seq} <- [{"2c2b", 1}, {"3a3b", 2}],
        do: {:ok, _} = Matches.act(id, me(), seq, {:move, move}, @here)

    budget(1)
    assert Matches.act(id, me(), 3, {:move, "1d1c"}, @here) == @refused
    assert {:ok, %{result: %{}}} = Matches.act(id, me(), 3, {:move, "2b2a+"}, @here)
  end

  test "an engine replies to a move that was accepted, and its reply counts" do
    {id, state} = begin()
    budget(used() + 200)
    {:ok, _} = Matches.act(id, me(), state.seq, {:move, "-7"}, @here)
    moved = used()
    budget(1)
    EngineDouble.answer(asked(), "c3-A")
    %{seq: seq} = told(id, 3)
    assert used() > moved
    assert Matches.act(id, me(), seq, {:move, "a1-8"}, @here) == @refused
  end

  test "a command that is sent again under its name is answered as before" do
    {:ok, id} = Matches.create(me(), request_of_one(), @here)
    named = [name: "a-move"] ++ @here
    {:ok, _} = Matches.act(id, me(), 1, {:move, "-7"}, named)
    budget(1)
    assert {:ok, %{seq: 2}} = Matches.act(id, me(), 1, {:move, "-7"}, named)
  end

  test "chat, names, codes and reviews count and are refused; other browsers are signed out longer" do
    you = "#{me()} too"
    {:ok, id} = Matches.create(me(), request(second: :friend), @here)
    {:ok, %{seq: 2}} = Matches.act(id, you, 1, :join, @here)
    {:ok, %{seq: 3}} = Matches.act(id, me(), 2, {:move, "-7"}, @here)
    {:ok, %{seq: 4}} = Matches.act(id, you, 3, :resign, @here)

    works = [
      fn -> Chat.say(id, me(), {:phrase, "hello"}, @here) end,
      fn -> People.rename(me(), "Mika", [], @here[:from]) end,
      fn -> with {:ok, _code} <- People.new_code(me(), @here[:from]), do: :ok end
    ]

    for work <- works do
      before = used()
      assert work.() == :ok
      assert (used() - before) in 60..250
    end

    # The same line is stored once.
    for _ <- 1..2, do: :ok = Chat.say(id, me(), {:phrase, "bye"}, [name: "a-line"] ++ @here)
    before = used()
    :ok = Chat.say(id, me(), {:phrase, "bye"}, [name: "a-line"] ++ @here)
    assert used() == before

    # Switches are rows that are there once.
    for on? <- [true, false, true], do: :ok = Chat.switch(id, me(), :muted, on?)
    assert [[1]] = sql("SELECT count(*) FROM chat_switches WHERE match_id = $1", [id]).rows

    budget(used())
    for work <- works, do: assert(work.() == @refused)
    assert Reviews.start(id, me(), @here) == @refused
    # To have no name takes nothing.
    assert People.rename(me(), nil, [], @here[:from]) == :ok

    before = used()
    assert Limits.sign_out(@here[:from]) == :ok
    assert People.transfer(me(), "#{me()} 2", :kept, @here[:from]) == :ok
    assert used() > before
    budget(1)
    assert Limits.sign_out(@here[:from]) == @refused
    assert People.recover("guesser", "0123456789ABCDEF", @here[:from]) == @refused
    assert People.take_link("guesser", "no link", @here[:from]) == @refused
    assert length(stored(id)) == 5
  end

  test "the positions of a review count for the address that has asked for it" do
    {:ok, id} = Matches.create(me(), request_of_one(), @here)
    {:ok, _} = Matches.act(id, me(), 1, {:move, "-7"}, @here)
    {:ok, _} = Matches.act(id, me(), 2, :resign, @here)
    {:ok, state} = Matches.get(id)
    {:ok, _review, nil} = Reviews.open(state, me(), @here)
    :ok = Reviews.start(id, me(), @here)

    for ply <- 0..1 do
      before = used()
      search = asked()
      EngineDouble.answer(search, if(ply == 0, do: "-7", else: "a1-8"))
      assert_receive {:review, ^id, {:judged, _ply, _move, _judgement}}
      assert used() > before
    end
  end

  test "all together store only so much; then everyone has a little left" do
    budget(64_000, 6_000)
    {:ok, mine} = Matches.create(me(), request_of_one(), @here)
    {refusal, seq} = play_on(mine, @here)

    # As much as all may: an address in a running match has a sixteenth of its own left, 4,000 bytes.
    assert refusal == {:error, {:limited, :bytes}}
    assert Budget.today() in 6_000..6_200
    assert Budget.check(@here[:from], :new) == refusal
    assert length(stored(mine)) == seq

    {:ok, theirs} = Matches.create(me(), request_of_one(), @elsewhere)
    assert {^refusal, _seq} = play_on(theirs, @elsewhere)
    assert Budget.used(@elsewhere[:from]) in 4_000..4_200

    for number <- 3..20 do
      with {:ok, id} <- Matches.create(me(), request_of_one(), from: {10, 0, 0, number}),
           do: play_on(id, from: {10, 0, 0, number})
    end

    # Twice as much, and the last command.
    assert Budget.today() in 12_000..12_900
    assert Matches.create(me(), request_of_one(), from: {10, 0, 0, 21}) == refusal
  end

  test "the host sees what is stored, and what is refused" do
    test = self()

    tell = fn _event, %{count: 1}, %{reason: reason}, _config ->
      send(test, {:refused, reason})
    end

    :telemetry.attach(inspect(test), [:playout, :storage, :refused], tell, nil)
    on_exit(fn -> :telemetry.detach(inspect(test)) end)

    {:ok, _} = Matches.create(me(), request_of_one(), @here)
    # There are no figures while the database takes long to tell its size.
    assert Wait.until(fn -> Matches.Store.figures()[:today_bytes] == Budget.today() end)
    assert Budget.today() > 500
    budget(1)
    Matches.create(me(), request_of_one(), @here)
    assert_received {:refused, :bytes_from}
    budget(@plenty, 1)
    Matches.create(me(), request_of_one(), @here)
    assert_received {:refused, :bytes}
  end

  @tag database: :sqlite
  test "what is counted is what the database grows by" do
    empty = empty_database()
    :ok = Database.check(empty)
    # How long that takes is not what this is about.
    restart_database(empty ++ [custom_pragmas: [synchronous: "off"]])
    before = used_pages()

    for _ <- 1..80 do
      visitor = People.new_id()
      {:ok, id} = Matches.create(visitor, request_of_one(), @here)

      for seq <- 1..30 do
        command = if rem(seq, 2) == 1, do: {:move, "-7"}, else: :undo
        named = [name: "command-#{seq}"] ++ @here
        {:ok, _} = Matches.act(id, visitor, seq, command, named)
      end
    end

    assert_in_delta used() / (used_pages() - before), 1, 0.05
  end

  defp used_pages do
    pages = "pragma_page_count, pragma_freelist_count, pragma_page_size"
    [[bytes]] = sql("SELECT (page_count - freelist_count) * page_size FROM #{pages}").rows
    bytes
  end
end
