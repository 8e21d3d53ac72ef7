defmodule Playout.Position do
  @moduledoc """
  A position of a game with its history: where the game started, and what was
  played since.

  `Playout.new/2` and `Playout.play/2` make them. Stored moves may also be put
  straight into the struct: nothing is taken on trust, every function reads the
  whole of it and answers an error for what is not legal.
  """

  @enforce_keys [:game, :start]
  defstruct [:game, :start, moves: []]

  @typedoc """
  The game's name, the canonical text of the position it started from, and the
  texts of the moves played, the first one first (at most 10,000).
  """
  @type t :: %__MODULE__{game: atom, start: String.t(), moves: [String.t()]}
end
