defmodule PlayoutWeb.Boards.SeparoTest do
  use ExUnit.Case, async: true

  import Phoenix.LiveViewTest
  import PlayoutWeb.Test.Drawing

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.Separo
  alias PlayoutWeb.Boards.Separo.Grid
  alias PlayoutWeb.Boards.Separo.Room
  alias PlayoutWeb.Boards.Separo.Scene
  alias PlayoutWeb.Boards.Sprites

  @start "9 r - -"
  # Red has fenced off the top left corner, and two roots have crossed.
  @grown "6 r a6b5,b5c5,c3c4,c3d2,c4d5,c5d4,d2e2,d3d4,d5d6,e2f1 " <>
           "a1b2,a4a5,a4b3,a5b6,b2b3,b6c6,e4e5,e4f3,e5f6,f2f3"
  @stuck "5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2"

  defp describe_position(text), do: Playout.describe!(Playout.new!(:separo, position: text))

  defp scene_of(text), do: Scene.new(Boards.diagram(:separo, text))
  defp prompts(text), do: Separo.prompts(Boards.diagram(:separo, text))

  defp board(position, options \\ []) do
    draw(&Boards.board/1, :separo, Keyword.merge([position: position, playable: true], options))
  end

  defp count(html, selector), do: html |> LazyHTML.query(selector) |> Enum.count()

  defp attributes(html, selector, name) do
    html |> LazyHTML.query(selector) |> LazyHTML.attribute(name)
  end

  describe "the scene" do
    test "lists the size, the side to move, and both sides' roots and stones" do
      read = scene_of("9 b a9b8,b8c8 -")
      assert %{size: 9, side: :second} = read
      assert roots(read) == [{:first, "a9", "b8"}, {:first, "b8", "c8"}]
      assert %{"a9" => :first, "b8" => :first, "c8" => :first, "i1" => :first} = read.stones
      assert %{"a1" => :second, "i9" => :second} = read.stones
      assert map_size(read.stones) == 6
    end

    test "reads two-digit rows" do
      assert roots(scene_of("11 r - i10j11,j11k11")) ==
               [{:second, "i10", "j11"}, {:second, "j11", "k11"}]
    end

    defp roots(scene) do
      for {side, from, to} <- scene.roots, do: {side, Grid.point(from), Grid.point(to)}
    end

    test "has the start stones of both sides, on every size" do
      for size <- 4..19 do
        {:ok, start} = Playout.new(:separo, size: size)
        %{moves: moves, side: :first, diagram: diagram} = Playout.describe!(start)
        %{stones: stones} = Scene.new(diagram)
        firsts = for move <- moves, uniq: true, do: hd(move.steps)
        assert Enum.sort(firsts) == Enum.sort(for {point, :first} <- stones, do: point)
      end
    end
  end

  describe "the board" do
    test "has a named button for every point, row by row, each with its step" do
      for size <- [4, 9, 19] do
        board = board("#{size} r - -")
        buttons = "svg[role=grid] > g[role=row] > g[role=gridcell] > [role=button][data-step]"
        assert count(board, buttons) == size * size
        assert count(board, "[role=row]") == size
        assert hd(attributes(board, buttons, "data-step")) == "a#{size}"
      end
    end

    test "describes each point: its stone, and whether it can grow" do
      labels = attributes(board(@grown, last: ~w(f3 f2 f2)), "[role=button]", "aria-label")
      assert "d3: Red's stone, can grow" in labels
      assert "b2: Blue's stone, can grow" in labels
      assert "a6: Red's stone" in labels
      assert "a1: Blue's stone" in labels
      assert "a2, empty" in labels
      assert "f3: Blue's stone, last move" in labels
    end

    test "draws every root, and grows those of the last move from where they start" do
      board = board("9 b a9b8,b8c8 -", last: ~w(a9 b8 c8))
      assert count(board, ".root") == 2
      assert attributes(board, ".root.is-last .root-line", "data-grow") == ["0", "1"]

      assert attributes(board, ".separo-stone[data-arrive]", "href") == [
               "#separo-first",
               "#separo-first"
             ]

      back = "9 r - a1b2,b2b3,h7h8,h8i9"
      last = board(back, last: ~w(i9 h8 h7))
      [first] = attributes(last, ".root-line[data-grow='0 back']", "d")
      [second] = attributes(last, ".root-line[data-grow='1 back']", "d")
      corner = ~r/^M(\d+ \d+)L(\d+ \d+)$/
      [_, over, from] = Regex.run(corner, first)
      assert [_, to, ^over] = Regex.run(corner, second)
      assert from != to
      assert first in attributes(board(back), ".root-line", "d")
    end

    test "distinguishes Red from Blue even without colour" do
      sprite =
        (&Sprites.sprite/1) |> render_component(game: :separo) |> LazyHTML.from_fragment()

      assert count(sprite, "#separo-second .stone-core") == 1
      assert count(sprite, "#separo-first .stone-core") == 0
      assert count(sprite, "#separo-tint-first circle") == 0
      assert count(sprite, "#separo-tint-second circle") == 1
    end

    test "marks no point and no root for a pass" do
      assert count(board(@stuck, last: ["--"]), ".is-last, [data-grow]") == 0
    end

    test "has a guide for every root that either side could draw" do
      board = board(@grown)
      %{moves: mine} = describe_position(@grown)
      %{moves: theirs} = describe_position(String.replace(@grown, "6 r", "6 b"))

      paths = fn moves ->
        for %{steps: [from, over, to]} <- moves,
            path <- ["#{from} #{over}", "#{from} #{over} #{to}"],
            uniq: true,
            do: path
      end

      assert Enum.sort(attributes(board, ".is-first > .guide", "data-path")) ==
               Enum.sort(paths.(mine))

      assert Enum.sort(attributes(board, ".is-second > .guide", "data-path")) ==
               Enum.sort(paths.(theirs))
    end

    test "has no guides where no move is possible, or for a pass" do
      over = describe_position(@stuck).position
      assert count(board(over), ".is-second > .guide") == 0
      assert count(board(over), ".is-first > .guide") > 0
      assert count(board(@grown, playable: false), ".guide") == 0

      picture = board(@grown, playable: false, guides: true)
      assert count(picture, ".is-first > .guide") > 0
      assert count(picture, ".is-second > .guide") == 0
    end

    test "is a picture without buttons if nothing can be pressed" do
      picture = board(@grown, playable: false)
      assert count(picture, "svg[role=img]") == 1
      assert count(picture, "[data-step], [tabindex], [data-steps], [role=row]") == 0
      [label] = attributes(picture, "svg", "aria-label")
      assert label =~ "Red's stones are on a6, b5, c3"
      assert label =~ "Blue's on a1, a4"
    end

    test "gives every element its own id" do
      ids = attributes(board("19 r - -"), "[id]", "id")
      assert ids == Enum.uniq(ids)
    end
  end

  describe "regions" do
    test "are numbered up to the score" do
      board = board(@grown)
      assert describe_position(@grown).score == {3, 3}
      assert numbers(board, "first") == ["1", "2", "3"]
      assert numbers(board, "second") == ["1", "2", "3"]
    end

    test "are tinted except the largest, the open board" do
      assert tinted(@grown) == {2, 2}
    end

    test "the undivided board is region 1 of both sides, without a tint" do
      assert numbers(board(@start), "first") == ["1"]
      assert numbers(board(@start), "second") == ["1"]
      assert count(board(@start), ".region") == 0
    end

    test "are all tinted and numbered at the end, of both sides on a page" do
      over = over(1)
      %{outcome: outcome, score: {first, second}} = describe_position(over)
      assert outcome.result == :second
      assert first < second
      assert tinted(over) == {first, second}
      assert numbers(board(over), "first") == Enum.map(1..first, &to_string/1)
      assert numbers(board(over), "second") == Enum.map(1..second, &to_string/1)
      assert count(board(over), "svg.counts-second") == 1
      assert count(board(@grown), "[class*=counts-]") == 0
    end

    test "of the winner only are in a picture of the end" do
      picture = board(over(1), playable: false)
      %{score: {_first, second}} = describe_position(over(1))
      assert numbers(picture, "second") == Enum.map(1..second, &to_string/1)
      assert numbers(picture, "first") == []
      assert count(picture, "[class*=counts-]") == 0
    end

    test "of the other side can be shown instead, by a switch at its score" do
      switch = fn position, side ->
        (&Boards.score/1)
        |> draw(:separo, position: position, side: side, text: "3 regions")
        |> count("label.score[title]:has(svg) input[type=checkbox]#other-regions")
      end

      assert {switch.(over(1), :first), switch.(over(1), :second)} == {1, 0}
      assert {switch.(@grown, :first), switch.(@grown, :second)} == {0, 0}
    end

    test "have their numbers inside, clear of stones and other numbers" do
      for seed <- 1..12, size = Enum.at([5, 7, 9, 13], rem(seed, 4)) do
        position = position_after(size, seed * 4, seed)
        scene = scene_of(position)
        {first, second} = describe_position(position).regions

        places =
          Enum.reduce(first ++ second, [], &[Room.inside(&1, scene, &2, Room.middle(&1)) | &2])

        assert Enum.uniq(places) == places

        for {place, outline} <- Enum.zip(Enum.reverse(places), first ++ second) do
          assert inside?(place, outline), "#{inspect(place)} in #{position}"
          refute on_point?(place), "#{inspect(place)} is a point of #{position}"
        end
      end
    end
  end

  defp numbers(board, side) do
    board
    |> LazyHTML.query(".is-#{side} > .region-number text")
    |> Enum.map(&String.trim(LazyHTML.text(&1)))
    |> Enum.sort()
  end

  # Computes the winding number of an outline around a place, unlike the board, which counts
  # crossings.
  defp inside?({x, y}, [start | others] = outline) do
    [outline, others ++ [start]]
    |> Enum.zip_with(fn [{x1, y1}, {x2, y2}] ->
      {ax, ay, bx, by} = {x1 - x, y1 - y, x2 - x, y2 - y}
      :math.atan2(ax * by - ay * bx, ax * bx + ay * by)
    end)
    |> Enum.sum()
    |> then(&(round(&1 / (2 * :math.pi())) != 0))
  end

  defp on_point?({x, y}),
    do: is_integer(x) and is_integer(y) and rem(x, 2) == 0 and rem(y, 2) == 0

  # How many regions of each side are tinted.
  defp tinted(position) do
    of = &count(board(position), "[fill='url(#separo-tint-#{&1})'] > .region")
    {of.("first"), of.("second")}
  end

  defp over(seed), do: position_after(5, 100, seed)

  # Plays random moves, always the same for the same seed.
  defp position_after(size, plies, seed) do
    :rand.seed(:exsss, {seed, 1, 1})

    1..plies
    |> Enum.reduce_while(Playout.new!(:separo, size: size), fn _, position ->
      case Playout.legal_moves!(position) do
        [] -> {:halt, position}
        moves -> {:cont, Playout.play!(position, Enum.random(moves))}
      end
    end)
    |> Playout.describe!()
    |> Map.fetch!(:position)
  end

  test "sides have names, marks and scores" do
    assert Separo.side_name(:first, Boards.diagram(:separo, @start)) == "Red"
    assert Separo.side_name(:second, Boards.diagram(:separo, @start)) == "Blue"
    assert Separo.score_text(1) == "1 region"
    assert Separo.score_text(7) == "7 regions"

    mark =
      &render_component(fn a -> Boards.side_mark(a) end,
        game: :separo,
        diagram: Boards.diagram(:separo, @start),
        side: &1
      )

    assert mark.(:first) =~ "#separo-first"
    assert mark.(:second) =~ "#separo-second"
  end

  test "prompts are one sentence for each step, and one for a forced pass" do
    assert length(prompts(@start)) == 3
    assert prompts(@stuck) == ["You have no moves, so you pass."]
  end

  test "moves and reasons are described in text" do
    assert Separo.move_text(%{steps: ~w(a9 b8 c8)}) == "Grew a9 → b8 → c8."
    assert Separo.move_text(%{steps: ["--"]}) == "Passed."
    assert Separo.reason(:regions, %{first: 5, second: 7}) == "7 regions to 5."
    assert Separo.reason(:regions, %{first: 1, second: 1}) == "1 region each."
  end

  test "the picture of a move shows its direction" do
    picture = fn steps ->
      (&Boards.move_picture/1)
      |> render_component(game: :separo, steps: steps, details: %{}, side: :first)
      |> LazyHTML.from_fragment()
    end

    assert attributes(picture.(~w(a9 b8 c8)), "path", "d") == ["M-10 -10L0 0L10 0"]
    assert attributes(picture.(~w(i1 h2 h3)), "path", "d") == ["M10 10L0 0L0 -10"]
    assert count(picture.(["--"]), "svg") == 0
  end
end
