defmodule PlayoutWeb.Match.PeopleTest do
  # The page of a match between people, in several browsers.
  use PlayoutWeb.Test.PeopleCase, async: true

  alias Playout.Matches
  alias Playout.Matches.{People, State}
  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Sentences

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

    test "says who goes first, which is the side to move in the position", context do
      for {position, mine, yours} <- [
            {"..../..../..../.... -", "You go first.", "You go second."},
            {".4../..B./6.../...1 8", "You go second.", "You go first."}
          ] do
        id = begin(context.me, %{position: position})
        assert has_element?(open(id, context.me), "#invitation .about", mine)
        assert has_element?(open(id, context.you), "#invitation .about", yours)
      end
    end

    test "is offered to everyone in the lobby, until it is withdrawn", context do
      id = begin(context.me)
      mine = open(id, context.me)
      {:ok, lobby, _html} = build_conn() |> visiting(context.you) |> live(~p"/")
      refute has_element?(lobby, "#public-#{id}")

      press(mine, "#list-seat")
      assert has_element?(mine, ~s(#list-seat[aria-pressed="true"]))

      listed? = fn ->
        look(lobby)
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
      Env.merge(Matches.Settings, unwatched_after: 50)
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

  # The lobby reads the list of all again, however new it is.
  defp look(lobby) do
    :sys.replace_state(Matches.Lobby.Public, fn _list -> nil end, :infinity)
    send(lobby.pid, :public)
  end

  test "the lobby shows as many more open seats with each press", context do
    {:ok, lobby, _html} = build_conn() |> visiting(context.you) |> live(~p"/")
    for _seat <- 1..13, do: open(begin(context.me, %{listed: true}), context.me)

    shown = fn ->
      look(lobby)
      document = lobby |> render() |> LazyHTML.from_document()
      document |> LazyHTML.query("[aria-labelledby=open-title] li") |> Enum.count()
    end

    more = "button[phx-click=show_more][phx-value-part=open]"
    # The list may have been read when only six were there.
    assert Wait.until(fn -> shown.() == 6 and has_element?(lobby, more) end)
    press(lobby, more)
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
      # There is no room for a long name.
      :ok = People.rename(context.you, "Wolfgang Amadeus")
      press(yours, "#offer-draw")
      shows(mine, &has_element?(&1, "#offered-draw", "Your opponent offers a draw."))
      press(mine, "#offered-draw [phx-click=accept]")
      shows(mine, &(render(&1) =~ "Both players agreed to a draw."))

      press(yours, "#offer-rematch")
      shows(mine, &has_element?(&1, "#offered-rematch [phx-click=accept]"))
      press(mine, "#offered-rematch [phx-click=accept]")
      %{rematch: new} = state(id)

      # Both players go there by themselves; whoever watches may choose.
      for view <- [mine, yours], do: assert_redirect(view, "/m/#{new}")
      shows(watcher, &has_element?(&1, ~s(#to-rematch[href="/m/#{new}"])))
      # The first one to arrive waits for the other.
      first = open(new, context.me)
      assert render(first) =~ ~r/Waiting for .?Wolfgang Amadeus.?\./u
      refute render(first) =~ "is gone."

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
      Env.let_pass(11_000)
      play(mine, id, "a1-0")
      shows(mine, &(render(&1) =~ "You ran out of time."))
      shows(yours, &(render(&1) =~ "Your opponent ran out of time."))
    end
  end

  describe "presence" do
    test "of whoever sits down is known at once", context do
      id = begin(context.me)
      {mine, yours} = {open(id, context.me), open(id, context.you)}
      press(yours, "#join")
      shows(mine, &has_element?(&1, "#actions"))
      assert has_element?(mine, ".presence", "Guest is here.")
      refute render(mine) =~ "watcher"
    end

    test "says of whoever sits down elsewhere that they are on their way", context do
      id = begin(context.me)
      mine = open(id, context.me)
      {:ok, _change} = Matches.act(id, context.you, state(id).seq, :join)
      shows(mine, &has_element?(&1, ".presence", "Waiting for Guest."))
    end

    test "says whether the opponent is here, away or gone, and how many watch", context do
      %{id: id, mine: mine, yours: yours} = joined(context)
      shows(mine, &(render(&1) =~ "is here."))
      render_hook(yours, "away", %{away: true})
      shows(mine, &(render(&1) =~ "is away."))
      watchers = for number <- 1..3, do: open(id, "#{context.stranger} #{number}")
      shows(mine, &(render(&1) =~ "3 watchers"))
      GenServer.stop(hd(watchers).pid)
      shows(mine, &(render(&1) =~ "2 watchers"))
      leave(id, mine, yours)
    end
  end

  describe "an opponent who is gone" do
    # What the page waits for, until it offers to claim the match.
    defp waits_for(view), do: :sys.get_state(view.pid, :infinity).socket.assigns.gone

    # Instead of two minutes.
    defp wait_out(view) do
      send(view.pid, {:gone, waits_for(view)})
      render(view)
    end

    test "on their turn under a fast clock lets one claim the match, until they are back",
         context do
      %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 60_000}})
      play(mine, id, "-7")
      play(yours, id, "c3-A")
      leave(id, mine, yours)
      # On one's own turn there is nothing to wait for.
      assert waits_for(mine) == nil
      play(mine, id, "a1-0")
      earlier = waits_for(mine)
      refute has_element?(mine, "#claims")
      assert has_element?(mine, "#claim-countdown", "You can claim the win in")
      # A screen reader announces it where offers appear.
      assert has_element?(mine, "#offers[role=status]")
      wait_out(mine)
      assert has_element?(mine, "#offers #claims-title")
      refute has_element?(mine, "#claim-countdown")

      # The server has its own opinion, and then the page waits for as long as the server says.
      press(mine, "#claim-win")
      assert has_element?(mine, "#notices", "You can't claim the match yet.")
      assert state(id).result == nil
      refute has_element?(mine, "#claims")
      assert waits_for(mine) not in [nil, earlier]
      earlier = waits_for(mine)
      wait_out(mine)

      # An offer changes nothing, but a move does.
      press(mine, "#show-match")
      assert waits_for(mine) == earlier
      assert has_element?(mine, "#claims")
      yours = open(id, context.you)
      shows(mine, &(not has_element?(&1, "#claims")))
      leave(id, mine, yours)
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
      leave(id, mine, yours)
      # Nobody has moved yet, and it is the first side's turn, which is there.
      assert waits_for(mine) == nil
      play(mine, id, "-7")
      assert waits_for(mine)
      Env.let_pass(121_000)
      again = open(id, context.me)
      shows(again, &has_element?(&1, "#claims"))
      press(again, "#claim-draw")
      assert state(id).result.reason == :abandonment
    end

    test "lets an engine go on, and then only watches", context do
      %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 180_000}})
      for {view, move} <- [{mine, "-7"}, {yours, "c3-A"}], do: play(view, id, move)
      leave(id, yours, mine)
      Env.let_pass(121_000)
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
        send(view.pid, {:presence, "the match"})
        render(view)
        assert waits_for(view) == nil
      end

      for changes <- [%{}, %{control: {:move, 86_400_000}}] do
        %{id: id, mine: mine, yours: yours} = joined(context, changes)

        for {view, move} <- [{mine, "-7"}, {yours, "c3-A"}, {mine, "a1-0"}],
            do: play(view, id, move)

        leave(id, mine, yours)
        assert waits_for(mine) == nil
        refute has_element?(mine, "#claims")
      end
    end
  end

  test "the lobby shows a match that both allow it to show", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    {:ok, lobby, _html} = build_conn() |> visiting(context.stranger) |> live(~p"/")

    shown? = fn ->
      look(lobby)
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
end
