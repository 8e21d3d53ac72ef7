defmodule Playout.Matches.Store.Job do
  @moduledoc false
  # Something to write. `work` gets the connection and returns the answer for `from`. An answer
  # that is an error means that it has written nothing. It may run twice: if another job of the
  # same transaction fails, the transaction is repeated without that job.

  @enforce_keys [:work, :from, :since]
  defstruct @enforce_keys

  @type t :: %__MODULE__{
          work: (Playout.Database.Adapter.connection() -> answer :: term),
          from: GenServer.from(),
          since: integer
        }
end
