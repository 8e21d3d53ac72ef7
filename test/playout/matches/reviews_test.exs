defmodule Playout.Matches.ReviewsTest do
  # Reviews as processes. The engine does what the test tells it.
  use Playout.Test.MatchCase, async: true

  alias Playout.Error
  alias Playout.Matches.Reviews
  alias Playout.Matches.Reviews.Review
  alias Playout.Matches.Store.Reviews, as: Stored

  @moduletag :capture_log

  # Each test has its own, so that it counts only its own reviews.
  setup do
    name = :"reviews #{System.unique_integer([:positive])}"
    pid = start_supervised!({Reviews, name: name})
    {:ok, server: name, pid: pid}
  end

  defp played(moves, changes \\ []) do
    {:ok, id} = Matches.create(me(), request([first: :me, second: :me] ++ changes))

    for {move, seq} <- Enum.with_index(moves, 1),
        do: {:ok, _} = Matches.act(id, me(), seq, {:move, move})

    id
  end

  # A match that was lost by resignation; the test doesn't watch it.
  defp lost(moves \\ ["-7", "c3-A"], changes \\ []) do
    id = played(moves, changes)
    {:ok, _} = Matches.act(id, me(), length(moves) + 1, :resign)
    id
  end

  # One that the rules ended.
  defp lost_by_a_line do
    id = played(["-8", "a4-9", "b4-A", "c4-B", "d4"])
    assert %{result: %{result: :first}} = state(id)
    id
  end

  defp state(id) do
    {:ok, state} = Matches.get(id)
    state
  end

  defp open(id, server, visitor \\ me()) do
    {:ok, review, running} = Reviews.open(state(id), visitor, server: server)
    {review, running}
  end

  defp start(id, server, visitor \\ me(), from \\ nil),
    do: Reviews.start(id, visitor, server: server, from: from)

  defp cancel(id, server, visitor \\ me()), do: Reviews.cancel(id, visitor, server: server)
  defp running(id, server, visitor \\ me()), do: Reviews.running(id, visitor, server)

  defp judged(id, ply) do
    assert_receive {:review, ^id, {:judged, ^ply, _move, judgement}}
    judgement
  end

  defp heard(id, what), do: assert_receive({:review, ^id, ^what})

  defp kept(id) do
    {:ok, %{wanted?: wanted?, rows: rows}} = Stored.read(id)
    {wanted?, length(rows)}
  end

  test "asks the engine about one position after another, and stores what it finds", context do
    id = lost()
    {review, nil} = open(id, context.server)
    assert {Review.size(review), review.judged} == {3, %{}}
    assert start(id, context.server, me(), {192, 0, 2, 1}) == :ok
    heard(id, :began)
    assert %{mine?: true, waiting: nil} = running(id, context.server)
    assert %{mine?: false} = running(id, context.server, "another")

    search = asked()
    assert search.position.moves == []
    assert search.player == "mcts:playouts=20000,seed=1"
    assert search.priority == :analysis
    assert search.share == {{192, 0, 2, 1}, me(), {:review, id}}
    EngineDouble.answer(search, "-7", 0.6)
    assert judged(id, 0) == %{win: 600, draw: 0, loss: 400, best: "-7", exact: nil}
    assert kept(id) == {true, 1}

    search = asked()
    assert search.position.moves == ["-7"]
    EngineDouble.answer(search, "b2-1", 0.7)
    assert %{win: 300, best: "b2-1"} = judged(id, 1)

    # The match ended here, but not the game.
    EngineDouble.answer(asked(), "a1-2", 0.5)
    judged(id, 2)
    heard(id, :done)
    assert kept(id) == {false, 3}
    assert {%{judged: %{0 => _, 1 => _, 2 => _}}, nil} = open(id, context.server, "a stranger")

    # It is made once.
    assert start(id, context.server, "a stranger") == :ok
    assert Reviews.count(context.server) == 0
    refute_received {:asked, _search}
  end

  test "the end of the game needs no engine", context do
    id = lost_by_a_line()
    open(id, context.server)
    assert start(id, context.server) == :ok
    for ply <- 0..4, do: EngineDouble.answer(asked(), "#{ply}")
    assert %{exact: %{result: :first, plies: 0}, win: 1000, best: nil} = judged(id, 5)
    heard(id, :done)
    refute_received {:asked, _search}
  end

  test "exact values of a table are taken where they hold; the engine judges the others",
       context do
    {:ok, new} = Playout.new(:animal_shogi)
    [move | _] = Playout.legal_moves!(new)
    id = lost([move], game: :animal_shogi)
    Env.put(:table, {:animal_shogi, :ready})

    Env.put(:values, [
      %{result: :loss, plies: 78, certain: true},
      %{result: :win, plies: 77, certain: false}
    ])

    open(id, context.server)
    assert start(id, context.server) == :ok
    assert %{player: "perfect:ms=2000"} = search = asked()
    EngineDouble.answer(search, move)
    assert %{exact: %{result: :second, plies: 78}, loss: 1000, best: ^move} = judged(id, 0)
    assert %{player: "mcts:" <> _} = search = asked()
    EngineDouble.answer(search, "any", 0.9)
    assert %{exact: nil, win: 100} = judged(id, 1)
    heard(id, :done)
  end

  test "one that was made before there was a table is made again where the table knows more",
       context do
    {:ok, new} = Playout.new(:animal_shogi)
    [first | _] = Playout.legal_moves!(new)
    {:ok, next} = Playout.play(new, first)
    [second | _] = Playout.legal_moves!(next)
    id = lost([first, second], game: :animal_shogi)
    open(id, context.server)
    assert start(id, context.server) == :ok

    for ply <- 0..2 do
      EngineDouble.answer(asked(), "any", 0.9)
      judged(id, ply)
    end

    heard(id, :done)
    assert {%{judged: judged}, nil} = open(id, context.server)
    assert map_size(judged) == 3

    # It knows no more of the first position than the engine.
    Env.put(:table, {:animal_shogi, :ready})

    Env.put(:values, [
      %{result: :draw, plies: nil, certain: false},
      %{result: :win, plies: 77, certain: true},
      %{result: :draw, plies: nil, certain: false}
    ])

    assert {%{judged: judged}, %{mine?: true}} = open(id, context.server)
    assert Map.keys(judged) == [0]
    assert %{player: "perfect:ms=2000", position: %{moves: [^first]}} = search = asked()
    EngineDouble.answer(search, "any")
    assert %{exact: %{result: :second, plies: 77}} = judged(id, 1)
    assert %{player: "mcts:" <> _} = search = asked()
    EngineDouble.answer(search, "any", 0.9)
    heard(id, :done)

    # What the table does not know stays.
    assert {%{judged: judged}, nil} = open(id, context.server)
    assert map_size(judged) == 3
  end

  test "a match that goes on, one without a move and one that is none have no review", context do
    assert start(played([]), context.server) == {:error, :not_over}
    assert start(lost([]), context.server) == {:error, :no_moves}
    assert start("nosuchmatch!", context.server) == {:error, :not_found}
    assert start("AAAAAAAAAAAA", context.server) == {:error, :not_found}
    assert Reviews.count(context.server) == 0
  end

  test "a cancelled review keeps what it has, and goes on when somebody asks again", context do
    id = lost()
    open(id, context.server)
    :ok = start(id, context.server)
    EngineDouble.answer(asked(), "-7")
    judged(id, 0)
    %{handle: handle} = asked()
    assert cancel(id, context.server, "another") == {:error, :not_your_review}
    assert cancel(id, context.server) == :ok
    assert_receive {:cancelled, ^handle}
    heard(id, :cancelled)
    assert running(id, context.server) == nil
    assert cancel(id, context.server) == {:error, :not_running}
    assert kept(id) == {false, 1}

    # It doesn't go on by itself.
    assert {%{judged: judged}, nil} = open(id, context.server)
    assert map_size(judged) == 1
    assert start(id, context.server, "another") == :ok
    assert %{position: %{moves: ["-7"]}} = asked()
  end

  test "after a restart it goes on when somebody opens the match", context do
    id = lost()
    open(id, context.server)
    :ok = start(id, context.server)
    EngineDouble.answer(asked(), "-7")
    judged(id, 0)
    asked()
    Process.exit(context.pid, :kill)
    assert Wait.until(fn -> Process.whereis(context.server) not in [nil, context.pid] end)
    assert running(id, context.server) == nil
    refute_received {:asked, _search}

    {review, running} = open(id, context.server, "a watcher")
    assert map_size(review.judged) == 1
    assert running == %{mine?: true, waiting: nil}
    assert %{position: %{moves: ["-7"]}} = search = asked()
    # Others who open it change nothing.
    assert {_review, %{mine?: false}} = open(id, context.server)
    EngineDouble.answer(search, "c3-A")
    judged(id, 1)
    EngineDouble.answer(asked(), "c3-A")
    heard(id, :done)
  end

  test "a review whose process crashes says so, and the visitor can begin another", context do
    id = lost()
    open(id, context.server)
    :ok = start(id, context.server)
    %{owner: owner} = asked()
    Process.exit(owner, :kill)
    heard(id, {:failed, :crashed})
    assert Reviews.count(context.server) == 0
    assert start(id, context.server) == :ok
  end

  describe "the limits:" do
    test "one review of each visitor", context do
      [one, other] = [lost(), lost()]
      assert start(one, context.server) == :ok
      # The same one again.
      assert start(one, context.server) == :ok
      assert start(one, context.server, "another") == :ok
      assert start(other, context.server) == {:error, {:limited, :own_review}}
      assert start(other, context.server, "another") == :ok
      assert Reviews.count(context.server) == 2
      assert cancel(one, context.server) == :ok
      assert start(one, context.server) == :ok
    end

    test "a number on the site, and from each address", context do
      limits = [reviews: 3, reviews_from: 2, events: 1_000_000, matches: 1_000_000]
      Env.merge(Matches.Settings, limits: limits)
      ids = for _ <- 1..4, do: lost()
      [here, there] = [{192, 0, 2, 1}, {192, 0, 2, 2}]
      start = fn n, from -> start(Enum.at(ids, n), context.server, "visitor #{n}", from) end
      assert start.(0, here) == :ok
      assert start.(1, here) == :ok
      assert start.(2, here) == {:error, {:limited, :reviews_from}}
      assert start.(2, there) == :ok
      assert start.(3, there) == {:error, {:limited, :reviews}}
      assert cancel(hd(ids), context.server, "visitor 0") == :ok
      # Of the three places, two are taken, so the last is for somebody who has none.
      assert start.(3, here) == {:error, {:limited, :reviews}}
      assert start.(3, {192, 0, 2, 3}) == :ok
    end

    test "four addresses leave room for others", context do
      # Rather than 20 and 5, for fewer matches.
      limits = [reviews: 8, reviews_from: 2, events: 1_000_000, matches: 1_000_000]
      Env.merge(Matches.Settings, limits: limits)

      answers =
        for n <- 1..4, m <- 1..3 do
          start(lost(), context.server, "visitor #{n} #{m}", {192, 0, 2, n})
        end

      assert {:error, {:limited, :reviews_from}} in answers
      assert Reviews.count(context.server) < 8
      assert start(lost(), context.server, "newcomer", {192, 0, 2, 5}) == :ok
    end

    test "the first positions of a long match", context do
      Env.merge(Matches.Settings, review: [positions: 2])
      id = lost()
      {review, nil} = open(id, context.server)
      assert {Review.size(review), review.left_out} == {2, 1}
      :ok = start(id, context.server)
      for ply <- 0..1, do: EngineDouble.answer(asked(), "#{ply}")
      heard(id, :done)
      assert kept(id) == {false, 2}
    end
  end

  test "an engine that is busy is asked again, and the place is told", context do
    id = lost()
    open(id, context.server)
    busy = Error.new(:busy, "all", "busy", %{limit: 7})
    EngineDouble.refuse(busy)
    :ok = start(id, context.server)
    heard(id, {:waiting, 8})
    assert %{waiting: 8} = running(id, context.server)
    # Only once more.
    EngineDouble.refuse([busy])
    search = asked()
    heard(id, {:waiting, nil})
    EngineDouble.wait(search, 3)
    heard(id, {:waiting, 3})
    EngineDouble.progress(search, %{})
    heard(id, {:waiting, nil})
    assert %{waiting: nil} = running(id, context.server)
    EngineDouble.answer(search, "-7")
    judged(id, 0)
  end

  test "a search that fails or dies is tried again once", context do
    id = lost()
    open(id, context.server)
    error = Error.new(:internal, "crashed", "it crashed")
    :ok = start(id, context.server)
    EngineDouble.fail(asked(), error)
    EngineDouble.answer(asked(), "-7")
    judged(id, 0)
    EngineDouble.die(asked())
    assert_receive {:asked, %{position: %{moves: ["-7"]}} = search}
    EngineDouble.fail(search, error)
    heard(id, {:failed, error})
    assert kept(id) == {false, 1}
    assert Reviews.count(context.server) == 0
  end

  test "an undo of the last move ends the review, and the next one keeps what still holds",
       context do
    id = lost_by_a_line()
    open(id, context.server)
    :ok = start(id, context.server)
    for ply <- 0..3, do: EngineDouble.answer(asked(), "#{ply}")
    judged(id, 3)
    search = asked()
    {:ok, _} = Matches.act(id, me(), state(id).seq, :undo)
    EngineDouble.answer(search, "d4")
    heard(id, :changed)
    assert kept(id) == {false, 4}
    assert start(id, context.server) == {:error, :not_over}

    {:ok, _} = Matches.act(id, me(), state(id).seq, :undo)
    {:ok, _} = Matches.act(id, me(), state(id).seq, {:move, "c4-1"})
    {:ok, _} = Matches.act(id, me(), state(id).seq, :resign)
    {review, nil} = open(id, context.server)
    assert map_size(review.judged) == 4
    :ok = start(id, context.server)
    assert %{position: %{moves: ["-8", "a4-9", "b4-A", "c4-1"]}} = asked()
  end

  test "a review is deleted with its match", context do
    id = lost()
    open(id, context.server)
    :ok = start(id, context.server)
    EngineDouble.answer(asked(), "-7")
    judged(id, 0)
    search = asked()
    assert kept(id) == {true, 1}
    assert Matches.delete(me(), id) == :ok
    assert kept(id) == {false, 0}
    EngineDouble.answer(search, "c3-A")
    heard(id, :changed)
    assert kept(id) == {false, 0}
  end

  test "a database that fails ends it", context do
    id = lost()
    open(id, context.server)
    refuse("review_positions", "NEW.match_id = '#{id}'")
    :ok = start(id, context.server)
    EngineDouble.answer(asked(), "-7")
    heard(id, {:failed, :not_stored})
    assert {%{judged: none}, nil} = open(id, context.server)
    assert none == %{}
  end

  test "while the process restarts, nothing is lost and nobody crashes" do
    id = lost()
    assert start(id, :nobody) == {:error, :not_stored}
    assert cancel(id, :nobody) == {:error, :not_running}
    assert running(id, :nobody) == nil
    assert Reviews.count(:nobody) == 0
    assert {%Review{}, nil} = open(id, :nobody)
  end

  test "how reviews end is counted", context do
    test = self()
    handler = {__MODULE__, context.server}

    tell = fn _event, %{count: 1}, %{result: result}, _config ->
      send(test, {:counted, result})
    end

    :telemetry.attach(handler, [:playout, :matches, :review], tell, nil)
    on_exit(fn -> :telemetry.detach(handler) end)
    id = lost(["-7"])
    open(id, context.server)
    :ok = start(id, context.server)
    for _ <- 0..1, do: EngineDouble.answer(asked(), "-7")
    assert_receive {:counted, :done}
  end

  @tag engine: :real
  test "the real engine reviews a match", context do
    Env.merge(Matches.Settings, review: [playouts: 100])
    id = played(["c2-3", "d1"], position: "..../..../..../012. 4")
    open(id, context.server)
    :ok = start(id, context.server)
    assert_receive {:review, ^id, :done}
    assert {%{judged: judged} = review, nil} = open(id, context.server)
    assert map_size(judged) == 3
    assert judged[0].best in Playout.legal_moves!(Review.at(review, 0))
    # The piece that was given completes a line.
    assert %{exact: %{result: :second, plies: 1}, best: "d1" <> _} = judged[1]
  end
end
