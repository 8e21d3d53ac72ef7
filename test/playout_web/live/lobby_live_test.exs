defmodule PlayoutWeb.LobbyLiveTest do
  use PlayoutWeb.ConnCase, async: false

  alias Playout.Matches
  alias Playout.Matches.State

  setup %{conn: conn} do
    {:ok, view, html} = conn |> visiting("lobby-visitor") |> live(~p"/")
    %{view: view, html: html}
  end

  defp started(view) do
    {"/m/" <> id, _flash} = assert_redirect(view)
    {:ok, state} = Matches.watch(id)
    state
  end

  test "shows the game with a live miniature and one button", %{html: html} do
    page = LazyHTML.from_document(html)
    assert page |> LazyHTML.query("#game-quarto svg.board use.piece") |> Enum.count() > 0
    assert page |> LazyHTML.query("#play-quarto button") |> Enum.count() == 1
  end

  test "one press on Play: you begin, second level, standard rules", %{view: view} do
    view |> form("#play-quarto") |> render_submit()
    state = started(view)
    assert state.variant == :standard
    assert State.side_of(state, "lobby-visitor") == :first
    assert State.turn(state) == :first
    assert_level(state, :second, 2)
  end

  for level <- [1, 2, 4], begins <- ["you", "engine"], variant <- ["standard", "squares"] do
    test "level #{level}, #{begins} begins, #{variant}", %{view: view} do
      view
      |> form("#play-quarto",
        level: unquote(level),
        begins: unquote(begins),
        variant: unquote(variant)
      )
      |> render_submit()

      state = started(view)
      {mine, theirs} = if unquote(begins) == "you", do: {:first, :second}, else: {:second, :first}
      assert State.side_of(state, "lobby-visitor") == mine
      assert to_string(state.variant) == unquote(variant)
      assert_level(state, theirs, unquote(level))
    end
  end

  @sensible %{"game" => "quarto", "level" => "2", "begins" => "you", "variant" => "standard"}

  test "refuses what the form does not offer, and the page lives on", %{view: view} do
    for change <- [
          %{"game" => "chess"},
          %{"level" => "99"},
          %{"level" => "2; drop table"},
          %{"variant" => "Elixir.System"},
          %{"begins" => "me"},
          %{"variant" => %{"a" => "b"}}
        ] do
      assert render_hook(view, "play", Map.merge(@sensible, change)) =~ "not understood"
    end

    assert render_hook(view, "play", %{}) =~ "not understood"
    refute_redirected(view)
  end

  test "refuses an event that does not exist", %{view: view} do
    assert render_hook(view, "rule_the_world", %{}) =~ "not understood"
  end

  defp assert_level(state, side, number) do
    assert {:engine, ^number, _spec} = state.seats[side]
  end
end
