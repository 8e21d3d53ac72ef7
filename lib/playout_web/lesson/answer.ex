defmodule PlayoutWeb.Lesson.Answer do
  @moduledoc "What came of a move that a learner made."

  @enforce_keys [:solved?, :won?, :move, :reply, :shown]
  defstruct [:solved?, :won?, :move, :reply, :foreseen, :shown]

  @typedoc """
  - `solved?`: whether the move is what the exercise asks for;
  - `won?`: whether it won;
  - `move`: the move;
  - `reply`: a move of the opponent that wins at once, nil if there is none;
  - `foreseen`: what the opponent would play where that needs more than a look at his
    next move, nil elsewhere;
  - `shown`: the position to look at, after what the opponent plays if that shows
    what was wrong.
  """
  @type t :: %__MODULE__{
          solved?: boolean(),
          won?: boolean(),
          move: move(),
          reply: nil | move(),
          foreseen: nil | move(),
          shown: Playout.Description.t()
        }

  @type move :: %{text: String.t(), steps: [String.t()]}
end
