defmodule Playout.Database.MoveTest do
  # Moves that are killed: test/postgresql/move.test.mjs.
  use Playout.Test.MatchCase, async: false

  alias Playout.Database
  alias Playout.Database.Move
  alias Playout.Matches.{People, Store}

  @moduletag :capture_log
  @moduletag :tmp_dir

  # What is not copied: the migrations make and fill it, or it has nothing.
  @others ~w(schema_migrations health sqlite_sequence)

  test "every column of every table is copied" do
    copied = for {table, columns} <- Move.columns(), into: %{}, do: {to_string(table), columns}
    assert Enum.sort(Map.keys(copied)) == Enum.sort(tables() -- @others)

    for {table, columns} <- copied,
        do:
          assert(
            {table, Enum.sort(Enum.map(columns, &to_string/1))} == {table, columns_of(table)}
          )
  end

  defp columns_of(table) do
    query =
      case kind() do
        :sqlite ->
          "SELECT name FROM pragma_table_info($1)"

        :postgresql ->
          "SELECT column_name::text FROM information_schema.columns WHERE table_name = $1"
      end

    Enum.sort(List.flatten(sql(query, [table]).rows))
  end

  describe "between SQLite and PostgreSQL" do
    @describetag database: :postgresql

    # The site plays on the file, and goes back to its own database.
    defp played(dir, extra \\ fn _id -> :ok end) do
      file = [file: Path.join(dir, "site.db")]
      restart_database([url: nil] ++ file)
      {id, state} = begin(control: {:total, 600_000, 0}, second: :friend)
      :ok = People.rename(me(), "Mika ミカ 🦉")
      {:ok, code} = People.new_code(me())
      :ok = Store.note_uptime(123_456_789_012)
      extra.(id)
      restore_database()
      assert Wait.until(fn -> alone?(file) end)
      {file, id, state, code}
    end

    # Some connections of a site that has stopped may still be closing.
    defp alone?(file) do
      {:ok, connection} = Database.open(file, %{})
      alone? = Database.alone?(connection)
      Database.close(connection)
      alone?
    end

    defp numbers(most, insert) do
      "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < #{most}) " <>
        "#{insert} FROM numbers"
    end

    test "everything is there, and goes on from there", %{tmp_dir: dir} do
      {file, id, state, code} =
        played(dir, fn id ->
          # More than two pages, and exactly one.
          sql(
            "INSERT INTO chat_lines (id, match_id, side, text) VALUES (7, $1, 'first', 'hello')",
            [id]
          )

          sql(numbers(1_234, "INSERT INTO review_positions SELECT 'a match', n, '-7', '[0.5]'"))
          sql(numbers(500, "INSERT INTO reviews SELECT 'match ' || n"))
        end)

      empty = empty_database()
      assert {:ok, counts} = Move.run(file, empty)
      assert counts[:matches] == 1 and counts[:seats] == 2 and counts[:chat_lines] == 1
      assert counts[:review_positions] == 1_234 and counts[:reviews] == 500
      assert counts[:people] == 1 and counts[:codes] == 1 and counts[:uptime] == 1

      # Once more is no mistake.
      assert Move.run(file, empty) == {:already, counts}

      # And back, where all rows are the same.
      back = [file: Path.join(dir, "deep/back.db")]
      assert Move.run(empty, back) == {:ok, counts}
      assert Move.run(file, back) == {:already, counts}

      restart_database(empty)
      assert Matches.get(id) == {:ok, state}
      assert People.names([me()]) == %{me() => "Mika ミカ 🦉"}
      assert People.recover("guesser", code, {10, 0, 0, 9}) == {:ok, me()}
      assert {:ok, %{lines: [%{id: 7}]}} = Store.People.chat(id)
      assert {:ok, line} = Store.People.say(id, "first", "hello", nil)
      assert line > 7
      assert {:ok, _} = Matches.list(me())
    end

    test "a database with something else in it is left alone", %{tmp_dir: dir} do
      {file, id, _state, _code} = played(dir)
      other = empty_database()
      Database.migrate(other)
      insert = %{insert: "INSERT INTO people (visitor, at) VALUES ('somebody', $1)"}
      {:ok, connection} = Database.open(other, insert)
      Database.query(connection, :insert, [DateTime.utc_now()])
      Database.close(connection)

      for {from, to} <- [{file, other}, {other, file}] do
        assert {:error, message} = Move.run(from, to)
        assert message =~ "not empty"
      end

      assert {:ok, [{:matches, 0} | _]} = Move.run(other, file: Path.join(dir, "other.db"))
      assert {:already, [{:matches, 0} | _]} = Move.run(other, file: Path.join(dir, "other.db"))
      assert {:ok, [{:matches, 1} | _]} = Move.run(file, empty_database())
      assert is_binary(id)
    end

    test "a site that runs on either is not moved", %{tmp_dir: dir} do
      file = [file: Path.join(dir, "new.db")]
      assert {:error, message} = Move.run(Database.Settings.get(), file)
      assert message =~ "A site is running on the PostgreSQL database"
      assert {:ok, _} = Move.run(elem(played(dir), 0), empty_database())

      usual = Database.Settings.get()
      restart_database([url: nil] ++ file)
      assert {:error, message} = Move.run(file, usual)
      assert message =~ "A site is running on #{file[:file]}"
    end

    test "a database that is not there is not made", %{tmp_dir: dir} do
      file = [file: Path.join(dir, "none.db")]
      assert Move.run(file, empty_database()) == {:error, "There is no database #{file[:file]}."}
      refute File.exists?(file[:file])
    end

    test "what cannot be stored there stops the move, and nothing stays", %{tmp_dir: dir} do
      {file, _id, _state, _code} =
        played(dir, fn id ->
          sql("UPDATE events SET data = $1 WHERE match_id = $2", [<<"{\"", 0, "\"}">>, id])
        end)

      empty = empty_database()

      # A refusal would say why.
      answer =
        try do
          Move.run(file, empty)
        rescue
          error in Postgrex.Error -> error
        end

      assert %Postgrex.Error{} = answer
      assert Exception.message(answer) =~ "0x00"
      {:ok, connection} = Database.open(empty, %{count: "SELECT count(*) FROM matches"})
      assert Database.query(connection, :count) == [[0]]
      Database.close(connection)
    end
  end
end
