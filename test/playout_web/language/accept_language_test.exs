defmodule PlayoutWeb.Language.AcceptLanguageTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias PlayoutWeb.Language.AcceptLanguage

  doctest AcceptLanguage

  @known ~w(en ja pt_BR)

  for {header, language} <- [
        {"", nil},
        {"ja", "ja"},
        {"JA", "ja"},
        {"ja-JP", "ja"},
        {"ja-Jpan-JP", "ja"},
        {"de", nil},
        {"jam", nil},
        {"pt-BR", "pt_BR"},
        # The lookup only shortens the requested tag.
        {"pt", nil},
        {"ja,en;q=0.9", "ja"},
        {"en,ja;q=0.9", "en"},
        {"en;q=0.8,ja;q=0.9", "ja"},
        {"en;q=0.8, ja ; q=0.8", "en"},
        {"de, fr;q=0.9, ja;q=0.001", "ja"},
        {"ja;q=0, en;q=0.1", "en"},
        {"ja;q=0", nil},
        {"ja;q=1.000,en", "ja"},
        {"ja;q=1.,en;q=0.", "ja"},
        {"*", "en"},
        {"de,*;q=0.5", "en"},
        {"en;q=0,*;q=0.5", "ja"},
        {"ja;q=2,en;q=0.1", "en"},
        {"ja;q=,en;q=0.1", "en"},
        {"ja;q=-1,en;q=0.1", "en"},
        {"ja;q=0.5x,en;q=0.1", "en"},
        {"ja;level=1,en;q=0.1", "en"},
        {"ja;q=1e400,en;q=0.1", "en"},
        {",,;q=1,ja", "ja"}
      ] do
    test "#{inspect(header)} asks for #{inspect(language)}" do
      assert AcceptLanguage.best(unquote(header), @known) == unquote(language)
    end
  end

  test "a weight of any length is none" do
    assert AcceptLanguage.best("ja;q=" <> String.duplicate("9", 310), @known) == nil
  end

  property "any header leads to a known language or none" do
    parts = ["ja", "en", "-", "*", ";", ",", "q=", "0.5", "1", " ", "é", "\x00"]
    text = one_of([binary(), map(list_of(member_of(parts)), &Enum.join/1)])

    check all header <- text do
      assert AcceptLanguage.best(header, @known) in [nil | @known]
    end
  end

  test "the work for a long header is linear in its length" do
    work = fn parts ->
      header = String.duplicate("a-", parts) <> "a"
      {:reductions, before} = Process.info(self(), :reductions)
      AcceptLanguage.best(header, @known)
      {:reductions, reductions} = Process.info(self(), :reductions)
      reductions - before
    end

    assert work.(8_000) < 12 * work.(1_000)
  end
end
