defmodule Playout.Search do
  @moduledoc """
  A running search, as returned by `Playout.start_search/2`.
  """

  @enforce_keys [:ref, :pid]
  defstruct [:ref, :pid]

  @typedoc """
  `ref` is in every message of the search; `pid` is its process.
  """
  @type t :: %__MODULE__{ref: reference, pid: pid}
end
