defmodule Playout.Matches.Summary do
  @moduledoc """
  A match as lists show it: the game, the players and the current position.

  - `seats`: by side, as in `Playout.Matches.Event`;
  - `position`: the text of the current position;
  - `turn`: the side to move, `nil` when the match is over;
  - `moves`: how many moves were played;
  - `result`: `:first`, `:second` or `:draw`, `nil` while the match is running;
  - `reason`, `details`: why it ended, as in `Playout.Matches.State`'s `result`;
    `nil` and empty while it is running;
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
