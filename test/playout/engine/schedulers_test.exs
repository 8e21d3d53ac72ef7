defmodule Playout.Engine.SchedulersTest do
  use ExUnit.Case, async: true

  alias Playout.Test.OneScheduler

  # Without `schedule = "DirtyCpu"` at `search_step`, nothing else would run meanwhile.
  test "other processes run while a search does, even with one scheduler" do
    assert OneScheduler.sees_the_search?()
  end
end
