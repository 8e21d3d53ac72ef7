defmodule PlayoutWeb.Boards.GlyphsTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Boards.Glyphs

  # The points of a path.
  defp points(path) do
    for [_command, numbers] <- Regex.scan(~r/[MLA]([^MLA]+)/, path) do
      numbers |> String.split() |> Enum.map(&String.to_float(&1 <> decimals(&1))) |> Enum.take(-2)
    end
  end

  defp decimals(number), do: if(number =~ ".", do: "", else: ".0")

  defp extent(text, axis) do
    text |> Glyphs.path(0, 0, 100) |> points() |> Enum.map(&Enum.at(&1, axis)) |> Enum.min_max()
  end

  test "the digits and the letters of all columns can be drawn" do
    assert Enum.sort(Glyphs.characters()) == Enum.to_list(?0..?9) ++ Enum.to_list(?a..?t)
  end

  test "each glyph is different, centred, and on the baseline" do
    for character <- Glyphs.characters(), text = <<character>> do
      {left, right} = extent(text, 0)
      assert_in_delta left, -right, 6, text
      assert right - left < 75, text
      {top, bottom} = extent(text, 1)
      assert top > -76 and top < -45, text
      assert_in_delta bottom, if(text in ~w(g j p q), do: 20, else: 0), 6, text
    end

    paths = for character <- Glyphs.characters(), do: Glyphs.path(<<character>>, 0, 0, 100)
    assert Enum.uniq(paths) == paths
  end

  test "numbers with several digits are centred" do
    {left, right} = extent("19", 0)
    assert_in_delta left, -right, 7
    {one, _} = extent("1", 0)
    assert left < 2 * one
  end

  test "a text has a place and a size" do
    [[x, y] | _] = points(Glyphs.path("l", 20, 30, 10))
    assert_in_delta x, 20, 0.6
    assert_in_delta y, 22.6, 0.1
  end
end
