defmodule Playout.MatchesTest do
  use Playout.Test.MatchCase, async: true

  alias Playout.Error

  @moduletag :capture_log

  # Counts the visitor's matches.
  defp count_matches do
    sql("SELECT COUNT(DISTINCT match_id) FROM events WHERE data LIKE '%' || $1 || '%'", [me()]).rows
  end

  describe "create" do
    test "creates the requested match" do
      players = [
        :me,
        {:level, "sparrow"},
        {:level, "raven"},
        {:custom, "mcts:playouts=50,ms=100"}
      ]

      for variant <- [:standard, :squares], first <- players, second <- players do
        request = request(variant: variant, first: first, second: second)
        assert {:ok, id} = Matches.create(me(), request)
        assert {:ok, state} = Matches.get(id)
        assert %{id: ^id, seq: 1, variant: ^variant, result: nil, moves: [], toss: false} = state
        assert state.owner == me()
        assert {state.seats.first, state.seats.second} == {seat(first), seat(second)}
        engines? = first != :me and second != :me
        assert state.pace == if(engines?, do: :normal)
      end
    end

    defp seat(:me), do: {:person, me()}
    defp seat({:custom, text}), do: {:engine, nil, elem(Playout.check_player(:quarto, text), 1)}

    defp seat({:level, name}) do
      {:engine, name, Enum.find(Playout.levels(:quarto), &(&1.name == name)).spec}
    end

    test "takes the options of the game, which the log, the lists and a rematch keep" do
      for {changes, start} <- [
            {[variant: :freestyle], "#{empty(15)} x freestyle"},
            {[variant: :freestyle, options: []], "#{empty(15)} x freestyle"},
            {[variant: :standard, options: [size: 9]], "#{empty(9)} x standard"},
            {[variant: :freestyle, options: [opening: :swap2, size: 19]],
             "#{empty(19)} x freestyle+swap2"}
          ] do
        {:ok, id} = Matches.create(me(), request([game: :gomoku] ++ changes))
        assert {:ok, %{start: ^start, variant: variant}} = Matches.get(id)
        assert variant == changes[:variant]
        assert {:ok, matches} = Matches.list(me())
        assert %{position: ^start, variant: ^variant} = Enum.find(matches, &(&1.id == id))
        assert {:ok, again} = Matches.rematch(me(), id)
        assert {:ok, %{start: ^start, variant: ^variant}} = Matches.get(again)
      end
    end

    defp empty(size), do: Enum.map_join(1..size, "/", fn _row -> size end)

    test "refuses options that the game does not have, with the engine's error" do
      before = count_matches()

      for {options, problem} <- [
            {[size: 4], "bad_value"},
            {[size: 21], "bad_value"},
            {[size: "09"], "bad_value"},
            {[size: -9], "bad_value"},
            {[opening: :swap3], "bad_value"},
            {[opening: nil], "bad_value"},
            {[colour: :red], "unknown_option"},
            {[size: 9, size: 9], "option_twice"},
            {[variant: :standard], "option_twice"},
            {[position: "#{empty(5)} x freestyle"], "position_and_option"}
          ] do
        request = request(game: :gomoku, variant: :freestyle, options: options)
        assert {:error, %Error{details: %{problem: ^problem}}} = Matches.create(me(), request)
      end

      assert {:error, %Error{}} = Matches.create(me(), request(options: [size: 9]))

      for value <- [9.0, {9}, [9], %{}, <<255>>, self()] do
        request = request(game: :gomoku, variant: :freestyle, options: [size: value])
        assert {:error, %Error{}} = Matches.create(me(), request)
      end

      for options <- [nil, 9, "size=9", [:size], %{size: 9}, [{"size", 9}], [{:size, 9} | :no]] do
        assert Matches.create(me(), request(game: :gomoku, variant: :freestyle, options: options)) ==
                 {:error, :malformed}
      end

      assert count_matches() == before
    end

    test "assigns the seats at random on request" do
      firsts =
        for _ <- 1..60 do
          {:ok, id} = Matches.create(me(), request(toss: true))
          {:ok, %{toss: true, seats: %{first: first, second: second}}} = Matches.get(id)

          assert Enum.sort([first, second]) ==
                   Enum.sort([{:person, me()}, seat({:level, "sparrow"})])

          first
        end

      assert length(Enum.uniq(firsts)) == 2
    end

    test "limits a custom player" do
      for spec <- ["mcts:ms=60000", "mcts:memory=1024", "mcts:c=x", "genius", "", <<255>>] do
        assert {:error, %Error{code: code}} =
                 Matches.create(me(), request(second: {:custom, spec}))

        assert code in [:bad_option, :not_utf8]
      end

      {:ok, id} = Matches.create(me(), request(second: {:custom, "mcts:playouts=1000000000"}))
      assert {:ok, %{seats: %{second: {:engine, nil, spec}}}} = Matches.get(id)
      assert spec =~ "ms=5000"
    end

    test "stores nothing for a malformed request" do
      before = count_matches()

      for request <-
            [nil, %{}, [], "quarto", 7, Map.to_list(request())] ++
              Enum.map([:game, :variant, :players, :toss], &Map.delete(request(), &1)) ++
              for(game <- ["quarto", 1, ~c"quarto"], do: request(game: game)) ++
              for(variant <- ["standard", 1, [:standard]], do: request(variant: variant)) ++
              for(toss <- [nil, "true", 1], do: request(toss: toss)) ++
              for(
                players <- [nil, [], %{}, %{first: :me}],
                do: Map.put(request(), :players, players)
              ) ++
              for(
                player <-
                  [nil, 1, :level, {:level, 0}, {:level, "unicorn"}, {:level, -1}] ++
                    [{:level, 1.0}, {:level, "1"}, {:level, nil}, {:level, 1, 2}] ++
                    [{:person, "you"}, {:level, 1_000_000_000_000_000_000_000}] ++
                    [{:custom, nil}, {:custom, ~c"mcts"}, {:engine, 1, "mcts"}, "me"],
                side <- [:first, :second],
                do: request([{side, player}])
              ) do
        assert {request, Matches.create(me(), request)} == {request, {:error, :malformed}}
      end

      for visitor <- [nil, :me, 1, ~c"me", <<255>>, {:person, "me"}] do
        assert Matches.create(visitor, request()) == {:error, :malformed}
      end

      for game <- [:chess, nil, :Quarto, :"", :"quarto\0"] do
        assert {:error, %Error{code: :unknown_game}} = Matches.create(me(), request(game: game))
      end

      for variant <- [:round, nil, :Squares, :"", :" squares", true] do
        assert {:error, %Error{code: :unknown_variant}} =
                 Matches.create(me(), request(variant: variant))
      end

      assert count_matches() == before
    end

    test "makes addresses that nobody can guess" do
      ids = for _ <- 1..100, do: elem(Matches.create(me(), request()), 1)
      assert length(Enum.uniq(ids)) == 100

      for id <- ids do
        assert {:ok, <<_::72>>} = Base.url_decode64(id, padding: false)
      end

      # Each character of an id varies a lot, so no part is a counter or a date.
      for place <- 0..11 do
        assert ids |> Enum.map(&String.at(&1, place)) |> Enum.uniq() |> length() > 30
      end
    end
  end

  test "an invalid id gets an answer, and leaves no process behind" do
    valid = "abcdefghijkl"

    for id <- [
          nil,
          :match,
          12,
          ~c"abcdefghijkl",
          "",
          valid,
          valid <> "\n",
          valid <> "m",
          "abcdefghijk",
          "abcdefghij/.",
          "abcdefghij\0\0",
          <<255, 254, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9>>,
          String.duplicate("a", 1_000_000),
          "../../../etc",
          "' OR 1=1; --",
          <<1::3>>
        ] do
      assert Matches.get(id) == {:error, :not_found}
      assert Matches.watch(id) == {:error, :not_found}
      assert act(id, me(), 1, :undo) == {:error, :not_found}
      assert Wait.until(fn -> server(id) == nil end)
    end
  end

  test "refused commands return the unchanged state" do
    {id, state} = begin()

    for {visitor, seq, command, reason} <- [
          {me(), 1, nil, :malformed},
          {me(), "1", :undo, :malformed},
          {me(), 1, {:move, self()}, :malformed},
          {me(), 0, {:move, "-7"}, :stale},
          {me(), 2, {:move, "-7"}, :stale},
          {me(), 1, :undo, :nothing_to_undo},
          {me(), 1, :retry_engine, :nothing_to_retry},
          {"nobody", 1, {:move, "-7"}, :not_your_seat},
          {nil, 1, {:move, "-7"}, :not_your_seat},
          {:engine, 1, {:move, "-7"}, :not_your_seat},
          {%{}, 1, :resign, :not_your_seat}
        ] do
      assert act(id, visitor, seq, command) == {:error, reason, state}
    end

    assert {:error, %Error{code: :not_utf8}, ^state} = act(id, me(), 1, {:move, <<255>>})
    assert {:error, %Error{}, ^state} = act(id, me(), 1, {:move, "c3-A"})
    refute_received {:match, _}
    assert stored(id) == [{1, :created}]
    assert {:ok, ^state} = Matches.get(id)
  end

  test "of many moves in the same state, exactly one is accepted" do
    {id, state} = begin()

    answers =
      Playout.describe!(state.position).moves
      |> Enum.flat_map(&List.duplicate(&1.text, 3))
      |> Enum.map(&Task.async(fn -> act(id, me(), 1, {:move, &1}) end))
      |> Task.await_many(:infinity)

    assert [{:ok, %{seq: 2, position: %{moves: [move]}}}] =
             Enum.filter(answers, &match?({:ok, _}, &1))

    refusals = for {:error, reason, seen} <- answers, do: {reason, seen.position.moves}
    assert refusals == List.duplicate({:stale, [move]}, 47)
    assert stored(id) == [{1, :created}, {2, :moved}]
    assert_receive {:match, %{seq: 2}}
    assert {:ok, %{seq: 2}} = Matches.get(id)
    refute_received {:match, _}
  end

  test "subscribers see every change once, and others see none" do
    {id, state} = begin()
    {other, _} = begin()
    watching = for _ <- 1..3, do: watcher(id)
    act!(id, state, {:move, "-7"})

    for pid <- watching do
      assert_receive {^pid, {:match, %{id: ^id, seq: 2}}}
    end

    assert {:ok, _state} = Matches.get(other)
    assert_receive {:match, %{id: ^id}}
    refute_received {:match, _}
  end

  defp watcher(id) do
    test = self()

    pid =
      spawn_link(fn ->
        {:ok, _} = Matches.watch(id)
        send(test, {self(), :watching})
        receive(do: (message -> send(test, {self(), message})))
      end)

    assert_receive {^pid, :watching}
    pid
  end
end
