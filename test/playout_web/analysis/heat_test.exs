defmodule PlayoutWeb.Analysis.HeatTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Analysis.Heat

  test "steps have their part of the visits, most visited first, and those that follow them" do
    steps = %{"c3-A" => ~w(c3 A), "c3-B" => ~w(c3 B), "d4-A" => ~w(d4 A), "a1-0" => ~w(a1 0)}
    visits = %{"c3-A" => 200, "c3-B" => 500, "d4-A" => 300, "a1-0" => 0}
    assert Heat.text(visits, steps) == "c3=700(B=500 A=200) d4=300(A=300)"
  end

  test "moves of one step have no parentheses" do
    assert Heat.text(%{"h8" => 2, "h9" => 1}, %{"h8" => ["h8"], "h9" => ["h9"]}) ==
             "h8=667 h9=333"
  end

  test "moves that share all steps add up, and those of less than a thousandth are left out" do
    steps = %{"1b1a" => ~w(1b 1a), "1b1a+" => ~w(1b 1a), "2c2b" => ~w(2c 2b)}

    assert Heat.text(%{"1b1a" => 5_000, "1b1a+" => 4_999, "2c2b" => 1}, steps) ==
             "1b=1000(1a=1000)"
  end

  test "nothing is shown before the first visit" do
    assert Heat.text(%{}, %{}) == ""
    assert Heat.text(%{"h8" => 0}, %{"h8" => ["h8"]}) == ""
  end

  test "there are at most 160 steps, and none without those before it" do
    cells = for column <- ?a..?s, row <- 1..19, do: <<column>> <> to_string(row)
    moves = for cell <- cells, piece <- ~w(A B), do: {cell <> piece, [cell, piece]}
    visits = Map.new(moves, fn {move, _steps} -> {move, 100} end)
    text = Heat.text(visits, Map.new(moves))
    assert length(Regex.scan(~r/=/, text)) == 160
    assert byte_size(text) < 1_500

    few = Enum.take(moves, 60)
    text = Heat.text(Map.take(visits, Enum.map(few, &elem(&1, 0))), Map.new(few))
    # 30 cells with both their pieces.
    assert length(Regex.scan(~r/[a-s]\d+=\d+\([AB]=\d+ [AB]=\d+\)/, text)) == 30
  end
end
