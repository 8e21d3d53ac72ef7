defmodule PlayoutWeb.Rules.Lesson.Exercise do
  @moduledoc "A position in a lesson where the learner has to find the move."

  @enforce_keys [:id, :game, :position, :goal, :title, :task, :moral]
  defstruct [:id, :game, :position, :goal, :title, :task, :moral, :hint] ++
              [marks: [], given: [], alerts?: true]

  @typedoc """
  - `id`: its key in the browser's list of solved exercises;
  - `position`: a position text of the `game`;
  - `goal`: what solves it. `:win`: the move wins. `:hold`: after the move the opponent has no
    immediate win. `:blunder`: after the move the opponent has one, on purpose. `:any`: every
    legal move solves it. `{:gain, n}`: the learner's score increases by at least `n`. `:pass`:
    the opponent must pass. `{:force, player}`: the opponent loses whatever they play. `{:hold,
    player}`: the opponent has no forced win. The last two only reach as far as the engine player
    `player` can prove;
  - `given`: the steps that every move must begin with, to leave the learner fewer choices;
  - `title`, `task`: a short title, and the sentences that say what to find;
  - `hint`, `marks`: the sentence shown after two wrong moves, and the cells that it marks on the
    board; there is no hint if no move can be wrong;
  - `alerts?`: whether the board shows its alerts before the answer; not if they are what the learner
    is to find;
  - `moral`: what to remember, shown after the exercise is solved.
  """
  @type t :: %__MODULE__{
          id: String.t(),
          game: atom(),
          position: String.t(),
          goal:
            :win
            | :hold
            | :blunder
            | :any
            | {:gain, pos_integer()}
            | :pass
            | {:force | :hold, player :: String.t()},
          title: String.t(),
          task: String.t(),
          moral: String.t(),
          hint: nil | String.t(),
          marks: [String.t()],
          given: [String.t()],
          alerts?: boolean()
        }
end
