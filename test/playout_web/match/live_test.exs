defmodule PlayoutWeb.Match.LiveTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Test.{Env, Wait}

  @me "match-visitor"

  defp begin(conn, choices \\ %{}, visitor \\ @me) do
    choices =
      Map.merge(
        %{
          game: :quarto,
          variant: :standard,
          players: %{first: :me, second: {:level, "sparrow"}},
          toss: false
        },
        choices
      )

    {:ok, id} = Matches.create(visitor, choices)
    {:ok, view, html} = conn |> visiting(visitor) |> live(~p"/m/#{id}")
    %{id: id, view: view, html: html}
  end

  defp state(id) do
    {:ok, state} = Matches.watch(id)
    state
  end

  defp match_data(view, name) do
    view
    |> render()
    |> LazyHTML.from_fragment()
    |> LazyHTML.query("#match")
    |> LazyHTML.attribute("data-#{name}")
    |> hd()
  end

  defp seq(view), do: view |> match_data("seq") |> String.to_integer()

  # The legal moves, as the browser gets them.
  defp moves(view) do
    words = Regex.scan(~r/[^ ()=]+|[()=]/, match_data(view, "moves"))
    leaves(List.flatten(words), [])
  end

  defp leaves([], []), do: []
  defp leaves(["-" | words], []), do: leaves(words, [])
  defp leaves([_step, "=", move | words], above), do: [move | leaves(words, above)]
  defp leaves([step, "(" | words], above), do: leaves(words, [step | above])
  defp leaves([")" | words], [_step | above]), do: leaves(words, above)
  defp leaves([step | words], above), do: [leaf(step, above) | leaves(words, above)]

  defp leaf(step, above), do: Enum.join(Enum.reverse([step | above]), "-")

  defp play(view, move), do: render_hook(view, "move", %{seq: seq(view), move: move})

  defp until(view, holds?) do
    assert Wait.until(fn -> holds?.(view) end), render(view)
    view
  end

  # As if the engine had thought until now.
  defp reply(id, seq, move) do
    {:ok, match} = Matches.Processes.Local.here(id)
    send(match, {:reply, seq, struct(Playout.Choice, move: move)})
  end

  defp until_my_turn(view), do: until(view, &(over?(&1) or moves(&1) != []))
  defp over?(view), do: has_element?(view, "#strip-you.is-over")

  # Checks that the match doesn't change and that the page survives.
  defp assert_refused(id, view, event, params) do
    before = state(id)
    html = render_hook(view, event, params)
    assert has_element?(view, "#notices .notice"), html
    assert state(id) == before
    assert Process.alive?(view.pid)
  end

  describe "presses and typed moves" do
    @on_one_screen %{players: %{first: :me, second: :me}}

    defp check(view, steps) do
      render_hook(view, "check", %{seq: seq(view), steps: steps})
      assert_reply(view, %{text: text})
      text
    end

    test "a press that does nothing gets a reason", %{conn: conn} do
      %{view: view} = begin(conn, Map.put(@on_one_screen, :game, :animal_shogi))
      assert check(view, ["3d"]) == "Your elephant has nowhere to go."
      assert check(view, ["2b"]) == "That belongs to your opponent."
      assert check(view, ["2c", "2a"]) == "The chick can't move there."
      assert check(view, ["2c"]) == nil
    end

    test "a reason depends on who presses and when", %{conn: conn} do
      Env.merge(Matches.Settings, reply_after: 3_600_000)
      %{id: id, view: view} = begin(conn)
      play(view, "-7")
      assert check(view, ["c3"]) == "It's not your turn."
      render_hook(view, "resign", %{seq: seq(view)})
      assert check(view, ["c3"]) == "The match is over."

      {:ok, guest, _html} = build_conn() |> visiting("a guest") |> live(~p"/m/#{id}")
      assert check(guest, ["c3"]) == "You are watching. Only the players can do that."
    end

    test "malformed and stale steps get no reason", %{conn: conn} do
      %{id: id, view: view} = begin(conn, @on_one_screen)
      before = state(id)
      seq = seq(view)

      for params <- [
            %{},
            %{seq: seq},
            %{seq: seq, steps: "c3"},
            %{seq: seq, steps: [1, nil]},
            %{seq: seq, steps: List.duplicate("c3", 9)},
            %{seq: seq, steps: [String.duplicate("c", 17)]},
            %{seq: seq + 1, steps: ["c3"]},
            %{seq: "1", steps: ["c3"]}
          ] do
        render_hook(view, "check", params)
        assert_reply(view, %{text: nil})
      end

      assert state(id) == before
    end

    test "reasons are rate-limited, but moves still work", %{conn: conn} do
      Env.put(:still, true)
      Env.merge(Matches.Settings, limits: [events: 1])
      # Other visitors' questions do not count.
      %{view: view} = begin(conn, @on_one_screen, "a curious visitor")
      reasons = for _press <- 1..20, do: check(view, ["c3"])
      assert hd(reasons) =~ "Start by giving"
      assert nil in reasons
      play(view, "-7")
      assert length(moves(view)) == 240
    end

    test "a typed move is read the way people write it", %{conn: conn} do
      %{id: id, view: view} = begin(conn, @on_one_screen)
      render_hook(view, "type", %{seq: seq(view), move: "７"})
      assert_reply(view, %{accepted: true})
      render_hook(view, "type", %{seq: seq(view), move: "C3, a"})
      assert state(id).position.moves == ["-7", "c3-A"]
      assert_refused(id, view, "type", %{seq: seq(view), move: "c3 b"})
      assert has_element?(view, "#notices", "For example, type: c1-")
    end
  end

  describe "a match" do
    test "starts with the board, the pieces and what to do", %{conn: conn} do
      %{view: view, html: html} = begin(conn)
      assert html =~ "Your move"
      assert html =~ "Choose a piece for your opponent."
      assert has_element?(view, "main.is-your-turn")
      assert length(moves(view)) == 16
      assert page_title(view) == "Your move · Quarto"
    end

    test "can be played to its end with events", %{conn: conn} do
      %{id: id, view: view} = begin(conn)
      play_on(view)
      assert over?(view)

      state = state(id)
      assert state.result != nil
      assert moves(view) == []
      refute has_element?(view, "main.is-your-turn")
      assert has_element?(view, "button", "Rematch")
      refute page_title(view) =~ "Your move"

      if state.result.cells != [] do
        assert view |> render() |> String.split("is-winning") |> length() == 5
      end

      assert_refused(id, view, "move", %{seq: seq(view), move: "a1-2"})
      assert_refused(id, view, "resign", %{seq: seq(view)})

      # Winners are offered the next level instead.
      if state.result.result == :first do
        refute has_element?(view, "button", "Undo")
      else
        view |> element("button", "Undo") |> render_click()
        refute over?(view)
        assert length(state(id).moves) < length(state.moves)
      end
    end

    test "shows the engine's reply, the piece in hand and the list of moves", %{conn: conn} do
      Env.merge(Matches.Settings, reply_after: 3_600_000)
      %{id: id, view: view} = begin(conn)
      play(view, "-7")
      assert has_element?(view, "#strip-them .holding")
      reply(id, state(id).board_seq, "c3-A")
      until_my_turn(view)
      assert has_element?(view, "#strip-you .holding")
      assert has_element?(view, "#move-list li:nth-child(2):last-child")
      assert has_element?(view, "#announcement", "Your move.")
    end

    test "starts with the engine's move if that was chosen", %{conn: conn} do
      %{view: view} = begin(conn, %{players: %{first: {:level, "sparrow"}, second: :me}})
      until_my_turn(view)
      assert has_element?(view, "#strip-you .holding")
      assert has_element?(view, "#move-list li:nth-child(1)")
    end

    test "continues after a reload", %{conn: conn} do
      %{id: id, view: view} = begin(conn)
      play(view, "-7")
      until_my_turn(view)
      {:ok, again, _html} = conn |> visiting(@me) |> live(~p"/m/#{id}")
      assert seq(again) == seq(view)
      assert moves(again) == moves(view)
      play(again, hd(moves(again)))
      until_my_turn(again)
      assert seq(until(view, &(seq(&1) == seq(again)))) == seq(again)
    end
  end

  describe "undo, resignation and rematch" do
    test "undo returns to your own last decision", %{conn: conn} do
      %{view: view} = begin(conn)
      play(view, "-7")
      until_my_turn(view)
      view |> element("button", "Undo") |> render_click()
      until(view, &(length(moves(&1)) == 16))
      refute has_element?(view, "#move-list li")
      assert has_element?(view, "#undo[aria-disabled='true']")
    end

    test "after an undo while the engine thinks, its reply comes too late", %{conn: conn} do
      Env.merge(Matches.Settings, reply_after: 3_600_000)
      %{id: id, view: view} = begin(conn, %{players: %{first: :me, second: {:level, "raven"}}})
      play(view, "-7")
      assert moves(view) == []
      %{board_seq: seq} = state(id)
      view |> element("button", "Undo") |> render_click()
      assert length(moves(view)) == 16
      reply(id, seq, "c3-A")
      assert state(id).moves == []
      assert length(moves(view)) == 16
    end

    test "resigning asks for confirmation", %{conn: conn} do
      %{id: id, view: view} = begin(conn)
      assert has_element?(view, "#actions #ask-resign")
      assert has_element?(view, "#resignation[hidden]", "Resign this match?")
      view |> element("#resign") |> render_click()
      assert has_element?(view, "#strip-you.is-lost h2", "You lose")
      assert render(view) =~ "You resigned."
      assert %{result: :second} = state(id).result
    end

    test "offering a draw to an engine asks for confirmation", %{conn: conn} do
      %{id: id, view: view} =
        begin(conn, %{players: %{first: :me, second: {:level, "hedgehog"}}})

      assert has_element?(view, "#draw-question[hidden]", "Offer a draw? If Hedgehog agrees")
      # A press on "Draw" sends nothing, it only shows the question.
      assert_raise ArgumentError, ~r/no push/, fn ->
        view |> element("#ask-draw") |> render_click()
      end

      assert state(id).seq == 1
      view |> element("#offer-draw") |> render_click()
      assert state(id).seq > 1
    end

    test "the list of keys has those that the page has", %{conn: conn} do
      keys = fn view ->
        for key <- ~w(H U F M), has_element?(view, "#shortcuts kbd", key), do: key
      end

      for {game, variant, own} <- [
            {:gomoku, :freestyle, ~w(H U M)},
            {:animal_shogi, :standard, ~w(H U F M)}
          ] do
        %{id: id, view: view} =
          begin(conn, %{
            game: game,
            variant: variant,
            players: %{first: :me, second: {:level, "hedgehog"}}
          })

        assert keys.(view) == own
        {:ok, other, _html} = live(build_conn(), ~p"/m/#{id}")
        assert keys.(other) == own -- ~w(H U M)
      end
    end

    test "in Japanese the button for a draw says that it offers one, and no clock of what",
         context do
      conn = put_req_header(context.conn, "accept-language", "ja")
      %{view: view} = begin(conn, %{players: %{first: :me, second: {:level, "hedgehog"}}})
      assert has_element?(view, "#ask-draw", "引き分け提案")
      assert has_element?(view, "#about-match", "クアルト · 標準 · 持ち時間なし")
    end

    test "a rematch has the same opponent and rules, with the sides swapped", %{conn: conn} do
      %{view: view} =
        begin(conn, %{variant: :squares, players: %{first: :me, second: {:level, "hedgehog"}}})

      render_hook(view, "resign", %{seq: seq(view)})
      form = form(view, "form:has(#rematch)")
      "/m/" <> id = form |> submit_form(visiting(conn, @me)) |> redirected_to(303)
      {:ok, new, _html} = conn |> visiting(@me) |> live(~p"/m/#{id}")
      assert has_element?(new, ".top-title", "2×2 squares also win")
      assert has_element?(new, "#strip-them", "Hedgehog")
      until_my_turn(new)
      assert has_element?(new, "#move-list li:nth-child(1)")
    end
  end

  describe "a refusal changes nothing after" do
    setup %{conn: conn}, do: begin(conn)

    test "an illegal move, with its reason", %{id: id, view: view} do
      assert_refused(id, view, "move", %{seq: seq(view), move: "c3-A"})
      assert has_element?(view, ".notice", "Start by giving your opponent a piece.")
    end

    test "an invalid move", %{id: id, view: view} do
      for move <- ["", "zz", String.duplicate("-7", 50_000), "\u0000", "-7\n"] do
        assert_refused(id, view, "move", %{seq: seq(view), move: move})
      end
    end

    test "a move out of turn", %{id: id, view: view} do
      Env.merge(Matches.Settings, reply_after: 60_000)
      play(view, "-7")
      assert_refused(id, view, "move", %{seq: seq(view), move: "a1-2"})
    end

    test "a seq from the past or the future", %{id: id, view: view} do
      old = seq(view)
      play(view, "-7")
      until_my_turn(view)
      move = hd(moves(view))

      for seq <- [old, seq(view) + 1, -1, 0] do
        assert_refused(id, view, "move", %{seq: seq, move: move})
        assert_refused(id, view, "undo", %{seq: seq})
        assert_refused(id, view, "resign", %{seq: seq})
      end
    end

    test "somebody else's commands", %{id: id, conn: conn, view: mine} do
      {:ok, view, html} = conn |> visiting("a stranger") |> live(~p"/m/#{id}")
      assert html =~ "You are watching."
      assert moves(view) == []

      assert_refused(id, view, "move", %{seq: seq(view), move: "-7"})
      assert_refused(id, view, "undo", %{seq: seq(view)})
      assert_refused(id, view, "resign", %{seq: seq(view)})
      assert_refused(id, view, "retry", %{seq: seq(view)})

      play(mine, "-7")
      until(view, &has_element?(&1, "#move-list li"))
    end

    test "a retry of the engine while nothing has failed", %{id: id, view: view} do
      assert_refused(id, view, "retry", %{seq: seq(view)})
    end

    test "malformed events, and events that do not exist", %{id: id, view: view} do
      seq = seq(view)

      for {event, params} <- [
            {"move", %{}},
            {"move", %{seq: seq}},
            {"move", %{move: "-7"}},
            {"move", %{seq: to_string(seq), move: "-7"}},
            {"move", %{seq: seq, move: 7}},
            {"move", %{seq: seq, move: ["-7"]}},
            {"move", %{seq: %{a: 1}, move: "-7"}},
            {"undo", %{}},
            {"undo", %{seq: "abc"}},
            {"undo", %{seq: "1e3"}},
            {"undo", %{seq: nil}},
            {"resign", %{seq: [seq]}},
            {"resign", %{}},
            {"retry", %{}},
            {"delete_everything", %{seq: seq}}
          ] do
        assert_refused(id, view, event, params)
      end
    end

    test "an unknown match", %{conn: conn} do
      for id <- ["nothing", "%00", "..", String.duplicate("a", 500)] do
        assert_raise PlayoutWeb.NotFoundError, fn -> live(conn, "/m/#{URI.encode(id)}") end
      end
    end
  end

  test "two visitors play at the same time without affecting each other", %{conn: conn} do
    one = begin(conn)

    {:ok, id} =
      Matches.create("another", %{
        game: :quarto,
        variant: :standard,
        players: %{first: :me, second: {:level, "sparrow"}},
        toss: false
      })

    {:ok, other, _html} = build_conn() |> visiting("another") |> live(~p"/m/#{id}")

    play(one.view, "-7")
    play(other, "-3")
    until_my_turn(one.view)
    until_my_turn(other)
    assert hd(state(one.id).moves).text == "-7"
    assert hd(state(id).moves).text == "-3"
  end

  test "a refusal disappears on its own", %{conn: conn} do
    %{view: view} = begin(conn)
    render_hook(view, "undo", %{})
    assert has_element?(view, "#notices .notice")
    notice = :sys.get_state(view.pid, :infinity).socket.assigns.notice
    send(view.pid, {:forget, notice})
    refute has_element?(view, "#notices .notice")
  end

  defp play_on(view) do
    until_my_turn(view)

    unless over?(view) do
      play(view, view |> moves() |> Enum.random())
      play_on(view)
    end
  end
end
