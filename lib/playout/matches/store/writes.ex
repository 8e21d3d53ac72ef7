defmodule Playout.Matches.Store.Writes do
  @moduledoc false
  # Everything that is written, as the work of jobs (`Playout.Matches.Store.Job`). A job checks
  # before it writes, because one that answers with an error must not have written anything.

  import Playout.Database, only: [query: 2, query: 3]

  alias Playout.Matches.Store.{People, Reviews}

  # Whether the match is between people: two different ones play, or one waits for another.
  two_people = """
  ((SELECT count(*) FROM seats WHERE match_id = matches.id AND spec IS NULL) = 2 AND
   (SELECT count(DISTINCT coalesce(visitor, '')) FROM seats WHERE match_id = matches.id) = 2)
  """

  @statements %{
    # Returns a row if it inserts one. A match that was deleted gets no more events, and no number
    # is used twice.
    insert_event: """
    INSERT INTO events (match_id, seq, version, type, data, at)
    SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM matches WHERE id = $1)
    ON CONFLICT DO NOTHING RETURNING seq
    """,
    update_match: """
    UPDATE matches
    SET moves = $1, position = $2, turn = $3, result = $4, reason = $5, details = $6,
        deadline = $7, listed = $8, public = $9, at = $10
    WHERE id = $11
    """,
    insert_match: """
    INSERT INTO matches
      (moves, position, turn, result, reason, details, deadline, listed, public, at,
       id, owner, game, variant, control)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    """,
    insert_seat: """
    INSERT INTO seats (match_id, side, visitor, name, spec) VALUES ($1, $2, $3, $4, $5)
    """,
    delete_seat: "DELETE FROM seats WHERE match_id = $1 AND side = $2",
    update_owner: "UPDATE matches SET owner = $1 WHERE id = $2",
    owner: "SELECT owner FROM matches WHERE id = $1",
    # A match that began after a point in time has no event before it.
    begun: """
    SELECT events.match_id, events.data
    FROM matches JOIN events ON events.match_id = matches.id AND events.seq = 1
    WHERE matches.owner = $1 AND matches.result IS NULL AND matches.at > $2 AND events.at > $2
    """,
    count_owned: "SELECT count(*) FROM matches WHERE owner = $1",
    oldest_finished: """
    SELECT id FROM matches WHERE owner = $1 AND result IS NOT NULL ORDER BY at LIMIT $2
    """,
    visitors: """
    SELECT owner FROM matches WHERE id = $1 AND owner IS NOT NULL
    UNION SELECT visitor FROM seats WHERE match_id = $1 AND visitor IS NOT NULL
    """,
    accepted: "SELECT seq FROM events WHERE match_id = $1 AND type = 'accepted' AND data LIKE $2",
    delete_events: "DELETE FROM events WHERE match_id = $1",
    delete_seats: "DELETE FROM seats WHERE match_id = $1",
    delete_match: "DELETE FROM matches WHERE id = $1",
    # A person may take days to accept an invitation or to begin.
    untouched: """
    SELECT id FROM matches
    WHERE result IS NULL AND moves = 0 AND deadline IS NULL AND at < $1 AND NOT #{two_people}
    ORDER BY at LIMIT $2
    """,
    unfinished: """
    SELECT id FROM matches
    WHERE result IS NULL AND deadline IS NULL AND at < $1 AND (moves > 0 OR #{two_people})
    ORDER BY at LIMIT $2
    """,
    finished: "SELECT id FROM matches WHERE result IS NOT NULL AND at < $1 ORDER BY at LIMIT $2",
    # Another node may be ahead.
    note_uptime: """
    INSERT INTO uptime (id, milliseconds) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET milliseconds = excluded.milliseconds
    WHERE uptime.milliseconds < excluded.milliseconds
    """,
    secret: "SELECT fingerprint FROM secrets WHERE id = 1",
    note_secret: """
    INSERT INTO secrets (id, fingerprint) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint
    """,
    # Larger than a page, so that the write fails if the disk is full.
    take_room: """
    INSERT INTO health (id, room) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET room = excluded.room
    """,
    free_room: "UPDATE health SET room = NULL"
  }

  # In bytes.
  @room 8_192

  @doc "Returns the SQL of all statements by name."
  def statements, do: @statements

  @doc """
  Inserts an event and updates the summary of its match.

  `event` and `summary` are the columns of the statements; `seats` and `owner` are those that change.
  """
  def append(connection, id, event, summary, %{seats: seats, owner: owner}) do
    case query(connection, :insert_event, [id | event]) do
      [_inserted] ->
        query(connection, :update_match, summary ++ [id])
        for seat <- seats, do: replace_seat(connection, id, seat)

        # What a person has said goes with their seat: nobody reads it any more, and they could not
        # delete it.
        for [side, nil | _] <- seats, do: People.unsay(connection, id, side)
        if owner, do: query(connection, :update_owner, [owner, id])
        :ok

      [] ->
        if query(connection, :owner, [id]) == [],
          do: {:error, :not_found},
          else: {:error, :conflict}
    end
  end

  defp replace_seat(connection, id, [side | _] = seat) do
    query(connection, :delete_seat, [id, side])
    query(connection, :insert_seat, [id | seat])
  end

  @doc "Returns the id and the data of the first events that an owner has stored since then."
  def begun(connection, owner, since), do: query(connection, :begun, [owner, since])

  @doc """
  Inserts a match with its first event, unless its id is taken.

  An owner may have `most` matches. Their oldest finished ones are deleted to make room; they are
  returned, each with its visitors. If there are too few, nothing is inserted. `allow` has the last
  word.
  """
  def create(connection, %{id: id, owner: owner} = match, most, allow) do
    with :ok <- if(query(connection, :owner, [id]) == [], do: :ok, else: {:error, :conflict}),
         {:ok, surplus} <- surplus(connection, owner, most),
         :ok <- allow.() do
      deleted = for id <- surplus, do: delete_match(connection, id)
      columns = [id, owner, match.game, match.variant, match.control]
      query(connection, :insert_match, match.summary ++ columns)
      for seat <- match.seats, do: query(connection, :insert_seat, [id | seat])
      [_inserted] = query(connection, :insert_event, [id | match.event])
      {:ok, deleted}
    end
  end

  defp surplus(_connection, _owner, :infinity), do: {:ok, []}

  defp surplus(connection, owner, most) do
    [[count]] = query(connection, :count_owned, [owner])
    too_many = max(count + 1 - most, 0)

    finished =
      if too_many > 0, do: query(connection, :oldest_finished, [owner, too_many]), else: []

    if length(finished) == too_many,
      do: {:ok, List.flatten(finished)},
      else: {:error, {:limited, :stored}}
  end

  @doc "Deletes a match of this owner; returns its id and its visitors."
  def delete(connection, id, owner) do
    case query(connection, :owner, [id]) do
      [[^owner]] ->
        if query(connection, :visitors, [id]) == [[owner]],
          do: {:ok, delete_match(connection, id)},
          else: {:error, :shared_match}

      [_other] ->
        {:error, :not_yours}

      [] ->
        {:error, :not_found}
    end
  end

  @doc "Deletes a match, whoever owns it, unless the match `of` has accepted it as its rematch."
  def discard(connection, id, of) do
    if query(connection, :accepted, [of, "%" <> id <> "%"]) == [] do
      delete_match(connection, id)
      :ok
    else
      {:error, :accepted}
    end
  end

  @doc "Deletes at most `limit` matches without an event since then; returns ids and visitors."
  def delete_expired(connection, kind, since, limit)
      when kind in [:untouched, :unfinished, :finished] do
    for [id] <- query(connection, kind, [since, limit]), do: delete_match(connection, id)
  end

  defp delete_match(connection, id) do
    visitors = List.flatten(query(connection, :visitors, [id]))
    for rows <- [:delete_events, :delete_seats, :delete_match], do: query(connection, rows, [id])
    People.delete_chat(connection, id)
    Reviews.delete(connection, id)
    {id, visitors}
  end

  @doc "Stores the site's uptime."
  def note_uptime(connection, milliseconds) do
    query(connection, :note_uptime, [milliseconds])
    :ok
  end

  @doc "Stores the fingerprint of the site's secret; returns whether it is another one."
  def note_secret(connection, fingerprint) do
    case query(connection, :secret) do
      [[^fingerprint]] ->
        :same

      before ->
        query(connection, :note_secret, [fingerprint])
        if before == [], do: :first, else: :changed
    end
  end

  @doc "Writes something of the size of a page."
  def attempt(connection) do
    # Random, because PostgreSQL would compress anything else.
    query(connection, :take_room, [{:blob, :crypto.strong_rand_bytes(@room)}])
    query(connection, :free_room)
    :ok
  end
end
