defmodule PlayoutWeb.Boards.QuartoTest do
  use ExUnit.Case, async: true

  import Phoenix.LiveViewTest
  import PlayoutWeb.Test.Drawing

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.Quarto
  alias PlayoutWeb.Boards.Quarto.Piece
  alias PlayoutWeb.Boards.Quarto.Sprite

  defp board(options) do
    draw(
      &Boards.board/1,
      :quarto,
      Keyword.merge([last: [], winning: [], playable: true], options)
    )
  end

  defp prompts(position), do: Quarto.prompts(Boards.diagram(:quarto, position))

  defp drawing(digit) do
    (&Sprite.sprite/1)
    |> render_component(%{})
    |> LazyHTML.from_fragment()
    |> LazyHTML.query("#quarto-#{digit}")
  end

  # What a drawing shows, read from its shapes and not from its name.
  defp visible_attributes(digit) do
    drawing = drawing(digit)
    count = fn selector -> drawing |> LazyHTML.query(selector) |> Enum.count() end

    %{
      dark: count.("[stroke='url(#quarto-brass)']") > 0,
      square: count.("ellipse[fill$='-top)']") == 0,
      hollow: count.("[fill$='-bore)']") > 0,
      tall: top(drawing) > 30
    }
  end

  # The height of the top above the middle of the base.
  defp top(drawing) do
    top = LazyHTML.query(drawing, "[fill$='-top)']")

    case LazyHTML.attribute(top, "cy") do
      [cy] ->
        -String.to_integer(cy)

      [] ->
        -(top
          |> LazyHTML.attribute("d")
          |> hd()
          |> String.split()
          |> Enum.at(1)
          |> String.to_integer())
    end
  end

  test "the box for a typed move says what its example does" do
    assert Boards.example(:quarto, "-7") == "e.g. -7 (give a piece)"
    assert Boards.example(:quarto, "c3-A") == "e.g. c3-A (place, then give)"
    assert Boards.example(:quarto, "c3") == "e.g. c3"
    assert Boards.example(:quarto, nil) == nil
    assert Boards.example(:gomoku, "h8") == "e.g. h8"
  end

  describe "the pieces" do
    test "all sixteen show their four attributes" do
      for digit <- Piece.digits() do
        assert visible_attributes(digit) == Piece.attributes(digit), "piece #{digit}"
      end
    end

    test "a tall piece is at least twice as tall as a short one" do
      for digit <- 0..7 do
        short = digit |> Integer.to_string(16) |> drawing() |> top()
        tall = (digit + 8) |> Integer.to_string(16) |> drawing() |> top()
        assert tall >= 2 * short
      end
    end

    test "each has its own name" do
      names = Enum.map(Piece.digits(), &Piece.name/1)
      assert Enum.uniq(names) == names
      assert Piece.name("0") == "short light round solid piece"
      assert Piece.name("F") == "tall dark square hollow piece"
    end
  end

  describe "the board" do
    test "has a named button for every cell, each with its step" do
      board = board(position: "0.../..../..../...F 7")
      path = "svg[role=grid] > g[role=row] > g[role=gridcell] > [role=button]"
      cells = LazyHTML.query(board, path)
      assert Enum.count(cells) == 16
      assert board |> LazyHTML.query("[role=row]") |> Enum.count() == 4
      labels = LazyHTML.attribute(cells, "aria-label")
      assert hd(labels) == "a4, short light round solid piece"
      assert "c3, empty" in labels
      assert "c3" in LazyHTML.attribute(cells, "data-step")
    end

    test "previews the piece in hand in empty cells only" do
      board = board(position: "0.../..../..../...F 7")
      held = board |> LazyHTML.query("#quarto-held use") |> LazyHTML.attribute("href")
      assert held == ["#quarto-7"]
      ghosts = LazyHTML.query(board, ".ghost")
      assert ghosts |> LazyHTML.attribute("href") |> Enum.uniq() == ["#quarto-held"]
      assert Enum.count(ghosts) == 14
    end

    test "marks the last move and the winning line" do
      board = board(position: "0123/..../..../.... -", last: ["d4"], winning: ~w(a4 b4 c4 d4))
      assert board |> LazyHTML.query("#cell-d4.is-last") |> Enum.count() == 1
      assert board |> LazyHTML.query(".cell.is-winning") |> Enum.count() == 4
      labels = board |> LazyHTML.query("[role=button]") |> LazyHTML.attribute("aria-label")
      assert hd(labels) == "a4, short light round solid piece, in the winning line"
      assert "d4, short light square hollow piece, last move, in the winning line" in labels
    end

    test "is a picture without buttons if nothing can be pressed" do
      board = board(position: "0.../..../..../...F 7", playable: false)
      assert board |> LazyHTML.query("svg[role=img]") |> Enum.count() == 1

      assert board |> LazyHTML.query("g[role], [tabindex], [data-steps], .ghost") |> Enum.count() ==
               0
    end

    test "describes its pieces when it is a picture" do
      label = fn position ->
        board(position: position, playable: false)
        |> LazyHTML.query("svg")
        |> LazyHTML.attribute("aria-label")
      end

      assert label.("..../..../..../.... 7") == ["Quarto board, empty"]

      assert label.("0.../..../..../...F 7") == [
               "Quarto board: a4, short light round solid piece; d1, tall dark square hollow piece"
             ]
    end

    test "marks the cells that the text mentions" do
      board = board(position: "0.../..../..../...F 7", playable: false, marks: ["b2"])
      assert board |> LazyHTML.query(".cell.is-marked") |> Enum.count() == 1
    end
  end

  test "the tray has a button for each piece, and says which are used" do
    tray = draw(&Boards.tray/1, :quarto, position: "0.../..../..../...F 7")

    assert tray |> LazyHTML.query("button[data-step]") |> Enum.count() == 16
    assert tray |> LazyHTML.query("button.is-gone") |> Enum.count() == 3
    assert tray |> LazyHTML.query("button:not(.is-gone) svg") |> Enum.count() == 13
    assert "short light round solid piece, used" in labels(tray)
  end

  defp labels(html), do: html |> LazyHTML.query("button") |> LazyHTML.attribute("aria-label")

  test "prompts are one sentence for each step" do
    assert length(prompts("..../..../..../.... -")) == 1
    assert length(prompts("..../..../..../.... 7")) == 2
    assert length(prompts("E5AC/7938/0.2F/BD41 6")) == 1
  end

  test "moves and reasons are described in text" do
    assert Quarto.move_text(%{steps: ["7"]}) == "Gave the short dark square hollow piece."

    assert Quarto.move_text(%{steps: ["c3", "A"]}) ==
             "Placed the piece on c3, gave the tall light square solid piece."

    assert Quarto.move_text(%{steps: ["c3"]}) == "Placed the piece on c3."
    assert Quarto.reason(:line, %{shared: ["hollow"]}) == "Four hollow pieces in a row."
    assert Quarto.reason(:block, %{shared: ["tall", "dark"]}) == "Four tall pieces in a square."
    assert Quarto.reason(:full_board, %{}) == "The board is full."
  end

  describe "the variant with 2×2 blocks" do
    test "marks all nine blocks, unlike the standard game" do
      count = &(board(position: &1) |> LazyHTML.query(".block") |> Enum.count())
      assert count.("squares ..../..../..../.... -") == 9
      assert count.("..../..../..../.... -") == 0
    end

    test "frames the winning block, but not a line" do
      frame = fn winning ->
        [position: "squares ..../..../..../.... -", winning: winning]
        |> board()
        |> LazyHTML.query(".block-frame")
        |> LazyHTML.attribute("x")
      end

      assert frame.(~w(a4 b4 a3 b3)) == ["34"]
      assert frame.(~w(c4 d4 c3 d3)) == ["258"]
      assert frame.(~w(a4 b4 c4 d4)) == []
      assert frame.([]) == []
    end
  end
end
