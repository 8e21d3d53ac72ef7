defmodule Playout.Matches.AbsenceTest do
  # Players who are gone, through the process of a match.
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.Uptime

  @control {:total, 1_800_000, 0}

  defp you, do: me() <> " too"

  # Both have moved, so the first side's time runs. The test watches as the second one.
  defp begun do
    {:ok, id} = Matches.create(me(), request(second: :friend, control: @control))
    {:ok, _} = Matches.watch(id, from: {you(), {10, 0, 0, 1}})
    {:ok, _} = Matches.act(id, you(), 1, :join)
    {:ok, _} = Matches.act(id, me(), 2, {:move, "-7"})
    {:ok, _} = Matches.act(id, you(), 3, {:move, "c3-A"})
    id
  end

  defp let_pass(milliseconds) do
    ahead = Env.get_env(:playout, Uptime, [])[:ahead] || 0
    Env.put(Uptime, ahead: ahead + milliseconds)
  end

  # Another page of a visitor, until the test ends.
  defp come(id, visitor) do
    test = self()

    start_supervised!(
      {Task,
       fn ->
         {:ok, _} = Matches.watch(id, from: {visitor, nil})
         send(test, :here)
         Process.sleep(:infinity)
       end},
      id: make_ref()
    )

    assert_receive :here
  end

  defp claim(id, claim), do: Matches.act(id, you(), 4, {:claim, claim})

  test "two minutes after a player has gone, on their turn, the other one may claim" do
    id = begun()
    let_pass(100_000)
    assert claim(id, :win) == {:error, :not_gone}
    let_pass(21_000)
    assert Matches.act(id, me(), 4, {:claim, :win}) == {:error, :not_gone}
    assert {:ok, %{result: %{result: :second, reason: :abandonment}}} = claim(id, :win)
  end

  test "whoever has the page open is not gone" do
    id = begun()
    come(id, me())
    let_pass(200_000)
    assert claim(id, :draw) == {:error, :not_gone}
  end

  test "absence is counted anew after a restart of the process" do
    id = begun()
    let_pass(121_000)
    killed = kill(id)
    assert Wait.until(fn -> server(id) not in [nil, killed] end)
    assert claim(id, :win) == {:error, :not_gone}
    let_pass(119_000)
    assert claim(id, :win) == {:error, :not_gone}
    let_pass(2_000)
    assert {:ok, _} = claim(id, :draw)
  end

  test "an engine that takes the seat moves at once" do
    id = begun()
    let_pass(121_000)
    assert {:ok, _} = claim(id, {:engine, {:level, "sparrow"}})
    EngineDouble.answer(asked(), "a1-0")
    assert told(id, 6).position.moves == ["-7", "c3-A", "a1-0"]
  end

  test "the process doesn't stop while somebody waits for a player who is gone" do
    Env.merge(Matches, idle: 50)
    id = begun()
    monitor = Process.monitor(server(id))
    refute_receive {:DOWN, ^monitor, _, _, _}, 300
    {:ok, _} = Matches.act(id, me(), 4, :resign)
    assert_receive {:DOWN, ^monitor, _, _, :normal}, 2_000
  end

  test "nor while somebody waits for a player who has not begun" do
    Env.merge(Matches, idle: 50)
    {:ok, id} = Matches.create(you(), request(first: :friend, second: :me, control: @control))
    {:ok, _} = Matches.watch(id, from: {you(), {10, 0, 0, 1}})
    {:ok, _} = Matches.act(id, me(), 1, :join)
    monitor = Process.monitor(server(id))
    refute_receive {:DOWN, ^monitor, _, _, _}, 300
    let_pass(120_000)
    assert {:ok, _} = Matches.act(id, you(), 2, {:claim, :win})
  end

  test "a seat that the lobby offers is kept for who waits, and withdrawn before the match sleeps" do
    Env.merge(Matches, idle: 50, unwatched_after: 100)
    {:ok, id} = Matches.create(me(), request(second: :friend, listed: true))

    {:ok, page} =
      Task.start(fn ->
        {:ok, _} = Matches.watch(id, from: {me(), nil})
        Process.sleep(:infinity)
      end)

    assert Wait.until(fn -> server(id) != nil end)
    monitor = Process.monitor(server(id))
    refute_receive {:DOWN, ^monitor, _, _, _}, 300
    assert {:ok, %{listed: true}} = Matches.get(id)
    Process.exit(page, :kill)
    assert_receive {:DOWN, ^monitor, _, _, :normal}, 2_000
    assert {:ok, %{listed: false}} = Matches.get(id)
    assert stored(id) == [{1, :created}, {2, :listed}]
  end
end
