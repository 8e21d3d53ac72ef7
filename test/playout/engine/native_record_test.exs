defmodule Playout.Engine.NativeRecordTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.{Native, NativeRecord}

  @max_bytes 10_000

  defp play!(record, move) do
    {:ok, record, snapshot} = NativeRecord.play(record, NativeRecord.position(record), move)
    {record, snapshot}
  end

  defp open!(position) do
    {:ok, record, snapshot, played} = NativeRecord.open(position)
    {record, snapshot, played}
  end

  # Plays random moves, always the same, and returns the record with the last snapshot.
  defp play_randomly(position, plies) do
    :rand.seed(:exsss, {1, 2, 3})
    {record, snapshot, _played} = open!(position)

    Enum.reduce_while(1..plies, {record, snapshot}, fn _, {record, snapshot} ->
      case Playout.legal_moves!(NativeRecord.position(record)) do
        [] -> {:halt, {record, snapshot}}
        moves -> {:cont, play!(record, Enum.random(moves))}
      end
    end)
  end

  for game <- Playout.games() do
    test "#{game}: playing a move gives the same result as replaying the history" do
      {record, _snapshot, []} = open!(Playout.new!(unquote(game)))
      :rand.seed(:exsss, {1, 2, 3})

      Enum.reduce_while(1..40, record, fn ply, record ->
        case Playout.legal_moves!(NativeRecord.position(record)) do
          [] ->
            {:halt, record}

          moves ->
            {record, snapshot} = play!(record, Enum.random(moves))
            position = NativeRecord.position(record)
            assert {:ok, _record, ^snapshot, played} = NativeRecord.open(position)
            assert {length(played), List.last(played)} == {ply, snapshot.last}

            described = Playout.describe!(position)
            assert described.played == played
            assert described.diagram == snapshot.diagram
            assert Playout.step_tree!(position) == snapshot.moves
            assert snapshot.example == List.first(Playout.legal_moves!(position))

            for key <- [:position, :side, :ply, :pass, :outcome, :score, :alerts] do
              assert Map.fetch!(snapshot, key) == Map.fetch!(described, key), "#{key}"
            end

            {:cont, record}
        end
      end)
    end
  end

  test "an outdated record is rebuilt, whatever was played on it" do
    {start, _, _} = open!(Playout.new!(:quarto))
    {one, _} = play!(start, "-7")
    {other, _} = play!(start, "-8")
    assert NativeRecord.position(one).moves == ["-7"]
    assert {_, %{position: "..../..7./..../.... A"}} = play!(one, "c3-A")
    assert {_, %{position: "..../..8./..../.... A"}} = play!(other, "c3-A")
    assert {_, %{position: "..../..7./..../.... B"}} = play!(one, "c3-B")
  end

  test "a missing record, or one for another position, is replaced" do
    position = Playout.play!(Playout.new!(:quarto), "-7")
    {other, _, _} = open!(Playout.new!(:gomoku))

    for record <- [nil, other] do
      assert {:ok, record, %{ply: 2}} = NativeRecord.play(record, position, "c3-A")
      assert NativeRecord.position(record).moves == ["-7", "c3-A"]
    end
  end

  test "a refused move changes nothing" do
    {record, _, _} = open!(Playout.play!(Playout.new!(:quarto), "-7"))
    position = NativeRecord.position(record)

    for {move, code} <- [{"-8", :illegal_move}, {"x", :bad_move}, {7, :not_text}] do
      assert {:error, %{code: ^code} = error} = NativeRecord.play(record, position, move)
      assert {:error, ^error} = NativeRecord.play(nil, position, move)
    end

    assert {_, %{ply: 2}} = play!(record, "c3-A")
  end

  test "a record that panicked is rebuilt" do
    {record, _, _} = open!(Playout.new!(:quarto))
    assert {:error, %{code: :internal}} = Native.record_panic(record.native)
    assert {_, %{ply: 1}} = play!(record, "-7")
  end

  test "invalid positions are refused by the rules" do
    position = %Playout.Position{game: :quarto, start: "0", moves: []}
    assert {:error, %{code: :bad_position}} = NativeRecord.open(position)
    assert {:error, %{code: :bad_position}} = NativeRecord.play(nil, position, "-7")
  end

  test "a repetition is a draw" do
    {record, _, _} = open!(Playout.new!(:animal_shogi))
    round = ~w(1d1c 3a3b 1c1d 3b3a)
    {record, snapshot} = Enum.reduce(round, {record, nil}, fn mv, {it, _} -> play!(it, mv) end)
    assert snapshot.outcome == nil
    {record, snapshot} = Enum.reduce(round, {record, nil}, fn mv, {it, _} -> play!(it, mv) end)
    assert {snapshot.outcome.result, snapshot.outcome.reason} == {:draw, :repetition}
    assert {snapshot.moves, snapshot.example} == {"", nil}

    assert {:error, %{code: :finished}} =
             NativeRecord.play(record, NativeRecord.position(record), "1d1c")
  end

  test "logs do not show the native record" do
    {record, _, _} = open!(Playout.new!(:quarto))
    assert inspect(record) == "#Playout.Engine.NativeRecord<stamp: 0, ...>"
  end

  # The size of a term, including the binaries that it refers to.
  defp bytes(term), do: 8 * :erts_debug.flat_size(term) + binary_bytes(term)

  defp binary_bytes(binary) when is_binary(binary) and byte_size(binary) > 64,
    do: byte_size(binary)

  defp binary_bytes(map) when is_map(map),
    do: map |> Map.to_list() |> Enum.map(&binary_bytes/1) |> Enum.sum()

  defp binary_bytes(tuple) when is_tuple(tuple), do: tuple |> Tuple.to_list() |> binary_bytes()
  defp binary_bytes(list) when is_list(list), do: list |> Enum.map(&binary_bytes/1) |> Enum.sum()
  defp binary_bytes(_term), do: 0

  for {game, options, plies, least} <- [
        {:quarto, [], 8, 8},
        {:animal_shogi, [position: "3/1k1/3/1K1 b 2R2B2P"], 2, 2},
        {:gomoku, [size: 19], 1, 1},
        {:gomoku, [size: 19], 100, 100},
        {:separo, [size: 19], 60, 60},
        {:separo, [size: 19], 140, 140}
      ] do
    test "#{game} #{inspect(options)}: the snapshot of move #{plies} is small" do
      {_record, snapshot} =
        play_randomly(Playout.new!(unquote(game), unquote(options)), unquote(plies))

      assert snapshot.ply >= unquote(least)
      assert bytes(snapshot) in 500..@max_bytes, "#{bytes(snapshot)} bytes"
    end
  end
end
