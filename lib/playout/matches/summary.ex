defmodule Playout.Matches.Summary do
  @moduledoc """
  A match in a list: what it is, who plays, and how it stands.

  - `seats`: by side, as in `Playout.Matches.Event`;
  - `position`: the text of what is on the board;
  - `turn`: the side to move, `nil` when it is over;
  - `moves`: how many were made;
  - `result`: `:first`, `:second` or `:draw`, `nil` while it goes on;
  - `reason`, `details`: why it ended, as in `Playout.Matches.State`'s `result`;
    `nil` and empty while it goes on;
  - `at`: when something last happened in it.
  """

  @enforce_keys [:id, :game, :variant, :seats, :position, :turn, :moves, :result, :at]
  defstruct @enforce_keys ++ [reason: nil, details: %{}]

  @type t :: %__MODULE__{
          id: String.t(),
          game: atom,
          variant: atom,
          seats: %{first: Playout.Matches.Event.seat(), second: Playout.Matches.Event.seat()},
          position: String.t(),
          turn: nil | Playout.Matches.Event.side(),
          moves: non_neg_integer,
          result: nil | :first | :second | :draw,
          reason: nil | atom,
          details: map,
          at: DateTime.t()
        }
end
