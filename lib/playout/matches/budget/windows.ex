defmodule Playout.Matches.Budget.Windows do
  @moduledoc false
  # How many bytes each address has stored today, and `:all` of them.
  use Playout.FixedWindow
end
