defmodule PlayoutWeb.Lobby.TextTest do
  use ExUnit.Case, async: true

  alias Playout.Matches.Summary
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Text

  @me {:person, "me"}
  @heron {:engine, "heron", "mcts"}
  @custom {:engine, nil, "mcts:ms=5"}

  defp words(first, second, changes \\ []) do
    summary = %Summary{
      id: "id",
      game: :quarto,
      variant: :standard,
      seats: %{first: first, second: second},
      position: "..../..../..../.... -",
      turn: :first,
      moves: 0,
      result: nil,
      at: DateTime.utc_now()
    }

    summary = struct!(summary, changes)
    Text.new(summary, "me", Boards.diagram(summary.game, summary.position))
  end

  defp over(result, reason \\ :resignation) do
    [turn: nil, result: result, reason: reason, details: %{shared: ["hollow"]}]
  end

  test "against an engine" do
    assert %{players: "Heron", game: "Quarto", status: "Your move", yours?: true} =
             words(@me, @heron)

    assert %{players: "Heron", status: "Their move", yours?: false} = words(@heron, @me)
    assert %{status: status, yours?: false} = words(@me, @heron, over(:first, :line))
    assert status == "You won. Four hollow pieces in a row."
    assert %{status: "You lost. Four hollow" <> _} = words(@me, @heron, over(:second, :block))
    assert %{status: "Draw. The board is full."} = words(@me, @heron, over(:draw, :full_board))
  end

  test "after a resignation" do
    assert words(@me, @heron, over(:second)).status == "You lost. You resigned."
    assert words(@me, @heron, over(:first)).status == "You won. Your opponent resigned."
    assert words(@me, @me, over(:first)).status == "First won. Second resigned."
  end

  test "after the time of a side was up" do
    assert words(@me, @heron, over(:second, :time)).status == "You lost. You ran out of time."
    assert words(@me, @heron, over(:first, :time)).status =~ "Your opponent ran out of time."
    assert words(@me, @me, over(:first, :time)).status == "First won. Second ran out of time."
    black = [game: :gomoku, variant: :freestyle, position: "5/5/5/5/5 x freestyle"]
    assert words(@me, @me, black ++ over(:second, :time)).status =~ "Black ran out of time."
  end

  test "against a custom player, in another variant" do
    words = words(@me, @custom, variant: :squares)
    assert words.players =~ "mcts:ms=5"
    assert words.game =~ "Quarto · "
  end

  test "a level that has left the ladder keeps its name" do
    assert words(@me, {:engine, "fox", "mcts:ms=7"}).players == "Fox"
  end

  test "two people on one screen" do
    assert %{status: "First to move", yours?: false} = words(@me, @me)
    assert %{status: "Second to move"} = words(@me, @me, turn: :second)
    assert %{status: "First won. " <> _} = words(@me, @me, over(:first))
    assert %{status: "Second won. " <> _} = words(@me, @me, over(:second))
  end

  test "two engines" do
    assert %{players: "Heron vs. Custom" <> _, status: "In progress", yours?: false} =
             words(@heron, @custom)

    assert %{status: "Heron won. " <> _} = words(@custom, @heron, over(:second))
  end

  test "sides have the names that the game gives them" do
    gomoku = [game: :gomoku, variant: :freestyle, position: "5/5/5/5/5 x freestyle"]
    swapped = Keyword.put(gomoku, :position, "5/5/5/5/xox2 o freestyle+swapped")
    five = &(&1 ++ over(:first, :five))
    assert words(@me, @me, gomoku).status == "Black to move"
    assert words(@me, @me, five.(gomoku)).status == "Black won. Five in a row."
    assert words(@heron, @heron, five.(gomoku)).status == "Black won. Five in a row."
    assert words(@heron, @heron, five.(swapped)).status == "White won. Five in a row."
    assert words(@me, @heron, five.(gomoku)).status == "You won. Five in a row."
  end

  test "another visitor" do
    assert %{players: "Guest", status: "Their move"} = words({:person, "other"}, @me)
    others = words({:person, "other"}, {:person, "third"})
    assert others.players == "Guest (first) vs. Guest (second)"
    assert words(@me, @me).players == "Two players, one screen"
  end

  test "that nobody has taken the other seat yet is said once" do
    assert %{players: "Waiting for a player", status: nil} = words(@me, :open)

    assert %{players: "Guest", status: "Waiting for an opponent"} =
             words(:open, {:person, "other"})
  end

  test "how long ago" do
    now = ~U[2026-03-01 12:00:00Z]
    ago = fn seconds -> Text.ago(DateTime.add(now, -seconds), now) end
    assert ago.(0) == "just now"
    # In case the clock was set back.
    assert ago.(-100) == "just now"
    assert ago.(61) == "1 minute ago"
    assert ago.(59 * 60) == "59 minutes ago"
    assert ago.(3600) == "1 hour ago"
    assert ago.(47 * 3600) == "1 day ago"
    assert ago.(29 * 86_400) == "29 days ago"
    assert ago.(31 * 86_400) == "2026-01-29"
  end
end
