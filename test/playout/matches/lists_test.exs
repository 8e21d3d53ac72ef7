defmodule Playout.Matches.ListsTest do
  # Lists a visitor's matches; rematches, deletes and sweeps them.
  use Playout.Test.MatchCase, async: false

  alias Playout.Matches.Processes.Sweeper
  alias Playout.Matches.Store
  alias Playout.Test.Env

  @moduletag :capture_log

  # A visitor that only this test uses.
  setup do
    {:ok, visitor: "visitor #{System.unique_integer([:positive])}"}
  end

  defp new(visitor, changes \\ []) do
    {:ok, id} = Matches.create(visitor, request(changes))
    {:ok, state} = Matches.get(id)
    {id, state}
  end

  defp listed(visitor) do
    {:ok, list} = Matches.list(visitor)
    list
  end

  describe "the list" do
    test "contains the visitor's matches with their status", %{visitor: visitor} do
      assert listed(visitor) == []
      began = DateTime.utc_now(:second)
      {id, state} = new(visitor, variant: :squares, first: :me, second: :me)
      {:ok, state} = act(id, visitor, state.seq, {:move, "-7"})

      assert [summary] = listed(visitor)
      assert %{id: ^id, game: :quarto, variant: :squares, moves: 1, result: nil} = summary
      assert summary.turn == :second
      assert summary.seats == %{first: {:person, visitor}, second: {:person, visitor}}
      assert summary.position == state.snapshot.position
      assert DateTime.compare(began, summary.at) != :gt
      assert DateTime.compare(summary.at, DateTime.utc_now()) != :gt

      {:ok, _} = act(id, visitor, state.seq, :resign)
      assert [%{turn: nil, result: :first, reason: :resignation}] = listed(visitor)
    end

    test "says how a match ended, even one from an earlier release", context do
      %{visitor: visitor} = context
      {id, _state} = new(visitor, first: :me, second: :me)

      for {move, seq} <- Enum.with_index(~w(-0 a1-1 b1-2 c1-3), 1) do
        assert {:ok, _state} = act(id, visitor, seq, {:move, move})
        assert [%{result: nil, reason: nil, details: details}] = listed(visitor)
        assert details == %{}
      end

      assert {:ok, %{result: outcome, seq: seq}} = act(id, visitor, 5, {:move, "d1"})
      told = %{result: outcome.result, reason: :line, details: outcome.details}
      assert outcome.details == %{shared: ["light", "short"]}
      assert [summary] = listed(visitor)
      assert Map.take(summary, [:result, :reason, :details]) == told

      sql("UPDATE matches SET reason = NULL, details = NULL WHERE id = $1", [id])
      assert listed(visitor) == [summary]

      {:ok, _state} = act(id, visitor, seq, :undo)
      assert [%{result: nil, reason: nil}] = listed(visitor)
    end

    test "has the running matches first, newest first", %{visitor: visitor} do
      [{over, state}, {old, old_state}, {young, _}] = for _ <- 1..3, do: new(visitor)
      {:ok, _} = act(over, visitor, state.seq, :resign)
      assert Enum.map(listed(visitor), & &1.id) == [young, old, over]
      {:ok, _} = act(old, visitor, old_state.seq, {:move, "-7"})
      assert Enum.map(listed(visitor), & &1.id) == [old, young, over]
    end

    test "has at most 200 matches, and leaves out the oldest finished ones", %{visitor: visitor} do
      {over, state} = new(visitor)
      {:ok, _} = act(over, visitor, state.seq, :resign)
      create = fn _ -> {:ok, _} = Matches.create(visitor, request()) end

      for answer <- Task.async_stream(1..199, create, timeout: :infinity),
          do: assert({:ok, {:ok, _}} = answer)

      assert length(listed(visitor)) == 200
      assert List.last(listed(visitor)).id == over

      new(visitor)
      assert length(listed(visitor)) == 200
      refute over in Enum.map(listed(visitor), & &1.id)
    end

    test "contains nobody else's matches", %{visitor: visitor} do
      new(visitor)
      assert listed(visitor <> "!") == []
    end

    test "contains matches between two engines too", %{visitor: visitor} do
      {id, _} = new(visitor, first: {:level, "sparrow"})
      assert [%{id: ^id, seats: %{first: {:engine, "sparrow", _}}}] = listed(visitor)
    end

    test "notifies subscribers of changes", %{visitor: visitor} do
      :ok = Matches.follow(visitor)
      {id, state} = new(visitor)
      assert_receive {:matches_changed, ^visitor}
      {:ok, _} = act(id, visitor, state.seq, {:move, "-7"})
      assert_receive {:matches_changed, ^visitor}
      EngineDouble.answer(asked(), "c3-A")
      assert_receive {:matches_changed, ^visitor}
      :ok = Matches.delete(visitor, id)
      assert_receive {:matches_changed, ^visitor}
      new(visitor <> "!")
      refute_received {:matches_changed, _}
    end

    test "has no match that is deleted while it is read", %{visitor: visitor} do
      {kept, _state} = new(visitor)
      {id, _state} = new(visitor)
      # Its seats are read after it.
      sql("DELETE FROM seats WHERE match_id = $1", [id])
      assert listed_ids(visitor) == [kept]
    end

    test "is rebuilt from the events if its table has no row", %{visitor: visitor} do
      {id, state} = new(visitor)
      {:ok, _} = act(id, visitor, state.seq, {:move, "-7"})
      before = listed(visitor)
      {damaged, _} = new(visitor)

      sql("UPDATE matches SET position = NULL, turn = NULL WHERE owner = $1", [visitor])
      sql("UPDATE events SET data = '{}' WHERE match_id = $1", [damaged])
      assert listed(visitor) == before
    end
  end

  describe "a rematch" do
    test "has the same players on swapped sides", %{visitor: visitor} do
      {id, state} = new(visitor, variant: :squares, second: {:custom, "careful:seed=2"})
      assert {:ok, again} = Matches.rematch(visitor, id)
      assert again != id
      {:ok, new} = Matches.get(again)
      assert {new.seats.first, new.seats.second} == {state.seats.second, state.seats.first}
      assert %{variant: :squares, owner: ^visitor, moves: [], toss: false} = new
    end

    test "drops settings of a stored player that have no effect in the game", %{
      visitor: visitor
    } do
      {id, _} = new(visitor, second: {:custom, "minimax:depth=1"})
      store_player(id, "minimax:depth=1,ms=5000", "minimax:depth=1,ms=5000,radius=1")
      assert {:ok, again} = Matches.rematch(visitor, id)
      assert {:ok, %{seats: %{first: {:engine, nil, spec}}}} = Matches.get(again)
      assert spec == "minimax:depth=1,ms=5000"
    end

    test "applies the current limits to a custom player", %{visitor: visitor} do
      {id, state} = new(visitor, second: {:custom, "mcts:ms=4000"})
      Env.merge(Matches.Settings, custom: [ms: 1_000])

      assert {:error, %Playout.Error{details: %{problem: "over_limit", limit: 1_000}}} =
               Matches.rematch(visitor, id)

      assert Matches.get(id) == {:ok, state}
      assert [_] = listed(visitor)
    end

    test "is refused to strangers, and for unknown matches", %{visitor: visitor} do
      {id, _} = new(visitor)
      assert Matches.rematch("nobody", id) == {:error, :not_your_seat}
      assert Matches.rematch(visitor, "abcdefghijkl") == {:error, :not_found}
    end

    test "between people that can't be accepted is in nobody's list", %{visitor: visitor} do
      you = visitor <> " too"
      {id, _} = new(visitor, second: :friend)
      {:ok, _} = Matches.act(id, you, 1, :join)
      {:ok, _} = Matches.act(id, you, 2, :resign)
      {:ok, _} = Matches.act(id, visitor, 3, {:offer, :rematch})
      refuse("events", "NEW.match_id = '#{id}'")
      Matches.follow(visitor)
      assert Matches.act(id, you, 4, {:accept, :rematch}) == {:error, :not_stored}
      # Whoever has listed it meanwhile lists again.
      for _ <- 1..2, do: assert_receive({:matches_changed, ^visitor})
      assert [%{id: ^id}] = listed(visitor)
    end

    test "that was accepted is not discarded by whoever did not hear of it", %{visitor: visitor} do
      you = visitor <> " too"
      {id, _} = new(visitor, second: :friend)
      {:ok, _} = Matches.act(id, you, 1, :join)
      {:ok, _} = Matches.act(id, you, 2, :resign)
      {:ok, _} = Matches.act(id, visitor, 3, {:offer, :rematch})
      {:ok, %{rematch: rematch}} = Matches.act(id, you, 4, {:accept, :rematch})
      {other, _} = new(visitor)
      assert Store.discard(rematch, id) == {:error, :accepted}
      assert {:ok, _state} = Matches.get(rematch)
      assert Store.discard(other, id) == :ok
      assert Matches.get(other) == {:error, :not_found}
    end
  end

  describe "deleting" do
    test "removes everything and notifies everyone who is watching", %{visitor: visitor} do
      {id, _} = new(visitor)
      {:ok, state} = Matches.watch(id)
      pid = server(id)
      monitor = Process.monitor(pid)

      assert Matches.delete(visitor, id) == :ok
      assert_receive {:match_deleted, ^id}
      assert_receive {:DOWN, ^monitor, _, _, :normal}

      for table <- ["events", "seats"] do
        assert sql("SELECT COUNT(*) FROM #{table} WHERE match_id = $1", [id]).rows == [[0]]
      end

      assert listed(visitor) == []
      assert Matches.get(id) == {:error, :not_found}
      assert act(id, visitor, state.seq, {:move, "-7"}) == {:error, :not_found}
      assert Matches.delete(visitor, id) == {:error, :not_found}
    end

    test "is only allowed for the owner", %{visitor: visitor} do
      {id, _} = new(visitor)
      assert Matches.delete("nobody", id) == {:error, :not_yours}
      assert {:ok, _} = Matches.get(id)

      for rubbish <- [nil, "", 7, "abcdefghijkl", <<255>>, String.duplicate("a", 100_000)] do
        assert Matches.delete(visitor, rubbish) == {:error, :not_found}
      end
    end

    test "stops the match's process from writing", %{visitor: visitor} do
      {id, state} = new(visitor)
      {:ok, _} = Store.delete(id, visitor)
      assert {:error, :not_found} = act(id, visitor, state.seq, {:move, "-7"})
      assert sql("SELECT COUNT(*) FROM events WHERE match_id = $1", [id]).rows == [[0]]
    end

    test "while the engine thinks cancels the search", %{visitor: visitor} do
      {id, state} = new(visitor)
      {:ok, _} = act(id, visitor, state.seq, {:move, "-7"})
      search = asked()
      :ok = Matches.delete(visitor, id)
      assert Wait.until(fn -> not Process.alive?(search.handle.pid) end)
    end

    test "keeps the match if the database refuses to delete it", %{visitor: visitor} do
      {id, _} = new(visitor)

      without_database(fn -> assert Matches.delete(visitor, id) == {:error, :not_stored} end)
      assert {:ok, _} = Matches.get(id)
    end
  end

  describe "sweeping" do
    # Makes matches that nobody has touched, that go on, and that are over.
    setup %{visitor: visitor} do
      {untouched, _} = new(visitor)
      {unfinished, state} = new(visitor)
      {:ok, _} = act(unfinished, visitor, state.seq, {:move, "-7"})
      {finished, state} = new(visitor)
      {:ok, _} = act(finished, visitor, state.seq, :resign)
      {:ok, untouched: untouched, unfinished: unfinished, finished: finished}
    end

    defp sweep_after(days, minutes) do
      now = DateTime.utc_now()
      assert Sweeper.sweep(DateTime.add(now, days * 24 * 60 + minutes, :minute)) == :ok
    end

    defp listed_ids(visitor), do: Enum.map(listed(visitor), & &1.id)

    defp keep(days) do
      Env.merge(Matches.Settings, keep: days)
    end

    test "deletes a match without a move after a day, and tells its page", context do
      %{visitor: visitor, untouched: untouched} = context
      sweep_after(1, -5)
      assert length(listed(visitor)) == 3

      {:ok, _} = Matches.watch(untouched)
      monitor = Process.monitor(server(untouched))
      sweep_after(1, 5)
      assert listed_ids(visitor) == [context.unfinished, context.finished]
      assert_receive {:match_deleted, ^untouched}
      assert_receive {:DOWN, ^monitor, _, _, :normal}
    end

    test "keeps one between people, or with an open seat, like one that goes on", context do
      %{visitor: visitor} = context
      request = %{game: :quarto, variant: :standard, players: %{first: :me, second: :friend}}
      {:ok, invitation} = Matches.create(visitor, Map.put(request, :toss, false))
      {:ok, joined} = Matches.create(visitor, Map.put(request, :toss, false))
      {:ok, _} = act(joined, visitor <> " friend", 1, :join)
      sweep_after(89, 0)
      for id <- [invitation, joined], do: assert(id in listed_ids(visitor))
      sweep_after(90, 5)
      for id <- [invitation, joined], do: assert(Matches.get(id) == {:error, :not_found})
    end

    test "deletes unfinished matches after 90 days and finished ones after a year", context do
      %{visitor: visitor, unfinished: unfinished, finished: finished} = context
      sweep_after(90, -5)
      assert listed_ids(visitor) == [unfinished, finished]

      {:ok, _} = Matches.watch(unfinished)
      monitor = Process.monitor(server(unfinished))
      sweep_after(90, 5)
      assert listed_ids(visitor) == [finished]
      assert_receive {:match_deleted, ^unfinished}
      assert_receive {:DOWN, ^monitor, _, _, :normal}

      sweep_after(365, -5)
      assert listed_ids(visitor) == [finished]
      sweep_after(365, 5)
      assert listed(visitor) == []
      assert Matches.get(finished) == {:error, :not_found}
    end

    test "starts again with every event", %{visitor: visitor, unfinished: id} do
      old = DateTime.add(DateTime.utc_now(), -89, :day)
      sql("UPDATE matches SET at = $1 WHERE id = $2", [old, id])
      {:ok, _} = act(id, visitor, 2, :undo)
      {:ok, _} = act(id, visitor, 3, {:move, "-3"})
      sweep_after(2, 0)
      assert id in listed_ids(visitor)
    end

    test "keeps matches for as many days as configured, and with 0 for good", context do
      %{visitor: visitor, untouched: untouched, unfinished: unfinished, finished: finished} =
        context

      keep(untouched: 0, unfinished: 0, finished: 3)
      sweep_after(2, 0)
      assert Enum.sort(listed_ids(visitor)) == Enum.sort([untouched, unfinished, finished])
      sweep_after(1_000, 0)
      assert Enum.sort(listed_ids(visitor)) == Enum.sort([untouched, unfinished])
      keep(untouched: 0, unfinished: 4, finished: 0)
      sweep_after(5, 0)
      assert listed_ids(visitor) == [untouched]
      keep(untouched: 6, unfinished: 4, finished: 0)
      sweep_after(5, 0)
      assert listed_ids(visitor) == [untouched]
      sweep_after(7, 0)
      assert listed(visitor) == []
    end

    test "deletes many matches in small steps, and stops when the database fails", context do
      for _ <- 1..45, do: new(context.visitor)
      test = self()

      :telemetry.attach(
        "sweeping",
        [:playout, :storage, :write],
        fn _, _, _, _ -> send(test, :write) end,
        nil
      )

      on_exit(fn -> :telemetry.detach("sweeping") end)
      sweep_after(1, 5)
      # At least three steps for 46 matches.
      for _ <- 1..3, do: assert_receive(:write)
      assert listed_ids(context.visitor) == [context.unfinished, context.finished]

      new(context.visitor)
      later = DateTime.add(DateTime.utc_now(), 3, :day)
      without_database(fn -> assert Sweeper.sweep(later) == {:error, :not_stored} end)
      assert length(listed(context.visitor)) == 3
    end
  end

  describe "a visitor with as many matches as allowed" do
    setup do
      allow(3)
    end

    defp allow(stored) do
      limits = Keyword.put(Env.get_env(:playout, Matches.Settings)[:limits], :stored, stored)
      Env.merge(Matches.Settings, limits: limits)
    end

    defp resign(visitor, {id, state}) do
      {:ok, _} = act(id, visitor, state.seq, :resign)
      id
    end

    test "loses the oldest finished one when they start another", %{visitor: visitor} do
      [first, second, third] = for _ <- 1..3, do: new(visitor)
      oldest = resign(visitor, third)
      other = resign(visitor, first)
      {:ok, _} = Matches.watch(oldest)

      {fourth, _} = new(visitor)
      assert_receive {:match_deleted, ^oldest}
      assert Enum.map(listed(visitor), & &1.id) == [fourth, elem(second, 0), other]
      assert Matches.get(oldest) == {:error, :not_found}
    end

    test "cannot start another while none is finished", %{visitor: visitor} do
      matches = for _ <- 1..3, do: new(visitor)
      before = listed(visitor)
      assert Matches.create(visitor, request()) == {:error, {:limited, :stored}}
      assert listed(visitor) == before

      # Others can, and so can they when they have finished or deleted one.
      assert {:ok, _} = Matches.create(visitor <> "!", request())
      resign(visitor, hd(matches))
      assert {:ok, _} = Matches.create(visitor, request())
      assert Matches.create(visitor, request()) == {:error, {:limited, :stored}}
      {id, _} = List.last(matches)
      :ok = Matches.delete(visitor, id)
      assert {:ok, _} = Matches.create(visitor, request())
    end

    test "loses several if the limit has become lower", %{visitor: visitor} do
      for _ <- 1..3, do: resign(visitor, new(visitor))
      allow(2)
      new(visitor)
      assert length(listed(visitor)) == 2
    end
  end
end
