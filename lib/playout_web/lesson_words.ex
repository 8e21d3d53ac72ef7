defmodule PlayoutWeb.LessonWords do
  @moduledoc "What a lesson says of a learner's move."
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.Side
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lesson.Answer
  alias PlayoutWeb.Lesson.Exercise

  @doc "A position of the lesson, as the links to it are called."
  @spec step(Exercise.t(), pos_integer(), boolean()) :: String.t()
  def step(exercise, number, true),
    do: gettext("Position %{number}: %{title}, solved", number: number, title: exercise.title)

  def step(exercise, number, false),
    do: gettext("Position %{number}: %{title}", number: number, title: exercise.title)

  @doc "Whether it was right."
  @spec result(Answer.t()) :: String.t()
  def result(%{solved?: true}), do: gettext("Right!")
  def result(%{solved?: false}), do: gettext("Not yet")

  @doc "Why it was right or wrong, in a sentence or two."
  @spec reason(Exercise.t(), Answer.t()) :: String.t()
  def reason(exercise, %{won?: true} = answer), do: ending(exercise, answer)

  def reason(%{goal: :win} = exercise, %{reply: nil, shown: %{outcome: %{}}} = answer),
    do: ending(exercise, answer)

  def reason(%{goal: :win}, %{reply: nil}), do: gettext("That does not win.")
  def reason(%{goal: :any}, %{reply: nil}), do: gettext("Now it is your opponent's turn.")

  def reason(%{goal: :pass}, %{solved?: true}),
    do: gettext("Your opponent has no move left and has to pass.")

  def reason(%{goal: :pass}, %{reply: nil}), do: gettext("Your opponent can still move.")

  def reason(%{goal: {:gain, _wanted}} = exercise, %{reply: nil, shown: shown}) do
    gettext("You have %{score} now.", score: Boards.of(exercise.game).score_words(mine(shown)))
  end

  def reason(%{goal: {:force, _player}}, %{solved?: true}),
    do: gettext("Whatever your opponent plays now, you win.")

  def reason(%{goal: {:force, _player}} = exercise, %{foreseen: %{} = reply}),
    do: gettext("Your opponent can stop you. %{move}", move: words(exercise, reply))

  def reason(%{goal: {:hold, _player}}, %{solved?: true}),
    do: gettext("Now your opponent has no way to force a win.")

  def reason(%{goal: {:hold, _player}} = exercise, %{foreseen: %{} = reply}) do
    gettext("You can no longer stop your opponent. %{move}", move: words(exercise, reply))
  end

  def reason(_exercise, %{reply: nil}), do: gettext("Your opponent cannot win at once.")

  def reason(exercise, %{reply: reply} = answer) do
    gettext("Your opponent wins. %{move} %{reason}",
      move: words(exercise, reply),
      reason: ending(exercise, answer)
    )
  end

  # The score of who has just moved.
  defp mine(%{score: score, played: played}), do: Side.of(score, List.last(played).side)

  defp words(exercise, reply), do: Boards.of(exercise.game).move_words(reply)

  defp ending(exercise, %{shown: %{outcome: outcome}}) do
    Boards.of(exercise.game).reason(outcome.reason, outcome.details)
  end
end
