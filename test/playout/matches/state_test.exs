defmodule Playout.Matches.StateTest do
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.State

  test "a state from a node of an earlier version gets the keys that it lacks" do
    {:ok, id} = Matches.create("visitor", request(second: :friend, control: {:move, 86_400_000}))
    {:ok, state} = Matches.get(id)
    assert State.complete(state) == state

    new = [:begun, :asked_rematch, :switches, :commands]
    earlier = %{Map.drop(state, new) | clock: Map.delete(state.clock, :quota)}
    assert State.complete(earlier) == %{state | begun: nil}
  end
end
