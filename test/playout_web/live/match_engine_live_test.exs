defmodule PlayoutWeb.MatchEngineLiveTest do
  # What the page shows of an engine at work; the engine does what the test
  # wants, when the test wants it.
  use PlayoutWeb.ConnCase, async: false
  use Playout.Test.MatchCase, async: false

  alias Playout.Error

  defp open(conn, changes \\ []) do
    {:ok, id} = Matches.create(me(), wish(changes))
    {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
    {id, view}
  end

  # What the process of the match has sent to the page has arrived there.
  defp shown(view, id) do
    {:ok, _state} = Matches.get(id)
    render(view)
    view
  end

  defp estimate, do: %{win: 0.5, draw: 0.3, loss: 0.2}

  test "its progress is shown, and stays until there is new", %{conn: conn} do
    {id, view} = open(conn)
    render_hook(view, "move", %{seq: 1, move: "-7"})
    search = asked()
    assert has_element?(view, "#strip-them.is-to-move .status", "Thinking…")

    progress = %{playouts: 12_345, nodes: 1, used: 0.25, estimate: estimate(), seconds: 0.1}
    EngineDouble.progress(search, progress)
    shown(view, id)
    assert has_element?(view, "#strip-them rect.bar-used[width='25']")
    assert has_element?(view, "#strip-them .count", "12\u202F345 playouts")
    assert has_element?(view, "#strip-them .odds", "you 20 · draw 30 · it 50 %")

    render_hook(view, "undo", %{seq: 2})
    assert has_element?(shown(view, id), "rect.bar-used[width='100']")
    render_hook(view, "move", %{seq: 3, move: "-8"})
    asked()
    assert has_element?(shown(view, id), "rect.bar-used[width='0']")
    assert has_element?(view, ".count", "12\u202F345 playouts")
  end

  test "a win seen at once is not counted", %{conn: conn} do
    {id, view} = open(conn)
    render_hook(view, "move", %{seq: 1, move: "-7"})
    search = asked()
    progress = %{playouts: 0, nodes: 0, used: 0.5, estimate: estimate(), seconds: 0.0}
    EngineDouble.progress(search, progress)
    refute has_element?(shown(view, id), ".count", "0")
    EngineDouble.progress(search, %{progress | used: 1.0})
    assert has_element?(shown(view, id), ".count", "at a glance")
  end

  test "that it failed is said, and it can be tried again", %{conn: conn} do
    {id, view} = open(conn)
    render_hook(view, "move", %{seq: 1, move: "-7"})
    error = %Error{code: :busy, message: "busy"}
    for _attempt <- 1..2, do: EngineDouble.fail(asked(), error)
    assert has_element?(shown(view, id), ".notice", "Too many games")
    assert has_element?(view, "#strip-them .status", "Does not answer")

    view |> element(".notice button", "Try again") |> render_click()
    refute has_element?(shown(view, id), ".notice")
    EngineDouble.answer(asked(), "a1-8")
  end
end
