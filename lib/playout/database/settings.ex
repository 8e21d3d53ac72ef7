defmodule Playout.Database.Settings do
  @moduledoc """
  The settings of the site's database:

      config :playout, Playout.Database.Settings, file: "/data/playout.db"
  """

  @typedoc """
    * `:file` - the path of a SQLite file, or
    * `:url` - the address of a PostgreSQL database, as in
      `postgres://user:password@host:5432/database`;
    * any other option of the adapter's Ecto repository.
  """
  @type t :: keyword

  @doc "Returns the site's settings."
  @spec get() :: t
  def get, do: Application.get_env(:playout, __MODULE__, [])
end
