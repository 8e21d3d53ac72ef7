defmodule Playout.Value do
  @moduledoc "The exact value of a position with best play, for the side to move."

  @typedoc """
    * `result`: `:win`, `:draw` or `:loss`;
    * `plies`: the plies to the end of the game if the winner plays the shortest win and the loser
      resists as long as possible; `nil` for a draw;
    * `certain`: whether this holds after what has been played. The table knows no history, and
      with positions that have occurred before, a win can become a draw.
  """
  @type t :: %{
          result: :win | :draw | :loss,
          plies: nil | non_neg_integer,
          certain: boolean
        }
end
