defmodule PlayoutWeb.Match.WalkTest do
  # Looking back in a match. The engine does what the test tells it.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias Phoenix.Socket.{Message, Reply, V2.JSONSerializer}
  alias Playout.Matches.{Event, State, Store}

  @moves ~w(-7 c3-A b2-1 a1-2 d4-3)

  # A match with five moves, played by one visitor on both sides unless `changes` say otherwise.
  defp played(changes \\ [second: :me], moves \\ @moves) do
    {:ok, id} = Matches.create(me(), request(changes))
    {:ok, state} = Matches.get(id)
    %State{} = Enum.reduce(moves, state, &act!(id, &2, {:move, &1}))
    id
  end

  defp open(id, query \\ "", visitor \\ nil) do
    {:ok, view, html} =
      build_conn() |> visiting(visitor || me()) |> live("/m/#{id}" <> query)

    {view, html}
  end

  defp walk(view, to, more \\ %{}), do: render_hook(view, "walk", Map.put(more, :to, to))

  defp press(view, selector), do: view |> element(selector) |> render_click()

  defp shows(view, ply, of) do
    where = if ply == 0, do: "The start", else: "Move #{ply} of #{of}"

    assert has_element?(
             view,
             "#match.is-past[data-played='#{ply}'][data-made='#{of}'][data-moves='']"
           )

    assert has_element?(view, ".walk-where", where)
    view
  end

  defp shows_now(view, ply) do
    assert has_element?(view, "#match[data-played='#{ply}']:not(.is-past)")
    refute has_element?(view, "#to-now")
    view
  end

  defp piece_on?(view, cell), do: has_element?(view, "#cell-#{cell} .piece")
  defp last?(view, cell), do: has_element?(view, "#cell-#{cell}.is-last")

  describe "the buttons" do
    test "walk back and forward, to the start and to now, and say where they are" do
      {view, _html} = open(played())
      assert has_element?(view, "#walk-forward[aria-disabled='true']")
      shows_now(view, 5)

      press(view, "#walk-back")
      shows(view, 4, 5)
      assert last?(view, "a1") and piece_on?(view, "c3")
      refute piece_on?(view, "d4")
      assert has_element?(view, ".walk-where .sr-only", "Player 2: Placed the piece on a1")
      # The piece that had been given then.
      assert has_element?(view, "#strip-you .holding [data-origin='2']")

      press(view, "#walk-first")
      shows(view, 0, 5)
      refute has_element?(view, ".board .piece")
      assert has_element?(view, "#walk-back[aria-disabled='true']")
      assert has_element?(view, "#piece-7:not(.is-gone)")

      press(view, "#walk-forward")
      shows(view, 1, 5)
      press(view, "#walk-last")
      shows_now(view, 5)
      assert last?(view, "d4")
    end

    test "the ends are the ends" do
      {view, _html} = open(played())
      for to <- ~w(forward last), do: walk(view, to)
      shows_now(view, 5)
      walk(view, "first")
      for to <- ~w(back first), do: walk(view, to)
      shows(view, 0, 5)
    end

    test "several moves are one walk" do
      {view, _html} = open(played())
      walk(view, "back", %{by: 3})
      shows(view, 2, 5)
      walk(view, "forward", %{by: 2})
      shows(view, 4, 5)
      walk(view, "back", %{by: 1_000_000})
      shows(view, 0, 5)
      walk(view, "forward", %{by: 1_000_000})
      shows_now(view, 5)
    end

    test "what is no walk changes nothing" do
      {view, _html} = open(played(), "?ply=2")

      for params <-
            [%{}, %{to: "up"}, %{to: 1}, %{to: "back", by: 0}, %{to: "back", by: -1}] ++
              [%{to: "back", by: "2"}, %{to: "forward", by: 1.5}] do
        render_hook(view, "walk", params)
        assert has_element?(view, "#notices .notice", "Something went wrong.")
        shows(view, 2, 5)
      end
    end

    test "there is nothing to walk before the first move" do
      {view, _html} = open(played([second: :me], []))
      press(view, "#walk-back")
      walk(view, "first")
      shows_now(view, 0)
    end
  end

  describe "the address" do
    test "of a move shows the position after it, on the page as it is fetched too" do
      id = played()
      {view, html} = open(id, "?ply=2")
      assert html =~ "Move 2 of 5"
      shows(view, 2, 5)
      assert piece_on?(view, "c3")
      refute piece_on?(view, "b2")
    end

    test "follows the board; the browser's way back leads to now, not through every move" do
      id = played()
      {view, _html} = open(id)
      press(view, "#walk-back")
      assert_patch(view, "/m/#{id}?ply=4")
      press(view, "#walk-back")
      assert_patch(view, "/m/#{id}?ply=3")
      press(view, "#to-now")
      assert_patch(view, "/m/#{id}")
      shows_now(view, 5)

      # As the browser does it.
      render_patch(view, "/m/#{id}?ply=3")
      shows(view, 3, 5)
      render_patch(view, "/m/#{id}")
      shows_now(view, 5)
    end

    test "of the latest move is that of the match, so that the page goes on with it" do
      id = played()
      {view, html} = open(id, "?ply=5")
      refute html =~ "Move 5 of 5"
      {:ok, state} = Matches.get(id)
      act!(id, state, {:move, "a2-4"})
      assert Wait.until(fn -> has_element?(view, "#match[data-played='6']") end)
    end

    for {query, words} <- [
          {"?ply=6", "This match has no move 6."},
          {"?ply=999999", "This match has no move 999999."},
          {"?ply=9999999", "This link doesn&#39;t lead to a move of this match."},
          {"?ply=-1", "This link doesn&#39;t lead to a move of this match."},
          {"?ply=", "This link doesn&#39;t lead to a move of this match."},
          {"?ply=two", "This link doesn&#39;t lead to a move of this match."},
          {"?ply=2.5", "This link doesn&#39;t lead to a move of this match."},
          {"?ply[]=2", "This link doesn&#39;t lead to a move of this match."},
          {"?ply[a]=2", "This link doesn&#39;t lead to a move of this match."}
        ] do
      test "#{query} shows the match as it is now, and says why" do
        id = played()
        {view, html} = open(id, unquote(query))
        assert html =~ unquote(words)
        shows_now(view, 5)

        # And so it does on a page that is open.
        walk(view, "first")
        render_patch(view, "/m/#{id}" <> unquote(query))
        assert_patch(view, "/m/#{id}" <> unquote(query))
        assert_patch(view, "/m/#{id}")
        assert render(shows_now(view, 5)) =~ unquote(words)
      end
    end
  end

  describe "the list of moves" do
    test "has a link to the position after each move, and marks the one that is shown" do
      id = played()
      {view, _html} = open(id)
      assert has_element?(view, "#move-list li:nth-child(2) a[href='?ply=2'][tabindex='-1']")
      refute has_element?(view, "#move-list [aria-current]")

      render_patch(view, "/m/#{id}?ply=2")
      assert has_element?(view, "#move-list li:nth-child(2) a[aria-current='true'][tabindex='0']")
      press(view, "#walk-back")
      assert has_element?(view, "#move-list li:nth-child(1) a[aria-current='true']")
      refute has_element?(view, "#move-list li:nth-child(2) a[aria-current]")
    end
  end

  describe "while a player looks back" do
    test "nothing can be played, and a press says why" do
      id = played()
      {view, _html} = open(id, "?ply=2")
      {:ok, before} = Matches.get(id)
      assert has_element?(view, "#strip-you [data-prompt='0']", "Go back to now to play.")
      assert has_element?(view, "#typed-move[hidden]")

      for steps <- [["c3"], ["a1"], ["4"]] do
        render_hook(view, "check", %{seq: before.seq, steps: steps})
        assert_reply(view, %{text: "This is an earlier position. Go back to now to play."})
      end

      render_hook(view, "check", %{seq: before.seq, held: true})
      assert_reply(view, %{text: "This is an earlier position. Go back to now to play."})

      for {event, move} <- [{"move", "a2-4"}, {"type", "a2 4"}] do
        render_hook(view, event, %{seq: before.seq, move: move})
        assert has_element?(view, "#notices .notice", "This is an earlier position.")
      end

      render_hook(view, "hint", %{})
      assert {:ok, ^before} = Matches.get(id)

      press(view, "#to-now")
      render_hook(view, "move", %{seq: before.seq, move: "a2-4"})
      shows_now(view, 6)
    end

    test "an opponent's move is announced and signalled, but the board stays" do
      {:ok, id} = Matches.create(me(), request())
      {:ok, state} = Matches.get(id)
      act!(id, state, {:move, "-7"})
      {view, _html} = open(id, "?ply=0")
      shows(view, 0, 1)
      refute has_element?(view, "main.is-your-turn")

      EngineDouble.answer(asked(), "c3-A")
      assert Wait.until(fn -> has_element?(view, "#match[data-made='2']") end)
      shows(view, 0, 2)
      refute piece_on?(view, "c3")
      assert has_element?(view, "#announcement", "Sparrow: Placed the piece on c3")
      assert has_element?(view, "#announcement", "Your move.")

      assert has_element?(
               view,
               "#notices [aria-hidden='true']",
               "Sparrow: Placed the piece on c3"
             )

      assert has_element?(view, "#strip-you.is-prompted h2", "Your move")
      assert page_title(view) == "Your move · Quarto"
      assert has_element?(view, "#move-list li:nth-child(2)")

      press(view, "#walk-forward")
      refute has_element?(view, "#notices .notice")
      press(view, "#to-now")
      shows_now(view, 2)
      assert last?(view, "c3")
    end

    test "clocks and the end of the match go on" do
      %{id: id} = clocked = between_people()
      {view, _html} = open(id, "?ply=1")
      assert has_element?(view, ".clock.is-running")
      {:ok, state} = Matches.get(id)
      {:ok, _change} = Matches.act(id, clocked.you, state.seq, :resign)
      assert Wait.until(fn -> has_element?(view, ".strip.is-headline", "You win") end)
      shows(view, 1, 3)
      refute has_element?(view, ".clock.is-running")
      assert has_element?(view, "#to-now", "To the end")
    end

    test "an undo of moves after those on the board changes nothing on it" do
      id = played()
      {view, _html} = open(id, "?ply=2")
      press(view, "#undo")
      shows(view, 2, 4)
    end

    test "an undo of the moves on the board leads back to now, and says so" do
      id = played()
      {view, _html} = open(id, "?ply=4")
      press(view, "#undo")
      shows_now(view, 4)
      assert_patch(view, "/m/#{id}")
    end

    test "an undo of more than that says which move is gone" do
      {:ok, id} = Matches.create(me(), request())
      {:ok, _state} = Matches.watch(id)

      for {mine, reply} <- [{"-7", "c3-A"}, {"b2-1", "a1-2"}] do
        {:ok, state} = Matches.get(id)
        act!(id, state, {:move, mine})
        EngineDouble.answer(asked(), reply)
        told(id, state.seq + 2)
      end

      {view, _html} = open(id, "?ply=3")
      press(view, "#undo")
      shows_now(view, 2)
      assert has_element?(view, "#notices .notice", "Move 3 was undone.")
      assert_patch(view, "/m/#{id}")
    end

    test "flipping the board keeps the position" do
      {:ok, id} = Matches.create(me(), request(game: :animal_shogi, second: :me))
      {:ok, state} = Matches.get(id)
      act!(id, state, {:move, "2c2b"})
      {view, _html} = open(id, "?ply=0")
      press(view, "#turn-board")
      shows(view, 0, 1)
    end
  end

  describe "the past" do
    test "of a finished match leads to its end" do
      id = played([second: :me], ~w(-7 c3-A b2-1 a1-2 d4-3))
      {:ok, state} = Matches.get(id)
      act!(id, state, :resign)
      {view, _html} = open(id, "?ply=3")
      shows(view, 3, 5)
      assert has_element?(view, ".strip.is-headline")
      press(view, "#to-now")
      shows_now(view, 5)
    end

    test "has no winning line before the last move" do
      {:ok, id} =
        Matches.create(me(), request(second: :me))

      {:ok, state} = Matches.get(id)
      # A line of tall pieces.
      state = Enum.reduce(~w(-8 a4-9 b4-A c4-B d4), state, &act!(id, &2, {:move, &1}))
      assert state.result
      {view, _html} = open(id)
      assert has_element?(view, ".cell.is-winning")
      walk(view, "back")
      refute has_element?(view, ".cell.is-winning")
      assert has_element?(view, "#match[data-result]")
      walk(view, "forward")
      assert has_element?(view, ".cell.is-winning")
    end

    test "can be watched by anyone" do
      {view, _html} = open(played(), "?ply=2", "a guest")
      shows(view, 2, 5)
      walk(view, "back")
      shows(view, 1, 5)
    end

    test "of a match between engines stays while they play" do
      {:ok, id} = Matches.create(me(), request(first: {:level, "sparrow"}))
      {view, _html} = open(id)
      EngineDouble.answer(asked(), "-7")
      assert Wait.until(fn -> has_element?(view, "#match[data-played='1']") end)
      walk(view, "first")
      EngineDouble.answer(asked(), "c3-A")
      assert Wait.until(fn -> has_element?(view, "#match[data-made='2']") end)
      shows(view, 0, 2)
    end

    test "of swap2 has the stones and colours of then" do
      {:ok, id} =
        Matches.create(
          me(),
          request(game: :gomoku, options: [size: 9, opening: :swap2], second: :me)
        )

      {:ok, state} = Matches.get(id)
      Enum.reduce(~w(e5 f4 d6 black), state, &act!(id, &2, {:move, &1}))
      {view, _html} = open(id, "?ply=3")
      # Nobody can choose a colour any more.
      refute has_element?(view, "#play-black")

      assert view
             |> render()
             |> LazyHTML.from_fragment()
             |> LazyHTML.query(".stone")
             |> Enum.count() == 3

      walk(view, "back", %{by: 2})
      assert has_element?(view, "[data-step='e5'][aria-label='e5, black stone, last move']")
    end

    test "of SEPARO has the scores of then, and a pass is a move like any other" do
      id = separo_with_a_pass()
      {:ok, state} = Matches.get(id)
      passes = for {move, ply} <- Enum.with_index(state.moves, 1), State.pass?(move), do: ply
      assert passes != []
      {view, _html} = open(id)

      for ply <- [hd(passes), hd(passes) - 1, 0] do
        render_patch(view, "/m/#{id}?ply=#{ply}")
        {:ok, past} = State.at(state, ply)
        {first, _second} = past.snapshot.score
        assert has_element?(view, "#strip-you .score", "#{first} region")
        assert has_element?(view, "#match[data-played='#{ply}']")
      end
    end

    test "of a game of 500 plies sends no more than a move" do
      id = long_match(500)
      {view, _html} = open(id)
      :erlang.trace(view.pid, true, [:send])
      walk(view, "back")
      shows(view, 499, 500)
      walk(view, "first")
      shows(view, 0, 500)
      walk(view, "forward", %{by: 250})
      shows(view, 250, 500)
      sizes = sent(view.pid)
      assert length(sizes) >= 3
      assert Enum.all?(sizes, &(&1 < 5_000)), inspect(sizes)
    end
  end

  defp between_people do
    me = me()
    you = me <> "you"
    request = request(second: :friend, control: {:total, 300_000, 3_000})
    {:ok, id} = Matches.create(me, request)
    {:ok, _change} = Matches.act(id, you, 1, :join)

    for {visitor, move} <- [{me, "-7"}, {you, "c3-A"}, {me, "b2-1"}] do
      {:ok, state} = Matches.get(id)
      {:ok, _change} = Matches.act(id, visitor, state.seq, {:move, move})
    end

    %{id: id, you: you}
  end

  # Random games on a small board often have one.
  defp separo_with_a_pass do
    :rand.seed(:exsss, {1, 2, 3})

    Stream.repeatedly(fn -> random_game(Playout.new!(:separo, size: 5)) end)
    |> Enum.find(fn %{moves: moves} -> "--" in moves end)
    |> stored_match()
  end

  defp random_game(position) do
    case Playout.legal_moves!(position) do
      [] -> position
      moves -> position |> Playout.play!(Enum.random(moves)) |> random_game()
    end
  end

  # Random moves that do not end the game.
  defp long_match(plies) do
    :rand.seed(:exsss, {1, 2, 3})

    1..plies
    |> Enum.reduce(Playout.new!(:animal_shogi), fn _ply, position ->
      position
      |> Playout.legal_moves!()
      |> Enum.shuffle()
      |> Enum.map(&Playout.play!(position, &1))
      |> Enum.find(&(Playout.outcome!(&1) == nil))
    end)
    |> stored_match()
  end

  defp stored_match(%{game: game, start: start, moves: moves}) do
    id = Base.url_encode64(:crypto.strong_rand_bytes(9), padding: false)

    data = %{
      owner: me(),
      game: game,
      variant: hd(Playout.Game.variants(game)),
      start: start,
      seats: %{first: {:person, me()}, second: {:person, me()}},
      toss: false,
      control: nil,
      listed: false
    }

    created = %Event{seq: 1, type: :created, data: data}
    {:ok, state} = State.from_events(id, [created])
    {:ok, []} = Store.create(state, created)
    {:ok, final, _record} = State.replay(state, moves)

    # Side by side, because each waits for the disk.
    final.moves
    |> Enum.with_index(2)
    |> Task.async_stream(
      fn {move, seq} ->
        event = %Event{seq: seq, type: :moved, data: %{side: move.side, move: move.text}}
        :ok = Store.append(%{final | seq: seq}, event)
      end,
      max_concurrency: 500,
      timeout: :infinity
    )
    |> Stream.run()

    id
  end

  # How many bytes the page's process has sent to its socket with each message since the last call.
  defp sent(pid) do
    receive do
      {:trace, ^pid, :send, %kind{} = message, _to} when kind in [Message, Reply] ->
        {:socket_push, :text, text} = JSONSerializer.encode!(message)
        [IO.iodata_length(text) | sent(pid)]

      {:trace, ^pid, :send, _other, _to} ->
        sent(pid)
    after
      0 -> []
    end
  end
end
