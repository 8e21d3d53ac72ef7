defmodule PlayoutWeb.Match.HintTest do
  # Hints on the page of a match. The engine does what the test tells it.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias Playout.Error

  @moduletag :capture_log

  @crash %Error{code: :internal, message: "it crashed", details: %{problem: "crashed"}}

  defp open(changes \\ []) do
    {:ok, id} = Matches.create(me(), request(changes))
    {id, look(id, me())}
  end

  defp look(id, visitor) do
    {:ok, view, _html} = build_conn() |> visiting(visitor) |> live(~p"/m/#{id}")
    view
  end

  defp play(view, id, move) do
    {:ok, %{seq: seq}} = Matches.get(id)
    render_hook(view, "move", %{seq: seq, move: move})
  end

  defp hint(view), do: view |> element("#hint") |> render_click()

  defp says(view, words) do
    assert Wait.until(fn -> has_element?(view, "#strip-you [data-prompt='0']", words) end),
           view |> element("#strip-you .status") |> render()

    view
  end

  defp off?(view), do: has_element?(view, "#hint[aria-disabled='true']")

  test "the first press says where to look, the second one shows the move" do
    {id, view} = open()
    play(view, id, "-7")
    EngineDouble.answer(asked(), "c3-A")
    assert Wait.until(fn -> has_element?(view, "#match[data-played='2']") end)
    assert has_element?(view, "#hint[aria-disabled='false']", "Hint")

    hint(view)
    says(view, "Looking for a hint…")
    EngineDouble.answer(asked(), "b2-1")
    says(view, "Look at b2.")
    # Sent again, because its answer was lost.
    render_hook(view, "hint", %{"help" => "first"})
    says(view, "Look at b2.")
    assert {:ok, %{hints: %{2 => %{help: :where}}}} = Matches.get(id)
    assert has_element?(view, "#cell-b2.is-marked[aria-label='b2, empty, hint']")
    refute has_element?(view, ".tray-slot.is-marked")
    assert has_element?(view, "#hint[aria-disabled='false']", "Show move")

    hint(view)
    says(view, "Place it on b2, give the short light round hollow piece.")
    # Also after the first step.
    assert has_element?(view, "#strip-you [data-prompt='1']", "Place it on b2")
    assert has_element?(view, "#cell-b2.is-marked")

    assert has_element?(
             view,
             "#piece-1.is-marked[aria-label='short light round hollow piece, hint']"
           )

    assert off?(view)
    refute_received {:asked, _search}
  end

  test "the next move has no hint, and the list marks the one that had" do
    {id, view} = open(second: :me)
    hint(view)
    EngineDouble.answer(asked(), "-7")
    says(view, "Look at the short pieces.")
    play(view, id, "-3")
    assert has_element?(view, "#strip-them [data-prompt='0']", "Place the piece on the board.")
    refute has_element?(view, ".is-marked")
    assert has_element?(view, "#move-list li:nth-child(1) .bulb title", "After a hint.")
    assert has_element?(view, "#move-list li:nth-child(1) .sr-only", "After a hint.")
    assert has_element?(view, "#hint", "Hint")

    play(view, id, "a1-4")
    refute has_element?(view, "#move-list li:nth-child(2) .bulb")
    # Everybody sees it, also later.
    assert has_element?(look(id, "a guest"), "#move-list li:nth-child(1) .bulb")
  end

  test "a seen move is marked as that" do
    {id, view} = open(second: :me)
    hint(view)
    EngineDouble.answer(asked(), "-7")
    says(view, "Look at the short pieces.")
    hint(view)
    says(view, "Give the short dark square hollow piece.")
    play(view, id, "-7")
    assert has_element?(view, "#move-list .bulb title", "After seeing the engine's move.")
  end

  test "a search that waits says so" do
    {_id, view} = open()
    hint(view)
    search = asked()
    EngineDouble.wait(search, 4)
    says(view, "Waiting for a hint, place 4")
    EngineDouble.progress(search, %{playouts: 1})
    says(view, "Looking for a hint…")
  end

  test "a failure is explained, and another press tries again" do
    {_id, view} = open()
    hint(view)
    EngineDouble.fail(asked(), @crash)
    EngineDouble.fail(asked(), @crash)

    assert Wait.until(fn ->
             has_element?(view, "#notices .notice", "The engine didn't respond.")
           end)

    says(view, "Choose a piece for your opponent.")
    hint(view)
    EngineDouble.answer(asked(), "-7")
    says(view, "Look at the short pieces.")
  end

  test "a move and an undo end the search, and its answer shows nothing" do
    {id, view} = open(second: :me)
    hint(view)
    search = asked()
    play(view, id, "-3")
    assert_receive {:cancelled, _handle}
    send(search.owner, EngineDouble.message(search, "-7"))
    hint(view)
    search = asked()
    view |> element("#undo") |> render_click()
    assert_receive {:cancelled, _handle}
    send(search.owner, EngineDouble.message(search, "a1-7"))
    {:ok, %{hints: hints}} = Matches.get(id)
    assert hints == %{}
    says(view, "Choose a piece for your opponent.")
    refute has_element?(view, ".is-marked")
  end

  test "a hint that was given is there after a reload, and in another window" do
    {id, view} = open()
    hint(view)
    EngineDouble.answer(asked(), "-7")
    says(view, "Look at the short pieces.")
    other = look(id, me())
    says(other, "Look at the short pieces.")
    assert has_element?(other, "#piece-3.is-marked")
    refute has_element?(other, "#piece-8.is-marked")
  end

  test "only the player sees it" do
    {id, view} = open()
    guest = look(id, "a guest")
    hint(view)
    EngineDouble.answer(asked(), "-7")
    says(view, "Look at the short pieces.")
    refute render(guest) =~ "Look at"
    refute has_element?(guest, ".is-marked")
    refute has_element?(guest, "#hint")
    render_hook(guest, "hint", %{})
    assert has_element?(guest, "#notices .notice", "You are watching.")
  end

  test "there is no button between people, in a match of engines, or after the end" do
    {:ok, id} = Matches.create(me(), request(second: :friend))
    {:ok, _change} = Matches.act(id, "you" <> me(), 1, :join)
    view = look(id, me())
    refute has_element?(view, "#hint")
    render_hook(view, "hint", %{})
    assert has_element?(view, "#notices .notice", "There are no hints")

    {_id, view} = open(first: {:level, "sparrow"})
    refute has_element?(view, "#hint")

    {_id, view} = open()
    view |> element("#resign") |> render_click()
    refute has_element?(view, "#hint")
    render_hook(view, "hint", %{})
    assert has_element?(view, "#notices .notice", "The match is over.")
  end

  test "while it is not the player's turn the button is off, and a press says why" do
    {id, view} = open()
    play(view, id, "-7")
    assert off?(view)
    hint(view)
    assert has_element?(view, "#notices .notice", "It's not your turn.")
    assert {:ok, %{hints: hints}} = Matches.get(id)
    assert hints == %{}
  end

  test "too many hints are refused" do
    Env.merge(Matches.Settings, limits: [hints: 1])
    {id, view} = open()
    hint(view)
    EngineDouble.answer(asked(), "-7")
    says(view, "Look at the short pieces.")
    hint(view)
    assert has_element?(view, "#notices .notice", "You have asked for a lot of hints.")
    assert {:ok, %{seq: 2}} = Matches.get(id)
  end

  test "the past shows no hint" do
    {id, view} = open(second: :me)
    play(view, id, "-7")
    hint(view)
    EngineDouble.answer(asked(), "b2-1")
    assert Wait.until(fn -> has_element?(view, ".is-marked") end)
    view |> element("#walk-back") |> render_click()
    refute has_element?(view, ".is-marked")
    assert off?(view)
    view |> element("#to-now") |> render_click()
    assert has_element?(view, "#cell-b2.is-marked")
  end
end
