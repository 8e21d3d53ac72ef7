defmodule Playout.Matches.Nickname do
  @moduledoc """
  What a visitor may call themselves: 1 to 20 characters as people count them (graphemes), at most
  80 bytes, in Unicode's normal form C, without invisible characters, and not like an engine.
  """

  alias Playout.Matches.Perfect

  @most_graphemes 20
  @most_bytes 80

  # Marks on one letter. More of them would cover the lines above and below.
  @most_marks 4

  # Everything without a shape of its own: controls (among them zero-width and bidirectional ones),
  # private characters, separators of lines, selectors of variants, and letters that are drawn as
  # nothing. (Not what is unassigned: to the virtual machine, that includes newer emoji.)
  @invisible ~r/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{2800}\x{3164}\x{FE00}-\x{FE0F}\x{FFA0}\x{E0100}-\x{E01EF}]/u

  @doc "Returns how many characters a nickname may have."
  @spec most() :: pos_integer
  def most, do: @most_graphemes

  @doc """
  Returns the nickname that a text stands for: in normal form C, with single spaces. `reserved` are
  further names that nobody may have, such as those of the engines in another language.

  Errors: `:no_name` if there is nothing to see in it, `:long_name`, `:invisible_name` if it has
  characters that are not shown, `:engine_name`.
  """
  @spec check(String.t(), [String.t()]) ::
          {:ok, String.t()}
          | {:error, :no_name | :long_name | :invisible_name | :engine_name}
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
      name == "" -> {:error, :no_name}
      name =~ @invisible -> {:error, :invisible_name}
      String.length(spelled_out(name)) > @most_graphemes -> {:error, :long_name}
      byte_size(name) > @most_bytes -> {:error, :long_name}
      name =~ ~r/\p{M}{#{@most_marks + 1}}/u -> {:error, :long_name}
      not (name =~ ~r/[^\p{M}\p{Z}]/u) -> {:error, :no_name}
      same(name) in Enum.map(reserved ++ engines(), &same/1) -> {:error, :engine_name}
      true -> {:ok, name}
    end
  end

  defp engines do
    known =
      for game <- Playout.games(),
          %{name: name} <- Playout.levels(game) ++ Playout.players(game),
          do: name

    [Perfect.name() | known]
  end

  # Some characters are a whole phrase, and as wide as one; Unicode doesn't decompose this one.
  defp spelled_out(name),
    do: name |> String.normalize(:nfkc) |> String.replace("\uFDFD", String.duplicate("x", 18))

  # Cyrillic and Greek letters that look like Latin ones. Capitals have their own entries, because a
  # Greek Ν looks like N and its small ν like v.
  @look_alikes [
                 {~c"АВЕЅІЈКМНОРСТУХҺӀԌԚԜ", ~c"ABESIJKMHOPCTYXHIGQW"},
                 {~c"авеѕіјкмнорстухһӏԁԍԛԝѵ", ~c"abesijkmhopctyxhldgqwv"},
                 {~c"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", ~c"ABEZHIKMNOPTYX"},
                 {~c"αικνορτυχ", ~c"aikvoptux"}
               ]
               |> Enum.flat_map(fn {theirs, latin} -> Enum.zip(theirs, latin) end)
               |> Map.new()

  # Names that differ only in case, width, spaces, the kind of kana or letters that look alike are
  # the same.
  defp same(name) do
    name = name |> String.normalize(:nfkc) |> String.replace(~r/[\s_-]/u, "")

    folded =
      for <<letter::utf8 <- name>>,
        into: "",
        do: <<Map.get(@look_alikes, hiragana(letter), hiragana(letter))::utf8>>

    String.downcase(folded)
  end

  defp hiragana(letter) when letter in 0x30A1..0x30F6, do: letter - 0x60
  defp hiragana(letter), do: letter
end
