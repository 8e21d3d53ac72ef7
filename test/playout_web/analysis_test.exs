defmodule PlayoutWeb.AnalysisTest do
  use ExUnit.Case, async: true

  alias Playout.Record
  alias PlayoutWeb.Analysis

  # Stones in the middle of a board; no five, however they are combined.
  defp analysis(moves \\ ~w(h8 h9 j8 j9)) do
    {:ok, analysis} = Analysis.new(%{Analysis.start(:gomoku) | moves: moves})
    analysis
  end

  defp at(analysis, path) do
    {:ok, analysis} = Analysis.show(analysis, path)
    analysis
  end

  defp play(analysis, moves) do
    Enum.reduce(moves, analysis, fn move, analysis ->
      {:ok, analysis} = Analysis.play(analysis, move)
      analysis
    end)
  end

  defp paths(%{record: record}), do: for({path, _} <- Record.walk(record), do: Enum.reverse(path))

  # What is kept about each move agrees with what the rules say about the whole game.
  defp assert_described(analysis) do
    ids = for path <- paths(analysis), do: {Analysis.id_of(path), path}
    assert map_size(analysis.nodes) == length(ids)

    for {id, path} <- ids do
      assert Analysis.path_of(analysis, id) == {:ok, path}
      description = Playout.describe!(Record.position(analysis.record, path))
      assert analysis.nodes[id].played == List.last(description.played)
    end

    description = Playout.describe!(Analysis.position(analysis))
    assert Analysis.played(analysis) == description.played
    assert analysis.snapshot.position == description.position
    assert analysis.variant == description.variant
  end

  test "an analysis of a game shows its last position" do
    analysis = analysis()
    assert analysis.path == ~w(h8 h9 j8 j9)
    assert Analysis.position(analysis).moves == analysis.path
    assert_described(analysis)
    refute Analysis.empty?(analysis)
    assert Analysis.empty?(analysis([]))
  end

  test "moves are variations unless they are there already" do
    analysis = analysis() |> at(~w(h8)) |> play(~w(g7 k9))
    assert analysis.path == ~w(h8 g7 k9)
    assert Record.main_line(analysis.record) == ~w(h8 h9 j8 j9)
    assert_described(analysis)

    again = analysis |> at([]) |> play(~w(h8 g7 k9))
    assert again == analysis
  end

  test "every game can be analysed, with its passes and its ends" do
    :rand.seed(:exsss, {1, 2, 3})

    for game <- Playout.games() do
      {:ok, analysis} = Analysis.new(Analysis.start(game))
      analysis = random(analysis, 30)
      assert_described(analysis)
      {:ok, again} = Analysis.open(analysis.record, analysis.path)
      assert again == analysis
    end
  end

  # Plays on, sometimes from an earlier position.
  defp random(analysis, 0), do: analysis

  defp random(analysis, left) do
    case Playout.legal_moves!(Analysis.position(analysis)) do
      [] -> random(at(analysis, []), left - 1)
      moves -> analysis |> play([Enum.random(moves)]) |> back() |> random(left - 1)
    end
  end

  defp back(analysis) do
    if :rand.uniform(6) == 1,
      do: at(analysis, Enum.take(analysis.path, 2)),
      else: analysis
  end

  test "illegal moves are refused, and nothing changes" do
    assert {:error, %{code: :illegal_move, where: 5}} = Analysis.play(analysis(), "h8")
    assert {:error, %{code: :bad_move}} = Analysis.play(analysis(), "nonsense")
    assert {:error, %{code: :bad_move}} = Analysis.type(analysis(), "nonsense")
    assert {:error, %{code: :illegal_move}} = Analysis.add(analysis(), ~w(g7 g7))
    long = List.duplicate("g7", 101)
    assert {:error, %{code: :too_large}} = Analysis.add(analysis(), long)
  end

  test "moves can be typed" do
    assert {:ok, %{path: ~w(h8 h9 j8 j9 g7)}} = Analysis.type(analysis(), " G7 ")
  end

  test "a line is added at once" do
    assert {:ok, analysis} = Analysis.add(at(analysis(), ~w(h8 h9)), ~w(g7 g8 k9))
    assert analysis.path == ~w(h8 h9 g7 g8 k9)
    assert_described(analysis)
  end

  test "one walks along a line, past neither end" do
    analysis = analysis() |> at(~w(h8)) |> play(~w(g7 k9)) |> at(~w(h8 h9))
    assert Analysis.along(analysis, :first) == []
    assert Analysis.along(analysis, :last) == ~w(h8 h9 j8 j9)
    assert Analysis.along(analysis, {:back, 1}) == ~w(h8)
    assert Analysis.along(analysis, {:back, 7}) == []
    assert Analysis.along(analysis, {:forward, 1}) == ~w(h8 h9 j8)
    assert Analysis.along(analysis, {:forward, 9}) == ~w(h8 h9 j8 j9)
    # The line is the one that is shown.
    assert Analysis.along(at(analysis, ~w(h8 g7)), :last) == ~w(h8 g7 k9)
  end

  test "promoting keeps the position that is shown" do
    analysis = analysis() |> at(~w(h8)) |> play(~w(g7 k9))
    assert {:ok, promoted} = Analysis.promote(analysis, analysis.path)
    assert Record.main_line(promoted.record) == ~w(h8 g7 k9)
    assert promoted.path == analysis.path
    assert_described(promoted)
  end

  test "what is deleted is no longer shown" do
    analysis = analysis() |> at(~w(h8)) |> play(~w(g7 k9))
    assert {:ok, deleted} = Analysis.delete(analysis, ~w(h8 g7))
    assert deleted.path == ~w(h8)
    assert paths(deleted) == [~w(h8), ~w(h8 h9), ~w(h8 h9 j8), ~w(h8 h9 j8 j9)]
    assert_described(deleted)

    # Elsewhere in the record.
    assert {:ok, deleted} = Analysis.delete(analysis, ~w(h8 h9))
    assert deleted.path == ~w(h8 g7 k9)
    assert_described(deleted)

    assert {:ok, empty} = Analysis.delete(analysis, [])
    assert Analysis.empty?(empty) and empty.path == []
    assert_described(empty)
  end

  test "a comment makes an analysis worth keeping" do
    assert {:ok, analysis} = Analysis.comment(analysis([]), [], "a start")
    refute Analysis.empty?(analysis)
  end

  test "ids name moves, and nothing else" do
    assert Analysis.path_of(analysis(), Analysis.root()) == {:ok, []}
    assert Analysis.id_of([]) == Analysis.root()

    for wrong <- ["", "no such id", Analysis.id_of(~w(g7)), nil, 7, %{}, []] do
      assert Analysis.path_of(analysis(), wrong) == :error
    end
  end

  test "an analysis of a record shows as much of the path as there is" do
    %{record: record} = analysis()
    assert {:ok, %{path: ~w(h8 h9)}} = Analysis.open(record, ~w(h8 h9 g7 g8))
    assert {:ok, %{path: []}} = Analysis.open(record, ~w(nonsense))
  end

  test "a record with an illegal move is refused" do
    {:ok, record} = Record.add(analysis().record, ~w(h8), ~w(g7 h8))
    assert {:error, %{code: :illegal_move, where: 3}} = Analysis.open(record, [])
    {:ok, record} = Record.new(%{Analysis.start(:gomoku) | moves: ["nonsense"]})
    assert {:error, %{code: :bad_move}} = Analysis.open(record, [])
  end

  test "the limit of a record holds" do
    most = Record.most_moves()
    # Ten first moves, each with 199 replies.
    start = Analysis.start(:gomoku)
    moves = for column <- ?a..?o, row <- 1..15, do: <<column>> <> to_string(row)

    full =
      Enum.reduce(Enum.take(moves, 10), %Record{position: start}, fn first, record ->
        Enum.reduce(Enum.take(moves -- [first], 199), record, fn second, record ->
          {:ok, record} = Record.add(record, [], [first, second])
          record
        end)
      end)

    assert Record.size(full) == most
    assert {:ok, analysis} = Analysis.open(full, [])
    assert map_size(analysis.nodes) == most
    assert {:error, %{code: :too_large}} = Analysis.play(analysis, "o15")
    assert {:ok, %{path: ["a1"]}} = Analysis.play(analysis, "a1")
  end

  # Messages copy what terms share, and pages get analyses in messages.
  test "a copy of a long one is not much larger per move than that of a short one" do
    # Without five in a row.
    line =
      for column <- 0..14,
          row <- 1..13//2,
          by <- if(rem(column, 4) < 2, do: [0, 1], else: [1, 0]),
          do: <<?a + column>> <> to_string(row + by)

    words = fn count ->
      moves = for move <- Enum.take(line, count), do: [move, " (a15) "]
      {:ok, [record]} = Record.read(~s([Game "gomoku"]\n\n#{moves}*\n))
      {:ok, analysis} = Analysis.open(record, [])
      div(:erts_debug.flat_size(analysis), Record.size(record))
    end

    assert words.(200) < 1.5 * words.(20)
  end
end
