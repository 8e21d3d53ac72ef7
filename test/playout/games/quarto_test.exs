defmodule Playout.Games.QuartoTest do
  use ExUnit.Case, async: true
  doctest Playout.Games.Quarto

  alias Playout.Games.Quarto

  test "chooses a move for a position, given as a struct or as text" do
    text = "..../..7./..../.... A"
    options = [player: "mcts:playouts=300,seed=3"]
    {:ok, by_text} = Quarto.choose_move(text, options)
    {:ok, by_position} = Quarto.choose_move(Playout.new!(:quarto, position: text), options)
    assert %{by_text | seconds: nil} == %{by_position | seconds: nil}
    assert {:error, %Playout.Error{code: :bad_position}} = Quarto.choose_move("x", options)
  end
end
