defmodule PlayoutWeb.Rules.Lesson.Answer do
  @moduledoc "The result of a learner's move."

  @enforce_keys [:solved?, :won?, :move, :gained, :shown]
  defstruct [:solved?, :won?, :move, :reply, :gained, :shown, wins_next?: false]

  @typedoc """
  - `solved?`: whether the move does what the exercise asks for;
  - `won?`: whether it won the game;
  - `wins_next?`: whether a move that should have won does so with the next one, whatever the reply;
  - `move`: the move;
  - `reply`: the opponent's reply, if it shows what was wrong;
  - `gained`: how much the player's score increased, 0 in games without a score;
  - `shown`: the position to show, after the `reply` if there is one.
  """
  @type t :: %__MODULE__{
          solved?: boolean(),
          won?: boolean(),
          wins_next?: boolean(),
          move: move(),
          reply: nil | move(),
          gained: integer(),
          shown: Playout.Description.t()
        }

  @type move :: %{
          :text => String.t(),
          :steps => [String.t()],
          :details => map(),
          optional(atom()) => term()
        }
end
