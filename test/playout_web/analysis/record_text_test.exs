defmodule PlayoutWeb.Analysis.RecordTextTest do
  use ExUnit.Case, async: true

  alias Playout.Record
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.RecordText

  defp record do
    {:ok, record} = Record.new(%{Analysis.start(:gomoku) | moves: ~w(h8 h9 j8)})
    {:ok, record} = Record.add(record, ~w(h8), ~w(g7 g8))
    {:ok, record} = Record.comment(record, ~w(h8 g7), "{a} (b) \"c\" ; 一手")
    {:ok, record} = Record.comment(record, [], "two\nlines")
    record
  end

  test "a record that is written is read as the same" do
    assert {:ok, text} = RecordText.write(record())
    assert RecordText.read(:gomoku, text) == {:ok, record(), 1}
  end

  test "rubbish is refused" do
    {:ok, text} = RecordText.write(record())

    for rubbish <- [
          "",
          "nonsense",
          <<255>>,
          String.slice(text, 0, 40),
          "[]",
          "[Game \"gomoku\"]",
          "(;",
          "{}",
          "[[[[[[[[[[",
          String.duplicate("[", 70_000),
          String.duplicate("a", 1_000_000),
          nil,
          7,
          %{},
          []
        ] do
      assert {:error, reason} = RecordText.read(:gomoku, rubbish)
      # In words, whatever it is.
      assert byte_size(RecordText.problem(reason)) in 10..200
    end

    assert RecordText.read(:quarto, text) == {:error, {:other_game, :gomoku}}
  end

  test "a text that a message could not contain is not written" do
    {:ok, start} = Record.new(Analysis.start(:gomoku))
    cells = for column <- ?a..?o, row <- 1..15, do: <<column>> <> to_string(row)
    comment = String.duplicate("一", Record.most_comment())

    long =
      Enum.reduce(Enum.take(cells, 30), start, fn cell, record ->
        {:ok, record} = Record.add(record, [], [cell])
        {:ok, record} = Record.comment(record, [cell], comment)
        record
      end)

    assert RecordText.write(long) == :error
    {:ok, text} = Record.write(long)
    assert RecordText.read(:gomoku, text) == {:error, :too_long}
  end
end
