defmodule Playout.Matches.People.NicknameTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias Playout.Matches.People.Nickname

  test "a name is as people type it, without spaces around" do
    for {typed, name} <- [
          {"Mika", "Mika"},
          {"  Mika   W. ", "Mika W."},
          {"みか", "みか"},
          {"Zoë", "Zoë"},
          # A letter and its mark become one character.
          {"Zoe\u0308", "Zoë"},
          {"7", "7"},
          {"🦊", "🦊"},
          {"Ada\u3000L", "Ada L"},
          {String.duplicate("ん", 20), String.duplicate("ん", 20)},
          # Scripts that are written together, and words of different ones.
          {"MikaのネコQ太郎", "MikaのネコQ太郎"},
          {"김Mika金", "김Mika金"},
          {"Аня Fox", "Аня Fox"},
          {"みか(´・ω・｀)", "みか(´・ω・｀)"},
          {"Аня2🦊", "Аня2🦊"},
          {"สมชาย", "สมชาย"},
          {"ⵣⵉⵔⵉ", "ⵣⵉⵔⵉ"}
        ] do
      assert {typed, Nickname.check(typed)} == {typed, {:ok, name}}
    end
  end

  test "a name has 1 to 20 characters that can be seen" do
    for {typed, reason} <- [
          {"", :no_name},
          {" \u3000 ", :no_name},
          {"\u0301", :no_name},
          {String.duplicate("n", 21), :long_name},
          # 20 characters of 6 bytes.
          {String.duplicate("e\u0302\u0303\u0304", 20), :long_name},
          {"a" <> String.duplicate("\u0303", 6), :long_name},
          # A character that is as wide as a line.
          {String.duplicate("\uFDFD", 20), :long_name},
          {"\u{1242B}\u{1242B}", :long_name},
          {"\u{12031}\u{12031}", :long_name},
          {String.duplicate("n", 5_000_000), :long_name},
          {"a\u200Bb", :invisible_name},
          {"a\u200Db", :invisible_name},
          {"\u202Eakim", :invisible_name},
          {"\u2066a", :invisible_name},
          {"a\nb", :invisible_name},
          {"a\u0000", :invisible_name},
          {"\uFEFFa", :invisible_name},
          {"\u3164", :invisible_name},
          {"\uE000", :invisible_name},
          {"a\u{E0042}\u2065", :invisible_name},
          {<<255>>, :invisible_name}
        ] do
      assert {typed, Nickname.check(typed)} == {typed, {:error, reason}}
    end
  end

  test "no name is an engine's, however it is written" do
    for typed <- [
          "sparrow",
          "Owl",
          "O W L",
          "ＯＷＬ",
          "mcts",
          "monte-carlo",
          "フクロウ",
          "ふくろう",
          "Оwl",
          "оԝӏ",
          "Hеdgеhog",
          "mсts",
          "ΟWL",
          # Greek and Armenian letters, capital ones that look like others than their small ones, digits.
          "\u0397edgehog",
          "mo\u0578te-\u03F2arl\u0585",
          "\u0405parr0w",
          "Öwl",
          "He\u0301dgeh\u00F2g",
          "Ow1",
          "OwI",
          "Ow|",
          "ᴏᴡʟ",
          "Øwl",
          # The kanji for a mouth.
          "フク口ウ"
        ] do
      assert {typed, Nickname.check(typed, ["フクロウ", "ふくろう"])} ==
               {typed, {:error, :engine_name}}
    end

    assert Nickname.check("Owlet") == {:ok, "Owlet"}
  end

  test "a word does not mix alphabets" do
    for typed <- [
          # Cyrillic a, Greek o, Armenian o, Cherokee A, Coptic O, Lisu D.
          "Mik\u0430",
          "T\u03BFm",
          "T\u0585m",
          "\u13AAda",
          "\u2C9Etto",
          "\uA4D3ana",
          "Ан\u03B1",
          "み\u043E",
          "김みか",
          "Tom ed M\u0430x"
        ] do
      assert {typed, Nickname.check(typed)} == {typed, {:error, :mixed_name}}
    end
  end

  property "whatever is typed, a name is within its bounds and stays the same when checked again" do
    check all(typed <- one_of([string(:printable), binary(), string(:utf8)])) do
      case Nickname.check(typed) do
        {:ok, name} ->
          assert String.length(name) in 1..20 and byte_size(name) <= 80
          assert Nickname.check(name) == {:ok, name}
          refute name =~ ~r/[\p{Cc}\p{Cf}]/u

        {:error, reason} ->
          assert reason in [:no_name, :long_name, :invisible_name, :engine_name, :mixed_name]
      end
    end
  end
end
