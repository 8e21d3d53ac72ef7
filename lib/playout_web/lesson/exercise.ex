defmodule PlayoutWeb.Lesson.Exercise do
  @moduledoc "A position of a lesson, in which the learner finds the move."

  @enforce_keys [:id, :game, :position, :goal, :title, :task, :moral]
  defstruct [:id, :game, :position, :goal, :title, :task, :moral, given: []]

  @typedoc """
  - `id`: its name in the browser's memory of what was solved;
  - `position`: a position text of the `game`;
  - `goal`: what solves it. `:win`: the move wins. `:hold`: after it the opponent
    cannot win at once. `:blunder`: after it the opponent can, for once on
    purpose. `:any`: every legal move does. `{:gain, n}`: the score of who moves
    grows by `n` or more. `:pass`: the opponent can do nothing but pass.
    `{:force, player}`: the opponent loses, whatever he plays, and `{:hold, player}`:
    he has no forced win, each as far as this player of the engine proves it;
  - `given`: the steps that every move begins with here, so that there is less to
    think of;
  - `title`, `task`: the few words and the sentences above the board;
  - `moral`: what to keep of it, said once it is solved.
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
          given: [String.t()]
        }
end
