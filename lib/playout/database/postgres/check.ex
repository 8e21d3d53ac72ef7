defmodule Playout.Database.Postgres.Check do
  @moduledoc """
  Checks whether a PostgreSQL database can be used, before anything uses it; otherwise tells the
  operator why not.
  """

  alias Playout.Database
  alias Playout.Database.Postgres

  @oldest 13

  @statements %{
    about: """
    SELECT current_setting('server_version_num')::integer, current_setting('server_version'),
           current_setting('server_encoding')
    """,
    attempt: "CREATE TABLE playout_attempt (at text)",
    remove: "DROP TABLE playout_attempt"
  }

  @doc """
  Checks whether the database can be read, and whether the user may make tables in it. Waits some
  seconds for a database that is starting.

  The error is a few lines of text, without the password: the database, the problem, and how to fix
  it.
  """
  @spec run(Database.settings()) :: :ok | {:error, String.t()}
  def run(settings) do
    with {:ok, connection} <- Database.open(settings, @statements) do
      try do
        Database.transaction(connection, fn connection ->
          [[number, version, encoding]] = Database.query(connection, :about)

          cond do
            number < @oldest * 10_000 -> {:error, "it is version #{version}"}
            encoding != "UTF8" -> {:error, "its encoding is #{encoding}"}
            true -> attempt(connection)
          end
        end)
      rescue
        error -> {:error, Exception.message(error)}
      after
        Database.close(connection)
      end
    end
    |> explained(settings)
  end

  defp attempt(connection) do
    for name <- [:attempt, :remove], do: Database.query(connection, name)
    :ok
  end

  defp explained(:ok, _settings), do: :ok

  defp explained({:error, reason}, settings) do
    reason = reason |> to_string() |> String.split() |> Enum.join(" ") |> String.slice(0, 200)

    {:error,
     """
     The site cannot start with #{Postgres.name(settings)}
     (#{reason}).
     #{hint(reason)}
     """}
  end

  defp hint(reason) do
    cond do
      # The codes only, because a host that cannot be reached is a timeout as well.
      reason =~ ~r/57014|55P03/ ->
        "Another program is writing to it all the time, perhaps a move of a site."

      reason =~ ~r/version/ ->
        "The site needs PostgreSQL #{@oldest} or later."

      reason =~ ~r/encoding/ ->
        "Names and chat can be in any language, so the database must have the encoding UTF8."

      reason =~ ~r/password|authentication|role|28P01|28000/ ->
        "Check the user and the password in DATABASE_URL."

      reason =~ ~r/3D000/ ->
        "Create the database, or change its name in DATABASE_URL: createdb NAME"

      reason =~ ~r/42501|permission/ ->
        "The user in DATABASE_URL must own the database, because the site makes its tables."

      reason =~ ~r/read.only|25006/ ->
        "It is a copy that follows another server. Use the address of that one."

      true ->
        "Check that PostgreSQL is running, and the host and the port in DATABASE_URL."
    end
  end
end
