defmodule PlayoutWeb.Lesson.Answer do
  @moduledoc "What came of a move that a learner made."

  @enforce_keys [:solved?, :won?, :move, :reply, :shown]
  defstruct [:solved?, :won?, :move, :reply, :shown]

  @typedoc """
  - `solved?`: whether the move is what the exercise asks for;
  - `won?`: whether it won;
  - `move`: the move;
  - `reply`: a move of the opponent that wins at once, nil if there is none;
  - `shown`: the position to look at, after the reply if there is one.
  """
  @type t :: %__MODULE__{
          solved?: boolean(),
          won?: boolean(),
          move: move(),
          reply: nil | move(),
          shown: Playout.Description.t()
        }

  @type move :: %{text: String.t(), steps: [String.t()]}
end
