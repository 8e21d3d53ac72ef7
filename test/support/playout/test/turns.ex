defmodule Playout.Test.Turns do
  @moduledoc """
  What tests of `Playout.Engine.Turns` do with it.
  """

  alias Playout.Engine.Turns

  @turn 50

  @doc "Returns how long a turn lasts."
  def turn, do: @turn

  @doc "Turns of searches, with one place and memory for 1,000 bytes unless the options say otherwise."
  def turns(options \\ []) do
    Turns.new(Keyword.merge([places: 1, turn: @turn, most_bytes: 1_000], options))
  end

  @doc "Adds searches, as `{id, options}`. A search is called after its match."
  def enter(turns, searches) do
    Enum.reduce(searches, turns, fn {id, options}, turns ->
      share = {options[:address] || id, options[:visitor] || id, options[:match] || id}
      Turns.enter(turns, id, options[:class] || :person, share, options[:bytes] || 0)
    end)
  end

  @doc "Gives the next turns, each of which lasts `time`; returns who got them."
  def served(turns, count, time \\ @turn) do
    {ids, turns} =
      Enum.map_reduce(1..count, turns, fn _number, turns ->
        {{id, _which}, turns} = Turns.next(turns)
        {id, Turns.pause(turns, id, time)}
      end)

    {ids, turns}
  end

  @doc "Fills all places; returns who has got one."
  def fill(turns) do
    case Turns.next(turns) do
      {nil, turns} -> {[], turns}
      {{id, _which}, turns} -> turns |> fill() |> then(fn {ids, turns} -> {[id | ids], turns} end)
    end
  end

  @doc "Returns how many of the next turns each gets."
  def frequencies(turns, count) do
    {ids, _turns} = served(turns, count)
    Enum.frequencies(ids)
  end
end
