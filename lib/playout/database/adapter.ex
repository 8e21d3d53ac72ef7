defmodule Playout.Database.Adapter do
  @moduledoc """
  What `Playout.Database` needs of each kind of database.
  """

  alias Playout.Database.Settings

  @typedoc "A connection that writes: the struct of an adapter's module."
  @type connection :: struct

  @typedoc "SQL by name."
  @type statements :: %{name => String.t()}

  @type name :: atom | {atom, atom}

  @typedoc """
  A value of a statement: text, integer, boolean, `nil`, a time, or bytes that are no text.
  """
  @type value :: nil | String.t() | integer | boolean | DateTime.t() | {:blob, binary}

  @typedoc """
  Sizes in bytes; `nil` if unknown.

    * `file_bytes`, `wal_bytes`: of the database and of its write-ahead log;
    * `free_bytes`: what is free on their file system;
    * `room_bytes`: how much more can be stored, in free space or in free parts of the file.
  """
  @type sizes :: %{
          file_bytes: nil | non_neg_integer,
          wal_bytes: nil | non_neg_integer,
          free_bytes: nil | non_neg_integer,
          room_bytes: nil | non_neg_integer
        }

  @doc "Returns the Ecto repository with the connections that read."
  @callback repo() :: module

  @doc "See `Playout.Database.one_of/2`."
  @callback one_of(atom, [String.t()]) :: Ecto.Query.dynamic_expr()

  @doc "Returns the options with which the repository runs the migrations of a database."
  @callback migrating(Settings.t()) :: keyword

  @doc "Returns the versions of the migrations that a database has; none if that cannot be read."
  @callback versions(Settings.t()) :: [integer]

  @doc "See `Playout.Database.reserve/0`."
  @callback reserve(Settings.t()) :: :ok | {:error, String.t()}

  @doc "Runs some work while nobody else writes, nor runs such work; returns its result."
  @callback one_at_a_time(Settings.t(), (-> result)) :: result when result: term

  @doc "See `Playout.Database.writers/0`."
  @callback writers() :: pos_integer

  @doc """
  Checks whether the database can be read and written. The error is a few lines of text: the
  database, the problem, and how to fix it.
  """
  @callback check(Settings.t()) :: :ok | {:error, String.t()}

  @doc "Opens a connection that writes, which belongs to the calling process."
  @callback open(Settings.t(), statements) :: {:ok, connection} | {:error, term}

  @doc "Returns the sizes. `write` runs a function on the connection that writes."
  @callback sizes(Settings.t(), write :: ((connection -> term) -> term)) :: sizes

  @doc "Returns what to call the database when people read it, without a password."
  @callback name(Settings.t()) :: String.t()

  @doc "See `Playout.Database.transaction/2`."
  @callback transaction(connection, (connection -> result)) :: result when result: term

  @doc "See `Playout.Database.query/3`."
  @callback query(connection, name, [value]) :: [[term]]

  @doc "See `Playout.Database.lost?/1`."
  @callback lost?(Exception.t()) :: boolean

  @doc "See `Playout.Database.damaged?/1`."
  @callback damaged?(Exception.t()) :: boolean

  @doc "See `Playout.Database.alone?/1`."
  @callback alone?(connection) :: boolean

  @doc "See `Playout.Database.continue_ids/2`."
  @callback continue_ids(connection, table :: atom) :: :ok

  @doc "Leaves the database complete, as far as that takes any work, before the site stops."
  @callback settle(connection) :: :ok | {:error, term}

  @callback close(connection) :: :ok
end
