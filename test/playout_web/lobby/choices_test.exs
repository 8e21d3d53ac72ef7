defmodule PlayoutWeb.Lobby.ChoicesTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Choices
  alias Plug.Conn.Query

  defp request(params),
    do: :quarto |> Choices.new() |> Choices.change(params) |> Choices.to_request()

  defp players(params) do
    {:ok, request} = request(params)
    {request.players, request.toss}
  end

  test "by default, you go first, against the second level, with standard rules" do
    assert request(%{}) ==
             {:ok,
              %{
                game: :quarto,
                variant: :standard,
                options: [],
                players: %{first: :me, second: {:level, "hedgehog"}},
                toss: false,
                control: nil,
                listed: false
              }}
  end

  test "a friend, and who may be one" do
    assert players(%{"opponent" => "friend"}) == {%{first: :me, second: :friend}, false}

    assert players(%{"opponent" => "friend", "begins" => "toss"}) ==
             {%{first: :me, second: :friend}, true}

    for {open, listed} <- [{"link", false}, {"anyone", true}] do
      assert {:ok, %{listed: ^listed}} = request(%{"opponent" => "friend", "open" => open})
    end

    assert request(%{"opponent" => "friend", "open" => "nobody"}) == {:error, :malformed}
    # Only a friend's seat is open.
    assert {:ok, %{listed: false}} = request(%{"opponent" => "here", "open" => "anyone"})
  end

  test "clocks, which two engines do without" do
    for {value, control} <- Choices.clocks(), opponent <- ~w(engine friend here custom) do
      assert control == nil or Playout.Matches.Clock.valid?(control)
      assert {:ok, %{control: ^control}} = request(%{"opponent" => opponent, "clock" => value})
      assert {:ok, %{control: nil}} = request(%{"opponent" => "watch", "clock" => value})
    end

    assert request(%{"clock" => "5+300"}) == {:error, :malformed}
  end

  test "who goes first" do
    assert players(%{"level" => "heron", "begins" => "you"}) ==
             {%{first: :me, second: {:level, "heron"}}, false}

    assert players(%{"level" => "heron", "begins" => "opponent"}) ==
             {%{first: {:level, "heron"}, second: :me}, false}

    assert {_players, true} = players(%{"level" => "heron", "begins" => "toss"})
  end

  test "two people on one screen and two engines ignore who goes first" do
    assert players(%{"opponent" => "here", "begins" => "toss"}) ==
             {%{first: :me, second: :me}, false}

    assert players(%{"opponent" => "watch", "first" => "raven", "second" => "sparrow"}) ==
             {%{first: {:level, "raven"}, second: {:level, "sparrow"}}, false}
  end

  test "a custom player, in canonical form and within the server's limits" do
    custom = %{"player" => "mcts", "keys" => %{"playouts" => " 70 "}}

    assert {%{first: {:custom, "mcts:playouts=70,ms=" <> _}, second: :me}, false} =
             players(%{"opponent" => "custom", "begins" => "opponent", "custom" => custom})

    wrong = %{"player" => "mcts", "keys" => %{"playouts" => "many"}}
    assert request(%{"opponent" => "custom", "custom" => wrong}) == {:error, :custom}
    # That doesn't matter while another opponent is chosen.
    assert {:ok, _wish} = request(%{"level" => "sparrow", "custom" => wrong})
  end

  test "variants" do
    assert {:ok, %{variant: :squares}} = request(%{"variant" => "squares"})
  end

  describe "options of a game" do
    defp gomoku(params), do: :gomoku |> Choices.new() |> Choices.change(params)

    defp options(choices) do
      with {:ok, request} <- Choices.to_request(choices), do: request.options
    end

    test "have their defaults unless others are chosen" do
      assert options(gomoku(%{})) == [size: 15, opening: :none]
      assert options(gomoku(%{"options" => %{"size" => "9"}})) == [size: 9, opening: :none]
      swapped = gomoku(%{"options" => %{"opening" => "swap2", "colour" => "red"}})
      assert options(swapped) == [size: 15, opening: :swap2]
    end

    test "have the engine's defaults" do
      for game <- Playout.games() do
        {:ok, request} = Choices.to_request(Choices.new(game))
        assert Playout.new!(game, request.options) == Playout.new!(game)

        for %{option: option, values: values} <- Choices.options(game), value <- values do
          assert {:ok, _position} = Playout.new(game, [{option, value}])
          assert Boards.of(game).option_name(option, value) != ""
          assert Boards.of(game).option_legend(option) != ""
        end
      end
    end

    test "make the choices invalid if they are not offered" do
      for options <- [%{"size" => "4"}, %{"size" => "09"}, %{"opening" => "swap2 "}] do
        assert options(gomoku(%{"options" => options})) == {:error, :malformed}
      end
    end

    test "change nothing if they are not text" do
      for options <- [nil, 9, "size", ["9"], %{"size" => 9}, %{"size" => %{"a" => "9"}}] do
        assert gomoku(%{"options" => options}) == Choices.new(:gomoku)
      end
    end
  end

  describe "what a browser has stored" do
    defp recalled(game, params), do: game |> Choices.new() |> Choices.recall(params)

    test "is chosen again" do
      params = %{
        "opponent" => "custom",
        "begins" => "toss",
        "variant" => "standard",
        "options" => %{"size" => "19", "opening" => "swap2"},
        "custom" => %{"player" => "minimax", "keys" => %{"depth" => "3"}}
      }

      assert recalled(:gomoku, params) == :gomoku |> Choices.new() |> Choices.change(params)
    end

    test "is ignored where it is no longer offered, and otherwise kept" do
      params = %{
        "opponent" => "hedgehog",
        "level" => "unicorn",
        "begins" => "toss",
        "variant" => "renju",
        "first" => "0",
        "second" => "owl",
        "options" => %{"size" => "11", "opening" => "swap2"},
        "custom" => %{"player" => "genius", "keys" => %{"c" => "1"}}
      }

      assert %{opponent: "engine", level: "hedgehog", begins: "toss", variant: "freestyle"} =
               choices = recalled(:gomoku, params)

      assert %{first: "hedgehog", second: "owl"} = choices

      assert choices.options == %{size: "15", opening: "swap2"}
      assert %{player: "mcts", keys: %{"c" => "1"}} = choices.custom
      assert {:ok, _wish} = Choices.to_request(choices)
    end
  end

  describe "a match like a previous one" do
    for game <- Playout.games() do
      test "has the same rules in #{game}" do
        game = unquote(game)

        every =
          Enum.reduce(Choices.options(game), [%{}], fn %{option: option, values: values},
                                                       chosen ->
            for value <- values, others <- chosen, do: Map.put(others, "#{option}", "#{value}")
          end)

        for options <- every, variant <- Choices.variants(game) do
          sent = %{"variant" => "#{variant}", "options" => options, "begins" => "opponent"}
          choices = game |> Choices.new() |> Choices.change(sent)
          {:ok, request} = Choices.to_request(choices)
          start = Playout.new!(game, [variant: variant] ++ request.options).start
          match = %State{match(game, false) | variant: variant, start: start}
          assert Choices.like(match, :second, "owl") == %{choices | level: "owl"}

          sent = Query.decode(Query.encode(Choices.fields(choices)))
          assert Choices.recall(Choices.new(game), sent) == choices
        end
      end
    end

    test "has the same side, or assigns the sides at random again" do
      assert %{begins: "you"} = Choices.like(match(:quarto, false), :first, "cat")
      assert %{begins: "opponent"} = Choices.like(match(:quarto, false), :second, "cat")
      assert %{begins: "toss"} = Choices.like(match(:quarto, true), :second, "cat")
    end

    defp match(game, toss) do
      %State{
        id: "id",
        seq: 1,
        owner: "me",
        game: game,
        variant: hd(Choices.variants(game)),
        start: Playout.new!(game).start,
        seats: %{first: {:person, "me"}, second: {:engine, "cat", "careful"}},
        toss: toss
      }
    end
  end

  test "values that are not offered are invalid" do
    for change <- [
          %{"opponent" => "hedgehog"},
          %{"level" => "9"},
          %{"opponent" => "2; drop table"},
          %{"opponent" => "watch", "first" => "0"},
          %{"begins" => "me"},
          %{"variant" => "Elixir.System"},
          %{"opponent" => "custom", "custom" => %{"player" => "genius"}}
        ] do
      assert {:error, _reason} = request(change), inspect(change)
    end
  end

  test "values that are not text change nothing" do
    choices = Choices.new(:quarto)

    for params <- [
          %{"opponent" => %{"a" => "b"}, "begins" => ["you"], "variant" => 3},
          %{"opponent" => String.duplicate("9", 100)},
          %{"game" => "chess", "__struct__" => "Elixir.System"},
          %{"custom" => "mcts"},
          %{"custom" => %{"keys" => ["playouts"], "text" => 7, "player" => nil}}
        ] do
      assert {:ok, request} = choices |> Choices.change(params) |> Choices.to_request()
      assert {:ok, request} == Choices.to_request(choices)
    end
  end
end
