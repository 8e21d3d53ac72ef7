defmodule Playout.RecordTest do
  use ExUnit.Case, async: true

  alias Playout.Record
  alias Playout.Record.Node

  doctest Playout.Record

  # a(b(c) x(y z)) and, as a variation, w(v)
  defp record do
    {:ok, record} = Record.new(%{Playout.new!(:quarto) | moves: ~w(a b c)})

    for {path, moves} <- [{~w(a), ~w(x y)}, {~w(a x), ~w(z)}, {[], ~w(w v)}],
        reduce: record do
      record ->
        {:ok, record} = Record.add(record, path, moves)
        record
    end
  end

  defp paths(record), do: for({path, _node} <- Record.walk(record), do: path |> Enum.reverse())

  test "a new record has the moves of the position as its main line" do
    position = Playout.new!(:gomoku, size: 9) |> Playout.play!("e5") |> Playout.play!("d4")
    assert {:ok, record} = Record.new(position)
    assert record.position == %{position | moves: []}
    assert record.tags == []
    assert Record.main_line(record) == ~w(e5 d4)
    assert Record.position(record, ~w(e5 d4)) == position
  end

  test "moves are visited before their followers, and main lines before variations" do
    assert paths(record()) ==
             [~w(a), ~w(a b), ~w(a b c), ~w(a x), ~w(a x y), ~w(a x z), ~w(w), ~w(w v)]

    assert Record.size(record()) == 8
  end

  test "its moves are described as those of the games in it, each once" do
    text = """
    [Game "gomoku"]
    [Variant "freestyle"]

    h8 h9 (i9 {a comment} h9 (j9) k9) j8 (j9) *
    """

    {:ok, [record]} = Record.read(text)
    {:ok, played} = Record.played(record)
    walked = Record.walk(record)
    assert length(played) == 8

    for {{path, _node}, move} <- Enum.zip(walked, played) do
      {:ok, %{played: all}} = Playout.describe(Record.position(record, Enum.reverse(path)))
      assert move == List.last(all)
    end

    {:ok, wrong} = Record.add(record, ~w(h8 i9), ~w(k8 h8))
    assert {:error, %{code: :illegal_move, where: 4}} = Record.played(wrong)
    assert Record.played(%{record | root: %Node{}}) == {:ok, []}
  end

  test "paths name nodes" do
    assert {:ok, %Node{move: nil, children: [%{move: "a"}, %{move: "w"}]}} =
             Record.fetch(record(), [])

    assert {:ok, %Node{move: "x", children: [%{move: "y"}, %{move: "z"}]}} =
             Record.fetch(record(), ~w(a x))

    assert Record.fetch(record(), ~w(a y)) == :error
    assert Record.main_line(record()) == ~w(a b c)
    assert Record.main_line(record(), ~w(a x)) == ~w(y)
    assert Record.main_line(record(), ~w(a x z)) == []
    assert Record.main_line(record(), ~w(nowhere)) == []
  end

  test "a move that is there already is not added again, and keeps its place and comment" do
    {:ok, record} = Record.comment(record(), ~w(a x), "here")
    assert Record.add(record, ~w(a), ~w(x z)) == {:ok, record}
    assert {:ok, longer} = Record.add(record, ~w(a), ~w(x z t))
    assert paths(longer) -- paths(record) == [~w(a x z t)]
  end

  test "a variation is promoted where it begins, then the one that contains it" do
    assert {:ok, record} = Record.promote(record(), ~w(a x z))
    assert Record.main_line(record, ~w(a x)) == ~w(z)
    assert Record.main_line(record) == ~w(a b c)

    assert {:ok, record} = Record.promote(record, ~w(a x z))
    assert Record.main_line(record) == ~w(a x z)
    assert Record.promote(record, ~w(a x z)) == {:ok, record}
    assert Record.promote(record, []) == {:ok, record}
  end

  test "a promoted variation takes with it what follows" do
    assert {:ok, record} = Record.promote(record(), ~w(w v))
    assert Record.main_line(record) == ~w(w v)
    assert Enum.sort(paths(record)) == Enum.sort(paths(record()))
  end

  test "deleting a move deletes what follows it" do
    assert {:ok, record} = Record.delete(record(), ~w(a x))
    assert paths(record) == [~w(a), ~w(a b), ~w(a b c), ~w(w), ~w(w v)]
    assert {:ok, record} = Record.delete(record, ~w(a))
    assert Record.main_line(record) == ~w(w v)
  end

  test "the root can't be deleted, but everything in it can" do
    {:ok, record} = Record.comment(%{record() | tags: [{"Site", "here"}]}, [], "start")
    assert {:ok, empty} = Record.delete(record, [])
    assert empty == %{record | root: %Node{}}
  end

  test "comments are put, replaced and deleted, also at the start position" do
    {:ok, record} = Record.comment(record(), ~w(a b), "  good {really}\nné  ")

    assert {:ok, %{comment: "good {really}\nné", children: [%{move: "c"}]}} =
             Record.fetch(record, ~w(a b))

    {:ok, record} = Record.comment(record, [], "start")
    assert {:ok, %{comment: "start"}} = Record.fetch(record, [])

    for nothing <- [nil, "", " \n "] do
      assert {:ok, without} = Record.comment(record, [], nothing)
      assert {:ok, %{comment: nil}} = Record.fetch(without, [])
    end
  end

  test "a path that isn't in the record is an error that names its first missing move" do
    for {path, where} <- [{~w(q), 1}, {~w(a q), 2}, {~w(a x c), 3}, {~w(a q x), 2}],
        change <- [
          &Record.add(&1, path, ["t"]),
          &Record.promote(&1, path),
          &Record.delete(&1, path),
          &Record.comment(&1, path, "t")
        ] do
      assert {:error, %{code: :not_in_record, where: ^where, message: message}} =
               change.(record())

      assert message == "move #{where} is not in the record"
    end
  end

  test "the number of moves is limited, in all variations together" do
    most = Record.most_moves()
    moves = for number <- 1..most, do: "m#{number}"
    assert {:ok, full} = Record.new(%{Playout.new!(:quarto) | moves: moves})
    assert Record.size(full) == most

    for {path, added} <- [{[], ["x"]}, {moves, ["x"]}, {["m1"], ["m2", "x", "y"]}] do
      assert {:error, %{code: :too_large, details: %{most: ^most}}} =
               Record.add(full, path, added)
    end

    # What is there already needs no room.
    assert Record.add(full, [], Enum.take(moves, 10)) == {:ok, full}

    assert {:error, %{code: :too_large}} =
             Record.new(%{Playout.new!(:quarto) | moves: ["x" | moves]})
  end

  test "the length of a comment is limited" do
    most = Record.most_comment()
    longest = String.duplicate("あ", most)
    assert {:ok, record} = Record.comment(record(), ~w(a), " " <> longest <> " ")
    assert {:ok, %{comment: ^longest}} = Record.fetch(record, ~w(a))

    assert {:error, %{code: :too_large, details: %{most: ^most}}} =
             Record.comment(record, ~w(a), longest <> "x")

    # A single grapheme can have any number of code points.
    assert {:error, %{code: :too_large}} =
             Record.comment(record, ~w(a), "e" <> String.duplicate("\u0301", most))
  end

  test "comments that aren't text are refused" do
    assert {:error, %{code: :not_utf8}} = Record.comment(record(), ~w(a), <<255>>)
    assert {:error, %{code: :not_text}} = Record.comment(record(), ~w(a), 7)
  end
end
