defmodule PlayoutWeb.Analysis.TreeTest do
  use ExUnit.Case, async: true

  alias Playout.Record
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.Tree

  # h8 h9 j8 j9, with the variations h8 (g7 (f6) k9), h8 (e5) and, at the first move, d4 c3.
  defp analysis(path) do
    {:ok, record} = Record.new(%{Analysis.start(:gomoku) | moves: ~w(h8 h9 j8 j9)})

    record =
      for moves <- [~w(h8 g7 k9), ~w(h8 g7 f6), ~w(h8 e5), ~w(d4 c3)], reduce: record do
        record ->
          {:ok, record} = Record.add(record, [], moves)
          record
      end

    {:ok, record} = Record.comment(record, ~w(h8 g7), "sharp")
    {:ok, analysis} = Analysis.open(record, path)
    analysis
  end

  defp runs(path), do: path |> analysis() |> Tree.runs()
  defp texts(run), do: Enum.map(run.moves, & &1.played.text)

  test "variations follow the move to which they are alternatives" do
    assert Enum.map(runs([]), &{&1.depth, texts(&1)}) == [
             {0, ~w(h8)},
             {1, ~w(d4 c3)},
             {0, ~w(h9)},
             {1, ~w(g7 k9)},
             {2, ~w(f6)},
             {1, ~w(e5)},
             {0, ~w(j8 j9)}
           ]
  end

  test "moves are numbered from the start of the game" do
    numbers = for run <- runs([]), do: Enum.map(run.moves, & &1.number)
    assert numbers == [[1], [1, 2], [2], [2, 3], [3], [2], [3, 4]]
  end

  test "each move has the id of its path, and each run that of its first move" do
    analysis = analysis([])
    runs = Tree.runs(analysis)

    for run <- runs, move <- run.moves do
      assert {:ok, path} = Analysis.path_of(analysis, move.id)
      assert List.last(path) == move.played.text
      assert length(path) == move.number
    end

    assert Enum.map(runs, & &1.id) == Enum.map(runs, &hd(&1.moves).id)
    assert runs |> Enum.uniq_by(& &1.id) |> length() == length(runs)
  end

  test "the move that is shown is marked, and those that led to it" do
    marked = fn path, key ->
      for run <- runs(path), %{^key => true} = move <- run.moves, do: move.played.text
    end

    for path <- [[], ~w(h8), ~w(h8 h9 j8), ~w(h8 g7 f6), ~w(h8 e5), ~w(d4 c3)] do
      assert marked.(path, :led?) == path
      assert marked.(path, :shown?) == Enum.take(path, -1)
    end
  end

  test "comments are with their moves" do
    comments =
      for run <- runs([]),
          %{comment: text} = move when text != nil <- run.moves,
          do: {move.played.text, text}

    assert comments == [{"g7", "sharp"}]
  end

  test "a record without moves has no runs" do
    {:ok, analysis} = Analysis.new(Analysis.start(:gomoku))
    assert Tree.runs(analysis) == []
  end
end
