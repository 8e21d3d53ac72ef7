defmodule Playout.Matches.Store do
  @moduledoc """
  Stores matches. No other module knows how they are stored.

  A match is its events. The primary key of their table consists of match and seq, so only one of
  two concurrent writers can store an event. The tables `matches` and `seats` are for lists: they
  are derived from the events and written together with them.
  """

  import Ecto.Query

  import Playout.Matches.Store.Reads, only: [read: 2, shared: 2, shared: 3]

  alias Playout.Database
  alias Playout.Matches.{Budget, Event, State, Summary}
  alias Playout.Matches.Store.{Columns, Disk, Match, Reader, Reads, Row, Seat, Writer, Writes}

  # In bytes, as measured with SQLite: what a match takes in indexes (`Budget.stored/3`).
  @indexes 250

  # More than anyone reads.
  @max_listed 200

  @doc """
  Stores a new match with its first event. Options:

    * `:once_in` - milliseconds: if the owner started the match `id` within this time, its first
      event is the same, and it is still going, returns `{:error, {:begun, id}}`. If the sides were
      assigned at random, the order of the seats doesn't matter;
    * `:most` - how many matches the owner may have. The oldest finished ones are deleted to make
      room; if there are none, returns `{:error, {:limited, :stored}}`;
    * `:allow` - called before anything is written, unless one of the above applies; if it returns
      an error, so does this function. It runs in another process, and not again once it has
      returned `:ok`;
    * `:from` - the network address that the match counts for (`Playout.Matches.Budget`).

  Returns the deleted matches, each with its visitors.
  """
  @spec create(State.t(), Event.t(),
          once_in: non_neg_integer,
          most: pos_integer,
          allow: (-> :ok | {:error, reason}),
          from: term
        ) ::
          {:ok, [{String.t(), [String.t()]}]}
          | {:error,
             :conflict | {:begun, String.t()} | {:limited, :stored} | :not_stored | reason}
        when reason: term
  def create(%State{} = state, %Event{} = event, options \\ []) do
    at = DateTime.utc_now()
    once_in = Keyword.get(options, :once_in, 0)
    most = Keyword.get(options, :most, :infinity)
    allow = options |> Keyword.get(:allow, fn -> :ok end) |> once()

    match = %{
      id: state.id,
      owner: state.owner,
      game: Columns.text(state.game),
      variant: Columns.text(state.variant),
      control: state.control && Jason.encode!(Event.control(state.control)),
      summary: Columns.summary(state, at),
      seats: for({side, seat} <- state.seats, do: Columns.seat(side, seat)),
      event: Columns.event(event, at)
    }

    created =
      Writer.run(fn connection ->
        with :ok <- reject_duplicate(connection, state.owner, event, at, once_in),
             do: Writes.create(connection, match, most, allow)
      end)

    with {:ok, deleted} <- created do
      :ok = Budget.stored(options[:from], Columns.created(match), @indexes)
      {:ok, deleted}
    end
  end

  # A transaction may be repeated, but an attempt counts only once.
  defp once(allow) do
    allowed = :atomics.new(1, [])

    fn ->
      with 0 <- :atomics.get(allowed, 1), :ok <- allow.() do
        :atomics.put(allowed, 1, 1)
      else
        1 -> :ok
        refusal -> refusal
      end
    end
  end

  defp reject_duplicate(_connection, _owner, _event, _at, 0), do: :ok

  defp reject_duplicate(connection, owner, event, at, once_in) do
    begun = Writes.begun(connection, owner, DateTime.add(at, -once_in, :millisecond))
    comparable = comparable(Event.to_row(event).data)

    case Enum.find(begun, fn [_id, data] -> comparable(Jason.decode!(data)) == comparable end) do
      [id, _data] -> {:error, {:begun, id}}
      nil -> :ok
    end
  end

  defp comparable(%{"toss" => true, "seats" => seats} = data),
    do: %{data | "seats" => Enum.sort(Map.values(seats))}

  defp comparable(data), do: data

  @doc """
  Appends an event that led to a state. After `:ok`, the event is on disk. It counts for the network
  address `from` (`Playout.Matches.Budget`).

  `:conflict`: the match already has an event with that number. `:not_found`: the match was
  deleted. `:not_stored`: the database refused; the reason is in the log. The event may have been
  stored all the same; in that case the next one gets a conflict.
  """
  @spec append(State.t(), Event.t(), term) ::
          :ok | {:error, :conflict | :not_found | :not_stored}
  def append(%State{id: id} = state, %Event{} = event, from \\ nil) do
    at = DateTime.utc_now()
    columns = Columns.event(event, at)
    summary = Columns.summary(state, at)
    who = %{seats: replaced_seats(event, state), owner: new_owner(event, state)}

    with :ok <- Writer.run(&Writes.append(&1, id, columns, summary, who)),
         do: Budget.stored(from, [[id | columns]])
  end

  defp replaced_seats(%Event{type: :replaced, data: %{side: side, seat: seat}}, _state),
    do: [Columns.seat(side, seat)]

  defp replaced_seats(%Event{type: :joined, data: %{side: side, visitor: visitor}}, _state),
    do: [Columns.seat(side, {:person, visitor})]

  defp replaced_seats(%Event{type: :transferred, data: %{to: to}}, state),
    do: for(side <- State.sides_of(state, to), do: Columns.seat(side, {:person, to}))

  defp replaced_seats(_event, _state), do: []

  defp new_owner(%Event{type: :transferred}, %{owner: owner}), do: owner
  defp new_owner(_event, _state), do: nil

  @doc "Returns whether a visitor has created a match or plays in one."
  @spec any?(String.t()) :: {:ok, boolean} | {:error, :not_stored}
  def any?(visitor), do: read(:any, & &1.exists?(of_visitor(visitor)))

  defp of_visitor(visitor) do
    seated = from seat in Seat, where: seat.visitor == ^visitor, select: seat.match_id
    from match in Match, where: match.owner == ^visitor or match.id in subquery(seated)
  end

  @doc """
  Returns all events of a match with their times, in order; an empty list for a match that does not
  exist. Several pages that ask at the same time share one read, which begins after they have asked,
  so it has everything that was stored before.
  """
  @spec events(String.t()) :: {:ok, [Event.t()]} | {:error, term}
  def events(match_id), do: shared({:events, match_id}, fn -> read_events(match_id) end)

  defp read_events(match_id) do
    with {:ok, rows} <- read(:events, & &1.all(events_query(match_id))),
         do: Event.from_rows(rows)
  end

  @doc false
  def events_query(match_id),
    do: from(row in Row, where: row.match_id == ^match_id, order_by: row.seq)

  @doc "Returns the number of the last event of each of these matches."
  @spec newest([String.t()]) :: {:ok, %{String.t() => pos_integer}} | {:error, :not_stored}
  def newest(match_ids) do
    query =
      from row in Row,
        where: ^Database.one_of(:match_id, match_ids),
        group_by: row.match_id,
        select: {row.match_id, max(row.seq)}

    with {:ok, rows} <- read(:newest, & &1.all(query)), do: {:ok, Map.new(rows)}
  end

  @doc "Returns how many nodes write to the database (`Playout.Database.writers/0`)."
  @spec writers() :: {:ok, pos_integer} | {:error, :not_stored}
  def writers, do: read(:writers, fn _repo -> Database.writers() end)

  @doc """
  Lists the matches of a visitor: the running ones, then the finished ones, newest first, at most
  #{@max_listed}. Several pages that ask at the same time share one read, which may have begun up to `age`
  milliseconds ago.
  """
  @spec list(String.t(), non_neg_integer) :: {:ok, [Summary.t()]} | {:error, :not_stored}
  def list(visitor, age \\ 0),
    do: shared({:list, visitor}, fn -> read_list(visitor) end, age)

  defp read_list(visitor) do
    with {:ok, matches} <- read(:list, & &1.all(list_query(visitor))),
         do: {:ok, Enum.flat_map(matches, &summary/1)}
  end

  @doc false
  def list_query(visitor) do
    from match in of_visitor(visitor),
      order_by: [desc: is_nil(match.result), desc: match.at],
      limit: @max_listed,
      preload: :seats
  end

  @doc "Returns the ids of at most `limit` matches that a visitor owns or plays in."
  @spec ids(String.t(), pos_integer) :: {:ok, [String.t()]} | {:error, :not_stored}
  def ids(visitor, limit) do
    query = from match in of_visitor(visitor), limit: ^limit, select: match.id
    read(:ids, & &1.all(query))
  end

  @doc """
  Returns how the finished matches between two visitors ended: how many each of them has won, and
  how many were drawn.
  """
  @spec score(String.t(), String.t()) ::
          {:ok, %{won: non_neg_integer, lost: non_neg_integer, drawn: non_neg_integer}}
          | {:error, :not_stored}
  def score(visitor, other) do
    with {:ok, scores} <- scores(visitor, [other]),
         do: {:ok, Map.get(scores, other, %{won: 0, lost: 0, drawn: 0})}
  end

  @doc """
  Returns `score/2` for each of the others with whom a visitor has finished a match. It may have begun to be
  read up to `age` milliseconds ago.
  """
  @spec scores(String.t(), [String.t()], non_neg_integer) ::
          {:ok, %{String.t() => %{won: integer, lost: integer, drawn: integer}}}
          | {:error, :not_stored}
  def scores(visitor, others, age \\ 0) do
    query =
      from match in Match,
        join: own in Seat,
        on: own.match_id == match.id and own.visitor == ^visitor,
        join: their in Seat,
        on: their.match_id == match.id and their.visitor in ^others,
        where: not is_nil(match.result),
        group_by: their.visitor,
        select:
          {their.visitor,
           %{
             won: filter(count(), match.result == own.side),
             lost: filter(count(), match.result == their.side),
             drawn: filter(count(), match.result == "draw")
           }}

    work = fn -> read(:scores, &Map.new(&1.all(query))) end
    shared({:scores, visitor, others}, work, age)
  end

  @doc """
  Returns those of the matches `ids` that are unfinished and that everyone may join (`:open`) or watch
  (`:watch`), the newest first, at most `limit`.
  """
  @spec public(:open | :watch, [String.t()], pos_integer) ::
          {:ok, [Summary.t()]} | {:error, :not_stored}
  def public(kind, ids, limit) do
    with {:ok, matches} <- read(:public, & &1.all(public_query(kind, ids, limit))),
         do: {:ok, Enum.flat_map(matches, &summary/1)}
  end

  @doc false
  # The first condition is that of the index.
  def public_query(kind, ids, limit) do
    from match in Match,
      where: is_nil(match.result) and fragment("(listed OR public)"),
      where: match.public == ^(kind == :watch),
      where: ^Database.one_of(:id, ids),
      order_by: [desc: match.at],
      limit: ^limit,
      preload: :seats
  end

  # Rows written by earlier releases lack some details that only the rules can supply: all of
  # them, or the reason why the match ended.
  defp summary(%Match{position: nil} = match), do: summary_from_events(match)

  defp summary(%Match{result: result, reason: nil} = match) when result != nil,
    do: summary_from_events(match)

  # The seats are read after the matches, and somebody has deleted this one in between.
  defp summary(%Match{seats: []}), do: []

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
        control: Event.read_control(match.control),
        deadline: match.deadline,
        at: match.at
      }
    ]
  end

  defp summary_from_events(match) do
    with {:ok, [_ | _] = events} <- read_events(match.id),
         {:ok, state} <- State.from_events(match.id, events) do
      [State.summary(state, match.at)]
    else
      # A damaged match must not hide the others.
      _ -> []
    end
  end

  defp seat(%Seat{visitor: nil, spec: nil}), do: :open
  defp seat(%Seat{visitor: nil, name: name, spec: spec}), do: {:engine, name, spec}
  defp seat(%Seat{visitor: visitor}), do: {:person, visitor}

  # Safe, because only `Columns.text/1` writes this value. The module that defines the atom may not be
  # loaded yet.
  defp atom(nil), do: nil
  defp atom(text), do: String.to_atom(text)

  @doc "Returns how many matches are unfinished, without those with the given ids."
  @spec count_unfinished([String.t()]) :: {:ok, non_neg_integer} | {:error, :not_stored}
  def count_unfinished(except),
    do: read(:unfinished, & &1.one(unfinished_query(except)))

  @doc false
  # Counts all of them in an index and looks up those with the ids, because to compare the ids of
  # all would read every row.
  def unfinished_query(except) do
    excepted =
      from match in Match,
        where: is_nil(match.result),
        where: ^Database.one_of(:id, except),
        select: count()

    from match in Match,
      where: is_nil(match.result),
      select: count() - subquery(excepted)
  end

  @doc """
  Permanently deletes a match of this owner; returns the visitors who may be looking at it.
  """
  @spec delete(String.t(), String.t()) ::
          {:ok, [String.t()]} | {:error, :not_found | :not_yours | :shared_match | :not_stored}
  def delete(id, owner) do
    with {:ok, {^id, visitors}} <- Writer.run(&Writes.delete(&1, id, owner)), do: {:ok, visitors}
  end

  @doc """
  Deletes a match that nobody has seen yet, unless the match `of` has accepted it as its rematch
  (`:accepted`). What this node was asked to store before counts too, because it writes in order.
  """
  @spec discard(String.t(), String.t()) :: :ok | {:error, :accepted | :not_stored}
  def discard(id, of), do: Writer.run(&Writes.discard(&1, id, of))

  @doc """
  Deletes at most `limit` matches in which nothing has happened since a point in time: those without
  a move that are not between people (`:untouched`), others that are not over (`:unfinished`), or
  those that are (`:finished`).
  Returns the id and the visitors of each, the oldest first.
  """
  @spec delete_expired(:untouched | :unfinished | :finished, DateTime.t(), pos_integer) ::
          {:ok, [{String.t(), [String.t()]}]} | {:error, :not_stored}
  def delete_expired(kind, since, limit) do
    # In one job, because a move made in between would be lost.
    Writer.run(&{:ok, Writes.delete_expired(&1, kind, since, limit)})
  end

  @doc """
  Returns at most `limit` matches in which a side's time is up at a time of
  `Playout.Matches.Store.Uptime`, the first ones first.
  """
  @spec due(integer, pos_integer) :: {:ok, [String.t()]} | {:error, :not_stored}
  def due(now, limit) do
    read(:due, & &1.all(due_query(now, limit)))
  end

  @doc false
  def due_query(now, limit) do
    from match in Match,
      where: not is_nil(match.deadline) and match.deadline <= ^now,
      order_by: match.deadline,
      limit: ^limit,
      select: match.id
  end

  @doc "Returns the site's uptime in milliseconds as it was last stored."
  @spec uptime() :: {:ok, non_neg_integer} | {:error, :not_stored}
  def uptime do
    query = from row in "uptime", select: row.milliseconds
    with {:ok, noted} <- read(:uptime, & &1.one(query)), do: {:ok, noted || 0}
  end

  @doc "Stores the site's uptime in milliseconds."
  @spec note_uptime(non_neg_integer) :: :ok | {:error, :not_stored}
  def note_uptime(milliseconds), do: Writer.run(&Writes.note_uptime(&1, milliseconds))

  @doc """
  Stores the fingerprint of the site's secret. Returns whether it is the first one, the `:same` as the
  last one, or another.
  """
  @spec note_secret(String.t()) :: {:ok, :first | :same | :changed} | {:error, :not_stored}
  def note_secret(fingerprint), do: Writer.run(&{:ok, Writes.note_secret(&1, fingerprint)})

  @doc "Returns whether the database can store something right now, by trying."
  @spec writable?() :: boolean
  def writable?, do: Writer.run(&Writes.attempt/1) == :ok

  @doc """
  Returns whether the database can be read: whether a read succeeds right now, and none has found
  damage since the site started. Damage stays, even if other reads don't meet it.
  """
  @spec readable?() :: boolean
  def readable?, do: not Reads.damaged?() and match?({:ok, _}, uptime())

  @doc """
  Returns how large the database is and how much room it has, measured at most a minute ago, and how
  many writes (`queue`) and reads (`reads`) are waiting, and what was stored today (`today_bytes`); `nil` while the database restarts.
  """
  @spec figures() :: nil | map
  def figures do
    with %{} = figures <- Disk.figures(),
         do:
           Map.merge(figures, %{
             queue: Writer.waiting(),
             reads: Reader.waiting(),
             today_bytes: Budget.today()
           })
  end
end
