defmodule PlayoutWeb.MatchStorageLiveTest do
  # The page of a match when the database fails.
  use PlayoutWeb.ConnCase, async: false
  use Playout.Test.MatchCase, async: false

  @tag :capture_log
  @tag store_again_after: 200
  test "says that the engine's move isn't saved, and shows it once it is", %{conn: conn} do
    {:ok, id} = Matches.create(me(), request())
    {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
    render_hook(view, "move", %{seq: 1, move: "-7"})
    search = asked()

    fail_writes()
    EngineDouble.answer(search, "c3-A")
    assert Wait.until(fn -> has_element?(view, ".notice", "Saving the engine's move failed") end)
    assert has_element?(view, "#strip-them .status", "Not saved")
    refute has_element?(view, ".notice button")
    refute has_element?(view, "#move-list li:nth-child(2)")

    restore_writes()
    assert Wait.until(fn -> has_element?(view, "#move-list li:nth-child(2)") end)
    refute has_element?(view, ".notice")
  end
end
