defmodule PlayoutWeb.StepPickerTest do
  use ExUnit.Case, async: true

  import PlayoutWeb.StepPicker, only: [tree: 1]

  test "moves are written as a tree of their steps" do
    assert tree([]) == ""
    assert tree([%{text: "--", steps: ["--"]}]) == "--"
    assert tree([%{text: "-7", steps: ["7"]}, %{text: "-8", steps: ["8"]}]) == "7=-7 8=-8"

    assert tree([
             %{text: "a9-b8-b7", steps: ["a9", "b8", "b7"]},
             %{text: "a9-b8-c8", steps: ["a9", "b8", "c8"]},
             %{text: "c1", steps: ["c1"]}
           ]) == "- a9(b8(b7 c8)) c1"
  end

  test "the text of a move is left out where its steps say it" do
    shogi = written(:animal_shogi, "k2/2P/3/2K b 2R2BP")
    assert shogi =~ "1b(1a=1b1a+)"
    assert shogi =~ "1d("
    assert shogi =~ "P(1a=P*1a 1c=P*1c"
    refute shogi =~ "1d1c"
    assert written(:gomoku, "6/6/6/6/6/6 x freestyle") =~ ~r/^a1 a2 a3 .* f6$/
  end

  # What the page sends with a turn is held to 5 KB, for all that a move changes.
  test "the moves of the widest positions are short" do
    assert byte_size(written(:quarto, "..../..../..../.... 7")) < 600
    points = Enum.map_join(1..19, "/", fn _ -> "19" end)
    assert byte_size(written(:gomoku, "#{points} x freestyle")) < 1_500
    assert byte_size(written(:animal_shogi, "3/1k1/3/1K1 b 2R2B2P")) < 500
  end

  defp written(game, position) do
    game |> Playout.new!(position: position) |> Playout.describe!() |> then(&tree(&1.moves))
  end
end
