defmodule PlayoutWeb.EditorTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias Playout.Setup
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Editor

  defp editor(game, text) do
    {:ok, editor} = Editor.read(Editor.new(game), text)
    editor
  end

  defp using(editor, tool) do
    {:ok, editor} = Editor.choose(editor, tool)
    editor
  end

  defp pressing(editor, names) do
    Enum.reduce(names, editor, fn name, editor ->
      {:ok, editor} = Editor.press(editor, name)
      editor
    end)
  end

  defp text(%{view: %{text: text}}), do: text

  test "begins with the start of each game, which is possible" do
    for game <- Playout.games() do
      editor = Editor.new(game)
      assert text(editor) == Playout.new!(game).start
      assert editor.view.refusal == nil
      assert Editor.Text.verdict(editor) =~ "Possible"
    end
  end

  test "a piece goes on a cell, replaces another one, and goes away again" do
    editor = editor(:gomoku, "5/5/5/5/5 x freestyle") |> using("1") |> pressing(["c3"])
    assert text(editor) == "5/5/2x2/5/5 o freestyle"
    assert {Editor.Text.announcement(editor), Editor.marks(editor)} == {"c3, Black stone", []}
    editor = editor |> using("2") |> pressing(["c3"])
    assert text(editor) == "5/5/2o2/5/5 o freestyle"
    assert Editor.marks(editor) == ["c3"]
    editor = pressing(editor, ["c3"])
    assert text(editor) == "5/5/5/5/5 x freestyle"
    assert Editor.Text.announcement(editor) == "c3, empty"
  end

  test "a piece of which there is only one moves" do
    editor = editor(:quarto, "7.../..../..../.... A")
    assert editor |> using("8") |> pressing(["d1"]) |> text() == "..../..../..../...7 A"
    # Also out of the hand, and into it.
    assert editor |> using("11") |> pressing(["b1"]) |> text() == "7.../..../..../.A.. -"
    {:ok, held} = editor |> using("8") |> Editor.hold("first")
    assert text(held) == "..../..../..../.... 7"
    shogi = Editor.new(:animal_shogi) |> using("5") |> pressing(["2b"])
    assert text(shogi) == "rkb/1K1/1P1/B1R b -"
    # Not animals of which there are two.
    assert shogi |> using("1") |> pressing(["3b"]) |> text() == "rkb/RK1/1P1/B1R b -"
  end

  test "the eraser empties cells, and removes the roots of a point" do
    editor = editor(:quarto, "7.../..../..../.... A") |> using("eraser")
    assert editor |> pressing(["a4"]) |> text() == "..../..../..../.... A"
    separo = editor(:separo, "5 r a5b4,b4c4 a1b2,b2c2") |> using("eraser")
    assert separo |> pressing(["b2"]) |> text() == "5 r a5b4,b4c4 -"
  end

  test "roots are drawn from end to end" do
    editor = editor(:separo, "5 r - -") |> using("first") |> pressing(["a5", "b4", "c4"])
    assert {text(editor), editor.from} == {"5 r a5b4,b4c4 -", "c4"}
    assert Editor.marks(editor) == ["c4"]
    # Too far away: another root begins.
    editor = pressing(editor, ["e1"])
    assert {text(editor), editor.from} == {"5 r a5b4,b4c4 -", "e1"}
    # The same point again: no root begins.
    assert pressing(editor, ["e1"]).from == nil
    # A root that is there goes away, in either direction.
    assert editor |> pressing(["e1", "c4", "b4"]) |> text() == "5 r a5b4 -"
    assert editor |> using("second") |> pressing(["a1", "b2"]) |> text() == "5 r a5b4,b4c4 a1b2"
  end

  test "hands" do
    editor = editor(:animal_shogi, "1k1/3/3/1K1 b -") |> using("1")
    {:ok, editor} = Editor.hold(editor, "first")
    {:ok, editor} = Editor.hold(editor, "first")
    assert text(editor) == "1k1/3/3/1K1 b 2R"
    assert Editor.hold(editor, "first") == :error
    {:ok, editor} = Editor.hold(editor, "second")
    {:ok, editor} = Editor.release(editor, "first", "giraffe")
    assert text(editor) == "1k1/3/3/1K1 b Rr"
    {:ok, editor} = Editor.release(editor, "first", "giraffe")
    assert text(editor) == "1k1/3/3/1K1 b r"
    assert Editor.release(editor, "first", "giraffe") == :error
    # A lion and a hen can't be held, and a shared hand has room for one piece.
    for tool <- ["4", "5"], do: assert(editor |> using(tool) |> Editor.hold("first") == :error)
    {:ok, quarto} = editor(:quarto, "..../..../..../.... A") |> using("1") |> Editor.hold("first")
    assert text(quarto) == "..../..../..../.... 0"
    assert quarto |> using("2") |> Editor.hold("second") == :error
    assert Editor.hold(Editor.new(:gomoku), "first") == :error
  end

  test "options and the side to move" do
    {:ok, editor} = Editor.options(Editor.new(:animal_shogi), %{"side" => "second"})
    assert text(editor) == "rkb/1p1/1P1/BKR w -"
    {:ok, editor} = Editor.options(editor, %{"variant" => "quick-try", "size" => "9"})
    assert text(editor) == "quick-try rkb/1p1/1P1/BKR w -"
    {:ok, gomoku} = Editor.options(Editor.new(:gomoku), %{"size" => "5", "opening" => "swapped"})
    assert text(gomoku) == "5/5/5/5/5 x freestyle+swapped"
    assert %{place: "option", at: "opening"} = gomoku.view.refusal.details
    # It follows from the stones.
    {:ok, same} = Editor.options(gomoku, %{"side" => "second"})
    assert same.setup == gomoku.setup

    for value <- ["4", "21", "", nil, ["5"], %{}] do
      assert {:ok, %{setup: setup}} = Editor.options(gomoku, %{"size" => value})
      assert setup == gomoku.setup
    end
  end

  test "clear, start and undo" do
    editor = editor(:gomoku, "5/5/2x2/5/5 o standard+swap2")
    {:ok, cleared} = Editor.clear(editor)
    assert text(cleared) == "5/5/5/5/5 x standard+swap2"
    {:ok, swapped} = Editor.options(cleared, %{"opening" => "swapped"})
    {:ok, started} = Editor.start(swapped)
    assert text(started) == "5/5/5/5/5 x standard"
    {:ok, undone} = Editor.undo(started)
    assert text(undone) == text(swapped)
    assert Editor.undo(Editor.new(:quarto)) == :error
  end

  test "a hundred changes can be undone" do
    editor = editor(:gomoku, "9/9/9/9/9/9/9/9/9 x freestyle") |> Map.put(:past, [])
    presses = for _ <- 1..75, name <- ["a1", "b1"], do: name
    assert length(pressing(editor, presses).past) == 100
  end

  test "a setup too large for an address is refused" do
    assert {:error, :too_large} = Editor.read(Editor.new(:separo), String.duplicate("a", 6_001))
  end

  property "whatever is pressed, there is a text, a diagram, a verdict and a way back" do
    check all(
            game <- member_of(Playout.games()),
            presses <- list_of(press(), max_length: 30)
          ) do
      start = Editor.new(game)

      editor =
        Enum.reduce(presses, start, fn press, editor ->
          case act(editor, press) do
            {:ok, editor} -> editor
            _refused -> editor
          end
        end)

      assert {:ok, read} = Setup.read(game, text(editor))
      assert Setup.view!(read).text == text(editor)
      assert is_binary(Editor.Text.verdict(editor)) and is_binary(Editor.Text.prompt(editor))
      assert Enum.all?(Editor.marks(editor), &is_binary/1)
      assert %Playout.Diagram{} = Editor.diagram(editor)

      back =
        Enum.reduce(editor.past, editor, fn _setup, editor -> elem(Editor.undo(editor), 1) end)

      assert back.setup == start.setup
    end
  end

  defp press do
    cells = for letter <- ?a..?e, number <- 1..5, do: <<letter>> <> Integer.to_string(number)
    shogi = for file <- 1..3, rank <- ~w(a b c d), do: "#{file}#{rank}"
    tools = Enum.map(1..16, &to_string/1) ++ ~w(first second eraser)

    one_of([
      tuple({constant(:press), member_of(cells ++ shogi ++ ["", "z99", "a0", nil, 7])}),
      tuple({constant(:choose), member_of(tools ++ ["0", "99", nil, %{}])}),
      tuple({constant(:hold), member_of(["first", "second", "third", nil])}),
      constant({:release, "first"}),
      constant({:options, %{"side" => "second", "size" => "6"}}),
      constant({:clear, nil}),
      constant({:start, nil})
    ])
  end

  defp act(editor, {:press, name}), do: Editor.press(editor, name)
  defp act(editor, {:choose, tool}), do: Editor.choose(editor, tool)
  defp act(editor, {:hold, side}), do: Editor.hold(editor, side)
  defp act(editor, {:release, side}), do: Editor.release(editor, side, "giraffe")
  defp act(editor, {:options, fields}), do: Editor.options(editor, fields)
  defp act(editor, {:clear, nil}), do: Editor.clear(editor)
  defp act(editor, {:start, nil}), do: Editor.start(editor)

  # Each problem of the rules with a setup, from their source.
  test "every refusal of a setup has a sentence" do
    assert Enum.sort(Keyword.keys(refused())) == Enum.sort(Playout.games())

    for {game, texts} <- refused() do
      source = File.read!("native/games/src/#{game}/setup.rs")

      sentences =
        for text <- texts do
          {:ok, setup} = Setup.read(game, text)
          view = %{refusal: %{details: details}} = Setup.view!(setup)
          assert Playout.position_of(setup) == {:error, view.refusal}
          sentence = Boards.of(game).setup_refusal(details.problem, details)
          assert sentence =~ ~r/\.$/
          {details.problem, sentence}
        end

      # Problems that only a text can have, or a caller in Rust.
      other = ~w(occupied wrong_turn)

      problems =
        Regex.scan(
          ~r/Refusal::new\([^";]*"(\w+)", |\n\s+"(\w+)",\n|refuse\("(\w+)"|\("(\w+_\w+)", format/,
          source
        )

      problems = for [_all | found] <- problems, do: List.last(found)
      assert problems != []
      known = Keyword.keys(for {problem, _} <- sentences, do: {String.to_atom(problem), true})
      missing = Enum.uniq(problems) -- (Enum.map(known, &to_string/1) ++ other)
      assert missing == [], "#{game}: #{inspect(missing)}"
      assert length(Enum.uniq(sentences)) == length(sentences)
    end
  end

  defp refused do
    [
      quarto: [
        "0..0/..../..../.... 1",
        "..../..7./..../.... 7",
        "0.../..../..../.... -",
        "0123/..../..../.... 4",
        "4567/..../..../0123 -"
      ],
      animal_shogi: [
        "rkk/1p1/1P1/BKR b b",
        "rkb/1p1/RP1/BKR b -",
        "rkb/1p1/1P1/BKR b 2R",
        "rkb/1p1/1P1/BKR b r",
        "3/3/3/3 b -",
        "1k1/3/3/1K1 b 2R2P",
        "1k1/3/3/1K1 b 2R2B",
        "3/3/3/3 b 2R2B2P"
      ],
      gomoku: [
        "5/5/2o2/5/5 o freestyle",
        "5/5/xxx2/ooo2/5 x freestyle+swap2",
        "5/5/5/5/5 o freestyle+swapped",
        "xxxxx/ooooo/5/5/5 x freestyle",
        "xxxxx3/8/8/8/8/xxxxx3/oooo1ooo/oo6 o freestyle"
      ],
      separo: [
        "5 r a5b4 -",
        "5 r - a1b2",
        "5 r b3c2,c2d2 -",
        "5 r a1b2,b2c2 -",
        "5 r a5b4,b4c4 b4c3,c3d3",
        "5 r a4a5,a5b4 -"
      ]
    ]
  end
end
