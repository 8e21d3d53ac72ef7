defmodule PlayoutWeb.Language.TranslationsTest do
  # Checks that priv/gettext has exactly the messages of the source, and every language all of
  # them.
  use ExUnit.Case, async: true

  alias Expo.{Message, PO}

  @template "priv/gettext/default.pot"
  @translations Path.wildcard("priv/gettext/*/LC_MESSAGES/default.po")

  # The functions that take messages, and the positions of those arguments.
  @functions %{
    gettext: {nil, 0, nil},
    pgettext: {0, 1, nil},
    ngettext: {nil, 0, 1},
    pngettext: {0, 1, 2},
    pgettext_noop: {1, 0, nil}
  }

  test "the template has exactly the messages of the source" do
    files = Path.wildcard("lib/playout_web/**/*.ex")
    used = files |> Enum.flat_map(&used/1) |> Enum.sort() |> Enum.dedup()
    known = messages(@template) |> Enum.map(&key/1) |> Enum.sort()

    assert length(used) > 300

    assert {used -- known, known -- used} == {[], []},
           "run: mix gettext.extract && mix gettext.merge priv/gettext --no-fuzzy"
  end

  test "no file has line numbers, which every edit would change" do
    for file <- [@template | @translations], do: refute(File.read!(file) =~ ~r/^#: .*:\d/m, file)
  end

  test "there are translations" do
    assert "priv/gettext/ja/LC_MESSAGES/default.po" in @translations
  end

  for file <- @translations do
    test "#{file} has the messages of the template" do
      translated = messages(unquote(file)) |> Enum.reject(& &1.obsolete)
      assert Enum.map(translated, &key/1) == Enum.map(messages(@template), &key/1)
    end

    test "#{file} translates every message, and leaves none marked fuzzy" do
      assert for(message <- messages(unquote(file)), open?(message), do: key(message)) == []
    end

    test "#{file} has every %{...} of a message, and no other" do
      for message <- messages(unquote(file)), text <- translations(message) do
        assert {key(message), variables(text)} == {key(message), wanted(message, text)}
      end
    end
  end

  describe "the Japanese messages" do
    # What is written for each of these, also in docs/translating.md: one word for one thing.
    @never %{
      "AI" => "エンジン",
      "ブラウザー" => "ブラウザ",
      "動物" => "どうぶつ",
      "局面を作る" => "局面エディター",
      "勝つ見込み" => "勝率",
      "完璧" => "最善手",
      "着手の書き方" => "棋譜の書き方",
      "本筋" => "本譜",
      "席に着" => "参加する",
      "席にい" => "接続中",
      "空席" => "相手待ち",
      "取り下げ" => "取り消す",
      "持ち出す" => "書き出す",
      "書いたもの" => "送ったメッセージとコメント",
      "相手のもの" => "相手の駒",
      "可能な局面" => "有効な局面",
      "盤上を押す" => "マスを押す"
    }

    setup do
      messages = messages("priv/gettext/ja/LC_MESSAGES/default.po")

      %{
        translated:
          for(message <- messages, text <- translations(message), do: {key(message), text})
      }
    end

    test "have one word for one thing", %{translated: translated} do
      for {key, text} <- translated, {word, instead} <- @never do
        refute text =~ word, "#{inspect(key)}: #{instead}, not #{word}"
      end
    end

    test "have spaces between words where they are for children", %{translated: translated} do
      words = for {{"children", _id, _plural}, text} <- translated, do: text
      assert length(words) > 50

      # As in picture books: あなたの ばん, かんがえて います.
      for text <- words,
          do: refute(text =~ ~r/の(あいて|ばん|かち|まけ)|[てで](いる|います|ください|しまい)/u, text)
    end

    test "have full-width colons and parentheses beside Japanese", %{translated: translated} do
      japanese = "[\\p{Han}\\p{Hiragana}\\p{Katakana}ー々、。}]"

      for {key, text} <- translated do
        refute text =~ ~r/#{japanese}[:(]|[:)]#{japanese}|[(]#{japanese}|#{japanese}[)]/u,
               inspect(key)
      end
    end

    test "have one separator in titles", %{translated: translated} do
      for {{_context, id, _plural}, text} <- translated,
          id =~ ~r/ · (%{game}|Playout)$|^Set up a position: / do
        assert text =~ "｜" and not (text =~ ~r/ · |：|・/u), id
      end
    end

    test "have different words for two controls", %{translated: translated} do
      words = fn id -> for {{nil, ^id, _plural}, text} <- translated, do: text end
      assert words.("Look back") == ["手順をたどる"]
      assert words.("Review") == ["振り返る"]
    end
  end

  defp messages(file), do: PO.parse_file!(file).messages

  defp key(message) do
    {text(message.msgctxt), text(message.msgid), text(Map.get(message, :msgid_plural))}
  end

  defp text(nil), do: nil
  defp text(lines), do: IO.iodata_to_binary(lines)

  defp open?(message) do
    Message.has_flag?(message, "fuzzy") or Enum.any?(translations(message), &(&1 == ""))
  end

  defp translations(%Message.Singular{msgstr: text}), do: [text(text)]

  defp translations(%Message.Plural{msgstr: texts}),
    do: texts |> Map.values() |> Enum.map(&text/1)

  # A singular form may leave out the number.
  defp wanted(message, translation) do
    {_context, singular, plural} = key(message)
    wanted = variables(plural || singular)
    if "count" in variables(translation), do: wanted, else: wanted -- plural_only(message)
  end

  defp plural_only(%Message.Plural{msgstr: texts}) when map_size(texts) > 1, do: ["count"]
  defp plural_only(_message), do: []

  defp variables(text) do
    ~r/%\{(\w+)\}/ |> Regex.scan(text, capture: :all_but_first) |> List.flatten() |> Enum.sort()
  end

  # Finds the messages that a source file uses, without compiling it.
  defp used(file) do
    source = File.read!(file)

    for [{at, _}, {name_at, length}] <-
          Regex.scan(~r/\b(p?n?gettext(?:_noop)?)\(/, source, return: :index) do
      name = source |> binary_part(name_at, length) |> String.to_existing_atom()
      {:ok, arguments} = arguments(source, at)
      {context, id, plural} = Map.fetch!(@functions, name)
      {literal(arguments, context), literal(arguments, id), literal(arguments, plural)}
    end
  end

  # The call ends at the first parenthesis where the text up to it can be parsed.
  defp arguments(source, at) do
    rest = binary_part(source, at, byte_size(source) - at)

    ~r/\)/
    |> Regex.scan(rest, return: :index)
    |> Enum.find_value(:error, fn [{closes, 1}] ->
      case Code.string_to_quoted(binary_part(rest, 0, closes + 1)) do
        {:ok, {_name, _meta, arguments}} -> {:ok, arguments}
        _unfinished -> nil
      end
    end)
  end

  defp literal(_arguments, nil), do: nil
  defp literal(arguments, index), do: arguments |> Enum.at(index) |> joined()

  defp joined({:<>, _meta, [left, right]}), do: joined(left) <> joined(right)
  defp joined(text) when is_binary(text), do: text
end
