defmodule PlayoutWeb.Boards.AnimalShogiTest do
  use ExUnit.Case, async: true

  import Phoenix.LiveViewTest
  import PlayoutWeb.Test.Drawing

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.AnimalShogi
  alias PlayoutWeb.Boards.AnimalShogi.Sprite

  @start "rkb/1p1/1P1/BKR b -"
  @hands "k2/1b1/R2/1K1 w R2Pb"

  # The cells around 2b.
  @directions %{
    "3a" => :nw,
    "2a" => :n,
    "1a" => :ne,
    "3b" => :w,
    "1b" => :e,
    "3c" => :sw,
    "2c" => :s,
    "1c" => :se
  }

  defp render(component, options), do: draw(component, :animal_shogi, options)

  defp board(options), do: render(&Boards.board/1, Keyword.put_new(options, :playable, true))
  defp hand(options), do: render(&Boards.holding/1, options)

  defp count(html, selector), do: html |> LazyHTML.query(selector) |> Enum.count()
  defp labels(html), do: html |> LazyHTML.query("[data-step]") |> LazyHTML.attribute("aria-label")
  defp steps(html), do: html |> LazyHTML.query("[data-step]") |> LazyHTML.attribute("data-step")

  defp described(text), do: Playout.describe!(Playout.new!(:animal_shogi, position: text))

  # The directions in which an animal can move from the middle of an empty board, according to the
  # rules.
  defp directions_by_the_rules(letter) do
    {others, hand} =
      case letter do
        "K" -> {"kR1", "R2B2P"}
        "R" -> {"kK1", "R2B2P"}
        "B" -> {"kK1", "2RB2P"}
        _chick_or_hen -> {"kK1", "2R2BP"}
      end

    for %{steps: ["2b", to]} <- described("3/1#{letter}1/3/#{others} b #{hand}").moves do
      {:ok, way} = Map.fetch(@directions, to)
      way
    end
  end

  describe "the pieces" do
    test "have a dot for each direction that the rules allow" do
      for {animal, letter} <- [lion: "K", giraffe: "R", elephant: "B", chick: "P", hen: "+P"] do
        assert Enum.sort(Sprite.directions(animal)) == Enum.sort(directions_by_the_rules(letter)),
               "#{animal}"

        drawn = render_component(&Sprite.sprite/1, %{}) |> LazyHTML.from_fragment()
        assert count(drawn, "#shogi-#{animal} > circle") == length(Sprite.directions(animal))
      end
    end

    test "show their side by colour and by the way they point" do
      board = board(position: @start)
      assert count(board, "#cell-2d .is-first [href='#shogi-first-up']") == 1
      assert count(board, "#cell-2a .is-second [href='#shogi-second-down']") == 1
      assert count(board, "#cell-2a [href='#shogi-lion'][transform='rotate(180)']") == 1

      turned = board(position: @start, bottom: :second)
      assert count(turned, "#cell-2d [href='#shogi-first-down']") == 1
      assert count(turned, "#cell-2a [href='#shogi-second-up']") == 1
    end
  end

  describe "the board" do
    test "has a named button for every cell, each with its step" do
      board = board(position: @start, mine: :first)
      assert count(board, "svg[role=grid] > g[role=row] > g[role=gridcell] > [role=button]") == 12
      assert count(board, "[role=row]") == 4
      assert hd(labels(board)) == "3a, their giraffe"
      assert "2c, your chick" in labels(board)
      assert "3b, empty" in labels(board)
      assert hd(steps(board)) == "3a"
    end

    test "is shown from the point of view of the player at the bottom" do
      assert steps(board(position: @start, bottom: :second)) ==
               Enum.reverse(steps(board(position: @start)))
    end

    test "names the sides if it is shown to neither player" do
      assert "2d, Sun's lion" in labels(board(position: @start))
      assert "2a, Moon's lion" in labels(board(position: @start))
    end

    test "marks the last move, and moves the piece from its previous cell" do
      board = board(position: "rkb/1P1/3/BKR w P", last: ["2c", "2b"])
      assert count(board, ".cell.is-last") == 2
      assert count(board, "#cell-2b [data-arrive='2c']") == 1
      assert count(board, "[data-arrive]") == 1
      assert count(board(position: @start), "[data-arrive]") == 0
    end

    test "turns a chick that has promoted into a hen" do
      position = Playout.new!(:animal_shogi, position: "2k/P1r/b2/1KR b BP")
      described = position |> Playout.play!("3b3a+") |> Playout.describe!()
      shown = [position: described.position, last: ["3b", "3a"], played: described.played]
      assert count(board(shown), "#cell-3a [data-turn=from] [href='#shogi-chick']") == 1
      assert count(board(shown), "#cell-3a [data-turn=to] [href='#shogi-hen']") == 1

      # A hen that merely moves is not turned over.
      assert count(board(Keyword.put(shown, :played, [])), "[data-turn]") == 0
    end

    test "shows attacked lions and the cells where a lion could win" do
      position = "r1b/1pK/kP1/B1R b -"
      board = board(position: position, alerts: described(position).alerts, mine: :first)
      assert count(board, ".shogi-try") == 2
      assert "1a, their elephant, a lion that gets here wins" in labels(board)
      assert count(board, ".shogi-alarm") == 0

      position = "rkb/1P1/3/BKR w P"
      board = board(position: position, alerts: described(position).alerts)
      assert count(board, "#cell-2a.is-attacked .shogi-alarm") == 1
      assert "2a, Moon's lion, can be caught" in labels(board)
    end

    test "crowns the winning lion, even after capturing the other one" do
      tried = "1K1/r2/b2/BkR w 2P"
      assert %{outcome: %{result: :first, reason: :try, cells: cells}} = described(tried)
      assert count(board(position: tried, winning: cells), ".is-winning .shogi-crown") == 1

      caught = "r1b/1P1/3/BKR w P"
      assert %{outcome: %{result: :first, reason: :catch}} = described(caught)
      assert count(board(position: caught), "#cell-2d.is-winning .shogi-crown") == 1
      assert count(board(position: @start), ".shogi-crown") == 0
    end

    test "is a picture without buttons if nothing can be pressed" do
      board = board(position: "3/1k1/3/1K1 b 2R2B2P", playable: false, marks: ["2b"])
      assert count(board, "g[role], [tabindex], [data-steps], [data-carry]") == 0
      assert count(board, ".cell.is-marked") == 1

      assert board |> LazyHTML.query("svg") |> LazyHTML.attribute("aria-label") == [
               "Animal Shogi board: 2b, Moon's lion; 2d, Sun's lion"
             ]
    end
  end

  describe "hands" do
    test "can be pressed by the side to move, but not by the other" do
      ours = hand(position: @hands, side: :second, to_move: true, playable: true, mine: :second)
      assert count(ours, "[role=toolbar][data-steps][aria-label='Your hand']") == 1
      assert {steps(ours), labels(ours)} == {["B"], ["elephant, 1 in hand"]}

      for {side, to_move, mine} <- [{:second, true, :first}, {:second, false, :second}] do
        still = [side: side, to_move: to_move, mine: mine, playable: true]
        assert count(hand([position: @hands] ++ still), "[data-step], [data-steps]") == 0
      end

      theirs = hand(position: @hands, side: :first, to_move: false, playable: true, mine: :second)
      assert count(theirs, "[data-step], [data-steps]") == 0
      assert count(theirs, "[role=group][aria-label='Their hand'] [role=img]") == 2
      assert theirs |> LazyHTML.query(".hand-count") |> LazyHTML.text() == "12"
    end

    test "have no label while they are empty" do
      empty = hand(position: @start, side: :first, to_move: true, playable: true)
      assert count(empty, ".shogi-hand") == 1
      assert count(empty, "[role], [aria-label], [data-steps], .hand-piece") == 0
    end

    test "receive captured pieces, a hen as a chick" do
      for {captured, step} <- [{"giraffe", "R"}, {"hen", "P"}] do
        last = %{side: :first, steps: ["2c", "2b"], details: %{piece: "lion", captured: captured}}
        hand = hand(position: @hands, side: :first, to_move: true, playable: true, last: last)
        assert count(hand, "[data-step=#{step}] [data-arrive='2b']") == 1
        assert count(hand, "[data-arrive]") == 1

        other = hand(position: @hands, side: :second, to_move: true, playable: true, last: last)
        assert count(other, "[data-arrive]") == 0
      end
    end
  end

  test "moves are described in text" do
    words = fn start, move ->
      position = Playout.new!(:animal_shogi, position: start)
      [played] = (position |> Playout.play!(move) |> Playout.describe!()).played
      AnimalShogi.move_text(played)
    end

    assert words.(@start, "1d1c") == "Moved the giraffe from 1d to 1c."
    assert words.(@start, "2c2b") == "Captured the chick on 2b with the chick from 2c."

    assert words.("2k/P1r/b2/1KR b BP", "3b3a+") ==
             "Moved the chick from 3b to 3a; it became a hen."

    assert words.("r1k/P2/b2/1KR b BP", "3b3a+") ==
             "Captured the giraffe on 3a with the chick from 3b; it became a hen."

    assert words.("r1k/P2/b2/1KR b BP", "P*2a") == "Dropped the chick on 2a."
  end

  test "a small picture of a move shows its result" do
    picture = fn details ->
      options = [steps: ["3b", "3a"], details: details, side: :second]
      count(render(&Boards.move_picture/1, options), "[href='#shogi-hen']")
    end

    assert picture.(%{piece: "chick", becomes: "hen"}) == 1
    assert picture.(%{piece: "chick"}) == 0
  end

  test "alerts are described in text" do
    words = &Enum.join(AnimalShogi.alert_texts(described(&1).alerts), " ")
    assert words.(@start) == ""
    assert words.("rkb/1P1/3/BKR w P") == "The lion on 2a can be caught."

    assert words.("Kr1/3/k2/1bR b B2P") ==
             "The lion on 3a can be caught. A lion that reaches 2a wins. A lion that reaches 3d wins."
  end

  test "every ending is described in text" do
    for reason <- [:catch, :try, :both_safe, :repetition, :no_moves] do
      assert AnimalShogi.reason(reason, %{}) =~ ~r/^[A-Z].*\.$/
    end
  end

  test "the showpiece is from an unfinished game" do
    assert described(AnimalShogi.showpiece()).outcome == nil
  end
end
