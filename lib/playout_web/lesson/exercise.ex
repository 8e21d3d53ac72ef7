defmodule PlayoutWeb.Lesson.Exercise do
  @moduledoc "A position of a lesson in which the learner finds the move."

  @enforce_keys [:id, :game, :position, :goal, :title, :task, :moral]
  defstruct [:id, :game, :position, :goal, :title, :task, :moral, :hint, marks: [], given: []]

  @typedoc """
  - `id`: its name in the browser's memory of solved exercises;
  - `position`: a position text of the `game`;
  - `goal`: what solves it. `:win`: the move wins. `:hold`: after the move the opponent
    has no immediate win. `:blunder`: after the move the opponent has one, for once on
    purpose. `:any`: every legal move solves it. `{:gain, n}`: the mover's score grows
    by `n` or more. `:pass`: the opponent must pass. `{:force, player}`: the opponent
    loses whatever they play, and `{:hold, player}`: the opponent has no forced win,
    each as far as this engine player proves it;
  - `given`: the steps that every move must begin with, so that there is less to think
    about;
  - `title`, `task`: a few words, and the sentences that say what to find;
  - `hint`, `marks`: the sentence that helps after two wrong moves, and the cells of the
    board that it points to; no hint where no move can be wrong;
  - `moral`: what to remember, shown once it is solved.
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
