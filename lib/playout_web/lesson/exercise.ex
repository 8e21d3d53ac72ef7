defmodule PlayoutWeb.Lesson.Exercise do
  @moduledoc "A position in a lesson, in which the learner has to find the move."

  @enforce_keys [:id, :game, :position, :goal, :title, :task, :moral]
  defstruct [:id, :game, :position, :goal, :title, :task, :moral, :hint, marks: [], given: []]

  @typedoc """
  - `id`: its key in the browser's list of solved exercises;
  - `position`: a position text of the `game`;
  - `goal`: what solves it. `:win`: the move wins. `:hold`: after the move the opponent has no
    immediate win. `:blunder`: after the move the opponent has one, on purpose. `:any`: every
    legal move solves it. `{:gain, n}`: the mover's score increases by at least `n`. `:pass`:
    the opponent must pass. `{:force, player}`: the opponent loses whatever they play.
    `{:hold, player}`: the opponent has no forced win. The last two go as far as this engine
    player can prove;
  - `given`: the steps that every move must begin with, which leaves the learner fewer
    choices;
  - `title`, `task`: a few words, and the sentences that say what to find;
  - `hint`, `marks`: the sentence that helps after two wrong moves, and the cells that it
    points to on the board; no hint if no move can be wrong;
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
          given: [String.t()]
        }
end
