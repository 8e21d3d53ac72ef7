defmodule PlayoutWeb.Analysis.AddressTest do
  use ExUnit.Case, async: true

  alias Playout.{Game, Position}
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.Address

  @most 6_000

  defp params(position) do
    now = Playout.describe!(position).position
    position |> Address.params(now) |> Map.new()
  end

  test "an address leads back to its position" do
    :rand.seed(:exsss, {1, 2, 3})

    for game <- Playout.games(), variant <- Game.variants(game), plies <- [0, 1, 8] do
      position = random(Analysis.start(game, variant), plies)
      assert Address.read(game, params(position)) == {:ok, position}
    end
  end

  defp random(position, 0), do: position

  defp random(position, left) do
    case Playout.legal_moves!(position) do
      [] -> position
      moves -> position |> Playout.play!(Enum.random(moves)) |> random(left - 1)
    end
  end

  test "it says no more than it must" do
    assert params(Analysis.start(:quarto)) == %{}
    assert params(Analysis.start(:quarto, :squares)) == %{"variant" => "squares"}
    moved = %{Analysis.start(:quarto) | moves: ["-7", "c3-A"]}
    assert params(moved) == %{"moves" => "-7 c3-A"}

    for position <- [
          Playout.new!(:gomoku, size: 9),
          Playout.new!(:quarto, position: "6.../.1C./.9.F/3... D")
        ] do
      assert params(position) == %{"position" => position.start}
      assert Address.read(position.game, params(position)) == {:ok, position}
    end
  end

  test "without parameters it is the start of the game" do
    assert Address.read(:separo, %{}) == {:ok, Analysis.start(:separo)}

    assert Address.read(:separo, %{"variant" => "", "moves" => " "}) ==
             {:ok, Analysis.start(:separo)}
  end

  test "positions and moves are read as people write them" do
    assert {:ok, %Position{moves: ["-7", "c3-A"]}} =
             Address.read(:quarto, %{"moves" => "  -7\n c3-A "})
  end

  test "a long game has its current position in its address" do
    moves = List.duplicate("aaaaaaaaa", 700)
    position = %{Analysis.start(:gomoku) | moves: moves}
    assert Address.params(position, "now") == [{"position", "now"}]

    short = %{position | moves: Enum.take(moves, 500)}
    assert [{"moves", _text}] = Address.params(short, "now")
    assert short |> Address.params("now") |> URI.encode_query() |> byte_size() <= @most
  end

  test "what is wrong is said in a sentence, and the start is shown" do
    start = Analysis.start(:quarto)

    for {params, words} <- [
          {%{"variant" => "chess"}, "This link names a variant that Quarto doesn't have."},
          {%{"position" => "7.../.../..../.... A"},
           "The position in this link isn't a position of Quarto (see character 9)."},
          {%{"position" => ""}, "The position in this link isn't a position of Quarto"},
          {%{"position" => "squares ..../..../..../.... -", "variant" => "squares"},
           "The position in this link isn't a position of Quarto."},
          {%{"moves" => "-7 c3-7"}, "Move 2 in this link isn't possible."},
          {%{"moves" => "nonsense"}, "Move 1 in this link isn't possible."}
        ] do
      assert {:error, ^start, sentence} = Address.read(:quarto, params)
      assert String.starts_with?(sentence, words), sentence
    end

    # What is right still counts.
    squares = Analysis.start(:quarto, :squares)

    assert {:error, ^squares, "Move 1 in this link isn't possible."} =
             Address.read(:quarto, %{"variant" => "squares", "moves" => "c3"})
  end

  test "rubbish of any kind and size is refused" do
    start = Analysis.start(:quarto)
    long = String.duplicate("-7 ", @most)

    for key <- ~w(variant position moves),
        value <- [long, <<255>>, "\0", ["-7"], %{"a" => "b"}, String.duplicate("🦁", 2_000)] do
      assert {:error, ^start, sentence} = Address.read(:quarto, %{key => value})
      assert byte_size(sentence) < 200
    end
  end
end
