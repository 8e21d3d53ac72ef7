defmodule PlayoutWeb.Language.ChildrensWordsTest do
  use PlayoutWeb.ConnCase, async: true

  import Phoenix.LiveViewTest

  alias PlayoutWeb.Language.{ChildrensWords, Locale}
  alias PlayoutWeb.Match

  @bindings Map.new([:player, :level, :animal, :captured, :from, :to], &{&1, "x"})

  defp japanese(work) do
    Gettext.with_locale(PlayoutWeb.Gettext, "ja", fn ->
      Locale.use_words_for_children()
      work.()
    end)
  end

  defp words do
    for message <- ChildrensWords.all(),
        into: %{},
        do: {message, Gettext.gettext(PlayoutWeb.Gettext, message, @bindings)}
  end

  test "are read without Kanji, and the language stays the same" do
    elsewhere = Gettext.with_locale(PlayoutWeb.Gettext, "ja", &words/0)

    japanese(fn ->
      assert Locale.current() == "ja" and Locale.tag() == "ja"

      for {message, words} <- words() do
        refute words =~ ~r/\p{Han}/u, "#{message}: #{words}"
        assert words != message
        # Each stands in the place of another one.
        assert elsewhere[message] != message
      end

      # What has none for children is as elsewhere.
      assert Gettext.gettext(PlayoutWeb.Gettext, "Settings") == "設定"
      assert Gettext.ngettext(PlayoutWeb.Gettext, "1 move", "%{count} moves", 2) == "2手"
    end)
  end

  test "are those of a match of Animal Shogi against a beginner", %{conn: conn} do
    conn = put_req_header(conn, "accept-language", "ja")

    for {game, level, words} <- [
          {"animal_shogi", "sparrow", "あなたの ばん"},
          {"animal_shogi", "owl", "あなたの番"},
          {"gomoku", "sparrow", "あなたの番"}
        ] do
      fields = %{game: game, opponent: "engine", level: level, begins: "you"}
      posted = post(conn, ~p"/matches", fields)
      {:ok, view, html} = live(posted, redirected_to(posted, 303))
      assert html =~ ~s(<html lang="ja")
      assert view |> element("#strip-you h2") |> render() =~ words
    end
  end

  test "are for no other match" do
    seat = fn level -> {:engine, level, "random"} end
    person = {:visitor, "somebody"}
    children? = &Match.Text.for_children?(%{game: &1, seats: %{first: person, second: seat.(&2)}})
    assert children?.(:animal_shogi, "hedgehog")
    refute children?.(:animal_shogi, "cat")
    refute children?.(:quarto, "sparrow")
  end
end
