defmodule PlayoutWeb.NumberTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Number

  test "reads whole numbers, as JSON and forms have them" do
    for {given, number} <- [
          {0, 0},
          {7, 7},
          {"0", 0},
          {"007", 7},
          {"123456789012345", 123_456_789_012_345}
        ],
        do: assert(Number.whole(given) == {:ok, number})
  end

  test "reads nothing else" do
    for given <- [
          -1,
          1.0,
          nil,
          %{},
          [],
          "",
          "-1",
          "+1",
          " 1",
          "1 ",
          "1\n",
          "1.0",
          "1e3",
          "１",
          "x",
          <<255>>
        ],
        do: assert(Number.whole(given) == :error)
  end

  # `Integer.parse/1` takes a second for these, and nothing else runs meanwhile.
  test "looks at no more of a text than a number can have" do
    digits = String.duplicate("9", 99_000)
    {:reductions, before} = Process.info(self(), :reductions)
    assert Number.whole(digits) == :error
    {:reductions, later} = Process.info(self(), :reductions)
    assert later - before < 1_000
  end

  # What these parse comes from the rules, from Prometheus or has few bytes.
  @others ~w(number.ex boards/quarto/piece.ex boards/separo/grid.ex boards/gomoku/ground.ex) ++
            ~w(admin/samples.ex lobby/custom_player.ex locale/accept_language.ex)

  test "is how the web reads all numbers from outside" do
    for file <- Path.wildcard("lib/playout_web/**/*.ex"),
        not Enum.any?(@others, &String.ends_with?(file, &1)),
        do: refute(File.read!(file) =~ ~r/(Integer|Float)\.parse|to_(integer|float)\(/, file)
  end
end
