defmodule PlayoutWeb.Language.FormatTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Language.Format

  defp in_japanese(work), do: Gettext.with_locale(PlayoutWeb.Gettext, "ja", work)

  test "digits are in groups of three" do
    assert Enum.map([0, 999, 1000, 12_345, 4_000_000_000], &Format.number/1) ==
             ["0", "999", "1,000", "12,345", "4,000,000,000"]
  end

  test "a list leaves out what does not apply" do
    assert Format.list(["c3, empty", nil, false, "last move"]) == "c3, empty, last move"
    assert Format.long_list(["a1, black", "b2, white"]) == "a1, black; b2, white"
    assert Format.list([]) == ""
  end

  test "lists and dates follow the language" do
    assert Format.date(~D[2026-03-09]) == "2026-03-09"
    assert in_japanese(fn -> Format.date(~D[2026-03-09]) end) == "2026/03/09"
    assert in_japanese(fn -> Format.list(["c3", nil, "空き"]) end) == "c3、空き"
  end
end
