defmodule Playout.Matches.People.Nickname do
  @moduledoc """
  What a visitor may call themselves: 1 to 20 characters as people count them (graphemes), at most
  80 bytes, in Unicode's normal form C, without invisible characters or words of mixed alphabets, and
  not like an engine.
  """

  alias Playout.Matches.Rules.Perfect

  @most_graphemes 20
  @most_bytes 80

  @as_wide String.duplicate("x", 18)

  # Marks on one letter. More of them would cover the lines above and below.
  @most_marks 4

  # Everything without a shape of its own: controls (among them zero-width and bidirectional ones),
  # private characters, separators of lines, selectors of variants, and letters that are drawn as
  # nothing. (Not what is unassigned: to the virtual machine, that includes newer emoji.)
  @invisible ~r/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{2065}\x{2800}\x{3164}\x{FE00}-\x{FE0F}\x{FFA0}\x{FFF0}-\x{FFF8}\x{16FE4}\x{E0000}-\x{E0FFF}]/u

  # Unicode's "highly restrictive" level (UTS 39): a word has letters of one script, or of those that
  # are written together. These are the scripts in common use (UAX 31), and further ones with letters
  # that look like Latin ones.
  @written_together [
    ~w(Latin Han Hiragana Katakana),
    ~w(Latin Han Bopomofo),
    ~w(Latin Han Hangul)
  ]
  @scripts ~w(Arabic Armenian Bengali Cherokee Coptic Cyrillic Devanagari Ethiopic Georgian Greek) ++
             ~w(Gujarati Gurmukhi Hebrew Kannada Khmer Lao Lisu Malayalam Myanmar Oriya Sinhala) ++
             ~w(Tamil Telugu Thaana Thai Tibetan)

  # All words without letters of other scripts.
  @one_alphabet (
                  words = @written_together ++ Enum.map(@scripts, &[&1])
                  all = words |> Enum.concat() |> Enum.uniq()
                  without = fn scripts -> Enum.map_join(all -- scripts, &"\\p{#{&1}}") end

                  Regex.compile!(
                    "\\A(?:#{Enum.map_join(words, "|", &"[^#{without.(&1)}]*")})\\z",
                    "u"
                  )
                )

  @doc "Returns how many characters a nickname may have."
  @spec most() :: pos_integer
  def most, do: @most_graphemes

  @doc """
  Returns the nickname that a text stands for: in normal form C, with single spaces. `reserved` are
  further names that nobody may have, such as those of the engines in another language.

  Errors: `:no_name` if there is nothing to see in it, `:long_name`, `:invisible_name` if it has
  characters that are not shown, `:engine_name`, `:mixed_name` if a word mixes alphabets, such as Latin
  and Cyrillic.
  """
  @spec check(String.t(), [String.t()]) ::
          {:ok, String.t()}
          | {:error, :no_name | :long_name | :invisible_name | :engine_name | :mixed_name}
  def check(text, reserved \\ []) do
    # Before anything is done with all of it.
    with :ok <- if(byte_size(text) <= 20 * @most_bytes, do: :ok, else: {:error, :long_name}),
         :ok <- if(String.valid?(text), do: :ok, else: {:error, :invisible_name}) do
      name = text |> String.normalize(:nfc) |> String.replace(~r/\p{Zs}+/u, " ") |> String.trim()
      check_name(name, reserved)
    end
  end

  defp check_name(name, reserved) do
    cond do
      name =~ @invisible -> {:error, :invisible_name}
      String.length(spelled_out(name)) > @most_graphemes -> {:error, :long_name}
      byte_size(name) > @most_bytes -> {:error, :long_name}
      name =~ ~r/\p{M}{#{@most_marks + 1}}/u -> {:error, :long_name}
      not (name =~ ~r/[^\p{M}\p{Z}]/u) -> {:error, :no_name}
      same(name) in Enum.map(reserved ++ engines(), &same/1) -> {:error, :engine_name}
      not Enum.all?(words(name), &(&1 =~ @one_alphabet)) -> {:error, :mixed_name}
      true -> {:ok, name}
    end
  end

  defp words(name), do: ~r/[\p{L}\p{M}]+/u |> Regex.scan(name) |> List.flatten()

  defp engines do
    known =
      for game <- Playout.games(),
          %{name: name} <- Playout.levels(game) ++ Playout.players(game),
          do: name

    [Perfect.name() | known]
  end

  # Some characters are as wide as a phrase. Ligatures count as their letters, and what Unicode doesn't
  # take apart, such as long dashes and cuneiform signs, as most of a name.
  defp spelled_out(name) do
    name
    |> String.normalize(:nfkc)
    |> String.replace(~r/[\x{2E3A}\x{2E3B}\x{A9C5}\x{FDFD}\x{12000}-\x{1254F}]/u, @as_wide)
  end

  # Letters of other alphabets, and digits, each with the Latin one that it looks like. (Capital and
  # small letters may look like different ones.)
  @look_alikes for <<like::utf8, latin>> <- ~w(
      Аa Αa Вb Βb Сc Еe Εe Ԍg Нh Ηh Іi Ιi Ӏi Јj Кk Κk Мm Μm Νn Оo Οo Օo Рp Ρp Ԛq Ѕs Տs
      Тt Τt Սu Ѵv Ԝw Хx Χx Уy Үy Υy Ζz
      аa αa ɑa вb ьb сc ςc ԁd еe εe ɡg ցg нh һh հh іi ιi ıi јj кk κk ӏl 1l мm пn ոn оo
      οo օo 0o рp ρp ԛq гr ѕs тt τt υu սu ѵv νv ԝw ѡw шw ωw хx χx уy үy γy
      ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz
      Đd đd Ħh ħh Łl łl Øo øo Ŧt ŧt
    ), into: %{}, do: {like, latin}

  # In lower case: what looks like a small l, if not always in this case, and kanji that look like kana.
  @more_look_alikes for <<like::utf8, letter::utf8>> <- ~w(il |l 一ー 二に 八は 力か 卜と 口ろ 夕た 工え),
                        into: %{},
                        do: {like, letter}

  # Names that look the same are the same: they differ only in case, width, spaces, accents, the kind of
  # kana, or in letters of other alphabets.
  defp same(name) do
    name = name |> String.normalize(:nfkd) |> String.replace(~r/[\s_\x{0300}-\x{036F}-]/u, "")
    latin = for <<letter::utf8 <- name>>, into: "", do: <<look_alike(letter)::utf8>>
    for <<letter::utf8 <- String.downcase(latin)>>, into: "", do: <<shape(letter)::utf8>>
  end

  defp look_alike(letter), do: Map.get(@look_alikes, letter, letter)

  # Hiragana for katakana.
  defp shape(letter) when letter in 0x30A1..0x30F6, do: letter - 0x60
  defp shape(letter), do: Map.get(@more_look_alikes, letter, letter)
end
