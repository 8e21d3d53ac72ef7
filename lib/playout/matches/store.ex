defmodule Playout.Matches.Store do
  @moduledoc """
  Stores matches. No other module knows how they are stored.

  A match is its events. The primary key of their table consists of match and seq, so only one of
  two concurrent writers can store an event. The tables `matches` and `seats` are for lists: they
  are derived from the events and written together with them.
  """

  import Ecto.Query

  require Logger

  alias Playout.Matches.{Event, State, Summary}
  alias Playout.Matches.Store.{Match, Row, Seat}
  alias Playout.Repo

  # More than anyone reads.
  @max_listed 200

  @doc """
  Stores a new match with its first event.

  Returns `{:error, {:begun, id}}` if the owner started the match `id` within the last `once_in`
  milliseconds, its first event is the same, and it is still going. If the sides were assigned at
  random, the order of the seats doesn't matter. Any other match is stored only if `allow` returns
  `:ok`; otherwise its error is returned.
  """
  @spec create(State.t(), Event.t(), non_neg_integer, (-> :ok | {:error, reason})) ::
          :ok | {:error, :conflict | {:begun, String.t()} | :not_stored | reason}
        when reason: term
  def create(%State{} = state, %Event{} = event, once_in \\ 0, allow \\ fn -> :ok end) do
    transaction(fn at ->
      if once_in > 0, do: reject_duplicate(state, event, DateTime.add(at, -once_in, :millisecond))
      with {:error, reason} <- allow.(), do: Repo.rollback(reason)
      columns = [id: state.id, owner: state.owner, game: text(state.game), at: at]
      insert(Match, columns ++ [variant: text(state.variant)] ++ summary_columns(state))
      for {side, seat} <- state.seats, do: insert(Seat, seat_row(state.id, side, seat))
      insert_event(state.id, event, at)
    end)
  end

  defp reject_duplicate(%State{owner: owner}, event, since) do
    begun =
      from row in Row,
        join: match in Match,
        on: match.id == row.match_id,
        where: match.owner == ^owner and is_nil(match.result),
        where: row.seq == 1 and row.at > ^since

    comparable = comparable(Event.to_row(event).data)
    duplicate = Enum.find(Repo.all(begun), &(comparable(&1.data) == comparable))
    if duplicate, do: Repo.rollback({:begun, duplicate.match_id})
  end

  defp comparable(%{"toss" => true, "seats" => seats} = data),
    do: %{data | "seats" => Enum.sort(Map.values(seats))}

  defp comparable(data), do: data

  @doc """
  Appends an event that led to a state. After `:ok`, the event is on disk.

  `:conflict`: the match already has an event with that number. `:not_found`: the match was
  deleted. `:not_stored`: the database refused; the reason is in the log. The event may have been
  stored all the same; in that case the next one gets a conflict.
  """
  @spec append(State.t(), Event.t()) :: :ok | {:error, :conflict | :not_found | :not_stored}
  def append(%State{id: id} = state, %Event{} = event) do
    transaction(fn at ->
      match = from match in Match, where: match.id == ^id

      case Repo.update_all(match, set: [at: at] ++ summary_columns(state)) do
        {1, _} -> insert_event(id, event, at)
        {0, _} -> Repo.rollback(:not_found)
      end

      if event.type == :replaced do
        %{side: side, seat: seat} = event.data
        Repo.delete_all(from row in Seat, where: row.match_id == ^id and row.side == ^text(side))
        insert(Seat, seat_row(id, side, seat))
      end
    end)
  end

  defp transaction(work) do
    guarded(fn ->
      case Repo.transaction(fn -> work.(DateTime.utc_now()) end) do
        {:ok, _} -> :ok
        {:error, reason} -> {:error, reason}
      end
    end)
  end

  defp insert(schema, row), do: Repo.insert_all(schema, [row])

  defp insert_event(id, event, at) do
    row = event |> Event.to_row() |> Map.merge(%{match_id: id, at: at})

    case Repo.insert_all(Row, [row], on_conflict: :nothing) do
      {1, _} -> :ok
      {0, _} -> Repo.rollback(:conflict)
    end
  end

  defp summary_columns(state) do
    summary = State.summary(state, nil)

    [
      moves: summary.moves,
      position: summary.position,
      turn: text(summary.turn),
      result: text(summary.result),
      reason: text(summary.reason),
      details: summary.details
    ]
  end

  defp seat_row(id, side, {:person, visitor}) do
    [match_id: id, side: text(side), visitor: visitor, name: nil, spec: nil]
  end

  defp seat_row(id, side, {:engine, level, spec}) do
    [match_id: id, side: text(side), visitor: nil, name: level, spec: spec]
  end

  defp text(nil), do: nil
  defp text(atom), do: to_string(atom)

  @doc "Returns whether a visitor has created a match or plays in one."
  @spec any?(String.t()) :: {:ok, boolean} | {:error, :not_stored}
  def any?(visitor), do: guarded(fn -> {:ok, Repo.exists?(of_visitor(visitor))} end)

  defp of_visitor(visitor) do
    seated = from seat in Seat, where: seat.visitor == ^visitor, select: seat.match_id
    from match in Match, where: match.owner == ^visitor or match.id in subquery(seated)
  end

  @doc "Returns all events of a match, in order; an empty list for a match that does not exist."
  @spec events(String.t()) :: {:ok, [Event.t()]} | {:error, term}
  def events(match_id) do
    query = from row in Row, where: row.match_id == ^match_id, order_by: row.seq
    with {:ok, rows} <- guarded(fn -> {:ok, Repo.all(query)} end), do: Event.from_rows(rows)
  end

  @doc "Lists the matches of a visitor: the running ones, then the finished ones, newest first."
  @spec list(String.t()) :: {:ok, [Summary.t()]} | {:error, :not_stored}
  def list(visitor) do
    query =
      from match in of_visitor(visitor),
        order_by: [desc: is_nil(match.result), desc: match.at],
        limit: @max_listed,
        preload: :seats

    with {:ok, matches} <- guarded(fn -> {:ok, Repo.all(query)} end) do
      {:ok, Enum.flat_map(matches, &summary/1)}
    end
  end

  # Rows written by earlier releases lack some details that only the rules can supply: all of
  # them, or the reason why the match ended.
  defp summary(%Match{position: nil} = match), do: summary_from_events(match)

  defp summary(%Match{result: result, reason: nil} = match) when result != nil,
    do: summary_from_events(match)

  defp summary(match) do
    [
      %Summary{
        id: match.id,
        game: atom(match.game),
        variant: atom(match.variant),
        seats: Map.new(match.seats, &{atom(&1.side), seat(&1)}),
        position: match.position,
        turn: atom(match.turn),
        moves: match.moves,
        result: atom(match.result),
        reason: atom(match.reason),
        details: Map.new(match.details || %{}, fn {key, value} -> {atom(key), value} end),
        at: match.at
      }
    ]
  end

  defp summary_from_events(match) do
    with {:ok, [_ | _] = events} <- events(match.id),
         {:ok, state} <- State.from_events(match.id, events) do
      [State.summary(state, match.at)]
    else
      # A damaged match must not hide the others.
      _ -> []
    end
  end

  defp seat(%Seat{visitor: nil, name: name, spec: spec}), do: {:engine, name, spec}
  defp seat(%Seat{visitor: visitor}), do: {:person, visitor}

  # Safe, because only `text/1` writes this value. The module that defines the atom may not be
  # loaded yet.
  defp atom(nil), do: nil
  defp atom(text), do: String.to_atom(text)

  @doc """
  Permanently deletes a match of this owner; returns the visitors who may be looking at it.
  """
  @spec delete(String.t(), String.t()) ::
          {:ok, [String.t()]} | {:error, :not_found | :not_yours | :not_stored}
  def delete(id, owner) do
    guarded(fn ->
      Repo.transaction(fn ->
        case Repo.get(Match, id) do
          nil -> Repo.rollback(:not_found)
          %Match{owner: ^owner} = match -> delete_rows(match)
          _other -> Repo.rollback(:not_yours)
        end
      end)
    end)
  end

  @doc """
  Deletes the matches in which nobody has moved and nothing has happened since a point in
  time; returns the id and the visitors of each.
  """
  @spec delete_untouched(DateTime.t()) ::
          {:ok, [{String.t(), [String.t()]}]} | {:error, :not_stored}
  def delete_untouched(since) do
    untouched =
      from match in Match,
        where: match.moves == 0 and is_nil(match.result) and match.at < ^since

    # In one transaction, because a move made in between would be lost.
    guarded(fn ->
      Repo.transaction(fn ->
        for match <- Repo.all(untouched), do: {match.id, delete_rows(match)}
      end)
    end)
  end

  defp delete_rows(%Match{id: id} = match) do
    match = Repo.preload(match, :seats)
    people = for %{visitor: visitor} <- match.seats, visitor != nil, do: visitor

    for rows <- [Row, Seat], do: Repo.delete_all(from row in rows, where: row.match_id == ^id)
    Repo.delete_all(from row in Match, where: row.id == ^id)

    Enum.uniq([match.owner | people])
  end

  # A database can fail in as many ways as a disk, and no failure may crash a match.
  defp guarded(work) do
    work.()
  rescue
    error -> failed(Exception.message(error))
  catch
    :exit, reason -> failed(Exception.format_exit(reason))
  end

  defp failed(reason) do
    Logger.error("the database failed: #{reason}")
    {:error, :not_stored}
  end
end
