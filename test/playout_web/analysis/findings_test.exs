defmodule PlayoutWeb.Analysis.FindingsTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Analysis.Findings

  @line %{value: 0.5, proof: nil, visits: 7, line: ~w(h8 h9)}

  defp found(changes \\ %{}) do
    Map.merge(
      %{
        estimate: %{win: 0.615, draw: 0.005, loss: 0.38},
        proof: nil,
        playouts: 10,
        nodes: 20,
        depth: nil,
        used: 0.25,
        visits: %{"h8" => 7},
        lines: [@line]
      },
      changes
    )
  end

  defp findings(found, side \\ :first, most \\ 5),
    do: Findings.new(found, side, %{"h8" => ["h8"]}, most)

  test "values are those of the sides, whoever is to move" do
    assert findings(found()).parts == %{first: 62, draw: 0, second: 38}
    assert findings(found(), :second).parts == %{first: 38, draw: 0, second: 62}
  end

  test "the parts of the bar are never more than all of it" do
    for win <- 0..200, loss <- [200 - win, 0, div(200 - win, 2)] do
      estimate = %{win: win / 200, loss: loss / 200, draw: (200 - win - loss) / 200}
      parts = findings(found(%{estimate: estimate})).parts
      assert parts.first + parts.draw + parts.second == 100
      assert Enum.all?(Map.values(parts), &(&1 >= 0))
    end
  end

  test "nothing is known before the first playout" do
    nothing = %{playouts: 0, nodes: 0, estimate: %{win: 0.0, draw: 0.0, loss: 0.0}}
    assert findings(found(nothing)).parts == nil
    proof = %{result: :win, plies: 1}
    proven = Map.merge(nothing, %{proof: proof, estimate: %{win: 1.0, draw: 0.0, loss: 0.0}})
    assert %{parts: %{first: 100}, proof: ^proof} = findings(found(proven))
  end

  test "a choice has used up its limits" do
    assert findings(found()).used == 0.25
    assert found() |> Map.delete(:used) |> findings() |> Map.fetch!(:used) == 1.0
  end

  test "lines have points for the side to move, and a limited length" do
    long = %{@line | value: -1.0, line: List.duplicate("h8", 50)}

    assert [%{points: 75, visits: 7, moves: ~w(h8 h9)}, %{points: 0, moves: moves}] =
             findings(found(%{lines: [@line, long]})).lines

    assert length(moves) == 12
    assert length(findings(found(%{lines: List.duplicate(@line, 5)}), :first, 2).lines) == 2
  end

  test "visits become heat" do
    assert findings(found()).heat == "h8=1000"
  end
end
