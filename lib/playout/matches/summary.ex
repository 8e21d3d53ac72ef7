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
  - `control`: the time control, if there is one;
  - `deadline`: when the time of the side to move is up, by `Playout.Matches.Store.Uptime`, if it runs;
  - `at`: the time of the last event.
  """

  @enforce_keys [:id, :game, :variant, :seats, :position, :turn, :moves, :result, :at]
  defstruct @enforce_keys ++ [reason: nil, details: %{}, control: nil, deadline: nil]

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
          control: nil | Playout.Matches.Clock.control(),
          deadline: nil | Playout.Matches.Clock.time(),
          at: DateTime.t()
        }
end
