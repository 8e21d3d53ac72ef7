defmodule PlayoutWeb.Boards.GomokuTest do
  use ExUnit.Case, async: true

  import PlayoutWeb.Test.Drawing

  alias Playout.Position
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.Gomoku
  alias PlayoutWeb.Boards.Gomoku.Ground
  alias PlayoutWeb.Boards.Gomoku.Scene

  @start "5/5/5/5/5 x freestyle"
  @midgame "5/1x3/2xo1/2o2/5 x freestyle"

  defp board(options),
    do: draw(&Boards.board/1, :gomoku, Keyword.merge([playable: true], options))

  defp diagram(position), do: Boards.diagram(:gomoku, position)
  defp prompts(position), do: Gomoku.prompts(diagram(position))
  defp side_name(side, position), do: Gomoku.side_name(side, diagram(position))

  defp count(html, selector), do: html |> LazyHTML.query(selector) |> Enum.count()

  defp attribute(html, selector, name),
    do: html |> LazyHTML.query(selector) |> LazyHTML.attribute(name)

  defp played(points), do: for(point <- points, do: %{side: :first, text: point, steps: [point]})

  # The positions of the stones, according to the drawing.
  defp drawn(html, colour) do
    html |> attribute(".stone.is-#{colour}", "transform") |> Enum.sort()
  end

  defp at(points, size) do
    points
    |> Enum.map(&Ground.place(&1, size))
    |> Enum.map(fn {x, y} -> "translate(#{x} #{y})" end)
    |> Enum.sort()
  end

  describe "the scene" do
    test "lists the stones with their points, and the colour to place next" do
      assert {Scene.next_colour(diagram(@midgame)), Scene.opening(diagram(@midgame))} ==
               {:black, nil}

      assert Scene.stones(diagram(@midgame)) == [
               {"b4", :black},
               {"c3", :black},
               {"d3", :white},
               {"c2", :white}
             ]

      assert Scene.next_colour(diagram("5/5/5/5/x4 o standard")) == :white
    end

    test "agrees with the rules throughout a swap2 game, on every size" do
      for size <- [5, 9, 19, 20] do
        moves = ~w(a1 b2 c3 d4 e5 white d1 e2)
        {:ok, position} = Playout.new(:gomoku, size: size, opening: :swap2)

        Enum.reduce(moves, position, fn move, position ->
          described = Playout.describe!(position)
          drawn = described.diagram
          points = Enum.map(described.moves, & &1.text) -- ~w(black white)
          # If a stone can be placed, it can be placed on every empty point.
          assert Scene.next_colour(drawn) == nil == (points == [])
          assert points == [] or length(points) == size * size - length(Scene.stones(drawn))
          assert Scene.colour_of(drawn, :second) == if(move in ~w(d1 e2), do: :black)
          Playout.play!(position, move)
        end)
      end
    end

    test "has each side's colour" do
      swapped = diagram("5/5/2x2/5/xo3 o freestyle+swapped")
      assert Scene.colour_of(swapped, :first) == :white
      assert Scene.colour_of(swapped, :second) == :black
      assert Scene.colour_of(diagram(@start), :first) == :black
      assert Scene.colour_of(diagram("5/5/5/5/5 x freestyle+swap2"), :first) == nil
    end
  end

  describe "the board" do
    test "has a named button for every point, in rows from the top" do
      board = board(position: @midgame, last: ["c2"], played: [])
      path = "svg[role=grid] > [role=rowgroup] > [role=row] > [role=gridcell] > [role=button]"
      assert count(board, path) == 25
      labels = attribute(board, path, "aria-label")
      assert hd(labels) == "a5, empty"
      assert "b4, black stone" in labels
      assert "c2, white stone, last move" in labels
      assert attribute(board, path, "data-step") |> Enum.uniq() |> length() == 25
    end

    test "places its stones where the position has them, on every size" do
      for size <- 5..20 do
        empty = List.duplicate("#{size}", size - 2)
        rows = ["x#{size - 1}"] ++ empty ++ ["#{size - 1}o"]
        board = board(position: "#{Enum.join(rows, "/")} x freestyle", playable: false)
        last = <<?a + size - 1>>
        assert drawn(board, :black) == at(["a#{size}"], size)
        assert drawn(board, :white) == at(["#{last}1"], size)
        assert attribute(board, "svg", "viewbox") == [Ground.box(size)]
        assert count(board, "text") == 2 * size
      end
    end

    test "has the traditional star points" do
      for {size, stars} <- %{9 => 5, 13 => 5, 15 => 5, 19 => 9, 5 => 0, 20 => 0} do
        position = Playout.new!(:gomoku, size: size).start
        assert count(board(position: position, playable: false), ".gomoku-star") == stars
      end
    end

    test "previews a stone of the colour to place" do
      ghost = fn position -> attribute(board(position: position), ".points", "fill") end
      assert ghost.(@start) == ["url(#gomoku-ghost-black)"]
      assert ghost.("5/5/5/5/x4 o freestyle") == ["url(#gomoku-ghost-white)"]
      assert ghost.("5/5/oo3/5/xxx2 x freestyle+swap2") == ["none"]
    end

    test "marks the last stone and the complete winning row" do
      won = ~w(a1 b1 c1 d1 e1)
      board = board(position: "5/5/5/oooo1/xxxxx o freestyle", last: ["e1"], winning: won)
      assert count(board, ".stone.is-winning .stone-halo") == 5
      assert drawn(board, "last") == at(["e1"], 5)

      assert "e1, black stone, last move, in the winning row" in attribute(
               board,
               ".point",
               "aria-label"
             )
    end

    test "rings the stones that need one more for five in a row" do
      position = "7/7/7/xx1xx2/7/7/oooo3 x freestyle"
      alerts = Playout.describe!(%Position{game: :gomoku, start: position}).alerts
      board = board(position: position, alerts: alerts, last: ["a1"])
      assert count(board, ".stone.is-black .stone-four") == 4
      assert count(board, ".stone.is-white .stone-four") == 4
      assert "a1, white stone, last move, in a four" in attribute(board, ".point", "aria-label")
      assert "c4, empty" in attribute(board, ".point", "aria-label")
      assert count(board(position: position), ".stone-four") == 0

      picture = board(position: position, alerts: alerts, playable: false)
      assert [label] = attribute(picture, "svg", "aria-label")
      assert label =~ "a1, white stone, in a four; "

      assert Gomoku.alert_texts(alerts) == [
               "Black has a four: a4, b4, d4, e4.",
               "White has a four: a1, b1, c1, d1."
             ]

      assert Gomoku.alert_texts(%{}) == []
    end

    test "numbers the stones in the order of the moves, even after a colour was chosen" do
      position = "5/5/2x2/1o3/x4 o freestyle+swapped"
      played = played(~w(a1 b2 c3 black))
      board = board(position: position, played: played, last: ["black"])
      assert Enum.map(LazyHTML.query(board, ".stone-number"), &LazyHTML.text/1) == ~w(1 2 3)
      assert drawn(board, "last") == []
      # Stones of the start position have no number.
      later = board(position: @midgame, played: played(["c2"]))
      assert Enum.map(LazyHTML.query(later, ".stone-number"), &LazyHTML.text/1) == ["1"]
    end

    test "is a picture without buttons if nothing can be pressed" do
      board = board(position: @midgame, playable: false, marks: ["a1"])
      assert count(board, "[role=button], [tabindex], [data-steps], [data-aim]") == 0
      assert count(board, ".point-mark") == 1

      assert attribute(board, "svg[role=img]", "aria-label") == [
               "Gomoku board: b4, black stone; c3, black stone; d3, white stone; c2, white stone"
             ]

      assert attribute(board(position: @start, playable: false), "svg", "aria-label") == [
               "Gomoku board, 5 by 5, empty"
             ]
    end

    test "the showpiece is from a game in full swing" do
      described = Playout.describe!(Playout.new!(:gomoku, position: Gomoku.showpiece()))
      assert described.outcome == nil
      assert count(board(position: Gomoku.showpiece(), playable: false), ".stone") > 15
    end
  end

  describe "the opening swap2" do
    @stones [
      "5/5/5/5/5",
      "5/5/5/5/x4",
      "5/5/5/5/xo3",
      "5/5/5/5/xox2",
      "5/5/5/5/xoxo1",
      "5/5/5/5/xoxox"
    ]
    @acts ~w(x x x o o x)

    defp opening,
      do: for({rows, who} <- Enum.zip(@stones, @acts), do: "#{rows} #{who} freestyle+swap2")

    test "says what to do at every step" do
      assert Enum.map(opening(), &prompts/1) == [
               ["Place a black stone: 1 of 3."],
               ["Place a white stone: 2 of 3."],
               ["Place a black stone: 3 of 3."],
               ["Choose a colour, or place two more stones."],
               ["Place a black stone: 2 of 2."],
               ["Choose a colour."]
             ]

      assert prompts(@start) == ["Place a black stone."]
      assert prompts("5/5/5/5/x4 o freestyle") == ["Place a white stone."]
    end

    test "offers the colours when the rules do, and two more stones after the first three" do
      for position <- opening() do
        legal = Playout.describe!(Playout.new!(:gomoku, position: position)).moves
        offered = for %{text: text} <- legal, text in ~w(black white), do: text
        tray = draw(&Boards.tray/1, :gomoku, position: position)
        assert attribute(tray, "[data-step]", "data-step") == offered
        two_more? = offered != [] and length(legal) > 2
        assert count(tray, "#place-two") == if(two_more?, do: 1, else: 0)
        assert LazyHTML.text(tray) =~ ~r/\w/
      end

      assert draw(&Boards.tray/1, :gomoku, position: @start) |> LazyHTML.text() |> String.trim() ==
               ""
    end

    test "says which side has which colour once that is decided" do
      mark = fn side, position ->
        draw(&Boards.side_mark/1, :gomoku, side: side, position: position)
        |> attribute("use", "href")
      end

      assert mark.(:first, hd(opening())) == ["#gomoku-either"]
      assert mark.(:first, @start) == ["#gomoku-black"]
      assert mark.(:first, "5/5/2x2/5/xo3 o freestyle+swapped") == ["#gomoku-white"]
      assert side_name(:second, hd(opening())) == nil
      assert side_name(:second, @start) == "White"
      assert side_name(:second, "5/5/2x2/5/xo3 o freestyle+swapped") == "Black"
    end
  end

  test "moves and reasons are described in text" do
    assert Gomoku.move_text(%{steps: ["h8"]}) == "Played h8."
    assert Gomoku.move_text(%{steps: ["white"]}) == "Chose White."
    assert Gomoku.reason(:five, %{}) == "Five in a row."
    assert Gomoku.reason(:full_board, %{}) == "The board is full."
  end
end
