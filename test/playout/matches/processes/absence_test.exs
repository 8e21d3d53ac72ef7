defmodule Playout.Matches.Processes.AbsenceTest do
  # Players who are gone, through the process of a match.
  use Playout.Test.MatchCase, async: true

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

  # Another page of a visitor, until the test ends.
  defp come(id, visitor) do
    test = self()

    page =
      start_supervised!(
        {Task,
         fn ->
           {:ok, _} = Matches.watch(id, from: {visitor, nil})
           send(test, :here)
           Process.sleep(:infinity)
         end},
        id: make_ref(),
        restart: :temporary
      )

    assert_receive :here
    page
  end

  # Whether the process does so after a long time without activity.
  defp goes_on?(id), do: goes_on?(id, &idle/1)

  defp claim(id, claim), do: Matches.act(id, you(), 4, {:claim, claim})

  test "two minutes after a player has gone, on their turn, the other one may claim" do
    id = begun()
    Env.let_pass(100_000)
    assert claim(id, :win) == {:error, :not_gone}
    Env.let_pass(21_000)
    assert Matches.act(id, me(), 4, {:claim, :win}) == {:error, :not_gone}
    assert {:ok, %{result: %{result: :second, reason: :abandonment}}} = claim(id, :win)
  end

  test "whoever has the page open is not gone" do
    id = begun()
    come(id, me())
    Env.let_pass(200_000)
    assert claim(id, :draw) == {:error, :not_gone}
  end

  test "absence is counted anew after a restart of the process" do
    id = begun()
    Env.let_pass(121_000)
    killed = kill(id)
    assert Wait.until(fn -> server(id) not in [nil, killed] end)
    assert claim(id, :win) == {:error, :not_gone}
    Env.let_pass(119_000)
    assert claim(id, :win) == {:error, :not_gone}
    Env.let_pass(2_000)
    assert {:ok, _} = claim(id, :draw)
  end

  test "an engine that takes the seat moves at once" do
    id = begun()
    Env.let_pass(121_000)
    assert {:ok, _} = claim(id, {:engine, {:level, "sparrow"}})
    EngineDouble.answer(asked(), "a1-0")
    assert told(id, 6).position.moves == ["-7", "c3-A", "a1-0"]
  end

  test "the process doesn't stop while somebody waits for a player who is gone" do
    id = begun()
    assert goes_on?(id)
    {:ok, _} = Matches.act(id, me(), 4, :resign)
    refute goes_on?(id)
  end

  test "nor while somebody waits for a player who has not begun" do
    {:ok, id} = Matches.create(you(), request(first: :friend, second: :me, control: @control))
    {:ok, _} = Matches.watch(id, from: {you(), {10, 0, 0, 1}})
    {:ok, _} = Matches.act(id, me(), 1, :join)
    assert goes_on?(id)
    Env.let_pass(120_000)
    assert {:ok, _} = Matches.act(id, you(), 2, {:claim, :win})
  end

  test "a seat that the lobby offers is kept for who waits, and withdrawn before the match sleeps" do
    {:ok, id} = Matches.create(me(), request(second: :friend, listed: true))

    page = come(id, me())
    assert goes_on?(id)
    assert {:ok, %{listed: true}} = Matches.get(id)
    Process.exit(page, :kill)
    assert Wait.until(fn -> :sys.get_state(server(id), :infinity).watchers == %{} end)
    refute goes_on?(id)
    assert {:ok, %{listed: false}} = Matches.get(id)
    assert stored(id) == [{1, :created}, {2, :listed}]
  end
end
