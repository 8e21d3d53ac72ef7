defmodule PlayoutWeb.Match.EngineTest do
  # What the page shows while an engine works. The engine does what the test tells it, when the
  # test tells it.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias Playout.Error
  alias Playout.Matches.Change

  defp open(conn, changes \\ []) do
    {:ok, id} = Matches.create(me(), request(changes))
    {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
    {id, view}
  end

  # Waits until everything that the match's process has sent to the page has arrived.
  defp shown(view, id) do
    {:ok, _state} = Matches.get(id)
    render(view)
    view
  end

  defp played(view, count) do
    assert Wait.until(fn -> has_element?(view, "#move-list li:nth-child(#{count})") end)
  end

  defp estimate, do: %{win: 0.5, draw: 0.3, loss: 0.2}

  test "pages that are only fetched wake no engine, and nothing is left of them", %{conn: conn} do
    {:ok, id} = Matches.create(me(), request(first: {:level, "sparrow"}, second: :me))
    fetched = fn path -> conn |> visiting(me()) |> get(path) |> html_response(200) end

    assert fetched.(~p"/m/#{id}") =~ "Sparrow"
    rules = ~p"/rules/quarto?match=#{id}"
    assert fetched.(rules) =~ "Back to the match"
    {:ok, _rules, _html} = conn |> visiting(me()) |> live(rules)
    assert server(id) == nil
    refute_received {:asked, _search}
    assert Registry.lookup(Playout.PubSub, Matches.Topics.match(id)) == []

    {:ok, _view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
    assert asked()
  end

  test "a page that missed changes reads the match again", %{conn: conn} do
    {id, view} = open(conn, second: :me)
    {:ok, first} = Matches.get(id)
    second = act!(id, first, {:move, "-7"})
    third = act!(id, second, {:move, "c3-A"})
    played(view, 2)

    # The page goes back, and then gets a change that is far ahead of what it has.
    :sys.replace_state(view.pid, &put_in(&1.socket.assigns.state, first), :infinity)
    send(view.pid, {:match, Change.between(second, third)})
    assert has_element?(view, "#match[data-seq='3'][data-played='2']")
  end

  test "an engine's progress is shown while it is valid", %{conn: conn} do
    {id, view} = open(conn, second: {:level, "wolf"})
    render_hook(view, "move", %{seq: 1, move: "-7"})
    search = asked()
    assert has_element?(view, "#strip-them.is-to-move .status", "Thinking…")
    refute has_element?(view, ".thinking *")

    progress = %{
      playouts: 12_345,
      nodes: 1,
      used: 0.25,
      estimate: estimate(),
      seconds: 0.1,
      proof: nil
    }

    EngineDouble.progress(search, progress)
    shown(view, id)
    assert has_element?(view, "#strip-them rect.bar-used[width='25']")
    assert has_element?(view, "#strip-them .count", "12,345 playouts")
    assert has_element?(view, "#strip-them .estimate", "You 20% · Draw 30% · Wolf 50%")
    thirds = %{win: 0.334, draw: 0.333, loss: 0.333}
    EngineDouble.progress(search, %{progress | estimate: thirds})
    shown(view, id)
    assert has_element?(view, "#strip-them .estimate", "You 33% · Draw 34% · Wolf 33%")

    # Of few playouts, an estimate means nothing, unless it is proven.
    few = %{progress | playouts: 199}
    EngineDouble.progress(search, few)
    shown(view, id)
    assert has_element?(view, "#strip-them .count", "199 playouts")
    refute has_element?(view, "#strip-them .estimate")
    EngineDouble.progress(search, %{few | proof: %{result: :win, plies: 3}})
    assert has_element?(shown(view, id), "#strip-them .estimate")

    # The figures stay until new ones arrive.
    EngineDouble.answer(search, "a1-8")
    played(view, 2)
    assert has_element?(view, "rect.bar-used[width='100']")
    render_hook(view, "move", %{seq: 3, move: "a2-9"})
    search = asked()
    assert has_element?(shown(view, id), "rect.bar-used[width='0']")
    assert has_element?(view, ".thinking .count")

    render_hook(view, "undo", %{seq: 4})
    refute has_element?(shown(view, id), ".thinking *")
    render_hook(view, "move", %{seq: 5, move: "a3-9"})
    EngineDouble.progress(search, progress)
    EngineDouble.progress(asked(), progress)
    assert has_element?(shown(view, id), ".thinking .estimate")
    render_hook(view, "resign", %{seq: 6})
    refute has_element?(shown(view, id), ".thinking *")
  end

  test "beginners see how far their opponent's search is, without figures", %{conn: conn} do
    for {level, figures?} <- [{"sparrow", false}, {"hedgehog", false}, {"cat", true}] do
      {id, view} = open(conn, second: {:level, level})
      render_hook(view, "move", %{seq: 1, move: "-7"})

      EngineDouble.progress(asked(), %{
        playouts: 12_345,
        nodes: 1,
        used: 0.25,
        estimate: estimate(),
        seconds: 0.1,
        proof: nil
      })

      assert has_element?(shown(view, id), "#strip-them rect.bar-used[width='25']")
      assert has_element?(view, "#strip-them .count") == figures?
      assert has_element?(view, "#strip-them .estimate") == figures?
    end
  end

  @tag reply_after: 60_000
  test "the figures of a chosen move come with the move", %{conn: conn} do
    {id, view} = open(conn)
    {:ok, _state} = Matches.watch(id)
    render_hook(view, "move", %{seq: 1, move: "-7"})
    EngineDouble.answer(asked(), "a1-8")
    assert_receive {:thought, ^id, %{playouts: 1, used: 1.0}}
    refute has_element?(shown(view, id), ".thinking *")

    render_hook(view, "undo", %{seq: 2})
    render_hook(view, "move", %{seq: 3, move: "-7"})
    refute has_element?(shown(view, id), ".thinking *")
  end

  test "an engine that waits for its turn shows its place", %{conn: conn} do
    {id, view} = open(conn)
    render_hook(view, "move", %{seq: 1, move: "-7"})
    search = asked()
    status = "#strip-them .status"
    EngineDouble.wait(search, 3)
    assert has_element?(shown(view, id), status, "Waiting, place 3")

    # So it is on a page that is opened later.
    {:ok, other, _html} = conn |> visiting("a guest") |> live(~p"/m/#{id}")
    assert has_element?(shown(other, id), status, "Waiting, place 3")

    EngineDouble.wait(search, 1)
    assert has_element?(shown(view, id), status, "Waiting, place 1")
    progress = %{playouts: 1, nodes: 1, used: 0.1, estimate: estimate(), seconds: 0.1, proof: nil}
    EngineDouble.progress(search, progress)
    assert has_element?(shown(view, id), status, "Thinking…")

    # A search that is no longer needed has no place either.
    EngineDouble.wait(search, 2)
    assert has_element?(shown(view, id), status, "Waiting, place 2")
    render_hook(view, "undo", %{seq: 2})
    refute shown(view, id) |> render() =~ "Waiting"
  end

  test "the engine's time is that of the page's address", %{conn: conn} do
    {_id, view} = open(conn)
    render_hook(view, "move", %{seq: 1, move: "-7"})
    me = me()
    assert {{127, 0, 0, 1}, ^me, _id} = asked().share
  end

  test "an immediate win is shown without a number of playouts", %{conn: conn} do
    {id, view} = open(conn, second: {:level, "wolf"})
    render_hook(view, "move", %{seq: 1, move: "-7"})
    search = asked()
    progress = %{playouts: 0, nodes: 0, used: 0.5, estimate: estimate(), seconds: 0.0, proof: nil}
    EngineDouble.progress(search, progress)
    assert has_element?(view, "#strip-them .thinking")
    refute has_element?(shown(view, id), ".count", "0")
    refute has_element?(view, "#strip-them .estimate")
    EngineDouble.progress(search, %{progress | used: 1.0})
    assert has_element?(shown(view, id), ".count", "no search needed")
    EngineDouble.progress(search, %{progress | nodes: 9986})
    assert has_element?(shown(view, id), ".count", "9,986 positions")
    win = %{progress | proof: %{result: :win, plies: 1}}
    EngineDouble.progress(search, win)
    assert has_element?(shown(view, id), ".count", "found a forced win")
    assert has_element?(view, "#strip-them .estimate")
  end

  test "an engine can be told to move now while it thinks", %{conn: conn} do
    {_id, view} = open(conn)
    refute has_element?(view, "#move-now")
    render_hook(view, "move_now", %{seq: 1})
    assert has_element?(view, ".notice", "No engine is thinking")

    render_hook(view, "move", %{seq: 1, move: "-7"})
    %{handle: handle} = search = asked()
    view |> element("#strip-them #move-now", "Move now") |> render_click()
    assert_receive {:finished, ^handle}
    EngineDouble.answer(search, "a1-8")
    played(view, 2)
    refute has_element?(view, "#move-now")
  end

  describe "an engine that failed" do
    setup %{conn: conn} do
      {id, view} = open(conn)
      render_hook(view, "move", %{seq: 1, move: "-7"})
      error = %Error{code: :internal, message: "lost"}
      for _attempt <- 1..2, do: EngineDouble.fail(asked(), error)
      shown(view, id)
      assert has_element?(view, ".notice", "The engine didn't respond")
      assert has_element?(view, "#strip-them .status", "Not responding")
      {:ok, id: id, view: view}
    end

    test "can be tried again", %{id: id, view: view} do
      view |> element(".notice button", "Try again") |> render_click()
      refute has_element?(shown(view, id), ".notice")
      EngineDouble.answer(asked(), "a1-8")
      played(view, 2)
    end

    test "can give its seat to another level", %{id: id, view: view} do
      for level <- Playout.levels(:quarto) do
        assert has_element?(view, ".other-levels button[phx-value-level='#{level.name}']")
      end

      view |> element(".other-levels button[phx-value-level='cat']") |> render_click()
      refute has_element?(shown(view, id), ".notice")
      assert has_element?(view, "#strip-them", "Cat")
      assert asked().player == Enum.at(Playout.levels(:quarto), 2).spec
    end

    test "can only be tried again or replaced by those who play", %{conn: conn, id: id} do
      {:ok, view, _html} = conn |> visiting("a stranger") |> live(~p"/m/#{id}")
      assert has_element?(view, ".notice", "The engine didn't respond")
      refute has_element?(view, ".notice button")

      for {event, params} <- [{"retry", %{}}, {"replace", %{level: "cat"}}, {"move_now", %{}}] do
        refused(view, id, event, Map.put(params, :seq, 2), "Only the players can do that")
      end
    end

    test "is not replaced by an unknown level", %{id: id, view: view} do
      for level <- ["0", "3", "unicorn", "", nil, ["cat"], %{}] do
        refused(view, id, "replace", %{seq: 2, level: level}, "Something went wrong")
      end
    end
  end

  defp refused(view, id, event, params, why) do
    {:ok, before} = Matches.get(id)
    render_hook(view, event, params)
    assert has_element?(view, "#notices .notice", why)
    assert {:ok, ^before} = Matches.get(id)
  end

  describe "two engines" do
    setup %{conn: conn} do
      {id, view} = open(conn, first: {:level, "wolf"}, second: {:level, "cat"})
      {:ok, id: id, view: view}
    end

    test "can be watched, each with its progress", %{id: id, view: view} do
      assert has_element?(view, "#strip-you.is-to-move", "Wolf")
      assert has_element?(view, "#strip-them", "Cat")
      search = asked()

      progress = %{
        playouts: 700,
        nodes: 1,
        used: 0.5,
        estimate: estimate(),
        seconds: 0.1,
        proof: nil
      }

      EngineDouble.progress(search, progress)
      assert has_element?(shown(view, id), "#strip-you .count", "700 playouts")
      assert has_element?(view, "#strip-you .estimate", "Win 50% · Draw 30% · Loss 20%")
      EngineDouble.answer(search, "-7")
      played(view, 1)
      assert has_element?(view, "#strip-them.is-to-move .status", "Thinking…")
      assert has_element?(view, "#strip-you .count", "1 playout")
      refute has_element?(view, "#move-now")
      refute has_element?(view, "#undo")
    end

    test "can be paused, stepped, and resumed at the same speed", %{id: id, view: view} do
      view |> element("#pace-slow") |> render_click()
      assert has_element?(view, "#pace-slow[aria-pressed='true']")
      view |> element("#step[aria-disabled='true']") |> render_click()
      assert has_element?(view, ".notice", "Pause the match first")

      view |> element("#pause", "Pause") |> render_click()
      assert has_element?(view, "#strip-you .status", "Paused")
      assert has_element?(view, ".choice-button[aria-pressed='false']#pace-slow")
      flush()
      view |> element("#step[aria-disabled='false']", "Step") |> render_click()
      EngineDouble.answer(asked(), "-7")
      played(view, 1)
      assert {:ok, _state} = Matches.get(id)
      refute_received {:asked, _search}

      view |> element("#pause", "Resume") |> render_click()
      assert has_element?(view, "#pace-slow[aria-pressed='true']")
      assert asked()
    end

    test "are not controlled by spectators", %{conn: conn, id: id, view: mine} do
      {:ok, view, _html} = conn |> visiting("a stranger") |> live(~p"/m/#{id}")
      assert has_element?(view, ".actions", "You are watching.")
      refute has_element?(view, "#speeds")

      for {event, params} <- [
            {"pace", %{pace: "paused"}},
            {"pace", %{pace: "go_on"}},
            {"step", %{}},
            {"undo", %{}},
            {"move", %{move: "-7"}}
          ] do
        refused(view, id, event, Map.put(params, :seq, 1), "Only the players can do that")
      end

      for pace <- ["Fast", "idle", "", nil, 3, ["fast"], %{}] do
        refused(mine, id, "pace", %{seq: 1, pace: pace}, "Something went wrong")
      end

      for event <- ["move", "undo", "resign"] do
        refused(mine, id, event, %{seq: 1, move: "-7"}, "Only the players can do that")
      end
    end

    test "of the same level have different names", %{conn: conn} do
      {_id, view} = open(conn, first: {:level, "sparrow"}, second: {:level, "sparrow"})
      assert has_element?(view, "#strip-you", "Sparrow (first)")
      assert has_element?(view, "#strip-them", "Sparrow (second)")
    end
  end

  describe "a level that was beaten" do
    # Four short light pieces in the first row.
    @moves ~w(-0 a1-1 b1-2 c1-3 d1)

    defp won_by(conn, side, opponent) do
      {first, second} = if side == :first, do: {:me, opponent}, else: {opponent, :me}
      {id, view} = open(conn, first: first, second: second)

      for {move, ply} <- Enum.with_index(@moves) do
        mine? = rem(ply, 2) == if(side == :first, do: 0, else: 1)

        if mine?,
          do: render_hook(view, "move", %{seq: ply + 1, move: move}),
          else: EngineDouble.answer(asked(), move)

        played(shown(view, id), ply + 1)
      end

      view
    end

    test "is sent to the browser, which remembers it", %{conn: conn} do
      view = won_by(conn, :first, {:level, "cat"})
      assert has_element?(view, "#strip-you h2", "You win")
      assert has_element?(view, "#beaten[phx-hook=Beaten][data-game=quarto][data-level='cat']")

      # A match with the same rules and side is offered, against the level above or any other.
      next = fn field, value ->
        has_element?(view, "form:has(#next) [name='#{field}'][value='#{value}']")
      end

      assert has_element?(view, "#next", "Next: Heron")
      assert next.("level", "heron") and next.("begins", "you") and next.("variant", "standard")
      assert has_element?(view, "#rematch:not(.is-primary)")
      assert has_element?(view, "#levels[href*='/play/quarto?'][href*='level=heron']")

      render_hook(view, "undo", %{seq: length(@moves) + 1})
      refute has_element?(view, "#beaten")
    end

    test "is not sent after a loss, or after a win against a custom player", %{conn: conn} do
      lost = won_by(conn, :second, {:level, "cat"})
      assert has_element?(lost, "#strip-you h2", "You lose")
      refute has_element?(lost, "#beaten")
      refute has_element?(lost, "#next")
      assert has_element?(lost, "#rematch.is-primary")
      assert has_element?(lost, "#levels[href*='level=cat'][href*='begins=opponent']")

      custom = won_by(conn, :first, {:custom, "careful"})
      assert has_element?(custom, "#strip-you h2", "You win")
      refute has_element?(custom, "#beaten")
    end

    test "is not sent from a position that was set up, which may be won already", %{conn: conn} do
      position = "012./..../..../.... 3"
      {id, view} = open(conn, first: :me, second: {:level, "cat"}, position: position)
      render_hook(view, "move", %{seq: 1, move: "d4"})
      played(shown(view, id), 1)
      assert has_element?(view, "#strip-you h2", "You win")
      refute has_element?(view, "#beaten")
      # The level above is offered from the same position.
      assert has_element?(view, "form:has(#next) [name=position][value='#{position}']")
    end

    test "is not sent to spectators", %{conn: conn} do
      {id, view} = open(conn, first: {:level, "sparrow"}, second: {:level, "hedgehog"})
      for move <- @moves, do: EngineDouble.answer(asked(), move)
      played(shown(view, id), length(@moves))
      assert has_element?(view, ".strip.is-headline")
      refute has_element?(view, "#beaten")
    end
  end

  test "a custom player is shown by its spec", %{conn: conn} do
    {_id, view} = open(conn, second: {:custom, "mcts:playouts=77"})
    assert has_element?(view, "#strip-them h2", "Custom · mcts:playouts=77")
  end

  test "a level that has left the ladder keeps its name", %{conn: conn} do
    {id, view} = open(conn)
    {:ok, state} = Matches.get(id)
    seats = %{state.seats | second: {:engine, "fox", "mcts:playouts=3"}}
    send(view.pid, {:match, Change.between(state, %{state | seats: seats})})
    assert has_element?(view, "#strip-them h2", "Fox")
  end

  test "the page says that its match was deleted", %{conn: conn} do
    {id, view} = open(conn)
    :ok = Matches.delete(me(), id)
    assert has_element?(view, "main h1", "Match deleted")
    assert has_element?(view, "main a[href='/']", "All games")
    render_hook(view, "move", %{seq: 1, move: "-7"})
    assert has_element?(view, "main h1", "Match deleted")
    assert page_title(view) == "Match deleted"
  end

  test "a visitor who reaches a limit is told so", %{conn: conn} do
    {:ok, id} = Matches.create("in a hurry", request())
    {:ok, view, _html} = conn |> visiting("in a hurry") |> live(~p"/m/#{id}")
    Env.put(:still, true)
    Env.merge(Matches.Settings, limits: [events: 1])
    {:ok, state} = Matches.get(id)

    # Five within the same second are too many.
    assert Wait.until(fn ->
             render_hook(view, "undo", %{seq: state.seq})
             has_element?(view, ".notice", "That was too fast.")
           end)

    # No definite answer to a command that is sent again (js/connection/commands.js).
    assert_reply(view, %{accepted: false, limited: true})
    assert {:ok, ^state} = Matches.get(id)
  end
end
