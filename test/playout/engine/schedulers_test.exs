defmodule Playout.Engine.SchedulersTest do
  use ExUnit.Case, async: false

  alias Playout.Test.Beats

  # Tried with `search_step` on the normal schedulers (its `schedule =
  # "DirtyCpu"` taken away): 136 beats idle, 2 while searches ran, three times
  # of three, so this failed; and it took ten times as long, as the test could
  # not even end. On the dirty schedulers: 136 and 136.
  @tag timeout: 300_000
  test "searches leave a VM with one scheduler its beat" do
    tries = Stream.repeatedly(&Beats.measure/0) |> Stream.take(3)
    {well, measured} = Enum.reduce_while(tries, {false, []}, &look/2)
    assert well, "[idle, busy, playouts]: #{inspect(measured, charlists: :as_lists)}"
  end

  defp look(measured, {false, before}) do
    well = beats?(measured)
    {if(well, do: :halt, else: :cont), {well, [measured | before]}}
  end

  # A machine that gives its time to others may hold up either part.
  defp beats?([idle, busy, playouts]) do
    idle > 50 and busy * 2 >= idle and playouts > 1000
  end
end
