defmodule PlayoutWeb.LessonText do
  @moduledoc "What a lesson says about a learner's move."
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lesson.Answer
  alias PlayoutWeb.Lesson.Exercise
  alias PlayoutWeb.Rules

  @doc "Returns the label of a link to an exercise."
  @spec step(Exercise.t(), pos_integer(), boolean()) :: String.t()
  def step(exercise, number, true),
    do: gettext("Exercise %{number}: %{title}, solved", number: number, title: exercise.title)

  def step(exercise, number, false),
    do: gettext("Exercise %{number}: %{title}", number: number, title: exercise.title)

  @doc "Says whether the move was right; `revealed?` means that the learner asked to see it."
  @spec result(Answer.t(), boolean()) :: String.t()
  def result(_answer, true), do: gettext("This is the move")
  def result(%{solved?: true}, false), do: gettext("Right!")
  def result(%{solved?: false}, false), do: gettext("That's not it")

  @doc "Says what happens after the move, in sentences."
  @spec what_happens(Exercise.t(), Answer.t()) :: [String.t()]
  def what_happens(exercise, %{won?: true} = answer), do: [ending(exercise, answer)]

  def what_happens(exercise, answer),
    do: feedback(exercise, answer) ++ reply(exercise, answer)

  # Children learn Animal Shogi, and some languages write differently for them.
  defp feedback(%{game: :animal_shogi, goal: goal}, answer), do: to_children(goal, answer)
  defp feedback(%{goal: goal}, answer), do: feedback_on(goal, answer)

  # What the opponent's reply alone doesn't show.
  defp feedback_on(_goal, %{shown: %{outcome: %{result: :draw}}}), do: [gettext("It's a draw.")]
  defp feedback_on(_goal, %{shown: %{outcome: %{}}}), do: []
  defp feedback_on(:win, _answer), do: [gettext("That doesn't win.")]
  defp feedback_on(:any, _answer), do: [gettext("Now it's your opponent's turn.")]
  defp feedback_on(:blunder, _answer), do: [gettext("Your opponent can't win with that piece.")]

  defp feedback_on(:pass, %{solved?: true}),
    do: [gettext("Your opponent has no moves left and must pass.")]

  defp feedback_on(:pass, _answer), do: [gettext("Your opponent can still move.")]

  defp feedback_on({:gain, _wanted}, %{gained: gained}) when gained < 1,
    do: [gettext("That adds no region.")]

  defp feedback_on({:gain, _wanted}, %{gained: gained}),
    do: [ngettext("That adds one region.", "That adds %{count} regions.", gained)]

  defp feedback_on({:force, _player}, %{solved?: true}),
    do: [gettext("Whatever your opponent plays now, you win.")]

  defp feedback_on({:force, _player}, _answer), do: [gettext("Your opponent has an answer.")]

  defp feedback_on({:hold, _player}, %{solved?: true}),
    do: [gettext("Now your opponent can't force a win.")]

  defp feedback_on({:hold, _player}, _answer),
    do: [gettext("Now you can't stop your opponent.")]

  defp feedback_on(:hold, _answer), do: [gettext("Your opponent can't win with the next move.")]

  defp to_children(_goal, %{shown: %{outcome: %{result: :draw}}}),
    do: [pgettext("children", "It's a draw.")]

  defp to_children(_goal, %{shown: %{outcome: %{}}}), do: []
  defp to_children(:win, _answer), do: [pgettext("children", "That doesn't win.")]

  defp to_children(:hold, _answer),
    do: [pgettext("children", "Your opponent can't win with the next move.")]

  defp to_children({:force, _player}, %{solved?: true}),
    do: [pgettext("children", "Whatever your opponent plays now, you win.")]

  defp to_children({:force, _player}, _answer),
    do: [pgettext("children", "Your opponent has an answer.")]

  defp reply(_exercise, %{reply: nil, shown: %{outcome: nil}}), do: []
  defp reply(exercise, %{reply: nil} = answer), do: [ending(exercise, answer)]

  defp reply(exercise, %{reply: reply, shown: shown}),
    do: Rules.of(exercise.game).reply(reply, shown.outcome)

  defp ending(exercise, %{shown: %{outcome: outcome}}) do
    Boards.of(exercise.game).reason(outcome.reason, outcome.details)
  end
end
