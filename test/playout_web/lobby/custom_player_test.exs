defmodule PlayoutWeb.Lobby.CustomPlayerTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.Settings
  alias Playout.Test.Env
  alias PlayoutWeb.Lobby.CustomPlayer

  defp custom(params), do: CustomPlayer.change(%CustomPlayer{}, :quarto, params)

  defp check(params), do: CustomPlayer.check(custom(params), :quarto)

  test "every player listed by the engine can be chosen without typing anything" do
    for %{name: name} <- Playout.players(:quarto) do
      assert {:ok, ^name <> _} = check(%{"player" => name})
    end
  end

  test "a player's time is limited even if no time is given" do
    assert {:ok, spec} = check(%{"player" => "mcts", "keys" => %{"c" => "0.7"}})
    assert spec =~ "ms=#{Settings.custom()[:ms]}"
    assert spec =~ "c=0.7"
  end

  test "all errors are reported, each with its setting" do
    keys = %{"playouts" => "abc", "memory" => "1000", "c" => "0,4", "ms" => "200"}
    assert {:error, errors} = check(%{"player" => "mcts", "keys" => keys})
    assert Enum.sort(Map.keys(errors)) == ["c", "memory", "playouts"]
    assert errors["memory"].details.limit == Settings.custom()[:memory]
  end

  test "the range of a setting is within the server's limits" do
    fields = CustomPlayer.fields(custom(%{"player" => "mcts"}), :quarto)
    maxima = Map.new(fields, &{&1.key, &1.max})
    assert %{"ms" => ms, "memory" => memory} = maxima
    assert [ms, memory] == [Settings.custom()[:ms], Settings.custom()[:memory]]
  end

  test "so is its default, which is what the player gets" do
    memory = fn ->
      fields = CustomPlayer.fields(custom(%{"player" => "mcts"}), :quarto)
      Enum.find(fields, &(&1.key == "memory"))
    end

    assert %{default: "64", max: 128} = memory.()
    Env.merge(Playout.Matches.Settings, custom: [memory: 16])
    assert %{default: "16", max: 16} = memory.()
    assert {:ok, spec} = CustomPlayer.check(custom(%{"player" => "mcts"}), :quarto)
    assert spec =~ "memory=16"
  end

  test "a setting that two players share is typed once, and other players' settings are kept" do
    typed = custom(%{"player" => "mcts", "keys" => %{"ms" => "300", "c" => "oops"}})
    other = CustomPlayer.change(typed, :quarto, %{"player" => "monte_carlo"})
    assert CustomPlayer.check(other, :quarto) == {:ok, "monte_carlo:ms=300"}

    back = CustomPlayer.change(other, :quarto, %{"player" => "mcts"})
    assert back.keys["c"] == "oops"
  end

  test "a player as text starts from the one in the form" do
    typed = custom(%{"player" => "mcts", "keys" => %{"playouts" => "50", "c" => "1"}})
    text = CustomPlayer.change(typed, :quarto, %{"player" => "text"})
    assert text.text == "mcts:playouts=50,c=1"

    again = CustomPlayer.change(text, :quarto, %{"text" => "careful"})
    assert CustomPlayer.check(again, :quarto) == {:ok, "careful"}
  end

  test "errors in a player as text are reported with the text" do
    as_text = custom(%{"player" => "text"})

    for text <- ["", "genius", "mcts:x=1", "mcts:ms=86400000", "mcts:ms", "level:n=9", "m,:="] do
      changed = CustomPlayer.change(as_text, :quarto, %{"text" => text})
      assert {:error, %{"text" => %Playout.Error{}}} = CustomPlayer.check(changed, :quarto)
      assert changed.text == text
    end
  end

  test "a level is a player too, and plays unchanged" do
    assert {:ok, spec} = check(%{"player" => "text", "text" => "level:n=4"})
    refute spec =~ "level"
  end

  test "overlong input is ignored" do
    long = String.duplicate("1", 5_000)
    assert custom(%{"keys" => %{"ms" => long}, "text" => long}).text == ""
    assert custom(%{"keys" => %{"ms" => long}}).keys["ms"] == ""
  end
end
