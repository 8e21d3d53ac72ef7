defmodule PlayoutWeb.Match.TextTest do
  # The text of a match, for players and for spectators.
  use ExUnit.Case, async: true

  import Playout.Test.Logs

  alias Playout.Matches.State
  alias PlayoutWeb.Match.{Text, View}

  @won "012./..../..../.... 3"
  @second ".4../..B./6.../...1 8"

  defp strips(state, visitor) do
    view = View.new(state, visitor)

    for side <- [view.top, view.bottom] do
      {Text.heading(state, view, side), Text.status(state, view, side)}
    end
  end

  describe "two people on one screen" do
    test "have names, and the page is not turned around" do
      for moves <- [[], ["-0"], ["-0", "a1-1"]] do
        view = :me_twice |> state(moves(moves)) |> View.new("me")
        assert {view.top, view.bottom} == {:second, :first}
        assert view.my_turn?
        assert view.mine == nil
        assert view.tree != ""
        assert view.players.first.name == "Player 1"
        assert view.players.second.name == "Player 2"
      end
    end

    test "see whose turn it is, and who won" do
      view = :me_twice |> state(moves(["-0"])) |> View.new("me")
      assert view.title == "Player 2 to move · Quarto"

      assert view.announcement =~
               ~r/^Player 1: Gave .* Player 2 to move\. Place the piece on the board\.$/

      won = state(:me_twice, moves(["d4"]), @won)
      view = View.new(won, "me")
      assert %{result: "Player 1 wins", side: :first} = view.headline
      assert view.title == "Player 1 wins · Quarto"
      assert [{"Player 2", "Goes second"}, {"Player 1 wins", why}] = strips(won, "me")
      assert why =~ "in a row."
    end

    test "are called by their sides in Japanese too, as it is said there" do
      Gettext.put_locale(PlayoutWeb.Gettext, "ja")

      for {game, name} <- [gomoku: "黒", separo: "赤", animal_shogi: "太陽", quarto: "プレイヤー1"] do
        [created] = log(:me_twice, [], Playout.new!(game).start)
        {:ok, state} = State.from_events("m", [put_in(created.data.game, game)])
        view = View.new(state, "me")
        assert view.title =~ "#{name}の番｜"
        assert view.announcement =~ "#{name}の番です。"
      end
    end

    test "resign for the side to move" do
      resigned = state(:me_twice, moves(["-0"]) ++ [{:resigned, %{side: :second}}])
      assert %{headline: headline} = View.new(resigned, "me")
      assert headline == %{side: :first, result: "Player 1 wins", why: "Player 2 resigned."}
      # The previous move is not announced again.
      assert View.new(resigned, "me").announcement == "Player 1 wins. Player 2 resigned."
    end
  end

  test "an undo is announced, but not the move before it" do
    shown = state(:me_twice, moves(["-0", "a1-1"]))
    view = View.new(state(:me_twice, moves(["-0"])), "me", false, shown)
    assert view.announcement == "Move undone. Player 2 to move."
    assert View.new(shown, "me", false, shown).announcement =~ ~r/^Player 2: Placed/
  end

  test "players see themselves at the bottom, and the result as their own" do
    lost = state(:engine_and_me, moves(["d4"]), @won)
    view = View.new(lost, "me")
    assert {view.top, view.bottom, view.mine} == {:first, :second, :second}
    assert %{result: "You lose", side: :second} = view.headline
    assert View.result(lost, view.bottom) == :lost

    won = state(:me_and_engine, moves(["d4"]), @won)
    assert %{result: "You win", side: :first} = View.new(won, "me").headline
  end

  test "a draw is shown at the bottom, to players and spectators" do
    drawn = state(:me_and_engine, moves(["d1"]), "216A/07FE/C9B5/38D. 4")
    draw = %{side: :first, result: "Draw", why: "The board is full."}

    for visitor <- ["me", "a stranger"] do
      view = View.new(drawn, visitor)
      assert view.headline == draw
      assert view.title == "Draw · Quarto"
      assert View.result(drawn, view.bottom) == :drawn
    end

    assert strips(drawn, "me") == [{"Sparrow", "Goes second"}, {"Draw", "The board is full."}]
    # The result is nobody's name, so to a spectator it does not take the place of one.
    assert strips(drawn, "a stranger") ==
             [{"Sparrow", "Goes second"}, {"Guest", "Draw. The board is full."}]
  end

  test "spectators see names" do
    for {seats, first, second} <- [
          {:me_and_engine, "Guest", "Sparrow"},
          {:me_and_you, "Guest (first)", "Guest (second)"},
          {:me_twice, "Player 1", "Player 2"},
          {:engines, "Sparrow (first)", "Sparrow (second)"}
        ] do
      view = seats |> state() |> View.new("a stranger")
      assert {view.players.first.name, view.players.second.name} == {first, second}
      assert {view.bottom, view.mine, view.my_turn?} == {:first, nil, false}
    end
  end

  test "what a name says already is not said below it again" do
    assert :me_and_you |> state() |> strips("a stranger") ==
             [{"Guest (second)", ""}, {"Guest (first)", "To move"}]
  end

  test "each of two people is \"you\" on their own page" do
    view = :me_and_you |> state() |> View.new("you")
    assert {view.players.first.name, view.players.second.name} == {"Guest", "You"}
    assert view.bottom == :second
  end

  describe "a toss" do
    test "is announced at the start, to both players" do
      begins = %{state(:me_and_engine) | toss: true}
      view = View.new(begins, "me")
      assert [_engine, {"You go first", _}] = strips(begins, "me")
      assert view.announcement == "You go first. Your move. Choose a piece for your opponent."

      waits = %{state(:engine_and_me) | toss: true}
      assert [_engine, {"You", "You go second"}] = strips(waits, "me")
      assert View.new(waits, "me").announcement =~ ~r/^.* goes first\.$/
    end

    test "is not mentioned afterwards" do
      later = %{state(:engine_and_me, moves(["-0"])) | toss: true}
      assert [{_name, "Goes first"}, {"Your move", _}] = strips(later, "me")
    end
  end

  test "in a position with the second side to move, that side goes first" do
    begins = state(:me_and_you, [], @second)
    assert [{"Guest", "To move"}, {"You", "Goes second"}] = strips(begins, "me")
    later = state(:me_and_you, [{:moved, %{side: :second, move: "a1-0"}}], @second)
    assert [{"Guest", "Goes first"}, {"Your move", _}] = strips(later, "me")

    view = :engines |> state([], @second) |> View.new("a stranger")
    assert view.players.first.name == "Sparrow (second)"
    assert view.players.second.name == "Sparrow (first)"
  end

  test "the strips name the colours as soon as they are chosen" do
    [created | moved] =
      log(
        :me_and_you,
        for(
          {side, move} <- [first: "a1", first: "b1", first: "a2", second: "black"],
          do: {:moved, %{side: side, move: move}}
        ),
        "5/5/5/5/5 x freestyle+swap2"
      )

    created = put_in(created.data, %{created.data | game: :gomoku, variant: :freestyle})
    state = fn moves -> elem(State.from_events("m", [created | Enum.take(moved, moves)]), 1) end

    assert [{"Guest", "To move"}, {"You", "Goes first"}] = strips(state.(3), "me")
    assert [{"Guest", "Black"}, {"Your move", _}] = strips(state.(4), "me")
    assert [{"Guest", "To move"}, {"You", "Black"}] = strips(state.(4), "you")
  end

  describe "a pass" do
    # After these moves, Red ("me") can only pass.
    @before ~w(e1-d2-d3 a1-b2-c2 a5-b4-c4 b2-a3-a4 d2-c1-b1 a4-b5-c5)

    defp separo(seats, texts) do
      [created | events] = log(seats, moves(texts), "5 r - -")
      {:ok, state} = State.from_events("match", [put_in(created.data.game, :separo) | events])
      state
    end

    test "is announced together with the move that forces it" do
      state = separo(:me_and_engine, @before)
      view = View.new(state, "me")
      assert view.pass == %{side: :first, words: "Red has no moves and passes."}
      assert view.you.prompts == ["You have no moves, so you pass."]

      assert view.announcement ==
               "Sparrow: Grew a4 → b5 → c5. Red has no moves and passes."
    end

    test "stays in the strip of the side that passed until the next move" do
      passed = separo(:me_and_engine, @before ++ ["--"])
      assert View.new(passed, "me").pass.side == :first
      assert [_, {"You", "Must pass"}] = strips(passed, "me")
      # It is not announced a second time.
      assert View.new(passed, "me").announcement == ""

      assert View.new(separo(:me_twice, @before ++ ["--"]), "me").announcement ==
               "Blue to move. Choose one of your stones."
    end

    test "disappears with the next move, and with the end of the game" do
      assert View.new(separo(:me_and_engine, Enum.take(@before, 5)), "me").pass == nil
      resigned = [{:resigned, %{side: :first}}]
      [created | events] = log(:me_and_engine, moves(@before) ++ resigned, "5 r - -")
      {:ok, state} = State.from_events("match", [put_in(created.data.game, :separo) | events])
      assert View.new(state, "me").pass == nil
    end
  end
end
