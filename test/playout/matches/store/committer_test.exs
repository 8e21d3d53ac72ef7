defmodule Playout.Matches.Store.CommitterTest do
  # Batches on the real database.
  use Playout.Test.MatchCase, async: false

  import Playout.Test.Logs

  alias Playout.Database
  alias Playout.Matches.Store
  alias Playout.Matches.Store.{Reviews, Writer, Writes}

  @moduletag :capture_log

  @at ~U[2026-01-01 00:00:00.000000Z]

  # Occupies the committer until `resume/1`, so that what follows forms one batch.
  defp pause do
    task = hold()
    assert_receive {:paused, committer}
    {committer, task}
  end

  defp hold do
    test = self()

    Task.async(fn ->
      Writer.run(fn _connection ->
        send(test, {:paused, self()})
        monitor = Process.monitor(test)

        # A test that fails must not keep others from storing anything.
        receive do
          :resume -> Process.demonitor(monitor, [:flush])
          {:DOWN, ^monitor, _, _, _} -> :ok
        end

        :ok
      end)
    end)
  end

  defp resume({committer, task}) do
    send(committer, :resume)
    assert Task.await(task, :infinity) == :ok
  end

  # Runs these functions as jobs of one batch; returns their answers.
  defp batch(works), do: together(for work <- works, do: fn -> Writer.run(work) end)

  # Makes these calls, each of which writes something, so that their jobs form one batch; returns
  # their answers.
  defp together(calls) do
    paused = pause()
    tasks = Enum.map(calls, &Task.async/1)
    assert Wait.until(fn -> waiting() == length(calls) end)
    resume(paused)
    Task.await_many(tasks, :infinity)
  end

  # How many jobs wait. Those of the site's own processes, which have names, don't count, because they come
  # at any time: it stores its uptime, for example.
  defp waiting do
    jobs = :queue.to_list(:sys.get_state(Writer, :infinity).jobs)

    Enum.count(jobs, fn %{from: {pid, _}} ->
      Process.info(pid, :registered_name) == {:registered_name, []}
    end)
  end

  defp moved(id, seq) do
    event = [seq, 3, "moved", ~s({"side":"first","move":"-7"}), @at]
    summary = [1, "..../..../..../.... 7", "second", nil, nil, "{}", nil, false, false]

    &Writes.append(&1, id, event, summary ++ [@at], %{
      seats: [],
      owner: nil
    })
  end

  defp count(id), do: sql("SELECT count(*) FROM events WHERE match_id = $1", [id]).rows

  defp telemetry do
    test = self()
    name = "committer test #{System.unique_integer()}"
    event = [:playout, :storage, :write]
    :telemetry.attach(name, event, fn _, numbers, data, _ -> send(test, {numbers, data}) end, nil)
    on_exit(fn -> :telemetry.detach(name) end)
  end

  test "one commit stores events of many matches, and each is answered for itself" do
    ids = for _ <- 1..20, do: elem(begin(), 0)
    [taken | _] = ids
    telemetry()

    answers =
      batch(for(id <- ids, do: moved(id, 2)) ++ [moved(taken, 1), moved("deleted match", 2)])

    assert answers == List.duplicate(:ok, 20) ++ [{:error, :conflict}, {:error, :not_found}]
    assert Enum.uniq(Enum.map(ids, &count/1)) == [[[2]]]
    assert count("deleted match") == [[0]]
    assert_receive {%{events: 22} = numbers, %{result: :ok}}
    assert numbers.duration > 0 and numbers.wait > 0
  end

  test "nobody is answered before the commit" do
    {id, _} = begin()
    paused = pause()
    task = Task.async(fn -> Writer.run(moved(id, 2)) end)
    assert Wait.until(fn -> waiting() == 1 end)
    assert Task.yield(task, 0) == nil
    assert count(id) == [[1]]
    resume(paused)
    assert Task.await(task, :infinity) == :ok
    # Another connection sees it.
    assert count(id) == [[2]]
  end

  test "a job that fails is refused alone" do
    {id, _} = begin()
    {other, _} = begin()

    failing = [
      fn _connection -> raise "a bug" end,
      fn connection -> Database.query(connection, :insert_match, List.duplicate(nil, 11)) end,
      fn _connection -> exit(:gone) end
    ]

    for {work, seq} <- Enum.with_index(failing, 2) do
      assert batch([moved(id, seq), work, moved(other, seq)]) == [:ok, {:error, :not_stored}, :ok]
      assert count(id) == [[seq]] and count(other) == [[seq]]
    end
  end

  test "an attempt to create a match counts once, though its transaction is repeated" do
    [event] = log(:me_and_engine)
    state = %{state(:me_and_engine) | id: "counted once"}
    counted = :counters.new(1, [])
    allow = fn -> :counters.add(counted, 1, 1) end

    assert together([
             fn -> Store.create(state, event, allow: allow) end,
             fn -> Writer.run(fn _connection -> raise "a bug" end) end
           ]) == [{:ok, []}, {:error, :not_stored}]

    assert :counters.get(counted, 1) == 1
    assert count(state.id) == [[1]]
  end

  test "if the database fails, the whole batch is refused and nothing of it stored" do
    {id, _} = begin()
    {other, _} = begin()
    telemetry()
    fail_writes()
    assert batch([moved(id, 2), moved(other, 2)]) == List.duplicate({:error, :not_stored}, 2)
    assert_receive {%{events: 2}, %{result: :failed}}
    restore_writes()
    assert count(id) == [[1]] and count(other) == [[1]]
    assert batch([moved(id, 2), moved(other, 2)]) == [:ok, :ok]
  end

  test "a committer that crashes is replaced, and everyone gets an answer" do
    {id, _} = begin()
    {committer, task} = pause()
    waiting = Task.async(fn -> Writer.run(moved(id, 2)) end)
    assert Wait.until(fn -> waiting() == 1 end)
    Process.exit(committer, :kill)
    assert Task.await(task, :infinity) == {:error, :not_stored}
    assert Task.await(waiting, :infinity) in [:ok, {:error, :not_stored}]
    assert Wait.until(fn -> Writer.run(moved(id, 3)) == :ok end)
  end

  # Makes a call whose job is stored, but whose writer stops before it can say so; returns the answer.
  defp unconfirmed(call) do
    first = pause()
    hold()
    assert Wait.until(fn -> waiting() == 1 end)
    task = Task.async(call)
    assert Wait.until(fn -> waiting() == 2 end)
    resume(first)
    assert_receive {:paused, committer}
    Process.exit(Process.whereis(Writer), :kill)
    answer = Task.await(task, :infinity)
    send(committer, :resume)

    assert Wait.until(fn ->
             Writer.waiting() == 0 and Writer.run(fn _connection -> :ok end) == :ok
           end)

    answer
  end

  test "a move that was stored without an answer is stored once when it is sent again" do
    {:ok, id} = Matches.create(me(), request(first: :me, second: :me))
    move = fn -> Matches.act(id, me(), 1, {:move, "-7"}, name: "a-name") end
    assert unconfirmed(move) == {:error, :not_stored}
    assert stored(id) == [{1, :created}, {2, :moved}]
    assert {:ok, %{seq: 2}} = move.()
    assert stored(id) == [{1, :created}, {2, :moved}]
  end

  @tag database: :sqlite
  test "every statement finds its rows by an index" do
    for {name, statement} <- Map.merge(Writes.statements(), Reviews.statements()),
        step <- plan(statement) do
      refute step =~ ~r/SCAN (matches|events|seats|review)/, "#{name}: #{step}"
    end

    assert ["SEARCH matches USING INDEX matches_unfinished (at<?)" | _seats] =
             plan(Writes.statements().unfinished)
  end

  @tag database: :sqlite
  test "the queries for pages find their rows by an index" do
    for query <- [Store.list_query("me"), Store.events_query("match")] do
      plan = plan_of(query)
      assert Enum.any?(plan, &(&1 =~ ~r/SEARCH .* USING INDEX/))
      for step <- plan, do: refute(step =~ ~r/SCAN [a-z]\d/, step)
    end
  end

  @tag database: :sqlite
  test "unfinished matches are counted in an index of their own" do
    plan = plan_of(Store.unfinished_query(["match"]))
    assert Enum.any?(plan, &(&1 =~ ~r/\ASCAN m0 USING (COVERING )?INDEX matches_unfinished\z/))
    assert Enum.any?(plan, &(&1 =~ ~r/\ASEARCH sm0 USING INDEX .* \(id=\?\)\z/))
  end

  defp plan_of(query) do
    {text, _values} = Ecto.Adapters.SQL.to_sql(:all, Database.repo(), query)
    plan(text)
  end

  # SQLite plans the same for all values.
  defp plan(statement) do
    count = length(Regex.scan(~r/\?/, statement))
    numbers = for [_, n] <- Regex.scan(~r/\$(\d+)/, statement), do: String.to_integer(n)
    values = List.duplicate(nil, Enum.max([count | numbers]))
    for [_, _, _, step] <- sql("EXPLAIN QUERY PLAN " <> statement, values).rows, do: step
  end
end
