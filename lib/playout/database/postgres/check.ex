defmodule Playout.Database.Postgres.Check do
  @moduledoc """
  Checks whether a PostgreSQL database can be used, before anything uses it; otherwise tells the
  operator why not.
  """

  alias Playout.Database.Adapter

  @oldest 13

  @statements %{
    about: """
    SELECT current_setting('server_version_num')::integer, current_setting('server_version'),
           current_setting('server_encoding')
    """,
    attempt: "CREATE TABLE playout_attempt (at text)",
    remove: "DROP TABLE playout_attempt"
  }

  @doc "The statements that `run/1` needs."
  @spec statements() :: Adapter.statements()
  def statements, do: @statements

  @doc """
  Checks whether the database can be read, and whether the user may make tables in it. `query` runs a
  statement in a transaction and returns its rows.
  """
  @spec run((Adapter.name() -> [[term]])) :: :ok | {:error, String.t()}
  def run(query) do
    [[number, version, encoding]] = query.(:about)

    cond do
      number < @oldest * 10_000 ->
        {:error, "it is version #{version}"}

      encoding != "UTF8" ->
        {:error, "its encoding is #{encoding}"}

      true ->
        for name <- [:attempt, :remove], do: query.(name)
        :ok
    end
  end

  @doc """
  Returns the answer with an error of a few lines of text, without the password: the database, the
  problem, and how to fix it.
  """
  @spec explained(:ok | {:error, term}, String.t()) :: :ok | {:error, String.t()}
  def explained(:ok, _name), do: :ok

  def explained({:error, reason}, name) do
    reason = reason |> to_string() |> String.split() |> Enum.join(" ") |> String.slice(0, 200)

    {:error,
     """
     The site cannot start with #{name}
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
