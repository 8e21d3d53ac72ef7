defmodule Playout.Database.Move do
  @moduledoc """
  Copies everything that a site has stored from one database into another one that is empty, from
  SQLite to PostgreSQL or back.

  Everything is written in one transaction, and read again and compared row by row before its commit.
  So whenever a move is interrupted, there is either nothing in the other database or all of it. The
  migrations run on both before that; otherwise the database that is copied does not change.
  """

  alias Playout.Database

  # In the order in which a row may refer to another. What a row has and in which type, first what
  # identifies it. `health` is not copied: it only has room that is written to and freed again.
  @tables [
    matches: [
      id: :text,
      owner: :text,
      game: :text,
      variant: :text,
      moves: :number,
      position: :text,
      turn: :text,
      result: :text,
      reason: :text,
      details: :text,
      control: :text,
      deadline: :number,
      listed: :boolean,
      public: :boolean,
      at: :time
    ],
    seats: [match_id: :text, side: :text, visitor: :text, name: :text, spec: :text],
    events: [
      match_id: :text,
      seq: :number,
      version: :number,
      type: :text,
      data: :text,
      at: :time
    ],
    people: [visitor: :text, name: :text, at: :time],
    codes: [hash: :bytes, visitor: :text],
    chat_lines: [
      id: :number,
      match_id: :text,
      side: :text,
      phrase: :text,
      text: :text,
      name: :text
    ],
    chat_switches: [match_id: :text, side: :text, free: :boolean, muted: :boolean],
    reviews: [match_id: :text],
    review_positions: [match_id: :text, ply: :number, move: :text, judgement: :text],
    uptime: [id: :number, milliseconds: :number],
    secrets: [id: :number, fingerprint: :text]
  ]

  # How many of the columns are the primary key, if not one.
  @keys [seats: 2, events: 2, chat_switches: 2, review_positions: 2]

  # Rows that a site has as soon as it has started once.
  @replaced [:uptime, :secrets]

  @page 500

  # For PostgreSQL, instead of those of a site: the work takes as long as it takes, but waits for
  # nobody else.
  @parameters [
    application_name: "playout move",
    statement_timeout: "0",
    idle_in_transaction_session_timeout: "0",
    lock_timeout: "5s"
  ]

  @doc "Returns the columns of each table that is copied."
  @spec columns() :: [{atom, [atom]}]
  def columns, do: for({table, columns} <- @tables, do: {table, Keyword.keys(columns)})

  defp tables, do: Keyword.keys(@tables)

  @doc """
  Copies one database into another one. Returns how many rows each table has; `:already` if the other
  database has exactly these rows already, as after a move that nobody has seen the end of.

  The error is a text for the operator: one of the databases cannot be used, a site is running on it,
  or the other one has something else in it.
  """
  @spec run(Database.Settings.t(), Database.Settings.t()) ::
          {:ok | :already, [{atom, non_neg_integer}]} | {:error, String.t()}
  def run(from, to) do
    [from, to] = for settings <- [from, to], do: with_parameters(settings)

    with :ok <- exists(from),
         :ok <- usable(from),
         :ok <- usable(to) do
      for settings <- [from, to], do: Database.migrate(settings, all: true, log: false)
      with_open(from, fn source -> with_open(to, &alone(source, &1)) end)
    end
  catch
    {:different, table} ->
      {:error, "The copy of the table #{table} is not like the table, so nothing was copied."}
  end

  defp with_parameters(settings),
    do:
      if(settings[:url],
        do: [parameters: @parameters, timeout: :infinity] ++ settings,
        else: settings
      )

  # Checking a file would make it.
  defp usable(settings) do
    with :ok <- Database.check(settings), do: Database.check_version(settings)
  end

  defp exists(settings) do
    if settings[:file] == nil or File.exists?(settings[:file]),
      do: :ok,
      else: {:error, "There is no database #{settings[:file]}."}
  end

  defp with_open(settings, work) do
    name = Database.adapter(settings).name(settings)

    case Database.open(settings, statements()) do
      {:ok, connection} ->
        try do
          if Database.alone?(connection), do: work.(connection), else: {:error, in_use(name)}
        after
          Database.close(connection)
        end

      {:error, reason} ->
        {:error, "#{name} cannot be opened: #{reason}."}
    end
  end

  defp in_use(name), do: "A site is running on #{name}, or another move is. Stop it first."

  # As long as these last, no site can write to either.
  defp alone(source, target) do
    Database.transaction(source, fn source ->
      Database.transaction(target, fn target -> fill(source, target) end)
    end)
  end

  defp fill(source, target) do
    if empty?(target) do
      for table <- @replaced, do: Database.query(target, {:clear, table})
      for table <- tables(), do: each_page(source, table, &insert(target, table, &1))
      for table <- tables(), do: compare!(source, target, table)
      for table <- tables(), do: Database.continue_ids(target, table)
      {:ok, counts(target)}
    else
      already(source, target)
    end
  end

  defp empty?(target) do
    Enum.all?(tables() -- @replaced, fn table -> count(target, table) == 0 end)
  end

  defp already(source, target) do
    for table <- tables(), do: compare!(source, target, table)
    {:already, counts(target)}
  catch
    {:different, _table} -> {:error, "The other database is not empty, so nothing was copied."}
  end

  defp insert(target, table, rows) do
    for row <- rows, do: Database.query(target, {:insert, table}, row)
  end

  # The keys are unique. So with as many rows, each of which is there, the tables are the same.
  defp compare!(source, target, table) do
    if count(source, table) != count(target, table), do: throw({:different, table})

    each_page(source, table, fn rows ->
      for {first, rows} <- Enum.group_by(rows, &hd/1), do: find!(target, table, first, rows)
    end)
  end

  # All of these rows have the same value in the first column.
  defp find!(target, table, first, rows) do
    there = MapSet.new(read(target, table, {:of, table}, [first]))
    if not Enum.all?(rows, &(&1 in there)), do: throw({:different, table})
  end

  defp counts(target), do: for(table <- tables(), do: {table, count(target, table)})

  defp count(connection, table) do
    [[count]] = Database.query(connection, {:count, table})
    count
  end

  defp each_page(connection, table, work), do: each_page(connection, table, {:first, []}, work)

  defp each_page(connection, table, {which, after_key}, work) do
    rows = read(connection, table, {which, table}, after_key)
    work.(rows)

    if length(rows) == @page do
      key = rows |> List.last() |> Enum.take(Keyword.get(@keys, table, 1))
      each_page(connection, table, {:next, key}, work)
    end
  end

  # Rows as values of statements, which are the same whichever database they are from.
  defp read(connection, table, statement, values) do
    types = Keyword.values(@tables[table])

    for row <- Database.query(connection, statement, values),
        do: Enum.zip_with(row, types, &value/2)
  end

  defp value(nil, _type), do: nil
  defp value(number, :boolean) when is_integer(number), do: number != 0
  defp value(bytes, :bytes), do: {:blob, bytes}
  defp value(%NaiveDateTime{} = at, :time), do: at |> DateTime.from_naive!("Etc/UTC") |> precise()

  defp value(text, :time) when is_binary(text) do
    case DateTime.from_iso8601(text) do
      {:ok, at, _offset} -> precise(at)
      {:error, _reason} -> text |> NaiveDateTime.from_iso8601!() |> value(:time)
    end
  end

  defp value(value, _type), do: value

  defp precise(%{microsecond: {microseconds, _digits}} = at),
    do: %{at | microsecond: {microseconds, 6}}

  # For each table: the first rows and the next ones, those with a value in the first column, one to
  # insert, and how many there are.
  defp statements do
    for {table, columns} <- @tables,
        {name, sql} <- statements(table, Keyword.keys(columns)),
        into: %{} do
      {{name, table}, sql}
    end
  end

  defp statements(table, [first | _] = columns) do
    key = Enum.take(columns, Keyword.get(@keys, table, 1))
    select = "SELECT #{list(columns)} FROM #{table}"
    page = "ORDER BY #{list(key)} LIMIT #{@page}"

    [
      first: "#{select} #{page}",
      next: "#{select} WHERE (#{list(key)}) > (#{numbers(key)}) #{page}",
      of: "#{select} WHERE #{first} = $1",
      insert: "INSERT INTO #{table} (#{list(columns)}) VALUES (#{numbers(columns)})",
      count: "SELECT count(*) FROM #{table}",
      clear: "DELETE FROM #{table}"
    ]
  end

  defp list(columns), do: Enum.join(columns, ", ")
  defp numbers(columns), do: Enum.map_join(1..length(columns), ", ", &"$#{&1}")
end
