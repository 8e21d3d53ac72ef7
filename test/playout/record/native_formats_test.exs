defmodule Playout.Record.NativeFormatsTest do
  # The formats themselves are tested in native/records.
  use ExUnit.Case, async: true

  alias Playout.{Error, Position, Record}
  alias Playout.Record.Node

  # A record with everything: a comment on the start, variations in variations, clock times, tags.
  defp record(game \\ :gomoku, moves \\ ~w(h8 i9 g7)) do
    {:ok, record} = Record.new(%{Playout.new!(game) | moves: moves})
    %{record | tags: [{"First", "A \"b\" [c]"}, {"Result", "1-0"}]}
  end

  defp full do
    {:ok, record} = Record.add(record(), ~w(h8), ~w(i8 g7))
    {:ok, record} = Record.add(record, ~w(h8 i8), ~w(h7 a1))
    {:ok, record} = Record.comment(record, [], "The start")
    {:ok, record} = Record.comment(record, ~w(h8 i8 h7), "two\nlines } ] \\ ends")
    put_in(record.root.children, Enum.map(record.root.children, &%{&1 | clock: 90_500}))
  end

  test "a record is the same after it has been written and read" do
    for {record, format} <- [
          {full(), :pgn},
          {full(), :sgf},
          {record(:quarto, ~w(-7 a1-0)), :pgn},
          {record(:separo, ~w(a9-b8-c8)), :pgn},
          {%{record(:animal_shogi, ~w(2c2b 2a2b)) | tags: []}, :usi}
        ] do
      assert {:ok, text} = Record.write(record, format: format)
      assert Record.read(text) == {:ok, [record]}
      assert Record.read(text, format: format) == {:ok, [record]}
    end
  end

  test "the start and its options are kept" do
    for {game, options} <- [
          gomoku: [size: 7, variant: :standard, opening: :swap2],
          separo: [size: 5],
          quarto: [variant: :squares],
          animal_shogi: [position: "r1b/1pK/kP1/B1R b -"]
        ] do
      {:ok, record} = Record.new(Playout.new!(game, options))
      assert {:ok, text} = Record.write(record)
      assert Record.read(text) == {:ok, [record]}
    end
  end

  test "a text may have several records" do
    records = [record(), record(:quarto, ~w(-7))]
    texts = for record <- records, {:ok, text} = Record.write(record), do: text
    assert Record.read(Enum.join(texts, "\n")) == {:ok, records}
  end

  test "mistakes have a line and a column" do
    text = "[Game \"gomoku\"]\n\n1. h8\n  (1. h8) *"
    assert {:error, %Error{code: :bad_record} = error} = Record.read(text)
    assert %{line: 4, column: 7, problem: "same_move"} = error.details
    assert error.where == 30
    assert Exception.message(error) =~ ~r/^line 4, column 7: h8: /

    for {text, code} <- [
          {"", :bad_record},
          {"[Game \"chess\"] *", :unknown_game},
          {"(;GM[4];B[hh];W[hh])", :illegal_move},
          {"position startpos moves x", :bad_move}
        ] do
      assert {:error, %Error{code: ^code, details: %{line: 1, column: _}}} = Record.read(text)
    end
  end

  test "illegal moves are not written" do
    {:ok, record} = Record.add(record(), ~w(h8 i9), ~w(h8))

    assert {:error, %Error{code: :illegal_move, where: 3}} = Record.write(record)
    # Nor in any other variation.
    {:ok, other} = Record.add(record(), ~w(h8), ~w(x))
    assert {:error, %Error{code: :bad_move, where: 2}} = Record.write(other)
  end

  test "formats that cannot express a game refuse it" do
    assert {:error, %Error{code: :bad_record}} = Record.write(record(:quarto, []), format: :sgf)
    assert {:error, %Error{code: :bad_record}} = Record.write(record(), format: :usi)
    quick = Playout.new!(:animal_shogi, variant: :"quick-try")
    {:ok, record} = Record.new(quick)
    assert {:error, %Error{code: :bad_record}} = Record.write(record, format: :usi)
  end

  test "limits are those of this module" do
    comment = String.duplicate("一", Record.most_comment())
    {:ok, commented} = Record.comment(record(), ~w(h8), comment)
    assert {:ok, _text} = Record.write(commented)

    longer = put_in(record().root.comment, comment <> "一")
    assert {:error, %Error{code: :too_large}} = Record.write(longer)

    record = wide(Record.most_moves())
    assert Record.size(record) == Record.most_moves()
    assert {:ok, text} = Record.write(record)
    assert Record.read(text) == {:ok, [record]}
    assert {:error, %Error{code: :too_large}} = Record.write(wide(Record.most_moves() + 1))
  end

  # Ten replies to each first move.
  defp wide(moves) do
    position = Playout.new!(:gomoku, size: 20)
    [_ | _] = points = Playout.legal_moves!(position)

    children =
      for {first, index} <- Enum.with_index(points), left = moves - index * 11, left > 0 do
        replies = points |> Enum.reject(&(&1 == first)) |> Enum.take(min(left - 1, 10))
        %Node{move: first, children: for(reply <- replies, do: %Node{move: reply})}
      end

    %Record{position: position, root: %Node{children: children}}
  end

  test "text beyond the limit is refused" do
    text = String.duplicate(" ", 1024 * 1024 + 1)
    assert {:error, %Error{code: :too_large}} = Record.read(text)
    assert {:error, %Error{code: :bad_record}} = Record.read(binary_part(text, 0, 1024 * 1024))
  end

  test "anything that is no record is an error" do
    for text <- [nil, 1, ~c"[Game", <<255>>], do: assert({:error, %Error{}} = Record.read(text))
    assert {:error, %Error{code: :not_utf8, where: 2}} = Record.read(<<"[", 255>>)

    for options <- [[format: :pdf], [format: 1], [size: 3], :pgn] do
      assert {:error, %Error{code: :bad_option}} = Record.read("", options)
      assert {:error, %Error{code: :bad_option}} = Record.write(record(), options)
    end

    deep = %Node{move: "h8", children: [%Node{move: "i9", children: nil}]}

    for root <- [
          nil,
          %{},
          %Node{children: nil},
          %Node{children: [:x]},
          %Node{children: [%Node{move: "h8"} | :x]},
          %Node{children: [deep]},
          %Node{children: [%Node{}]},
          %Node{children: [%Node{move: "h8", comment: 1}]},
          %Node{children: [%Node{move: "h8", clock: -1}]},
          %Node{children: [%Node{move: "h8", clock: 1.5}]},
          %Node{clock: 5},
          %Node{comment: <<255>>}
        ] do
      assert {:error, %Error{}} = Record.write(%{record() | root: root})
    end

    for tags <- [nil, [1], [{"a", 1}], [{1, "a"}], [{"Game", "x"}], [{"A", ""}, {"A", ""}]] do
      assert {:error, %Error{}} = Record.write(%{record() | tags: tags})
    end

    for position <- [%Position{game: :chess, start: ""}, %Position{game: 1, start: nil}] do
      assert {:error, %Error{}} = Record.write(%{record() | position: position})
    end
  end
end
