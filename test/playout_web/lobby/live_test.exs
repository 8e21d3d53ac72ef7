defmodule PlayoutWeb.Lobby.LiveTest do
  use PlayoutWeb.ConnCase, async: true

  import Playout.Test.Database

  alias Playout.Matches
  alias Playout.Matches.State
  alias Playout.Test.Wait
  alias PlayoutWeb.Sentences

  setup %{conn: conn} do
    visitor = "lobby-#{System.unique_integer([:positive])}"
    conn = visiting(conn, visitor)
    {:ok, view, html} = live(conn, ~p"/")
    %{conn: conn, visitor: visitor, view: view, html: html}
  end

  defp started(conn) do
    "/m/" <> id = redirected_to(conn, 303)
    {:ok, state} = Matches.watch(id)
    state
  end

  defp sheet(view, choices), do: form(view, "#choices-quarto", choices)

  # Like the real form: choosing an opponent shows other fields.
  defp choose(view, choices), do: view |> sheet(choices) |> render_change()

  defp count(html, selector) do
    html |> LazyHTML.from_document() |> LazyHTML.query(selector) |> Enum.count()
  end

  test "the lobby leads to the analysis of each game", %{view: view} do
    for game <- Playout.games(),
        do: assert(has_element?(view, ".analyses a[href='/analysis/#{game}']"))
  end

  describe "a card" do
    test "shows a miniature of the game, and starts a match", context do
      %{html: html, view: view, conn: conn, visitor: visitor} = context
      assert count(html, "#game-quarto svg.board use.piece") > 0
      assert count(html, ~s(#game-quarto a[href="/rules/quarto"])) == 1
      assert count(html, ~s(#game-quarto a[href="/play/quarto"][data-opens=sheet-quarto])) == 1

      state = view |> form("#game-quarto form") |> submit_form(conn) |> started()
      assert state.variant == :standard
      assert State.sides_of(state, visitor) == [:first]
      assert State.turn(state) == :first
      assert {:engine, "hedgehog", _spec} = state.seats.second
    end
  end

  describe "the sheet" do
    test "is an ordinary form that starts the chosen match", context do
      %{view: view, conn: conn, visitor: visitor} = context
      choose(view, level: "raven")
      choices = [level: "raven", begins: "opponent", variant: "squares"]
      state = view |> sheet(choices) |> submit_form(conn) |> started()
      assert State.sides_of(state, visitor) == [:second]
      assert state.variant == :squares
      assert {:engine, "raven", _spec} = state.seats.first
    end

    test "accepts a custom player by its settings", %{view: view, conn: conn} do
      html = choose(view, opponent: "custom")
      assert html =~ "1 to 5,000"
      assert html =~ "up to 5 s"

      choices = [opponent: "custom", custom: [keys: [playouts: 40, c: "0.9"]]]
      assert choose(view, choices) =~ "playouts=40,ms=5000,c=0.9"
      state = view |> sheet(choices) |> submit_form(conn) |> started()
      assert {:engine, nil, "mcts:playouts=40,ms=5000,c=0.9"} = state.seats.second
    end

    test "shows a custom player's errors, and keeps everything typed", %{view: view} do
      choose(view, opponent: "custom")
      keys = [playouts: "lots", memory: 4_000, c: "1,5"]
      html = choose(view, custom: [keys: keys])

      for {key, value, words} <- [
            {"playouts", "lots", "Enter a whole number"},
            {"memory", "4000", "At most 128 on this server."},
            {"c", "1,5", "Enter a number"}
          ] do
        page = LazyHTML.from_document(html)
        input = LazyHTML.query(page, "#quarto-#{key}")
        assert LazyHTML.attribute(input, "value") == [value]
        assert LazyHTML.attribute(input, "aria-invalid") == ["true"]
        assert hd(LazyHTML.attribute(input, "aria-describedby")) =~ "quarto-#{key}-error"
        assert page |> LazyHTML.query("#quarto-#{key}-error") |> LazyHTML.text() =~ words
      end
    end

    test "keeps everything typed for one player while another is chosen", %{view: view} do
      choose(view, opponent: "custom")
      choose(view, custom: [keys: [c: "1,5", ms: 250]])
      html = choose(view, custom: [player: "monte_carlo"])
      assert html =~ "monte_carlo:ms=250"
      assert choose(view, custom: [player: "mcts"]) =~ ~s(value="1,5")
      choose(view, level: "cat")
      assert choose(view, opponent: "custom") =~ ~s(value="1,5")
    end

    test "accepts a custom player as text", %{view: view, conn: conn} do
      choose(view, opponent: "custom")
      choose(view, custom: [player: "text"])
      assert choose(view, custom: [text: "genius"]) =~ "Unknown player"

      assert choose(view, custom: [text: "mcts:speed=3"]) =~
               "Unknown setting “speed”. Choose from: playouts, ms,"

      assert choose(view, custom: [text: "mcts:ms=60000"]) =~ "ms: At most 5,000"
      assert choose(view, custom: [text: "mcts:ms=0"]) =~ "ms: Enter a whole number"
      assert choose(view, custom: [text: "mcts:ms"]) =~ "ms: Enter a whole number"
      assert choose(view, custom: [text: "mcts:threads=64"]) =~ "allowed for threads here"
      assert choose(view, custom: [text: "mcts:policy=x"]) =~ "policy: Choose one of: uniform"
      assert choose(view, custom: [text: "mcts:c=1,c=2"]) =~ "c appears twice"
      assert choose(view, custom: [text: "level:n=9"]) =~ "level doesn&#39;t exist"
      assert choose(view, custom: [text: "level"]) =~ "n is missing"

      text = [custom: [player: "text", text: "monte_carlo:playouts=30"]]
      state = view |> sheet(text) |> submit_form(conn) |> started()
      assert {:engine, nil, "monte_carlo:playouts=30" <> _} = state.seats.second
    end

    test "restores what the browser has stored", %{view: view} do
      remember = &(view |> element("#choices-quarto") |> render_hook("remembered", &1))
      stored = "opponent=custom&begins=toss&custom[player]=mcts&custom[keys][ms]=123&game=chess"
      html = remember.(%{"choices" => stored})
      assert html =~ ~s(value="123")
      assert count(html, "[name=begins][value=toss][checked]") == 1

      for forged <- ["%zz", "a[b]=1&a=2", "opponent[]=x", String.duplicate("x&", 9_000), "%ff"] do
        assert remember.(%{"choices" => forged}) =~ ~s(value="123")
      end

      assert remember.(%{"choices" => 3}) =~ ~s(value="123")
    end

    test "offers the options of the game, and explains them", %{view: view, conn: conn} do
      gomoku = &form(view, "#choices-gomoku", &1)
      html = render(view)
      assert count(html, "#choices-gomoku [name='options[size]']") == 4
      assert count(html, "#choices-gomoku [name='options[size]'][value='15'][checked]") == 1
      assert count(html, "#choices-quarto [name^=options]") == 0

      assert html =~ "Swap2 is fair for both"
      chosen = gomoku.(options: [opening: "swap2", size: 9], variant: "standard")
      assert started(submit_form(chosen, conn)).start == "9/9/9/9/9/9/9/9/9 x standard+swap2"
    end

    test "uses the default if the browser has stored an invalid choice", context do
      %{view: view} = context
      stored = %{"choices" => "opponent=17&options[size]=12&begins=opponent"}
      html = view |> element("#choices-gomoku") |> render_hook("remembered", stored)
      chosen = &"#choices-gomoku [name='#{&1}'][value='#{&2}'][checked]"
      assert count(html, chosen.("level", "hedgehog")) == 1
      assert count(html, chosen.("options[size]", 15)) == 1
      assert count(html, chosen.("begins", "opponent")) == 1
    end

    test "survives any event", %{view: view} do
      sheet = element(view, "#choices-quarto")
      assert sheet |> render_hook("rule", %{}) =~ "choices-quarto"
      assert sheet |> render_hook("change", %{"opponent" => %{"a" => "b"}}) =~ "choices-quarto"
    end
  end

  defp begin(visitor, changes \\ []) do
    request = %{
      game: :quarto,
      variant: :standard,
      players: %{first: :me, second: {:level, "sparrow"}},
      toss: false
    }

    {:ok, id} = Matches.create(visitor, Map.merge(request, Map.new(changes)))
    id
  end

  defp resign(visitor, id) do
    {:ok, state} = Matches.get(id)
    {:ok, _state} = Matches.act(id, visitor, state.seq, :resign)
  end

  describe "your matches" do
    test "can be empty", %{html: html} do
      assert html =~ "Your matches appear here."
      assert count(html, ".match-card[id^=match-]") == 0
    end

    test "are shown even if one of them is damaged", %{conn: conn, visitor: visitor} do
      damaged = begin(visitor)
      intact = begin(visitor)
      # The position has several complete lines, so it is invalid.
      change = "UPDATE matches SET position = '0123/4567/89AB/CDE. F' WHERE id = $1"
      sql(change, [damaged])
      {:ok, view, _html} = live(conn, ~p"/")
      assert has_element?(view, "#match-#{intact} .miniature svg")
      assert has_element?(view, "#match-#{damaged}")
      refute has_element?(view, "#match-#{damaged} .miniature svg")
    end

    test "appear, end and disappear live, and other visitors' matches don't", context do
      %{view: view, visitor: visitor} = context
      begin("somebody else")
      id = begin(visitor)
      assert view |> element("#match-#{id}") |> render() =~ "Your move"
      assert count(render(view), ".match-card[id^=match-]") == 1
      assert view |> element("#match-#{id} a") |> render() =~ ~s(href="/m/#{id}")

      resign(visitor, id)
      assert Wait.until(fn -> render(view) =~ "Finished" end)
      assert view |> element("#match-#{id}") |> render() =~ "You lost"

      :ok = Matches.delete(visitor, id)
      assert Wait.until(fn -> count(render(view), ".match-card[id^=match-]") == 0 end)
    end

    test "are deleted after a confirmation, which can be declined", context do
      %{view: view, visitor: visitor} = context
      id = begin(visitor)
      assert view |> element("#delete-#{id}") |> render_click() =~ "Delete permanently?"
      assert {:ok, _state} = Matches.get(id)

      refute view |> element("#match-#{id} .question button", "Keep") |> render_click() =~
               "permanently"

      view |> element("#delete-#{id}") |> render_click()
      html = view |> element("#match-#{id} .question button", "Delete") |> render_click()
      assert html =~ "Match deleted."
      assert count(html, ".match-card[id^=match-]") == 0
      assert Matches.get(id) == {:error, :not_found}
    end

    test "cannot be deleted by other visitors", %{view: view} do
      id = begin("somebody else")
      assert render_hook(view, "delete_match", %{"id" => id}) =~ Sentences.refusal(:not_yours)
      assert {:ok, _state} = Matches.get(id)

      # Deleting a deleted match changes nothing.
      assert render_hook(view, "delete_match", %{"id" => "nothing"}) =~ "Match deleted"
      assert render_hook(view, "delete_match", %{"id" => 3}) =~ "deleted"
      assert render_hook(view, "delete_match", %{}) =~ Sentences.refusal(:malformed)
      assert render_hook(view, "ask_delete", %{"id" => %{}}) =~ Sentences.refusal(:malformed)

      assert render_hook(view, "show_all", %{"part" => "Elixir.System"}) =~
               Sentences.refusal(:malformed)

      assert render_hook(view, "rule_the_world", %{}) =~ Sentences.refusal(:malformed)
    end

    test "are at the top while they run, those with the visitor to move first", context do
      %{view: view, visitor: visitor} = context
      yours = begin(visitor)
      # This one is newer, but it is the opponent's turn.
      theirs = begin(visitor, players: %{first: {:level, "owl"}, second: :me})
      ended = begin(visitor)
      resign(visitor, ended)
      assert Wait.until(fn -> render(view) =~ "Finished" end)
      html = render(view)

      places =
        for id <- ["match-#{yours}", "match-#{theirs}", "game-quarto", "match-#{ended}"] do
          {place, _length} = :binary.match(html, ~s(id="#{id}"))
          place
        end

      assert places == Enum.sort(places)
    end

    test "are shown in full on request", %{view: view, visitor: visitor} do
      for _ <- 1..7, do: begin(visitor)
      assert Wait.until(fn -> render(view) =~ "Show all 7" end)
      assert count(render(view), ".match-card[id^=match-]") == 3
      html = view |> element("button", "Show all 7") |> render_click()
      assert count(html, ".match-card[id^=match-]") == 7
      refute html =~ "Show all"
    end

    test "that are over can be filtered by game and result", context do
      %{view: view, visitor: visitor} = context
      lost = for _ <- 1..6, do: begin(visitor)
      gomoku = begin(visitor, game: :gomoku, variant: :freestyle)
      for id <- [gomoku | lost], do: resign(visitor, id)
      send(view.pid, :list)
      assert Wait.until(fn -> has_element?(view, "#filter") end)

      filter = fn game, result ->
        html = view |> form("#filter", game: game, result: result) |> render_change()
        count(html, ".match-card[id^=match-]")
      end

      assert filter.("gomoku", "") == 1
      assert filter.("gomoku", "lost") == 1
      assert filter.("quarto", "lost") == 6
      assert filter.("quarto", "won") == 0
      assert render(view) =~ "No matches found."
      assert filter.("", "") == 6

      assert render_hook(view, "filter", %{game: "x", result: "x"}) =~
               Sentences.refusal(:malformed)
    end

    test "update the time since they were played", %{view: view, visitor: visitor} do
      begin(visitor)
      send(view.pid, :minute)
      assert render(view) =~ "just now"
    end
  end
end
