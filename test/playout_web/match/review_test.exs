defmodule PlayoutWeb.Match.ReviewTest do
  # The review on the page of a finished match. The engine does what the test tells it.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias Playout.Error
  alias Playout.Matches.Store.Reviews, as: Stored
  alias PlayoutWeb.Test.Frames

  @moduletag :capture_log

  @moves ["-7", "c3-A", "b2-1"]

  # A match of two people at one screen that one of them resigned.
  defp lost(moves \\ @moves) do
    {:ok, id} = Matches.create(me(), request(first: :me, second: :me))

    for {move, seq} <- Enum.with_index(moves, 1),
        do: {:ok, _} = Matches.act(id, me(), seq, {:move, move})

    {:ok, _} = Matches.act(id, me(), length(moves) + 1, :resign)
    id
  end

  defp look(id, visitor \\ me(), query \\ "") do
    {:ok, view, _html} = build_conn() |> visiting(visitor) |> live("/m/#{id}#{query}")
    view
  end

  defp ask(view), do: view |> element("#ask-review") |> render_click()

  defp shows(view, selector, words \\ nil) do
    assert Wait.until(fn -> has_element?(view, selector, words) end), render(view)
    view
  end

  # The chances of the side to move, position by position.
  defp answer(answers),
    do: for({move, win} <- answers, do: EngineDouble.answer(asked(), move, win))

  defp reviewed(id) do
    view = look(id)
    ask(view)
    # The second move gives much away; the others are the engine's own.
    answer([{"-7", 0.5}, {"a1-2", 0.6}, {"b2-1", 0.9}, {"d4-3", 0.1}])
    shows(view, "#review [role=status]", "The review is finished.")
  end

  test "is not there before the end, nor without a move, nor before anyone asks" do
    {:ok, id} = Matches.create(me(), request(first: :me, second: :me))
    view = look(id)
    refute has_element?(view, "#ask-review, #review")
    view = look(lost([]))
    refute has_element?(view, "#ask-review, #review")
    view = look(lost())
    assert has_element?(view, "#ask-review", "Review")
    assert has_element?(view, "#review[hidden]")
  end

  test "is drawn as it comes, with its progress" do
    view = look(lost())
    ask(view)
    shows(view, "#review:not([hidden]) [role=status]", "The engine is reviewing the match…")
    assert has_element?(view, "#review progress[value='0'][max='4']")
    refute has_element?(view, ".review-graph")
    answer([{"-7", 0.5}])
    shows(view, "#review progress[value='1'][max='4']")
    assert has_element?(view, ".review-graph[data-last='3'] .review-line[d='M0 500h0']")
    answer([{"a1-2", 0.6}])
    shows(view, ".review-line[d='M0 500L1 600']")
    assert has_element?(view, ".review-count", "2 of 4")
    # It may still get worse, so nothing is said of the turning point.
    assert has_element?(
             view,
             "#review-words",
             "Player 1 played the engine's first choice in 1 of 1"
           )

    refute has_element?(view, "#review-words", "decided")
  end

  test "says where the match turned, marks it, and lists all values" do
    view = reviewed(lost())
    words = view |> element("#review-words") |> render()

    assert words =~
             "The match turned with move 2 by Player 2, c3-A: their chances fell from 60% to 10%. The engine would have played a1-2."

    assert words =~ "Player 1 played the engine&#39;s first choice in 2 of 2 moves."
    assert words =~ "Player 2 played the engine&#39;s first choice in 0 of 1 moves."
    assert has_element?(view, ".review-mark.is-worst[d='M2 100h0']")
    refute has_element?(view, ".review-mark:not(.is-worst)")

    assert has_element?(
             view,
             ".review-turn[href='?ply=2']",
             "Move 2, Player 2: c3-A instead of a1-2 (60% → 10%)"
           )

    rows = "#review-table tbody tr"
    assert has_element?(view, "#{rows}:nth-child(1) a[href='?ply=0']", "Start")
    assert has_element?(view, "#{rows}:nth-child(3).is-turn td:nth-child(3)", "c3-A")
    assert has_element?(view, "#{rows}.is-turn td:nth-child(4)", "a1-2")
    assert has_element?(view, "#{rows}.is-turn td:nth-child(5)", "90%")
    assert has_element?(view, "#{rows}:nth-child(4) td:nth-child(2)", "Player 1")
    refute has_element?(view, "#{rows}:nth-child(5)")
    refute has_element?(view, "#review progress, #continue-review, #cancel-review")
  end

  test "speaks of the visitor's own moves and chances as theirs" do
    {:ok, id} = Matches.create(me(), request())
    view = look(id)
    render_hook(view, "move", %{seq: 1, move: "-7"})
    answer([{"c3-A", 0.5}])
    assert Wait.until(fn -> has_element?(view, "#match[data-played='2']") end)
    {:ok, %{seq: seq}} = Matches.get(id)
    render_hook(view, "resign", %{seq: seq})
    ask(view)
    answer([{"-3", 0.9}, {"c3-A", 0.9}, {"a1-2", 0.1}])
    shows(view, "#review-words", "The match turned with your move 1, -7: your chances fell")
    assert has_element?(view, "#review-words", "You played the engine's first choice in 0 of 1")

    assert has_element?(
             view,
             "#review-words",
             "Sparrow played the engine's first choice in 1 of 1"
           )

    assert has_element?(view, ".review-turn", "Your move 1: -7 instead of -3 (90% → 10%)")
    assert has_element?(view, ".review-label.is-top", "You win")
    assert has_element?(view, ".review-label.is-bottom", "Sparrow wins")
    assert has_element?(view, "#review-table th", "Your chances")
  end

  test "is there for everyone who opens the match, at once" do
    id = lost()
    reviewed(id)
    watcher = look(id, "a stranger")
    assert has_element?(watcher, "#review:not([hidden]) .review-mark.is-worst")
    ask(watcher)
    refute has_element?(watcher, "#review [role=alert]")
    refute_received {:asked, _search}
  end

  test "its links show a position, and graph and table say which one is shown" do
    id = lost()
    view = reviewed(id)
    assert has_element?(view, ".review-cursor[d='M3 0V1000']")
    view |> element(".review-turn") |> render_click()
    assert_patch(view, "/m/#{id}?ply=2")
    assert has_element?(view, "#match.is-past[data-played='2']")
    assert has_element?(view, ".review-cursor[d='M2 0V1000']")
    assert has_element?(view, "#review-table .is-shown a[aria-current='true']", "2")
    view |> element("#review-table a", "Start") |> render_click()
    assert has_element?(view, "#match.is-past[data-played='0']")
    view |> element("#review-table a[data-ply='3']") |> render_click()
    assert has_element?(view, "#match:not(.is-past)")
  end

  test "whoever asked can stop it and go on, and nobody else" do
    id = lost()
    view = look(id)
    watcher = look(id, "a stranger")
    ask(view)
    answer([{"-7", 0.5}])
    shows(view, "#cancel-review", "Stop")
    shows(watcher, "#review progress[value='1']")
    refute has_element?(watcher, "#cancel-review")

    # Forged.
    watcher |> with_target("#review") |> render_click("cancel", %{})
    assert has_element?(watcher, "#review [role=alert]", "Only the one who asked for a review")
    watcher |> with_target("#review") |> render_click("delete", %{"id" => id})
    assert has_element?(watcher, "#review [role=alert]", "Something went wrong")
    assert has_element?(view, "#cancel-review")

    view |> element("#cancel-review") |> render_click()
    shows(view, "#review [role=status]", "The review is not finished.")
    assert has_element?(view, ".review-graph")
    shows(watcher, "#continue-review", "Continue")
    asked()
    watcher |> element("#continue-review") |> render_click()
    shows(watcher, "#cancel-review")
    answer([{"a1-2", 0.5}, {"b2-1", 0.5}, {"d4-3", 0.5}])
    shows(view, "#review-words", "No single move decided the match.")
  end

  test "says that it waits for a busy engine, and that a second review has to" do
    [id, other] = [lost(), lost()]
    EngineDouble.refuse(Error.new(:busy, "all", "busy", %{limit: 7}))
    view = look(id)
    ask(view)
    shows(view, "#review [role=status]", "The engine is busy. Waiting for it, place 8.")
    EngineDouble.refuse([])
    asked()
    shows(view, "#review [role=status]", "The engine is reviewing the match…")

    view = look(other)
    ask(view)
    shows(view, "#review [role=alert]", "The engine is reviewing another match for you.")
  end

  test "says why it failed" do
    view = look(lost())
    ask(view)
    for _ <- 1..2, do: EngineDouble.fail(asked(), Error.new(:internal, "crashed", "it crashed"))
    shows(view, "#review [role=alert]", "The engine didn't respond.")
    view |> element("#continue-review") |> render_click()
    refute has_element?(view, "#review [role=alert]")
    asked()
  end

  test "goes when the end is taken back, and says how long matches are cut" do
    Env.merge(Matches.Settings, review: [positions: 2])
    {:ok, id} = Matches.create(me(), request(first: :me, second: :me))

    for {move, seq} <- Enum.with_index(["-8", "a4-9", "b4-A", "c4-B", "d4"], 1),
        do: {:ok, _} = Matches.act(id, me(), seq, {:move, move})

    view = look(id)
    ask(view)
    answer([{"-8", 0.5}, {"a4-9", 0.5}])
    shows(view, "#review-words", "only its first 2 positions are reviewed.")
    {:ok, %{seq: seq}} = Matches.get(id)
    render_hook(view, "undo", %{seq: seq})
    refute has_element?(view, "#ask-review, #review")
  end

  # No five in a row: two by two, shifted in each row.
  defp long_game do
    points = for row <- 0..8, column <- 0..8, do: {rem(div(column, 2) + row, 2), column, row}
    {black, white} = Enum.split_with(points, &(elem(&1, 0) == 0))

    for pair <- Enum.zip(Enum.take(black, 30), white),
        {_colour, column, row} <- Tuple.to_list(pair),
        do: <<?a + column>> <> Integer.to_string(row + 1)
  end

  test "a judgement of a long match sends little, and a walk nothing of the graph or the table" do
    changes = [game: :gomoku, variant: :freestyle, options: [size: 9], first: :me, second: :me]
    {:ok, id} = Matches.create(me(), request(changes))
    moves = long_game()

    for {move, seq} <- Enum.with_index(moves, 1),
        do: {:ok, _} = Matches.act(id, me(), seq, {:move, move})

    {:ok, _} = Matches.act(id, me(), length(moves) + 1, :resign)
    view = look(id)
    ask(view)
    answer(for _ <- 1..60, do: {"i9", 0.512})
    shows(view, "#review progress[value='60']")
    Frames.trace(view)
    answer([{"i9", 0.512}])
    shows(view, "#review [role=status]", "The review is finished.")
    assert Enum.sum(Frames.sizes(view)) in 500..5_000

    render_hook(view, "walk", %{"to" => "back"})
    assert has_element?(view, ".review-cursor[d='M59 0V1000']")
    back = Enum.sum(Frames.sizes(view))
    without = walk_without_review(id)
    assert (back - without) in 0..500, inspect({back, without})
  end

  # How many bytes the same walk sends on a page without a review.
  defp walk_without_review(id) do
    :ok = Stored.begin(ending(id), 0)
    :ok = Stored.finish(id)
    view = look(id)
    assert has_element?(view, "#review[hidden]")
    Frames.trace(view)
    render_hook(view, "walk", %{"to" => "back"})
    assert has_element?(view, "#match[data-played='59']")
    Enum.sum(Frames.sizes(view))
  end

  defp ending(id) do
    {:ok, state} = Matches.get(id)
    {id, length(state.moves), state.snapshot.position}
  end
end
