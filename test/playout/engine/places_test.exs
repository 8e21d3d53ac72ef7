defmodule Playout.Engine.PlacesTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.Places

  # What each of several has when all of them, one after another or in turn, take what they get.
  defp greedy(count, most, order) do
    asks = for round <- 1..most, who <- 1..count, do: {round, who}

    asks =
      case order do
        :in_turn -> asks
        :one_after_another -> Enum.sort_by(asks, fn {_round, who} -> who end)
      end

    for {_round, who} <- asks, reduce: Map.new(1..count, &{&1, 0}) do
      have ->
        taken = Enum.sum(Map.values(have))
        if Places.free?(have[who], taken, most), do: %{have | who => have[who] + 1}, else: have
    end
  end

  test "whoever has none gets one, as long as others are fewer than half of the places" do
    for most <- [1, 2, 3, 20, 101], order <- [:in_turn, :one_after_another] do
      for count <- 1..(most + 1) do
        have = Map.values(greedy(count, most, order))
        assert Enum.sum(have) <= most
        if count <= div(most, 2), do: assert(Enum.min(have) > 0)
        if count < div(most, 2), do: assert(Enum.sum(have) < most)
      end
    end
  end

  test "one alone gets a quarter of them, and a few that ask in turn get as many each" do
    assert greedy(1, 1_000, :in_turn) == %{1 => 251}
    assert greedy(4, 1_000, :in_turn) |> Map.values() |> Enum.min_max() == {100, 101}
  end
end
