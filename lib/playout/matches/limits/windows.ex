defmodule Playout.Matches.Limits.Windows do
  @moduledoc false
  # A sliding window would also store every refused attempt: anyone who keeps trying would
  # stay locked out, along with everyone at the same address, and each attempt would have to
  # read all those entries.
  #
  # Other nodes, also of an earlier version, call it by its name.
  use Playout.FixedWindow
end
