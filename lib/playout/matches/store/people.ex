defmodule Playout.Matches.Store.People do
  @moduledoc """
  Stores what belongs to people rather than to the events of a match: their nicknames, the hashes of
  their recovery codes, and what they say to each other. What is stored counts for the network address
  `from` (`Playout.Matches.Budget`), except the switches of a chat, two rows a match at most.
  """

  import Ecto.Query
  import Playout.Database, only: [query: 3]

  alias Playout.Matches.Budget
  alias Playout.Matches.Store.{Reads, Writer}

  # By match. The oldest ones go.
  @most_lines 200

  @statements %{
    rename: """
    INSERT INTO people (visitor, name, at) VALUES ($1, $2, $3)
    ON CONFLICT (visitor) DO UPDATE SET name = excluded.name, at = excluded.at
    """,
    touch_person: """
    INSERT INTO people (visitor, at) VALUES ($1, $2)
    ON CONFLICT (visitor) DO UPDATE SET at = excluded.at
    """,
    insert_code: "INSERT INTO codes (hash, visitor) VALUES ($1, $2)",
    move_codes: "UPDATE codes SET visitor = $2 WHERE visitor = $1",
    delete_codes: "DELETE FROM codes WHERE visitor = $1",
    person: "SELECT name FROM people WHERE visitor = $1",
    # The name that the other id already has stays.
    move_person: """
    INSERT INTO people (visitor, name, at) VALUES ($1, $2, $3)
    ON CONFLICT (visitor) DO UPDATE SET name = coalesce(people.name, excluded.name)
    """,
    forget_person: "DELETE FROM people WHERE visitor = $1",
    expired_people: """
    DELETE FROM people WHERE visitor IN (
      SELECT visitor FROM people WHERE at < $1
        AND NOT EXISTS (SELECT 1 FROM matches WHERE owner = people.visitor)
        AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.visitor = people.visitor)
      LIMIT $2)
    RETURNING visitor
    """,
    # Returns its id. A deleted match gets no more lines.
    insert_line: """
    INSERT INTO chat_lines (match_id, side, phrase, text, name)
    SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM matches WHERE id = $1) RETURNING id
    """,
    line_named: "SELECT id FROM chat_lines WHERE match_id = $1 AND side = $2 AND name = $3",
    delete_old_lines: """
    DELETE FROM chat_lines WHERE match_id = $1 AND id <= (
      SELECT id FROM chat_lines WHERE match_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
    """,
    switch_free: """
    INSERT INTO chat_switches (match_id, side, free)
    SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM matches WHERE id = $1)
    ON CONFLICT (match_id, side) DO UPDATE SET free = excluded.free
    """,
    switch_muted: """
    INSERT INTO chat_switches (match_id, side, muted)
    SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM matches WHERE id = $1)
    ON CONFLICT (match_id, side) DO UPDATE SET muted = excluded.muted
    """,
    delete_said: "DELETE FROM chat_lines WHERE match_id = $1 AND side = $2",
    delete_lines: "DELETE FROM chat_lines WHERE match_id = $1",
    delete_switches: "DELETE FROM chat_switches WHERE match_id = $1"
  }

  @doc false
  def statements, do: @statements

  @doc "Returns the nicknames of those visitors who have one."
  @spec names([String.t()]) :: {:ok, %{String.t() => String.t()}} | {:error, :not_stored}
  def names([]), do: {:ok, %{}}

  def names(visitors) do
    Reads.read_shared({:names, visitors}, :names, fn repo ->
      from(person in "people",
        where: person.visitor in ^visitors and not is_nil(person.name),
        select: {person.visitor, person.name}
      )
      |> repo.all()
      |> Map.new()
    end)
  end

  @doc "Stores a visitor's nickname; `nil` if they have none."
  @spec rename(String.t(), String.t() | nil, term) :: :ok | {:error, :not_stored}
  def rename(visitor, name, from) do
    row = [visitor, name, now()]
    with :ok <- write(:rename, row), do: Budget.stored(from, [row])
  end

  @doc "Stores the hash of a visitor's recovery code, in place of those before."
  @spec change_code(String.t(), binary, term) :: :ok | {:error, :not_stored}
  def change_code(visitor, hash, from) do
    code = [{:blob, hash}, visitor]
    person = [visitor, now()]

    changed =
      Writer.run(fn connection ->
        query(connection, :delete_codes, [visitor])
        query(connection, :insert_code, code)
        query(connection, :touch_person, person)
        :ok
      end)

    with :ok <- changed, do: Budget.stored(from, [code, person])
  end

  @doc "Voids the recovery codes of a visitor."
  @spec void_codes(String.t()) :: :ok | {:error, :not_stored}
  def void_codes(visitor), do: write(:delete_codes, [visitor])

  @doc "Returns whether a visitor has a recovery code."
  @spec code?(String.t()) :: {:ok, boolean} | {:error, :not_stored}
  def code?(visitor) do
    Reads.read_shared({:code, visitor}, :code, fn repo ->
      repo.exists?(from code in "codes", where: code.visitor == ^visitor)
    end)
  end

  @doc "Returns the visitor whose recovery code has this hash, if there is one."
  @spec find(binary) :: {:ok, nil | String.t()} | {:error, :not_stored}
  def find(hash) do
    Reads.read_shared({:found, hash}, :found, fn repo ->
      repo.one(
        from code in "codes", where: code.hash == type(^hash, :binary), select: code.visitor
      )
    end)
  end

  @doc """
  Moves the nickname of a visitor to another id, unless that has one, and their recovery codes in any
  case, or voids those.
  """
  @spec move(String.t(), String.t(), :kept | :void) :: :ok | {:error, :not_stored}
  def move(from, to, codes) do
    Writer.run(fn connection ->
      with [[name]] <- query(connection, :person, [from]),
           do: move(connection, from, to, name, codes)

      :ok
    end)
  end

  defp move(connection, from, to, name, codes) do
    if codes == :void, do: query(connection, :delete_codes, [from])
    query(connection, :forget_person, [from])
    query(connection, :move_person, [to, name, now()])
    query(connection, :move_codes, [from, to])
  end

  @doc "Deletes what is stored about a visitor besides their matches."
  @spec forget(String.t()) :: :ok | {:error, :not_stored}
  def forget(visitor) do
    Writer.run(fn connection ->
      query(connection, :delete_codes, [visitor])
      query(connection, :forget_person, [visitor])
      :ok
    end)
  end

  @doc """
  Deletes at most `limit` people who have no match any more and have changed nothing since then.
  Returns how many.
  """
  @spec delete_expired(DateTime.t(), pos_integer) ::
          {:ok, non_neg_integer} | {:error, :not_stored}
  def delete_expired(since, limit) do
    Writer.run(fn connection ->
      expired = query(connection, :expired_people, [since, limit])
      for [visitor] <- expired, do: query(connection, :delete_codes, [visitor])
      {:ok, length(expired)}
    end)
  end

  @doc "Returns what the players of a match have said, the oldest first, and their switches."
  @spec chat(String.t()) ::
          {:ok, %{lines: [map], switches: [map]}} | {:error, :not_stored}
  def chat(match_id) do
    Reads.read_shared({:chat, match_id}, :chat, fn repo ->
      lines =
        from line in "chat_lines",
          where: line.match_id == ^match_id,
          order_by: line.id,
          select: map(line, [:id, :side, :phrase, :text])

      switches =
        from switch in "chat_switches",
          where: switch.match_id == ^match_id,
          select: %{
            side: switch.side,
            free: type(switch.free, :boolean),
            muted: type(switch.muted, :boolean)
          }

      %{lines: repo.all(lines), switches: repo.all(switches)}
    end)
  end

  @doc """
  Stores what a side has said: a phrase or a text, unless it has a line of this name already. Returns
  its id. Of a match, the last #{@most_lines} lines are kept.
  """
  @spec say(String.t(), String.t(), String.t() | nil, String.t() | nil, String.t() | nil, term) ::
          {:ok, pos_integer} | {:error, :not_found | :not_stored}
  def say(match_id, side, phrase, text, name \\ nil, from \\ nil) do
    line = [match_id, side, phrase, text, name]

    said =
      Writer.run(fn connection ->
        with [] <- named(connection, match_id, side, name),
             [[id]] <- query(connection, :insert_line, line) do
          query(connection, :delete_old_lines, [match_id, @most_lines])
          {:new, id}
        else
          [[id]] -> {:ok, id}
          [] -> {:error, :not_found}
        end
      end)

    with {:new, id} <- said do
      :ok = Budget.stored(from, [line])
      {:ok, id}
    end
  end

  defp named(_connection, _match_id, _side, nil), do: []

  defp named(connection, match_id, side, name),
    do: query(connection, :line_named, [match_id, side, name])

  @doc "Stores whether a side allows free text, or does not want to read the other one."
  @spec switch(String.t(), String.t(), :free | :muted, boolean) :: :ok | {:error, :not_stored}
  def switch(match_id, side, :free, on?), do: write(:switch_free, [match_id, side, on?])
  def switch(match_id, side, :muted, on?), do: write(:switch_muted, [match_id, side, on?])

  @doc "Deletes what a side has said in a match."
  @spec unsay(String.t(), String.t()) :: :ok | {:error, :not_stored}
  def unsay(match_id, side), do: write(:delete_said, [match_id, side])

  @doc false
  # As part of a job that gives a side to an engine.
  def unsay(connection, match_id, side), do: query(connection, :delete_said, [match_id, side])

  @doc false
  # As part of a job that deletes a match.
  def delete_chat(connection, match_id) do
    for rows <- [:delete_lines, :delete_switches], do: query(connection, rows, [match_id])
    :ok
  end

  defp write(statement, values) do
    Writer.run(fn connection ->
      query(connection, statement, values)
      :ok
    end)
  end

  defp now, do: DateTime.utc_now()
end
