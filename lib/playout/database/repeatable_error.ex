defmodule Playout.Database.RepeatableError do
  @moduledoc """
  Raised when a transaction has stored nothing although nothing is wrong with it: the connection was
  lost before its commit, or another one was in its way. It can be repeated on a new connection.
  """
  defexception [:message]
end
