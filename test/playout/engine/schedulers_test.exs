defmodule Playout.Engine.SchedulersTest do
  use ExUnit.Case, async: false

  alias Playout.Test.Beats

  # Tried with `search_step` on the normal schedulers (its `schedule =
  # "DirtyCpu"` taken away): 136 beats idle, 2 while searches ran, three times
  # of three, so this failed; and it took ten times as long, as the test could
  # not even end. On the dirty schedulers: 136 and 136.
  @tag timeout: 120_000
  test "searches leave a VM with one scheduler its beat" do
    [idle, busy, playouts] = Beats.measure()
    assert idle > 50
    assert playouts > 1000, "the searches did not run"
    assert busy * 2 >= idle, "#{busy} beats while searches ran, #{idle} idle"
  end
end
