defmodule PlayoutWeb.Limits.NumberTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Limits.Number

  doctest Number

  test "numbers that are too long are none" do
    assert Number.whole(String.duplicate("9", 18)) == {:ok, 999_999_999_999_999_999}

    for text <- [String.duplicate("9", 19), "", "1 ", nil, 1],
        do: assert(Number.whole(text) == :error)

    for text <- [String.duplicate("9", 310), "1e400", "-1", ".5", "", nil],
        do: assert(Number.decimal(text) == :error)
  end

  test "JSON may have digits of any length in its texts only" do
    long = String.duplicate("9", 99_000)

    for json <- [~s({"a":"#{long}"}), ~s(["\\"#{long}",1]), "", ~s("open)],
        do: assert(Number.short_in_json?(json))

    for json <- [long, "[-0.#{long}]", "[1e#{long}]", ~s({"a\\"":#{long}})],
        do: refute(Number.short_in_json?(json))
  end

  # Text of our own: a row of the board, a digit of a diagram, a limit of the engine's.
  @own ~w(admin/samples.ex components/boards/gomoku/ground.ex components/boards/quarto/piece.ex) ++
         ~w(components/boards/separo/grid.ex limits/number.ex lobby/custom_player.ex)

  test "nothing else reads numbers that come from outside" do
    readers =
      for file <- Path.wildcard("lib/playout_web/**/*.ex"),
          File.read!(file) =~ ~r/(Integer|Float)\.parse|to_integer|to_float|list_to_int/,
          do: Path.relative_to(file, "lib/playout_web")

    assert Enum.sort(readers) == Enum.sort(@own)
  end
end
