defmodule PlayoutWeb.MatchPeopleLiveTest do
  # The page of a match between people, in several browsers.
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Matches.{Chat, People, State, Uptime}
  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Sentences

  setup do
    number = System.unique_integer([:positive])
    {:ok, me: "me #{number}", you: "you #{number}", stranger: "stranger #{number}"}
  end

  defp begin(visitor, changes \\ %{}) do
    request = %{
      game: :quarto,
      variant: :standard,
      players: %{first: :me, second: :friend},
      toss: false
    }

    {:ok, id} = Matches.create(visitor, Map.merge(request, changes))
    id
  end

  defp open(id, visitor) do
    {:ok, view, _html} = build_conn() |> visiting(visitor) |> live(~p"/m/#{id}")
    view
  end

  # A match that both have open.
  defp joined(%{me: me, you: you}, changes \\ %{}) do
    id = begin(me, changes)
    {mine, yours} = {open(id, me), open(id, you)}
    yours |> element("#join") |> render_click()
    shows(mine, &has_element?(&1, "#actions"))
    %{id: id, mine: mine, yours: yours}
  end

  defp shows(view, holds?) do
    assert Wait.until(fn -> holds?.(view) end), render(view)
    view
  end

  defp state(id) do
    {:ok, state} = Matches.get(id)
    state
  end

  defp play(view, id, move), do: render_hook(view, "move", %{seq: state(id).seq, move: move})
  defp press(view, selector), do: view |> element(selector) |> render_click()

  describe "an invitation" do
    test "shows its owner the link, to copy, to share and as a QR code", %{me: me} do
      id = begin(me)
      view = open(id, me)
      address = PlayoutWeb.Endpoint.url() <> "/m/#{id}"
      assert has_element?(view, ~s(#share-link[readonly][value="#{address}"]))

      for part <- ["[data-copy]", "[data-share][hidden]"],
          do: assert(has_element?(view, "#share #{part}"))

      assert view |> element(".qr-code .qr-ink") |> render() =~ ~r/d="M\d+ \d+h/
      refute has_element?(view, "#join")
      refute has_element?(view, "#actions")
    end

    test "shows everyone else what is played, and takes the first who sits down", context do
      id = begin(context.me, %{control: {:total, 300_000, 3_000}})

      {mine, yours, theirs} =
        {open(id, context.me), open(id, context.you), open(id, context.stranger)}

      assert render(yours) =~ "invites you to a match"
      assert render(yours) =~ "5 min + 3 s per move"
      # Whoever only looks takes no seat.
      get(visiting(build_conn(), "a robot"), ~p"/m/#{id}")
      assert state(id).seats.second == :open

      press(yours, "#join")
      assert state(id).seats.second == {:person, context.you}
      shows(theirs, &(not has_element?(&1, "#invitation")))
      assert render(theirs) =~ "You are watching."
      shows(mine, &has_element?(&1, "#strip-you.is-prompted"))
      render_hook(theirs, "join", %{seq: 2})
      assert has_element?(theirs, "#notices .notice")
      assert state(id).seats.second == {:person, context.you}
    end

    test "is offered to everyone in the lobby, until it is withdrawn", context do
      id = begin(context.me)
      mine = open(id, context.me)
      {:ok, lobby, _html} = build_conn() |> visiting(context.you) |> live(~p"/")
      refute has_element?(lobby, "#public-#{id}")

      press(mine, "#list-seat")
      assert has_element?(mine, ~s(#list-seat[aria-pressed="true"]))

      listed? = fn ->
        send(lobby.pid, :public)
        has_element?(lobby, "#public-#{id}")
      end

      assert Wait.until(listed?)
      press(mine, "#list-seat")
      assert Wait.until(fn -> not listed?.() end)
      press(mine, "#withdraw")
      assert_redirect(mine, ~p"/")
      assert Matches.get(id) == {:error, :not_found}
    end

    test "that somebody has taken meanwhile cannot be withdrawn", context do
      %{id: id, mine: mine} = joined(context)
      # From a page that has not shown it yet.
      render_hook(mine, "withdraw", %{})
      assert has_element?(mine, "#notices", "Someone has just joined")
      assert state(id).seats.second == {:person, context.you}
    end

    test "goes when its owner is gone", context do
      Env.merge(Matches, unwatched_after: 50)
      id = begin(context.me, %{listed: true})
      # Somebody else looks at it.
      mine = open(id, context.me)
      open(id, context.stranger)
      assert state(id).listed
      GenServer.stop(mine.pid)
      assert Wait.until(fn -> not state(id).listed end)
      assert state(id).seats.second == :open
    end
  end

  test "the lobby shows as many more open seats with each press", context do
    {:ok, lobby, _html} = build_conn() |> visiting(context.you) |> live(~p"/")
    for _seat <- 1..13, do: open(begin(context.me, %{listed: true}), context.me)

    shown = fn ->
      send(lobby.pid, :public)
      document = lobby |> render() |> LazyHTML.from_document()
      document |> LazyHTML.query("[aria-labelledby=open-title] li") |> Enum.count()
    end

    assert Wait.until(fn -> shown.() == 6 end)
    press(lobby, "button[phx-click=show_more][phx-value-part=open]")
    assert Wait.until(fn -> shown.() == 12 end)
    assert render_hook(lobby, "show_more", %{part: "x"}) =~ Sentences.refusal(:malformed)
  end

  describe "offers" do
    test "to undo a move are accepted or declined in place", context do
      %{id: id, mine: mine, yours: yours} = joined(context)
      play(mine, id, "-7")
      shows(yours, &has_element?(&1, "#strip-you.is-prompted"))

      press(mine, "#undo")
      assert render(mine) =~ "You asked to undo a move."
      shows(yours, &has_element?(&1, "#offered-undo"))
      press(yours, "#offered-undo [phx-click=decline]")
      shows(mine, &(not has_element?(&1, "#offered-undo")))
      assert state(id).position.moves == ["-7"]
      # Only who offered it hears of it.
      shows(mine, &has_element?(&1, "#notices", "Your opponent declined."))
      refute has_element?(yours, "#notices", "declined")

      # Once is enough on the same board.
      assert has_element?(mine, ~s(#undo[aria-disabled="true"]))
      press(mine, "#undo")
      refute has_element?(yours, "#offered-undo")

      play(yours, id, "c3-A")
      press(yours, "#undo")
      shows(mine, &has_element?(&1, "#offered-undo"))
      press(mine, "#offered-undo [phx-click=accept]")
      assert state(id).position.moves == ["-7"]
      shows(yours, &has_element?(&1, "#strip-you.is-prompted"))
    end

    test "don't make a move stale", context do
      %{id: id, mine: mine, yours: yours} = joined(context)
      play(mine, id, "-7")
      %{seq: seq} = state(id)
      press(mine, "#undo")
      # The page of the other one has not shown it yet.
      render_hook(yours, "move", %{seq: seq, move: "c3-A"})
      assert state(id).position.moves == ["-7", "c3-A"]
      shows(mine, &(not has_element?(&1, "#offered-undo")))
    end

    test "of a draw end the match, and then one of a rematch begins the next, sides changed",
         context do
      %{id: id, mine: mine, yours: yours} = joined(context)
      watcher = open(id, context.stranger)

      # One that is withdrawn was not declined, not even on the other device of who did it.
      too = open(id, context.me)
      assert has_element?(mine, ~s(#offer-draw[aria-disabled="false"]))
      press(mine, "#offer-draw")
      shows(too, &has_element?(&1, "#offered-draw"))
      press(mine, "#offered-draw [phx-click=decline]")
      for view <- [yours, too], do: shows(view, &(not has_element?(&1, "#offered-draw")))
      for view <- [mine, yours, too], do: refute(has_element?(view, "#notices", "declined"))
      # That was one of the draws that may be offered so soon.
      assert has_element?(mine, ~s(#offer-draw[aria-disabled="true"]))
      press(mine, "#offer-draw")
      assert has_element?(mine, "#notices", Sentences.refusal(:offered_lately))

      for {view, move} <- [{mine, "-7"}, {yours, "c3-A"}], do: play(view, id, move)
      press(yours, "#offer-draw")
      shows(mine, &has_element?(&1, "#offered-draw [phx-click=accept]"))
      press(mine, "#offered-draw [phx-click=accept]")
      shows(mine, &(render(&1) =~ "Both players agreed to a draw."))

      press(yours, "#offer-rematch")
      shows(mine, &has_element?(&1, "#offered-rematch [phx-click=accept]"))
      press(mine, "#offered-rematch [phx-click=accept]")
      %{rematch: new} = state(id)

      for view <- [mine, yours, watcher],
          do: shows(view, &has_element?(&1, ~s(#to-rematch[href="/m/#{new}"])))

      assert state(new).seats == %{first: {:person, context.you}, second: {:person, context.me}}
    end

    test "that are forged change nothing", context do
      %{id: id, mine: mine} = joined(context)
      play(mine, id, "-7")
      press(mine, "#undo")
      watcher = open(id, context.stranger)
      before = state(id)

      for {event, params} <- [
            {"accept", %{offer: "undo"}},
            {"decline", %{offer: "undo"}},
            {"offer", %{offer: "draw"}},
            {"offer", %{offer: "piece"}},
            {"accept", %{offer: %{"a" => "b"}}},
            {"join", %{}},
            {"list", %{listed: "true"}},
            {"claim", %{claim: "win"}},
            {"claim", %{claim: "engine"}},
            {"claim", %{claim: nil}},
            {"withdraw", %{}},
            {"away", %{away: "yes"}},
            {"move", %{move: "c3-A"}},
            {"resign", %{}}
          ],
          seq <- [before.seq, before.board_seq, 1, "x", nil] do
        render_hook(watcher, event, Map.put(params, :seq, seq))
        assert {event, state(id)} == {event, before}
      end

      # Nor does one's own page.
      render_hook(mine, "accept", %{seq: before.seq, offer: "undo"})
      assert state(id) == before
    end
  end

  describe "clocks" do
    test "show what each side has left, and whose time runs", context do
      %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 86_400_000}})

      for view <- [mine, yours] do
        assert has_element?(view, "#clock-first[data-running]", "1 d 0:00")
        refute has_element?(view, "#clock-second[data-running]")
      end

      play(mine, id, "-7")
      shows(yours, &has_element?(&1, "#clock-second[data-running]"))
      # Only one's own is announced.
      assert has_element?(mine, "#clock-first[data-warnings]")
      refute has_element?(mine, "#clock-second[data-warnings]")
    end

    test "end the match for both", context do
      %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 10_000}})
      play(mine, id, "-7")
      play(yours, id, "c3-A")
      Env.put(Uptime, ahead: 11_000)
      play(mine, id, "a1-0")
      shows(mine, &(render(&1) =~ "You ran out of time."))
      shows(yours, &(render(&1) =~ "Your opponent ran out of time."))
    end
  end

  describe "presence" do
    test "says whether the opponent is here, away or gone, and how many watch", context do
      %{id: id, mine: mine, yours: yours} = joined(context)
      shows(mine, &(render(&1) =~ "is here."))
      render_hook(yours, "away", %{away: true})
      shows(mine, &(render(&1) =~ "is away."))
      watchers = for number <- 1..3, do: open(id, "#{context.stranger} #{number}")
      shows(mine, &(render(&1) =~ "3 watchers"))
      GenServer.stop(hd(watchers).pid)
      shows(mine, &(render(&1) =~ "2 watchers"))
      GenServer.stop(yours.pid)
      shows(mine, &(render(&1) =~ "is gone."))
    end
  end

  describe "an opponent who is gone" do
    # What the page waits for, until it offers to claim the match.
    defp waits_for(view), do: :sys.get_state(view.pid).socket.assigns.gone

    # Instead of two minutes.
    defp wait_out(view) do
      send(view.pid, {:gone, waits_for(view)})
      render(view)
    end

    defp leave(view, other) do
      GenServer.stop(other.pid)
      shows(view, &(render(&1) =~ "is gone."))
    end

    test "on their turn under a fast clock lets one claim the match, until they are back",
         context do
      %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 60_000}})
      play(mine, id, "-7")
      play(yours, id, "c3-A")
      leave(mine, yours)
      # On one's own turn there is nothing to wait for.
      assert waits_for(mine) == nil
      play(mine, id, "a1-0")
      earlier = waits_for(mine)
      refute has_element?(mine, "#claims")
      wait_out(mine)
      assert has_element?(mine, "#claims-title")

      # The server has its own opinion.
      press(mine, "#claim-win")
      assert has_element?(mine, "#notices", "You can't claim the match yet.")
      assert state(id).result == nil

      # An offer changes nothing, but a move does.
      press(mine, "#show-match")
      assert waits_for(mine) == earlier
      assert has_element?(mine, "#claims")
      yours = open(id, context.you)
      shows(mine, &(not has_element?(&1, "#claims")))
      leave(mine, yours)
      refute has_element?(mine, "#claims")
      assert waits_for(mine) != earlier
      send(mine.pid, {:gone, earlier})
      refute has_element?(mine, "#claims")
      Matches.act(id, context.you, state(id).seq, {:move, "b1-1"})
      shows(mine, &has_element?(&1, "#strip-you.is-prompted"))
      assert waits_for(mine) == nil
    end

    test "is waited for from when they went, whenever the page was opened", context do
      %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 180_000}})
      leave(mine, yours)
      # Nobody has moved yet, and it is the first side's turn, which is there.
      assert waits_for(mine) == nil
      play(mine, id, "-7")
      assert waits_for(mine)
      Env.put(Uptime, ahead: 121_000)
      again = open(id, context.me)
      shows(again, &has_element?(&1, "#claims"))
      press(again, "#claim-draw")
      assert state(id).result.reason == :abandonment
    end

    test "lets an engine go on, and then only watches", context do
      %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 180_000}})
      for {view, move} <- [{mine, "-7"}, {yours, "c3-A"}], do: play(view, id, move)
      GenServer.stop(mine.pid)
      shows(yours, &(render(&1) =~ "is gone."))
      Env.put(Uptime, ahead: 121_000)
      yours = open(id, context.you)
      shows(yours, &has_element?(&1, "#claims"))
      press(yours, "#claim-engine")
      owner = open(id, context.me)
      assert render(owner) =~ "You are watching."
      refute has_element?(owner, "#ask-resign")
      refute has_element?(owner, "#undo")
      assert Matches.act(id, context.me, state(id).seq, :move_now) == {:error, :not_your_seat}
    end

    test "is none at an open seat, against an engine, without a clock and with days", context do
      owner = open(begin(context.me, %{control: {:move, 60_000}}), context.me)
      engine = %{players: %{first: :me, second: {:level, "sparrow"}}}
      against = open(begin(context.me, Map.put(engine, :control, {:move, 60_000})), context.me)

      for view <- [owner, against] do
        send(view.pid, :look_around)
        render(view)
        assert waits_for(view) == nil
      end

      for changes <- [%{}, %{control: {:move, 86_400_000}}] do
        %{id: id, mine: mine, yours: yours} = joined(context, changes)

        for {view, move} <- [{mine, "-7"}, {yours, "c3-A"}, {mine, "a1-0"}],
            do: play(view, id, move)

        leave(mine, yours)
        assert waits_for(mine) == nil
        refute has_element?(mine, "#claims")
      end
    end
  end

  describe "names" do
    test "are shown to all as soon as they are chosen, escaped", context do
      :ok = People.rename(context.me, "<b>Mika</b>")
      id = begin(context.me)
      html = build_conn() |> visiting("a robot") |> get(~p"/m/#{id}") |> html_response(200)

      assert html =~
               ~s(og:title" content="\u2068&lt;b&gt;Mika&lt;/b&gt;\u2069 invites you to a match)

      {mine, yours} = {open(id, context.me), open(id, context.you)}
      assert render(yours) =~ "\u2068&lt;b&gt;Mika&lt;/b&gt;\u2069 invites you"
      press(yours, "#join")
      watcher = open(id, context.stranger)
      assert has_element?(watcher, "#strip-you", "<b>Mika</b>")
      shows(mine, &has_element?(&1, "#strip-them", "Guest"))
      :ok = People.rename(context.you, "Yuki")
      for view <- [mine, watcher], do: shows(view, &(render(&1) =~ "Yuki"))
      :ok = People.rename(context.you, nil)
      shows(watcher, &(not (render(&1) =~ "Yuki")))
    end

    test "are shown in the lobby", context do
      :ok = People.rename(context.you, "Yuki")
      %{id: id} = joined(context)
      {:ok, lobby, _html} = build_conn() |> visiting(context.me) |> live(~p"/")
      assert lobby |> element("#open-#{id}") |> render() =~ "Yuki"
      # A lobby that stays open follows them.
      :ok = People.rename(context.you, "Aki")
      shows(lobby, &has_element?(&1, "#open-#{id}", "Aki"))
      :ok = People.rename(context.you, nil)
      shows(lobby, &has_element?(&1, "#open-#{id}", "Guest"))
    end

    test "keep their direction to themselves", context do
      :ok = People.rename(context.me, "שלום 1")
      %{mine: mine, yours: yours} = joined(context)
      press(mine, "#resign")
      shows(yours, &has_element?(&1, "#score", "You and \u2068שלום 1\u2069: 1 : 0"))
    end
  end

  describe "chat" do
    defp say(view, phrase), do: press(view, ~s(.chat [phx-value-phrase="#{phrase}"]))

    test "is for the two players only, and each reads phrases in their language", context do
      %{id: id, mine: mine, yours: yours} = joined(context)
      watcher = open(id, context.stranger)
      shows(mine, &has_element?(&1, ".chat"))
      refute has_element?(watcher, ".chat")

      {:ok, japanese, _html} =
        build_conn()
        |> visiting(context.you)
        |> put_req_cookie("language", "ja")
        |> live(~p"/m/#{id}")

      say(mine, "hello")
      shows(yours, &has_element?(&1, ".chat-lines p", "Hello!"))
      shows(japanese, &has_element?(&1, ".chat-lines p", "こんにちは！"))
      refute render(watcher) =~ "Hello!"
      # A move is not stale because of it.
      play(mine, id, "-7")
      assert state(id).position.moves == ["-7"]
    end

    test "is free once both have switched it on, escaped, and muted by a press", context do
      %{mine: mine, yours: yours} = joined(context)
      refute has_element?(mine, ".chat-form")
      for view <- [mine, yours], do: press(view, "[id$=-free]")
      for view <- [mine, yours], do: shows(view, &has_element?(&1, ".chat-form"))
      mine |> form(".chat-form", text: "<script>alert(1)</script>") |> render_submit()
      shows(yours, &has_element?(&1, ".chat-lines p", "<script>alert(1)</script>"))
      refute render(yours) =~ "<script>alert"
      press(yours, "[id$=-muted]")
      shows(yours, &(not has_element?(&1, ".chat-lines p")))
      assert has_element?(yours, ~s([id$=-muted][aria-pressed="true"]))
    end

    test "takes nothing forged", context do
      %{id: id, mine: mine, yours: yours} = joined(context)

      for {event, params} <- [
            {"phrase", %{phrase: "rude"}},
            {"phrase", %{phrase: nil}},
            {"text", %{text: "free"}},
            {"text", %{text: %{}}},
            {"switch", %{switch: "other", on: "true"}},
            {"switch", %{switch: "free", on: "maybe"}},
            {"nothing", %{}}
          ] do
        mine |> with_target("#chat-#{id}") |> render_hook(event, params)
        assert has_element?(mine, ".chat .form-error"), event
      end

      assert {:ok, %{free: %{first: false}}} = Chat.get(id, context.me)
      refute has_element?(yours, ".chat-lines p", "free")
    end

    test "is not there if the host has switched it off", context do
      Env.merge(Matches, chat: "off")
      %{mine: mine} = joined(context)
      refute has_element?(mine, ".chat")
    end

    test "says why free text is refused: the players' switches, or the host's" do
      assert Sentences.refusal(:no_free_text) =~ "both of you"
      assert Sentences.refusal(:no_chat) =~ "nobody to talk to"
      Env.merge(Matches, chat: "phrases")
      assert Sentences.refusal(:no_free_text) =~ "ready phrases"
      Env.merge(Matches, chat: "off")
      assert Sentences.refusal(:no_chat) == "There is no chat on this site."
      assert Sentences.refusal({:limited, :links}) =~ "Too many links"
      assert Sentences.refusal(:shared_match) =~ "with another person"
    end
  end

  test "the lobby shows a match that both allow it to show", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    {:ok, lobby, _html} = build_conn() |> visiting(context.stranger) |> live(~p"/")

    shown? = fn ->
      send(lobby.pid, :public)
      has_element?(lobby, "#public-#{id} .miniature svg")
    end

    press(mine, "#show-match")
    assert has_element?(mine, ~s(#show-match[aria-pressed="true"]))
    # One of them is not enough.
    refute shown?.()
    press(yours, "#show-match")
    assert Wait.until(shown?)
    assert state(id).shown == %{first: true, second: true}
    press(mine, "#show-match")
    assert Wait.until(fn -> not shown?.() end)
  end

  test "two people see how they have played so far", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    refute has_element?(mine, "#score")
    press(yours, "#resign")
    shows(mine, &has_element?(&1, "#score", "You and Guest: 1 : 0"))
    shows(yours, &has_element?(&1, "#score", "You and Guest: 0 : 1"))
    refute has_element?(open(id, context.stranger), "#score")
  end

  test "the score is that of the two who play, also when the seats change", context do
    %{yours: yours} = joined(context)
    press(yours, "#resign")

    # At once when they sit down.
    %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 180_000}})
    shows(mine, &has_element?(&1, "#score", "You and Guest: 1 : 0"))
    shows(yours, &has_element?(&1, "#score", "You and Guest: 0 : 1"))

    # None with an engine.
    for {view, move} <- [{mine, "-7"}, {yours, "c3-A"}], do: play(view, id, move)
    GenServer.stop(mine.pid)
    shows(yours, &(render(&1) =~ "is gone."))
    Env.put(Uptime, ahead: 121_000)
    yours = open(id, context.you)
    shows(yours, &has_element?(&1, "#claims"))
    assert has_element?(yours, "#score")
    press(yours, "#claim-engine")
    refute has_element?(yours, "#score")
  end

  test "the lobby shows how two people have played so far", context do
    %{id: id, yours: yours} = joined(context)
    %{id: other} = joined(%{context | you: context.stranger})
    {:ok, lobby, _html} = build_conn() |> visiting(context.me) |> live(~p"/")
    refute has_element?(lobby, "#match-#{id}", "You and")
    press(yours, "#resign")
    shows(lobby, &has_element?(&1, "#match-#{id}", "You and Guest: 1 : 0"))
    %{id: next} = joined(context)
    shows(lobby, &has_element?(&1, "#match-#{next}", "You and Guest: 1 : 0"))
    refute has_element?(lobby, "#match-#{other}", "You and")
  end

  test "a name moves with its seat", context do
    %{mine: mine, yours: yours} = joined(context)
    :ok = People.rename(context.me, "Mika")
    shows(yours, &has_element?(&1, "#strip-them", "Mika"))
    {:ok, lobby, _html} = build_conn() |> visiting(context.you) |> live(~p"/")
    assert render(lobby) =~ "Mika"
    :ok = People.transfer(context.me, "#{context.me} too")
    shows(mine, &(render(&1) =~ "You are watching."))

    for view <- [yours, lobby] do
      # Until all that was sent has arrived.
      :sys.get_state(view.pid)
      shows(view, &(render(&1) =~ "Mika"))
    end
  end

  test "a rematch of a match from an open seat is not public", context do
    %{id: id, mine: mine, yours: yours} = joined(context, %{listed: true})
    press(mine, "#resign")
    press(mine, "#offer-rematch")
    shows(yours, &has_element?(&1, "#offered-rematch [phx-click=accept]"))
    press(yours, "#offered-rematch [phx-click=accept]")
    %{rematch: new} = state(id)
    refute State.public?(state(new))
    assert has_element?(open(new, context.me), "#show-match[aria-pressed=false]")
  end

  test "offers end when one person has both seats", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    press(mine, "#offer-draw")
    shows(yours, &has_element?(&1, "#offered-draw"))
    :ok = People.transfer(context.me, context.you)
    shows(yours, &(not has_element?(&1, "#offered-draw")))
    assert state(id).offers == %{}
  end

  test "a seat that moved to another id leaves the old page watching", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    :ok = People.transfer(context.you, "#{context.you} too")
    shows(yours, &(render(&1) =~ "You are watching."))
    new = open(id, "#{context.you} too")
    play(mine, id, "-7")
    shows(new, &has_element?(&1, "#strip-you.is-prompted"))
    play(new, id, "c3-A")
    assert state(id).position.moves == ["-7", "c3-A"]
  end

  test "the same seat on two devices cannot move twice", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    other = open(id, context.me)
    %{seq: seq} = state(id)

    [mine, other]
    |> Task.async_stream(&render_hook(&1, "move", %{seq: seq, move: "-7"}))
    |> Stream.run()

    assert state(id).position.moves == ["-7"]
    play(yours, id, "c3-A")
    render_hook(other, "move", %{seq: seq, move: "a1-0"})
    assert state(id).position.moves == ["-7", "c3-A"]
  end
end
