defmodule Playout.Matches.Processes.AsleepTest do
  # Counts the matches of the whole site, which other tests change.
  use Playout.Test.MatchCase, async: false

  alias Playout.Matches.Processes

  # What lists processes may still have those that earlier tests have just stopped.
  setup do
    assert Wait.until(fn -> Enum.all?(Processes.awake(), &Processes.awake?/1) end)
    :ok
  end

  test "an unfinished match without a process is asleep" do
    before = Matches.asleep()
    {id, state} = begin(second: :me)
    {other, _state} = begin(second: :me)
    assert Matches.asleep() == before

    sleep(id)
    sleep(other)
    assert Wait.until(fn -> Matches.asleep() == before + 2 end)

    # A finished match is none of them, with or without a process.
    act!(id, state, :resign)
    assert Matches.asleep() == before + 1
    sleep(id)
    assert Wait.until(fn -> server(id) == nil end)
    assert Matches.asleep() == before + 1
  end

  @tag :capture_log
  test "is not known without the database" do
    without_database(fn -> assert Matches.asleep() == nil end)
    assert is_integer(Matches.asleep())
  end
end
