defmodule Playout.Matches.Processes.CrashesTest do
  # A match whose process crashes again and again.
  use Playout.Test.MatchCase, async: false

  import ExUnit.CaptureLog

  alias Playout.Matches.{Processes, Settings}
  alias Playout.Matches.Processes.Crashes
  alias Playout.Test.Env

  @moduletag :capture_log

  # The match crashes when its engine is asked, which is part of loading it.
  defp poisoned do
    {id, _state} = begin(first: {:level, "sparrow"}, second: :me)
    asked()
    sleep(id)
    change(engine: Playout.NoEngine)
    id
  end

  defp change(changes) do
    Env.merge(Matches.Settings, changes)
  end

  defp crashes(id) do
    case :ets.lookup(Crashes, id) do
      [{^id, count, _refused_until, _counted_until}] -> count
      [] -> 0
    end
  end

  defp watched?(id) do
    %{watched: watched} = :sys.get_state(Crashes, :infinity)
    Enum.any?(watched, fn {_monitor, {{match, _asked}, _limits}} -> match == id end)
  end

  # Whatever is to start it does so now.
  defp assert_left_alone(id) do
    count = crashes(id)
    asked = %{from: nil, callers: [self()]}
    assert Processes.restart({id, asked}) == {:error, :crashed}
    assert {crashes(id), server(id)} == {count, nil}
  end

  test "a match that crashes is started again at once" do
    {id, _state} = begin()
    crashed = server(id)
    GenServer.stop(crashed, :a_bug)
    assert Wait.until(fn -> server(id) not in [nil, crashed] end)
    assert crashes(id) == 1
    assert {:ok, _} = Matches.get(id)
  end

  test "a process that was killed is started again, and that is no crash of its own" do
    {id, _state} = begin()

    for _ <- 1..(2 * Settings.crashes()[:most]) do
      killed = kill(id)
      assert Wait.until(fn -> server(id) not in [nil, killed] end)
    end

    assert crashes(id) == 0
    assert {:ok, _} = Matches.get(id)
  end

  test "a poisoned match is left alone after a few crashes, and others go on" do
    {other, state} = begin()
    standing = {server(other), Process.whereis(Matches.Servers), Process.whereis(Crashes)}
    id = poisoned()

    log =
      capture_log(fn ->
        # Each request makes three attempts.
        for _ <- 1..2, do: assert({:error, _} = Matches.watch(id))
        # Who asks hears of the last crash as soon as what counts them.
        assert Wait.until(fn -> crashes(id) >= 5 end)
        :sys.get_state(Crashes, :infinity)
      end)

    assert log =~ "match #{id} crashed 5 times and is left alone"
    assert Wait.until(fn -> server(id) == nil end)
    assert Matches.watch(id) == {:error, :crashed}
    assert Matches.act(id, me(), 1, :undo) == {:error, :crashed}
    assert_left_alone(id)
    assert {server(other), Process.whereis(Matches.Servers), Process.whereis(Crashes)} == standing
    change(engine: EngineDouble)
    assert act!(other, state, {:move, "-7"}).seq == 2
  end

  test "a poisoned match that nobody asks for is left alone as well" do
    change(crashes: [most: 6, pause: 3_600_000])
    {id, _state} = begin(first: {:level, "sparrow"}, second: :me)
    asked()
    change(engine: Playout.NoEngine)
    GenServer.stop(server(id), :a_bug)

    # The first restart comes at once, the others when their time has come.
    for count <- 2..5 do
      assert Wait.until(fn -> crashes(id) == count end)
      send(Crashes, {:start, {id, %{from: nil, callers: [self()]}}})
    end

    assert Wait.until(fn -> crashes(id) == 6 end)
    assert Wait.until(fn -> server(id) == nil end)
    refute watched?(id)
  end

  test "after a while a request may try again, and a cured match goes on" do
    change(crashes: [most: 2, pause: 3_600_000])
    id = poisoned()
    Matches.watch(id)
    assert Wait.until(fn -> Matches.watch(id) == {:error, :crashed} end)
    # The last of the processes that were started may still be about to crash.
    assert Wait.until(fn -> server(id) == nil and not watched?(id) end)
    before = crashes(id)
    assert Crashes.check(id) == {:error, :crashed}

    Env.let_pass(3_600_000)
    assert Crashes.check(id) == :ok
    # Without a request nothing happens.
    assert {crashes(id), server(id)} == {before, nil}
    assert {:error, _} = Matches.watch(id)
    assert Wait.until(fn -> crashes(id) > before end)

    assert Wait.until(fn -> server(id) == nil and not watched?(id) end)
    assert Matches.watch(id) == {:error, :crashed}

    change(engine: EngineDouble)
    Env.let_pass(3_600_000)
    assert Wait.until(fn -> match?({:ok, _}, Matches.watch(id)) end)
    EngineDouble.answer(asked(), "-7")
    assert Wait.until(fn -> match?({:ok, %{seq: 2}}, Matches.get(id)) end)
  end

  test "old crashes are forgotten" do
    change(crashes: [most: 5, pause: 20])
    {id, _state} = begin()
    GenServer.stop(server(id), :a_bug)
    assert Wait.until(fn -> crashes(id) == 1 end)

    assert Wait.until(fn ->
             send(Crashes, :forget)
             crashes(id) == 0
           end)
  end
end
