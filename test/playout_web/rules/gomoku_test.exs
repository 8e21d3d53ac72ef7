defmodule PlayoutWeb.Rules.GomokuTest do
  # Checks with the engine what the rules page says about its pictures.
  use ExUnit.Case, async: true

  import Phoenix.LiveViewTest

  alias PlayoutWeb.Boards.Gomoku.Ground
  alias PlayoutWeb.Rules.Gomoku

  defp figures do
    (&Gomoku.page/1)
    |> render_component(%{})
    |> LazyHTML.from_fragment()
    |> LazyHTML.query("figure")
    |> Enum.map(fn figure ->
      marks = LazyHTML.query(figure, ".point-mark")

      %{
        caption: figure |> LazyHTML.query("figcaption") |> LazyHTML.text() |> String.trim(),
        won: figure |> LazyHTML.query(".stone.is-winning") |> Enum.count(),
        marks: Enum.zip(LazyHTML.attribute(marks, "cx"), LazyHTML.attribute(marks, "cy"))
      }
    end)
  end

  defp figure(beginning), do: Enum.find(figures(), &String.starts_with?(&1.caption, beginning))

  defp at(points) do
    for point <- points do
      {x, y} = Ground.place(point, 9)
      {"#{x}", "#{y}"}
    end
  end

  test "five win in a row, a column or a diagonal, and six win in freestyle" do
    assert for(%{caption: "Five in a row.", won: won} <- figures(), do: won) == [5, 5, 5, 6]
    assert %{won: 0} = figure("If only exactly five in a row wins")
    assert %{won: 0} = figure("The board is full")
  end

  test "the points that turn a four into five are marked" do
    assert figure("A four").marks == at(["g5"])
    assert figure("An open four").marks == at(["b5", "g5"])
  end

  test "an open three becomes an open four exactly on the marked points" do
    {position, points} = Gomoku.open_three()
    position = Playout.new!(:gomoku, position: position)

    wins =
      for move <- Playout.legal_moves!(position),
          after_it = Playout.play!(position, move),
          # White loses, whatever White plays.
          choice = Playout.choose_move!(after_it, player: "minimax:depth=2,radius=9"),
          match?(%{result: :loss, plies: 2}, choice.proof),
          do: move

    assert wins == points
    assert figure("An open three").marks == at(points)
  end
end
