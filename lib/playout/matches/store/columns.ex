defmodule Playout.Matches.Store.Columns do
  @moduledoc false
  # The columns of rows, in the order of the statements in `Playout.Matches.Store.Writes`.

  alias Playout.Matches.{Event, State}

  @doc "Returns the columns of an event, without its match."
  def event(event, at) do
    row = Event.to_row(event)
    [row.seq, row.version, row.type, Jason.encode!(row.data), at]
  end

  @doc "Returns the columns of a match that change with its events."
  def summary(state, at) do
    summary = State.summary(state, at)

    [
      summary.moves,
      summary.position,
      text(summary.turn),
      text(summary.result),
      text(summary.reason),
      Jason.encode!(summary.details),
      State.deadline(state),
      state.listed,
      State.public?(state),
      at
    ]
  end

  @doc "Returns the columns of a seat, without its match."
  def seat(side, {:person, visitor}), do: [text(side), visitor, nil, nil]
  def seat(side, {:engine, level, spec}), do: [text(side), nil, level, spec]
  def seat(side, :open), do: [text(side), nil, nil, nil]

  @doc "Returns the text for an atom, from which `Playout.Matches.Store` makes the atom again."
  def text(nil), do: nil
  def text(atom), do: to_string(atom)

  @doc "Returns all rows of a match that was created, as `Playout.Matches.Budget` counts them."
  def created(match) do
    row = [match.owner, match.game, match.variant, match.control | match.summary]
    for columns <- [row, match.event | match.seats], do: [match.id | columns]
  end
end
