defmodule Playout.Engine.ProgramTest do
  use ExUnit.Case, async: true

  test "the program and the engine make the same choice with the same seed" do
    player = "mcts:playouts=500,seed=42"
    best = ["best", "quarto", "--json", "--moves", "-7", "--player", player]
    {json, 0} = System.cmd(Path.expand("bin/playout"), best)

    choice = Playout.choose_move!(Playout.play!(Playout.new!(:quarto), "-7"), player: player)

    # Compares text, because the engine alone has no JSON parser.
    visits =
      choice.visits |> Enum.sort() |> Enum.map_join(",", fn {it, n} -> ~s("#{it}":#{n}) end)

    assert json =~ ~s("move":"#{choice.move}")
    assert json =~ ~s("visits":{#{visits}})
    assert json =~ ~s("line":[#{Enum.map_join(choice.line, ",", &inspect/1)}])
  end
end
