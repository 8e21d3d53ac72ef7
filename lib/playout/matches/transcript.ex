defmodule Playout.Matches.Transcript do
  @moduledoc """
  The record of a match (`Playout.Record`), from its events: the moves with what was left on the clock
  after each, those that were undone as variations, and hints as comments on the position in which they
  were given.

  This module is pure. It knows no names; whoever asks for a record says what the players are called.
  """

  alias Playout.{Error, Outcome, Record}
  alias Playout.Matches.{Clock, Event, State}
  alias Playout.Record.Node

  @typedoc """
  What the events don't say:

  - `site`: where the match was played;
  - `players`: their names by side, `nil` for an open seat;
  - `hint`: says in words what hint a player got, with the move.
  """
  @type about :: %{
          site: String.t(),
          players: %{Playout.Side.t() => nil | String.t()},
          hint: (Event.hint(), String.t() -> String.t())
        }

  @doc """
  Returns the record of a match with these events, all of them. `state` is what they lead to. If there
  are more undone moves than a record can have, it lacks those since then.

  Errors: `:too_large` if the match itself has more moves.
  """
  @spec record(State.t(), [Event.t(), ...], about) :: {:ok, Record.t()} | {:error, Error.t()}
  def record(%State{} = state, [created | _] = events, about) do
    told = tell(events, about)

    with {:ok, record} <- Record.new(state.position) do
      record = told.undone |> Enum.reverse() |> Enum.uniq() |> Enum.reduce_while(record, &vary/2)
      {:ok, %{record | tags: tags(state, created, about), root: noted(record.root, [], told)}}
    end
  end

  # `now` are the moves on the board, and `undone` those that were there before each undo. They and the
  # keys of `clocks` and `hints` have the last move first.
  defp tell(events, about) do
    told = %{now: [], undone: [], clocks: %{}, hints: %{}}
    Enum.reduce(events, told, &tell(&1.type, &1.data, &1, about, &2))
  end

  defp tell(:moved, %{side: side, move: move}, %{clock: clock}, _about, told) do
    now = [move | told.now]
    clocks = if clock, do: Map.put(told.clocks, now, clock.left[side]), else: told.clocks
    %{told | now: now, clocks: clocks}
  end

  defp tell(:hinted, %{help: help, move: move}, _event, about, told),
    do: put_in(told.hints[told.now], about.hint.(help, move))

  # By a player alone, or with the consent of both.
  defp tell(_undone, %{ply: ply}, _event, _about, %{now: now} = told) when ply < length(now),
    do: %{told | now: Enum.take(now, -ply), undone: [now | told.undone]}

  defp tell(_other, _data, _event, _about, told), do: told

  defp vary(line, record) do
    case Record.add(record, [], Enum.reverse(line)) do
      {:ok, record} -> {:cont, record}
      {:error, %Error{code: :too_large}} -> {:halt, record}
    end
  end

  defp noted(%Node{children: children} = node, path, told) do
    children = Enum.map(children, &noted(&1, [&1.move | path], told))
    %{node | clock: told.clocks[path], comment: told.hints[path], children: children}
  end

  defp tags(state, %Event{at: at}, %{site: site, players: players}) do
    for {name, text} <- [
          {"Site", site},
          {"Date", at && Calendar.strftime(at, "%Y.%m.%d")},
          {"First", players.first},
          {"Second", players.second},
          {"Result", result(state.result)},
          {"Termination", state.result && to_string(state.result.reason)},
          {"TimeControl", control(state.control)}
        ],
        text != nil,
        do: {name, text}
  end

  defp result(nil), do: "*"
  defp result(%Outcome{result: :first}), do: "1-0"
  defp result(%Outcome{result: :second}), do: "0-1"
  defp result(%Outcome{result: :draw}), do: "1/2-1/2"

  @spec control(nil | Clock.control()) :: nil | String.t()
  defp control(nil), do: nil
  defp control({:total, time, 0}), do: seconds(time)
  defp control({:total, time, more}), do: "#{seconds(time)}+#{seconds(more)}"
  defp control({:move, time}), do: "1/#{seconds(time)}"

  defp seconds(milliseconds) when rem(milliseconds, 1000) == 0,
    do: to_string(div(milliseconds, 1000))

  defp seconds(milliseconds), do: to_string(milliseconds / 1000)
end
