defmodule Playout.Record.Node do
  @moduledoc """
  A move in the tree of a `Playout.Record`, with everything that follows it. The root of the tree
  has no move: it stands for the start position.
  """

  defstruct [:move, :comment, :clock, children: []]

  @typedoc """
  - `move`: the text of the move; `nil` at the root;
  - `comment`: what somebody wrote about the position after the move, as plain text;
  - `clock`: the time that the side which made the move had left after it, in milliseconds;
  - `children`: the moves that follow. The first one continues the main line, the others begin
    variations; no two of them have the same move.
  """
  @type t :: %__MODULE__{
          move: nil | String.t(),
          comment: nil | String.t(),
          clock: nil | non_neg_integer,
          children: [t]
        }
end
