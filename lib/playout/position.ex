defmodule Playout.Position do
  @moduledoc """
  A position of a game with its history: the start position and the moves played.

  `Playout.new/2` and `Playout.play/2` create positions. Stored moves may also be put directly
  into the struct: every function validates all of it, and returns an error if anything is
  illegal.
  """

  @enforce_keys [:game, :start]
  defstruct [:game, :start, moves: []]

  @typedoc """
  The game's name, the canonical text of the start position, and the texts of the moves played, in
  order (at most 10,000).
  """
  @type t :: %__MODULE__{game: atom, start: String.t(), moves: [String.t()]}
end
