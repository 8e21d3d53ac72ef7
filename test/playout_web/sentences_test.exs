defmodule PlayoutWeb.SentencesTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Sentences

  test "every level of every game has a name" do
    for game <- Playout.games(), level <- Playout.levels(game) do
      assert Sentences.level(level.name) != ""
    end
  end

  test "what the rules of Quarto refuse is said in its own words" do
    {:ok, start} = Playout.new(:quarto)
    {:ok, position} = Playout.new(:quarto, position: "012./..../..../.... 4")
    {:ok, over} = Playout.new(:quarto, position: "0123/..../..../.... -")

    refused = [
      {start, "a1-2"},
      {start, "nonsense"},
      {position, "-5"},
      {position, "a4-5"},
      {position, "a1-2"},
      {position, "a1"},
      {over, "a1-5"}
    ]

    sentences =
      for {position, move} <- refused do
        {:error, error} = Playout.play(position, move)
        Sentences.refusal(error)
      end

    assert length(Enum.uniq(sentences)) == length(refused)
    refute Sentences.refusal(%Playout.Error{code: :illegal_move}) in sentences
  end
end
