defmodule PlayoutWeb.Match.Presence.CostTest do
  # What many pages of a match cost, on this node.
  use ExUnit.Case, async: true

  alias Playout.Test.Wait
  alias PlayoutWeb.Match.Presence

  @pages 100
  @seats %{first: {:person, "me"}, second: {:person, "you"}}

  # Passes on to the test what it is told.
  defp open(id, visitor, follows \\ []) do
    test = self()

    page =
      spawn_link(fn ->
        Presence.follow(id, follows)
        Presence.enter(id, visitor)
        send(test, :entered)
        show(test, id, visitor)
      end)

    assert_receive :entered
    page
  end

  defp show(test, id, visitor) do
    receive do
      {:presence, ^id} -> send(test, {:told, self()})
      {:away, away?} -> Presence.away(id, visitor, away?)
      {:sync, test} -> send(test, :synced)
      :leave -> exit(:normal)
    end

    show(test, id, visitor)
  end

  # What the pages have been told, once nothing is left to tell of the match.
  defp told(id, pages) do
    for page <- pages, do: sync(page)
    assert Wait.until(fn -> Enum.all?(to_tell(), &(id not in &1)) end)
    for page <- pages, do: sync(page)
    Enum.sort(heard())
  end

  defp sync(page) do
    send(page, {:sync, self()})
    assert_receive :synced
  end

  @tracker :"#{PlayoutWeb.Presence}_shard0"

  defp to_tell do
    %{tracker_state: before} = :sys.get_state(@tracker, :infinity)

    for whom <- Map.keys(before) do
      "presence:" <> id = if is_tuple(whom), do: elem(whom, 0), else: whom
      [id]
    end
  end

  defp heard do
    receive do
      {:told, page} -> [page | heard()]
    after
      0 -> []
    end
  end

  test "one change sends each page one message, if it changes what the page shows" do
    id = "#{System.unique_integer()}"
    mine = open(id, "me", ["you"])
    yours = open(id, "you", ["me"])
    watchers = for n <- 1..@pages, do: open(id, "visitor #{n}")
    pages = [mine, yours | watchers]
    told(id, pages)
    assert Presence.of(id, @seats) == %{first: :here, second: :here, watching: @pages}

    # Who watches sees no player.
    send(yours, {:away, true})
    assert told(id, pages) == [mine]
    assert %{second: :away} = Presence.of(id, @seats)

    # Nobody sees who watches, but how many.
    [hidden, gone | _rest] = watchers
    send(hidden, {:away, true})
    assert told(id, pages) == []
    send(gone, :leave)
    assert Wait.until(fn -> Presence.of(id, @seats).watching == @pages - 1 end)
    assert told(id, pages -- [gone]) == Enum.sort(pages -- [gone])
  end

  test "whoever has seen somebody come and go at once is told that they are gone" do
    id = "#{System.unique_integer()}"
    mine = open(id, "me", ["you"])
    told(id, [mine])
    yours = open(id, "you")
    assert %{second: :here} = Presence.of(id, @seats)
    send(yours, :leave)
    assert Wait.until(fn -> Presence.of(id, @seats)[:second] == nil end)
    assert mine in told(id, [mine])
  end

  test "a page counts once if several nodes tell of it" do
    id = "#{System.unique_integer()}"
    page = {"me", %{away: false, phx_ref: "the page of #{id}"}}
    for _ <- 1..2, do: tell(id, [page], [])
    assert Presence.of(id, %{}).watching == 1
    for _ <- 1..2, do: tell(id, [], [page])
    assert Presence.of(id, %{}).watching == 0
  end

  defp tell(id, joins, leaves) do
    :sys.replace_state(
      @tracker,
      fn state ->
        {:ok, before} =
          Presence.handle_diff(%{"presence:#{id}" => {joins, leaves}}, state.tracker_state)

        %{state | tracker_state: before}
      end,
      :infinity
    )
  end

  test "to look costs the same, however many there are" do
    [few, many] = for pages <- [1, @pages], do: cost(pages)
    assert many < 2 * few
  end

  # In reductions: the least of some, because collecting garbage costs some too.
  defp cost(pages) do
    id = "#{System.unique_integer()}"
    for n <- 1..pages, do: open(id, "visitor #{n}")

    Enum.min(
      for _ <- 1..20 do
        before = reductions()
        assert Presence.of(id, @seats).watching == pages
        reductions() - before
      end
    )
  end

  defp reductions do
    {:reductions, count} = Process.info(self(), :reductions)
    count
  end
end
