defmodule Playout.SetupTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.Native
  alias Playout.{Error, Setup}

  doctest Playout.Setup

  test "every start is the position of its setup" do
    for game <- Playout.games(), variant <- hd(Playout.options(game)).choices do
      position = Playout.new!(game, variant: variant)
      setup = Playout.setup!(position)
      assert setup.options[:variant] == variant
      assert Playout.position_of!(setup) == position
      assert %{refusal: nil, over: false} = view = Setup.view!(setup)
      assert view.text == position.start
      assert view.diagram == Playout.diagram!(position)
      assert {:ok, ^view} = Setup.view(elem(Setup.read(game, view.text), 1))
    end
  end

  test "a setup of a game contains its moves" do
    position = Playout.new!(:animal_shogi) |> Playout.play!("2c2b")
    setup = Playout.setup!(position)
    assert setup.side == :second
    assert setup.hands == {[{"chick", 1}], []}
    assert Playout.position_of!(setup).start == "rkb/1P1/3/BKR w P"
  end

  test "every option of a palette can be chosen, at its limits" do
    for game <- Playout.games(), option <- elem(Playout.palette(game), 1).options do
      for value <- option.choices ++ Enum.filter([option.min, option.max], & &1) do
        assert {:ok, setup} = Setup.blank(game, [{option.option, value}])
        assert setup.options[option.option] == value
        assert {:ok, _view} = Setup.view(setup)
      end

      assert {:error, %Error{}} = Setup.blank(game, [{option.option, 99}])
    end
  end

  test "a position that ends the game says so" do
    {:ok, setup} = Setup.read(:quarto, "0123/..../..../.... -")
    assert %{over: true, refusal: nil} = Setup.view!(setup)
  end

  test "a malformed setup is an error" do
    {:ok, blank} = Setup.blank(:quarto)

    for {changes, problem} <- [
          {%{cells: ""}, "wrong_cells"},
          {%{cells: :binary.copy(<<0>>, 17)}, "wrong_cells"},
          {%{cells: :binary.copy(<<17>>, 16)}, "no_such_piece"},
          {%{hands: {[{"lion", 1}], []}}, "bad_hand"},
          {%{hands: {[{"A", 2}], []}}, "bad_hand"},
          {%{hands: {[{"A", 1}, {"B", 1}], []}}, "bad_hand"},
          {%{hands: {[], [{"A", 1}]}}, "bad_hand"},
          {%{hands: {for(number <- 1..17, do: {"#{number}", 1}), []}}, "too_many_held"},
          {%{hands: {[{"A", -1}], []}}, "not_setup"},
          {%{hands: {[{"A", 1} | :b], []}}, "not_list"},
          {%{hands: []}, "not_setup"},
          {%{roots: {<<0, 0, 2, 2>>, ""}}, "no_roots"},
          {%{roots: {<<0, 0, 2>>, ""}}, "not_setup"},
          {%{roots: {:binary.copy(<<0, 0, 2, 2>>, 1_001), ""}}, "too_many_roots"},
          {%{side: :third}, "not_setup"},
          {%{side: "first"}, "not_setup"},
          {%{options: [variant: :other]}, "unknown_variant"},
          {%{options: nil}, "not_list"}
        ] do
      setup = struct!(blank, changes)
      assert {:error, %Error{details: %{problem: ^problem}}} = Setup.view(setup)
      assert {:error, %Error{details: %{problem: ^problem}}} = Playout.position_of(setup)
      assert {:error, %Error{}} = Setup.change(setup, [])
    end

    assert {:error, %Error{code: :unknown_game}} = Setup.blank(:chess)
    assert {:error, %Error{code: :unknown_game}} = Playout.palette(:chess)
    assert {:error, %Error{code: :bad_option}} = Setup.blank(:quarto, %{variant: :standard})
  end

  test "as many roots as are read, and as many kinds of pieces, are refused by the rules" do
    {:ok, separo} = Setup.blank(:separo)
    roots = {:binary.copy(<<0, 0, 2, 2>>, 1_000), ""}
    assert {:error, %{details: details}} = Setup.view(%{separo | roots: roots})
    assert %{problem: "root_twice", place: "root", at: "a1b2", side: "first"} = details

    {:ok, quarto} = Setup.blank(:quarto)
    hand = for digit <- 0..15, do: {Integer.to_string(digit, 16), 1}
    assert {:error, %{details: details}} = Setup.view(%{quarto | hands: {hand, []}})
    assert %{problem: "bad_hand", place: "hand", at: "first"} = details
  end

  test "terms that are no setups are errors" do
    for garbage <- [nil, 1, "", [], {}, {1, 2}, {[], nil, "", {[], []}, {"", 1}}, self()] do
      assert {:error, %{code: _}} = Native.setup_view("quarto", garbage)
      assert {:error, %{code: _}} = Native.setup_position("quarto", garbage)
      assert {:error, %{code: _}} = Native.setup_change("quarto", garbage, [])
      assert {:error, %{code: _}} = Native.setup_read("quarto", garbage)
      if garbage != [], do: assert({:error, %{code: _}} = Native.setup_blank("quarto", garbage))
    end
  end
end
