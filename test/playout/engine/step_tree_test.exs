defmodule Playout.Engine.StepTreeTest do
  use ExUnit.Case, async: true

  test "a move's text is left out if it follows from the steps" do
    shogi = written(:animal_shogi, "k2/2P/3/2K b 2R2BP")
    assert shogi =~ "1b(1a=1b1a+)"
    assert shogi =~ "1d("
    assert shogi =~ "P(1a=P*1a 1c=P*1c"
    refute shogi =~ "1d1c"
    assert written(:gomoku, "6/6/6/6/6/6 x freestyle") =~ ~r/^a1 a2 a3 .* f6$/
    assert written(:quarto, "..../..../..../.... -") =~ ~r/^0=-0 1=-1 .* F=-F$/
  end

  test "lists the moves that begin with the given steps" do
    position = Playout.new!(:quarto, position: "..../..../..../.... 7")
    assert "- c3(0 1 2 3 4 5 6 8 " <> _ = tree = Playout.step_tree!(position, ["c3"])
    refute tree =~ ~r/[abd]\d/
    assert Playout.step_tree!(position, ["c3", "A"]) == "- c3(A)"
    assert Playout.step_tree!(position, ["c3", "A", "B"]) == ""
    assert {:error, %{code: :not_list}} = Playout.step_tree(position, :c3)
    assert {:error, %{code: :not_text}} = Playout.step_tree(position, [:c3])
  end

  # A move should send less than 5 KB to a page.
  test "even positions with the most moves are encoded compactly" do
    assert byte_size(written(:quarto, "..../..../..../.... 7")) < 600
    points = Enum.map_join(1..19, "/", fn _ -> "19" end)
    assert byte_size(written(:gomoku, "#{points} x freestyle")) < 1_500
    assert byte_size(written(:animal_shogi, "3/1k1/3/1K1 b 2R2B2P")) < 500
  end

  defp written(game, position) do
    game |> Playout.new!(position: position) |> Playout.step_tree!()
  end
end
