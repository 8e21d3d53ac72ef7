defmodule Playout.Matches.Processes.DrawsTest do
  # How engines answer draw offers, through the process of a match.
  use Playout.Test.MatchCase, async: true

  # The person and the engine have moved; the engine thinks that it wins with this probability.
  defp moved(win) do
    {id, state} = begin()
    state = act!(id, state, {:move, "-7"})
    EngineDouble.answer(asked(), "c3-A", win)
    {id, told(id, state.seq + 1)}
  end

  defp offered(id, state) do
    state = act!(id, state, {:offer, :draw})
    told(id, state.seq + 1)
  end

  test "an engine takes a draw if it expects less than that" do
    {id, state} = moved(0.2)
    assert %{result: :draw, reason: :agreement} = offered(id, state).result

    {id, state} = moved(0.7)
    assert %{result: nil, offers: offers} = offered(id, state)
    assert offers == %{}
  end

  test "an engine that has not moved takes none" do
    {id, state} = begin()
    assert offered(id, state).result == nil
  end

  test "an engine doesn't answer by what another one thought" do
    {id, state} = moved(0.2)
    state = act!(id, state, {:replace_engine, :second, {:level, "hedgehog"}})
    assert offered(id, state).result == nil
  end

  test "an engine doesn't answer by what it thought of another position" do
    {id, state} = moved(0.2)
    state = act!(id, state, :undo)
    assert offered(id, state).result == nil
  end

  test "an offer that has no answer yet gets one when the process starts again" do
    {id, state} = moved(0.2)
    sleep(id)

    offer = %Matches.Event{
      seq: state.seq + 1,
      type: :offered,
      data: %{side: :first, offer: :draw}
    }

    assert append(id, offer) == :ok
    {:ok, _state} = Matches.watch(id)
    assert Wait.until(fn -> List.last(stored(id)) == {state.seq + 2, :declined} end)
  end
end
