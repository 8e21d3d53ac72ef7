defmodule Playout.Engine.BackoffTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.Backoff

  test "pauses double up to the last one, and differ" do
    for {tries, most} <- [{0, 200}, {1, 400}, {4, 3_200}, {5, 5_000}, {1_000_000, 5_000}] do
      pauses = for _ <- 1..200, do: Backoff.pause(200, 5_000, tries)
      assert Enum.all?(pauses, &(&1 in div(most, 2)..most))
      assert length(Enum.uniq(pauses)) > 20
    end
  end
end
