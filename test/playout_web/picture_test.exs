defmodule PlayoutWeb.PictureTest do
  use ExUnit.Case, async: true

  alias Playout.Position
  alias PlayoutWeb.Picture

  # A match with captures and hands, roots and regions, and one that is won.
  @moves [
    {:quarto, "-0 a1-1 b2-2 c3-4"},
    {:quarto, "-0 a1-1 b2-2 c3-4 d4"},
    {:animal_shogi, "2c2b 2a2b 2d2c P*2a"},
    {:gomoku, "h8 g7 h7 h6 h9 h10 h11"},
    {:separo, "a9-b8-c8"}
  ]

  defp drawn(game, moves, options \\ []) do
    position = %{Playout.new!(game) | moves: String.split(moves)}
    {:ok, picture} = Picture.new(position, options)
    svg = Picture.svg(picture)
    {picture, svg, LazyHTML.from_fragment(svg)}
  end

  defp count(drawing, selector), do: drawing |> LazyHTML.query(selector) |> Enum.count()

  test "a picture is an SVG document without fonts, scripts or references to anything else" do
    for {game, moves} <- @moves, theme <- ~w(light dark) do
      {picture, svg, drawing} = drawn(game, moves, theme: theme)
      assert count(drawing, "style") == 1
      assert count(drawing, "text, image, script, foreignObject, a, animate, set") == 0

      assert svg =~ ~r/\A\s*<svg\s+xmlns="http:\/\/www.w3.org\/2000\/svg"/
      assert length(String.split(svg, "http")) == 2
      refute svg =~ ~r/\son\w+=/

      {width, height} = Picture.size(picture)
      assert max(width, height) == 480

      [root] =
        LazyHTML.attribute(LazyHTML.query(drawing, "svg:first-of-type"), "width") |> Enum.take(1)

      assert root == to_string(width)
    end
  end

  test "everything that a drawing refers to is in it" do
    for {game, moves} <- @moves do
      {_picture, svg, drawing} = drawn(game, moves)

      for [_all, id] <- Regex.scan(~r/(?:href="|url\()#([\w-]+)/, svg) do
        assert count(drawing, "##{id}") == 1, "#{game}: #{id}"
      end
    end
  end

  test "a picture shows the position, the last move and what has won" do
    {_picture, _svg, drawing} = drawn(:quarto, "-0 a1-1 b2-2 c3-4 d4")
    assert count(drawing, ".quarto-board .piece") == 4
    assert count(drawing, ".quarto-board .cell.is-winning") == 4
    assert count(drawing, ".quarto-board .cell.is-last") == 1

    {_picture, _svg, drawing} = drawn(:gomoku, "h8 g7 h7")
    assert count(drawing, ".stone") == 3
    assert count(drawing, ".stone.is-last") == 1
  end

  test "pieces in hand are beside the board" do
    {_picture, _svg, drawing} = drawn(:animal_shogi, "2c2b 2a2b")
    assert count(drawing, ".shogi-board .shogi-piece.is-first") == 3
    assert count(drawing, ".shogi-piece.is-first") == 4
    assert count(drawing, ".shogi-piece.is-second") == 4
    assert count(drawing, ".picture-count") == 0

    position = Playout.new!(:animal_shogi, position: "b1r/1k1/3/BKR b 2P")
    {:ok, picture} = Picture.new(position)
    drawing = picture |> Picture.svg() |> LazyHTML.from_fragment()
    assert count(drawing, ".picture-count") == 1
    assert count(drawing, ".picture-number") == 1

    {_picture, _svg, drawing} = drawn(:quarto, "-7")
    assert count(drawing, "g > use[href='#quarto-7']") == 1
  end

  test "the other side can be at the bottom" do
    place = fn options ->
      {_picture, _svg, drawing} = drawn(:animal_shogi, "2c2b", options)
      [path | _] = LazyHTML.attribute(LazyHTML.query(drawing, ".shogi-board .is-left"), "class")
      parent = LazyHTML.query(drawing, ".shogi-board g[transform]:has(> .is-left)")
      {path, LazyHTML.attribute(parent, "transform")}
    end

    refute place.(bottom: :first) == place.(bottom: :second)
  end

  test "an error in the position is returned" do
    position = %Position{game: :quarto, start: "rubbish"}
    assert {:error, %{code: :bad_position}} = Picture.new(position)
    position = %{Playout.new!(:quarto) | moves: ["-0", "z9"]}
    assert {:error, %{code: :bad_move, where: 2}} = Picture.new(position)
  end
end
