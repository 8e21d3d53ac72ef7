defmodule Playout.Engine.SchedulersTest do
  use ExUnit.Case, async: false

  alias Playout.Test.SchedulerTicks

  # With `search_step` on the normal schedulers (without `schedule = "DirtyCpu"`) the test with one
  # scheduler fails: there are only 2 ticks while searches run. On the dirty schedulers there are
  # 136, with or without searches. With two schedulers a search begins on one of them.
  for schedulers <- [1, 2] do
    @tag timeout: 300_000
    test "searches do not slow down a VM with schedulers: #{schedulers}" do
      measure = fn -> SchedulerTicks.measure(unquote(schedulers)) end
      tries = measure |> Stream.repeatedly() |> Stream.take(3)
      {well, measured} = Enum.reduce_while(tries, {false, []}, &look/2)
      assert well, "[idle, busy, playouts]: #{inspect(measured, charlists: :as_lists)}"
    end
  end

  defp look(measured, {false, before}) do
    well = ticks_evenly?(measured)
    {if(well, do: :halt, else: :cont), {well, [measured | before]}}
  end

  # On a busy machine, either part may be delayed.
  defp ticks_evenly?([idle, busy, playouts]) do
    idle > 50 and busy * 2 >= idle and playouts > 1000
  end
end
