defmodule Playout.Engine.NativeTest do
  use ExUnit.Case, async: false

  alias Playout.Engine.Native
  alias Playout.Test.{Searches, Wait}

  @start "..../..../..../.... -"
  @bounds [{"memory", 1024}]

  setup do
    assert Searches.freed?()
    :ok
  end

  defp open(player \\ "mcts:playouts=1000000,seed=1") do
    {:ok, {search, _most_bytes}} = Native.search_open("quarto", @start, [], player, @bounds, 0)
    search
  end

  defp garbage do
    [
      nil,
      :atom,
      1,
      1.5,
      [],
      %{},
      {},
      self(),
      make_ref(),
      "",
      "quarto",
      <<255>>,
      <<1::3>>,
      ["a" | "b"],
      [1, 2],
      [<<0xC3>>],
      [{1, 2}],
      [{"variant", <<255>>}],
      [{"ms", -1}],
      [{"ms", 1} | 2]
    ]
  end

  describe "panics" do
    test "a panic becomes an error of that call, and the VM survives" do
      assert {:error, %{code: :internal, message: "internal error: a test asked for this"}} =
               Native.panic()

      assert {:ok, [:quarto | _]} = Native.games()
    end

    test "a search that panicked is discarded, and others continue" do
      broken = open()
      sound = open()
      {:ok, count} = Native.search_count()

      assert {:error, %{code: :internal}} = Native.search_panic(broken)
      assert Native.search_count() == {:ok, count - 1}

      for again <- [
            Native.search_step(broken, 1),
            Native.search_step_briefly(broken),
            Native.search_progress(broken),
            Native.search_choice(broken),
            Native.search_advance(broken, []),
            Native.search_advance_briefly(broken, [])
          ] do
        assert {:error, %{code: :search_over}} = again
      end

      assert {:ok, nil} = Native.search_close(broken)
      assert {:ok, :running} = Native.search_step(sound, 1)
      assert {:ok, %{playouts: playouts}} = Native.search_progress(sound)
      assert playouts > 0
      Native.search_close(sound)
    end
  end

  describe "records" do
    test "a move is played only if the stamp matches the record" do
      {:ok, record} = Native.record_open("quarto", @start, ["-7"])
      assert {:ok, {1, played}} = Native.record_play(record, 0, "c3-A")
      assert {played.ply, played.last.text} == {2, "c3-A"}
      assert Native.record_play(record, 0, "a1-B") == {:ok, nil}
      assert {:error, %{code: :illegal_move, where: 3}} = Native.record_play(record, 1, "c3-B")
      assert {:ok, {2, %{ply: 3}}} = Native.record_play(record, 1, "a1-B")
      assert {:ok, {%{ply: 3}, [%{text: "-7"}, _, _]}} = Native.record_snapshot(record)
    end

    test "a record that panicked is gone" do
      {:ok, record} = Native.record_open("quarto", @start, [])
      assert {:error, %{code: :internal}} = Native.record_panic(record)
      assert Native.record_play(record, 0, "-7") == {:ok, nil}
      assert Native.record_snapshot(record) == {:ok, nil}
    end
  end

  describe "arguments" do
    test "garbage causes an error and nothing else" do
      for a <- garbage(), b <- garbage() do
        for answer <- [
              Native.options(a),
              Native.levels(a),
              Native.start(a, b),
              Native.describe("quarto", a, b),
              Native.describe(a, @start, b),
              Native.diagram("quarto", a, b),
              Native.diagram(a, b, []),
              Native.step_tree("quarto", @start, a, b),
              Native.record_open("quarto", a, b),
              Native.record_open(a, @start, b),
              Native.record_snapshot(a),
              Native.record_play(a, 0, b),
              Native.search_open("quarto", @start, a, b, @bounds, 0),
              Native.search_open("quarto", @start, [], "mcts", [{a, b}], 0),
              Native.search_open("quarto", @start, [], "mcts", @bounds, {a, b}),
              Native.players(a),
              Native.keeps_tree(a, b),
              Native.keeps_tree("quarto", a),
              Native.check_player(a, b, []),
              Native.check_player("quarto", a, b),
              Native.check_player("quarto", "mcts", [{a, b}]),
              Native.search_open_with_table("quarto", @start, a, b, @bounds, 0),
              Native.search_open_with_table(a, b, [], "perfect", @bounds, 0),
              Native.table_variants(a),
              Native.table_built_in(a),
              Native.table_path(a),
              Native.table_check(a),
              Native.values("quarto", a, b),
              Native.values(a, @start, b),
              Native.search_step(a, 1),
              Native.search_step_briefly(a),
              Native.search_progress(a),
              Native.search_choice(b),
              Native.search_advance(a, b),
              Native.search_advance_briefly(a, b),
              Native.search_close(a),
              Native.search_close_briefly(a),
              Native.search_panic(a),
              Native.read_records(a, b),
              Native.read_records("[Game \"quarto\"] *", a),
              Native.write_record("quarto", a, [], nil, b, "pgn"),
              Native.write_record(a, @start, b, nil, [], "pgn"),
              Native.write_record("quarto", @start, [{a, b}], nil, [], "pgn"),
              Native.write_record("quarto", @start, [], a, [b], "pgn"),
              Native.write_record("quarto", @start, [], nil, [{a, "-7", b, nil}], "pgn"),
              Native.write_record("quarto", @start, [], nil, [{0, a, nil, b}], "pgn"),
              Native.write_record("quarto", @start, [], nil, [], a),
              Native.perft_open(a, @start, [], 1),
              Native.perft_open("quarto", a, b, 1),
              Native.perft_open("quarto", @start, [], a),
              Native.perft_step(a, 1)
            ] do
          case answer do
            {:ok, _} ->
              :ok

            {:error, error} ->
              assert is_atom(error.code) and is_binary(error.message)
              assert is_binary(error.details.problem)
              assert error.code != :internal, inspect({a, b, error})
          end
        end
      end
    end

    test "only text or nil is a directory of tables" do
      for wrong <- garbage(), wrong != nil, not (is_binary(wrong) and String.valid?(wrong)) do
        assert {:error, %{code: code}} = Native.tables_use(wrong)
        assert code in [:not_text, :not_utf8]
      end

      assert {:ok, nil} = Native.tables_use(nil)
    end

    test "invalid UTF-8 is refused, with its position" do
      assert {:error, %{code: :not_utf8, where: 3}} = Native.options(<<"äb", 0xFF, "c">>)

      assert {:error, %{code: :not_utf8, where: 2}} =
               Native.describe("quarto", @start, ["-7", <<0xFF>>])
    end

    test "a list of a million moves is refused before it is read" do
      moves = List.duplicate("-7", 1_000_000)
      assert {:error, %{code: :too_large} = error} = Native.describe("quarto", @start, moves)
      assert error.details == %{problem: "too_many_moves", limit: 10_000}

      assert {:error, %{code: :too_large}} =
               Native.search_open("quarto", @start, moves, "random", @bounds, 0)
    end

    test "text of many megabytes is refused, and only its start is quoted" do
      long = String.duplicate("x", 10_000_000)

      for answer <- [
            Native.describe("quarto", long, []),
            Native.describe("quarto", @start, [long]),
            Native.describe(long, @start, []),
            Native.search_open("quarto", @start, [], long, @bounds, 0)
          ] do
        assert {:error, error} = answer
        assert byte_size(error.message) < 500
      end
    end

    test "a tree may be as large as the limit, but no larger" do
      most_bytes = 32 * 1024 * 1024

      assert {:ok, {search, ^most_bytes}} =
               Native.search_open(
                 "quarto",
                 @start,
                 [],
                 "mcts:ms=9,memory=32",
                 [{"memory", 32}],
                 0
               )

      Native.search_close(search)

      assert {:error, %{code: :bad_option, details: %{limit: 32}}} =
               Native.search_open("quarto", @start, [], "mcts:memory=33", [{"memory", 32}], 0)
    end
  end

  describe "advancing" do
    # A search that has run for a while. Counts playouts, because a busy machine plays few in a
    # given time.
    defp searched(search \\ open()) do
      {:ok, :running} = Native.search_step(search, 50)
      {:ok, %{playouts: playouts}} = Native.search_progress(search)
      if playouts < 30_000, do: searched(search), else: search
    end

    test "keeps the tree below the moves and counts from zero again" do
      search = searched()
      {:ok, before} = Native.search_choice(search)
      {:ok, {bytes, max_bytes}} = Native.search_advance(search, [])
      assert bytes < max_bytes
      [_move, reply | _] = before.line
      {:ok, {kept, ^max_bytes}} = Native.search_advance(search, [before.move, reply])
      assert kept in 1..div(bytes, 2)
      assert {:ok, %{playouts: 0, used: +0.0, nodes: nodes}} = Native.search_progress(search)
      assert nodes in 2..before.nodes
      {:ok, choice} = Native.search_choice(search)
      # All visits except those that ended in the position itself.
      assert choice.visits |> Map.values() |> Enum.sum() > 0
      Native.search_close(search)
    end

    test "by no moves changes nothing" do
      search = searched()
      {:ok, before} = Native.search_choice(search)
      assert {:ok, {_bytes, _max_bytes}} = Native.search_advance(search, [])
      {:ok, choice} = Native.search_choice(search)
      assert {choice.playouts, choice.visits} == {before.playouts, before.visits}
      Native.search_close(search)
    end

    test "by a move that the rules refuse ends the search" do
      {:ok, count} = Native.search_count()

      for {moves, code} <- [{["-7", "c3-7"], :illegal_move}, {["-7", "x"], :bad_move}] do
        search = searched()
        assert {:error, %{code: ^code}} = Native.search_advance(search, moves)
        assert Native.search_count() == {:ok, count}
        assert {:error, %{code: :search_over}} = Native.search_step(search, 1)
      end
    end

    test "reports that nothing is left to search" do
      almost = "012./...4/8.../.... 3"
      {:ok, {search, _}} = Native.search_open("quarto", almost, [], "mcts", @bounds, 0)
      {:ok, %{move: "d4"}} = Native.search_step(search, 1_000)
      assert Native.search_advance(search, ["d4"]) == {:ok, nil}
      assert {:error, %{code: :finished}} = Native.search_choice(search)
      assert {:error, %{code: :finished}} = Native.search_step(search, 1)
      Native.search_close(search)
    end
  end

  test "closing frees a search at once, and can be repeated" do
    {:ok, before} = Native.search_count()
    search = open()
    assert Native.search_count() == {:ok, before + 1}
    assert {:ok, nil} = Native.search_close(search)
    assert Native.search_count() == {:ok, before}
    assert {:ok, nil} = Native.search_close(search)
  end

  test "the garbage collector frees a search that has no references" do
    {:ok, before} = Native.search_count()

    spawn_monitor(fn -> Native.search_step(open(), 20) end)
    assert_receive {:DOWN, _, :process, _, :normal}

    assert Wait.until(fn -> Native.search_count() == {:ok, before} end)
  end

  test "one slice or many lead to the same choice" do
    player = "mcts:playouts=2000,seed=7"
    at_once = open(player)
    {:ok, choice} = Native.search_step(at_once, 600_000)
    assert Native.search_choice(at_once) == {:ok, choice}
    Native.search_close(at_once)

    briefly = open(player)
    assert step_briefly(briefly) |> Map.delete(:seconds) == Map.delete(choice, :seconds)
    assert {:ok, {_bytes, _most_bytes}} = Native.search_advance_briefly(briefly, [choice.move])
    assert {:ok, nil} = Native.search_close_briefly(briefly)
    assert {:error, %{code: :search_over}} = Native.search_step_briefly(briefly)

    sliced = Playout.choose_move!(Playout.new!(:quarto), player: player)

    assert Map.delete(choice, :seconds) ==
             sliced |> Map.from_struct() |> Map.delete(:seconds)
  end

  defp step_briefly(search) do
    case Native.search_step_briefly(search) do
      {:ok, :running} -> step_briefly(search)
      {:ok, choice} -> choice
    end
  end
end
