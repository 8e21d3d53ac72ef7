defmodule Playout.Search do
  @moduledoc """
  A running search, as returned by `Playout.start_search/2`.
  """

  @enforce_keys [:ref, :pid]
  defstruct [:ref, :pid]

  @typedoc """
  `ref` identifies the search's messages; `pid` is its process.
  """
  @type t :: %__MODULE__{ref: reference, pid: pid}
end
