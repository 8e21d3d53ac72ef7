defmodule Playout.Matches.Summary do
  @moduledoc """
  A match in a list: its game, its players and its status.

  - `seats`: by side, as in `Playout.Matches.Event`;
  - `position`: the text of the position on the board;
  - `turn`: the side to move, `nil` if the match is over;
  - `moves`: the number of moves made;
  - `result`: `:first`, `:second` or `:draw`, `nil` while the match goes on;
  - `reason`, `details`: why it ended, as in `Playout.Matches.State`'s `result`;
    `nil` and empty while it goes on;
  - `at`: the time of the last event.
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
