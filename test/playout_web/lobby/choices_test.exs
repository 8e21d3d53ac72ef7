defmodule PlayoutWeb.Lobby.ChoicesTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Lobby.Choices

  defp wish(params), do: :quarto |> Choices.new() |> Choices.change(params) |> Choices.wish()

  defp players(params) do
    {:ok, wish} = wish(params)
    {wish.players, wish.toss}
  end

  test "nothing chosen: you begin, second level, standard rules" do
    assert wish(%{}) ==
             {:ok,
              %{
                game: :quarto,
                variant: :standard,
                players: %{first: :me, second: {:level, 2}},
                toss: false
              }}
  end

  test "who begins" do
    assert players(%{"opponent" => "4", "begins" => "you"}) ==
             {%{first: :me, second: {:level, 4}}, false}

    assert players(%{"opponent" => "4", "begins" => "opponent"}) ==
             {%{first: {:level, 4}, second: :me}, false}

    assert {_players, true} = players(%{"opponent" => "4", "begins" => "toss"})
  end

  test "two people at one screen, and two engines, whoever was to begin" do
    assert players(%{"opponent" => "here", "begins" => "toss"}) ==
             {%{first: :me, second: :me}, false}

    assert players(%{"opponent" => "watch", "first" => "5", "second" => "1"}) ==
             {%{first: {:level, 5}, second: {:level, 1}}, false}
  end

  test "a custom player, in canonical form and within the server's limits" do
    custom = %{"player" => "mcts", "keys" => %{"playouts" => " 70 "}}

    assert {%{first: {:custom, "mcts:playouts=70,ms=" <> _}, second: :me}, false} =
             players(%{"opponent" => "custom", "begins" => "opponent", "custom" => custom})

    wrong = %{"player" => "mcts", "keys" => %{"playouts" => "many"}}
    assert wish(%{"opponent" => "custom", "custom" => wrong}) == {:error, :custom}
    # It does not matter while another opponent is chosen.
    assert {:ok, _wish} = wish(%{"opponent" => "1", "custom" => wrong})
  end

  test "variants" do
    assert {:ok, %{variant: :squares}} = wish(%{"variant" => "squares"})
  end

  test "what is not offered is no wish" do
    for change <- [
          %{"opponent" => "6"},
          %{"opponent" => "2; drop table"},
          %{"opponent" => "watch", "first" => "0"},
          %{"begins" => "me"},
          %{"variant" => "Elixir.System"},
          %{"opponent" => "custom", "custom" => %{"player" => "genius"}}
        ] do
      assert {:error, _reason} = wish(change), inspect(change)
    end
  end

  test "what is no text of a field changes nothing" do
    choices = Choices.new(:quarto)

    for params <- [
          %{"opponent" => %{"a" => "b"}, "begins" => ["you"], "variant" => 3},
          %{"opponent" => String.duplicate("9", 100)},
          %{"game" => "chess", "__struct__" => "Elixir.System"},
          %{"custom" => "mcts"},
          %{"custom" => %{"keys" => ["playouts"], "text" => 7, "player" => nil}}
        ] do
      assert {:ok, wish} = choices |> Choices.change(params) |> Choices.wish()
      assert {:ok, wish} == Choices.wish(choices)
    end
  end
end
