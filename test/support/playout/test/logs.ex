defmodule Playout.Test.Logs do
  @moduledoc "Builds logs of matches."

  alias Playout.Matches.{Clock, Event, State}

  @empty "..../..../..../.... -"

  @engine {:engine, "sparrow", "careful"}

  @doc "Returns seats by a short name."
  def seats(:me_and_engine), do: %{first: {:person, "me"}, second: @engine}
  def seats(:engine_and_me), do: %{first: @engine, second: {:person, "me"}}
  def seats(:me_and_you), do: %{first: {:person, "me"}, second: {:person, "you"}}
  def seats(:me_twice), do: %{first: {:person, "me"}, second: {:person, "me"}}
  def seats(:engines), do: %{first: @engine, second: @engine}
  def seats(:me_and_open), do: %{first: {:person, "me"}, second: :open}

  @doc "Returns the log of a match with these seats and this start, and with these events."
  def log(seats, happened \\ [], start \\ @empty) do
    for {{type, data}, seq} <- Enum.with_index([created(seats, start, nil) | happened], 1) do
      %Event{seq: seq, type: type, data: data}
    end
  end

  @doc "Returns the log of a match that has just begun under a time control, at the time 0."
  def clocked(seats, control) do
    {:created, data} = created(seats, @empty, control)
    [%Event{seq: 1, type: :created, data: data, clock: Clock.new(control, 0)}]
  end

  defp created(seats, start, control) do
    {:created,
     %{
       owner: "me",
       toss: false,
       game: :quarto,
       variant: :standard,
       start: start,
       seats: seats(seats),
       control: control,
       listed: false
     }}
  end

  @doc "Returns an event that sets the pace."
  def paced(pace), do: {:paced, %{pace: pace}}

  @doc "Returns the state of such a log."
  def state(seats, happened \\ [], start \\ @empty) do
    {:ok, state} = State.from_events("match", log(seats, happened, start))
    state
  end

  @doc "Returns the events of alternating moves, starting with the first side."
  def moves(texts) do
    for {text, side} <- Enum.zip(texts, Stream.cycle([:first, :second])) do
      {:moved, %{side: side, move: text}}
    end
  end
end
