defmodule PlayoutWeb.Analysis.KeptTest do
  # What the browser keeps of an analysis, and gives back.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  import PlayoutWeb.Test.AnalysisPage

  alias Playout.Record
  alias PlayoutWeb.Analysis.PlayerChoice

  setup %{conn: conn} do
    view = gomoku(conn)
    go(view, ~w(h8))
    play(view, "g7")
    kept = Map.new(~w(key text moves engine), &{&1, kept(view, &1)})
    %{kept: kept, record: record(view)}
  end

  test "gets back the analysis of its last visit", %{conn: conn, kept: kept, record: record} do
    {:ok, view, _html} = live(conn, "/analysis/gomoku")
    # Until then it keeps nothing.
    assert kept(view, "key") == ""
    recall(view, kept)
    assert_push_event(view, "recalled", %{taken: true})
    assert record(view) == record
    assert shown(view) == ~w(h8 g7)
    assert kept(view, "key") == kept["key"]
    assert_patch(view, "/analysis/gomoku?moves=h8+g7")
  end

  test "gets it back at the position of the address", %{conn: conn, kept: kept, record: record} do
    {:ok, view, _html} = live(conn, "/analysis/gomoku?moves=h8+h9")
    recall(view, kept)
    assert_push_event(view, "recalled", %{taken: true})
    assert record(view) == record
    assert shown(view) == ~w(h8 h9)
  end

  test "offers those that it has kept, until one has the position of the address", context do
    %{conn: conn, kept: kept} = context
    {:ok, view, _html} = live(conn, "/analysis/gomoku?moves=a1+b2")
    recall(view, kept)
    assert_push_event(view, "recalled", %{taken: false})
    other = gomoku(conn, "?moves=a1+b2+c3")
    mine = Map.merge(kept, %{"text" => kept(other, "text"), "key" => "other"})
    recall(view, mine)
    assert_push_event(view, "recalled", %{taken: true})
    assert listed(view) == [~w(a1 b2 c3)]
    assert kept(view, "key") == "other"
  end

  test "has nothing that fits, so this is another analysis", %{conn: conn, kept: kept} do
    {:ok, view, _html} = live(conn, "/analysis/gomoku?moves=a1+b2")
    recall(view, kept)
    render_hook(view, "recall", %{"engine" => nil})
    assert_reply(view, %{taken: false})
    assert listed(view) == [~w(a1 b2)]
    assert kept(view, "key") not in ["", kept["key"]]
  end

  test "has nothing for an address with a mistake", %{conn: conn, kept: kept} do
    {:ok, view, _html} = live(conn, "/analysis/gomoku?moves=nonsense")
    recall(view, kept)
    assert_push_event(view, "recalled", %{taken: false})
  end

  test "changes nothing once the page has settled", %{conn: conn, kept: kept} do
    view = gomoku(conn, "?moves=a1")
    recall(view, kept)
    assert listed(view) == [~w(a1)]
  end

  test "finds a game that is too long for the address by its last position", context do
    %{conn: conn, kept: kept, record: record} = context
    now = Playout.describe!(Record.position(record, ~w(h8 g7))).position
    {:ok, view, _html} = live(conn, "/analysis/gomoku?" <> URI.encode_query(position: now))
    recall(view, kept)
    assert_push_event(view, "recalled", %{taken: true})
    assert shown(view) == ~w(h8 g7)
  end

  test "recovers it after a reconnection", %{conn: conn, kept: kept, record: record} do
    {:ok, view, _html} = live(conn, "/analysis/gomoku?moves=h8+g7")
    recover(view, kept)
    assert record(view) == record
    assert shown(view) == ~w(h8 g7)
    assert kept(view, "key") == kept["key"]
    assert has_element?(view, "#engine-switch")
  end

  test "recovers an analysis without moves", %{conn: conn, kept: kept} do
    {:ok, view, _html} = live(conn, "/analysis/gomoku?moves=a1")
    recover(view, %{kept | "text" => "", "moves" => ""})
    # The address has what there was.
    assert listed(view) == [~w(a1)]
    assert kept(view, "key") != ""
  end

  test "may have stored anything", %{conn: conn, kept: kept} do
    for rubbish <- [
          %{"text" => "nonsense"},
          %{"text" => 7, "moves" => nil, "key" => []},
          %{"moves" => %{}},
          %{"text" => String.duplicate("[", 70_000)},
          %{"text" => String.duplicate("(", 79_000)},
          %{"engine" => "nonsense", "text" => []},
          %{"engine" => String.duplicate("[", 100_000), "text" => "x"},
          %{"text" => String.replace(kept["text"], "g7", "h8")}
        ] do
      {:ok, view, _html} = live(conn, "/analysis/gomoku")
      recall(view, Map.merge(kept, rubbish))
      assert_push_event(view, "recalled", %{taken: false})
      recover(view, Map.merge(kept, %{"text" => "", "moves" => ""}))
      assert shown(view) == []
    end

    # Of a wrong key, nothing is kept.
    for key <- ["", "a b", "../x", String.duplicate("a", 41)] do
      {:ok, view, _html} = live(conn, "/analysis/gomoku")
      recall(view, %{kept | "key" => key})
      assert_push_event(view, "recalled", %{taken: true})
      assert kept(view, "key") =~ ~r/\A[\w-]{1,40}\z/
      assert kept(view, "key") != key
    end
  end

  test "the default engine is not kept as if it had been chosen", %{conn: conn, kept: kept} do
    refute Map.has_key?(Jason.decode!(kept["engine"]), "player")
    {:ok, view, _html} = live(conn, "/analysis/gomoku")
    render_hook(view, "recall", %{})
    default = PlayerChoice.default(:gomoku, :freestyle)

    # Another field of the form is no choice of a player.
    form = element(view, "#engine-choices")
    render_change(form, %{"lines" => "2"})
    refute Map.has_key?(Jason.decode!(kept(view, "engine")), "player")

    for player <- ["sparrow", default] do
      render_change(form, %{"player" => player})
      assert %{"player" => ^player} = Jason.decode!(kept(view, "engine"))
    end
  end

  test "what no browser has kept is refused before the first position is settled", %{conn: conn} do
    {:ok, view, _html} = live(conn, "/analysis/gomoku?moves=h8+h9+j8+j9")
    render_hook(view, "recall", ["text"])
    assert [_words] = notice(view)
    render_hook(view, "recall", %{})
    assert shown(view) == ~w(h8 h9 j8 j9)
  end
end
