defmodule PlayoutWeb.Rules.Lesson.Text do
  @moduledoc """
  The text of a lesson, besides its exercises: titles, buttons, and what it says about the
  learner's move.

  Children learn Animal Shogi, and some languages write differently for them. That lesson has
  its own messages (`PlayoutWeb.Rules.Lesson.TextForChildren`).
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.Diagram
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Rules
  alias PlayoutWeb.Rules.Lesson.{Answer, Exercise, TextForChildren}
  alias PlayoutWeb.Sentences

  @doc "Says whether the lesson of a game is written for children."
  @spec children?(atom()) :: boolean()
  def children?(game), do: game == :animal_shogi

  @doc "Returns the text of a title or button that every lesson has."
  @spec label(atom(), atom()) :: String.t()
  def label(game, label) do
    if children?(game), do: TextForChildren.label(label), else: label(label)
  end

  defp label(:lesson), do: gettext("First lesson")
  defp label(:next), do: gettext("Next")
  defp label(:again), do: gettext("Try again")
  defp label(:own_try), do: gettext("Try it yourself")
  defp label(:show), do: gettext("Show me")
  defp label(:ready), do: gettext("Ready to play")
  defp label(:play), do: gettext("Play a match")
  defp label(:play_first), do: gettext("Play your first match")

  @doc "Returns the label of the link to the rules of the game."
  @spec rules(atom()) :: String.t()
  def rules(game) do
    name = Boards.of(game).name()

    if children?(game),
      do: TextForChildren.rules(name),
      else: gettext("Rules of %{game}", game: name)
  end

  @doc "Says how many exercises are left, or that all of them are solved."
  @spec unsolved(atom(), non_neg_integer()) :: String.t()
  def unsolved(game, count) do
    if children?(game), do: TextForChildren.unsolved(count), else: unsolved(count)
  end

  defp unsolved(0),
    do: gettext("You solved every exercise. You know the basics and are ready for a match.")

  defp unsolved(count) do
    ngettext(
      "You have one exercise left. You can come back to it any time.",
      "You have %{count} exercises left. You can come back to them any time.",
      count
    )
  end

  @doc "Returns what to do next, in one sentence for each step of a move."
  @spec prompts(atom(), Diagram.t()) :: [String.t()]
  def prompts(game, diagram) do
    if children?(game), do: TextForChildren.prompts(), else: Boards.of(game).prompts(diagram)
  end

  @doc "Says at which place the learner waits for the engine that checks the move."
  @spec waiting(atom(), pos_integer()) :: String.t()
  def waiting(game, place) do
    if children?(game),
      do: TextForChildren.waiting(place),
      else: gettext("Waiting, place %{place}", place: place)
  end

  @doc "Says why a move was refused."
  @spec refusal(atom(), term()) :: String.t()
  def refusal(game, reason) do
    if children?(game), do: TextForChildren.refusal(reason), else: Sentences.refusal(reason)
  end

  @doc "Returns the label of a link to an exercise."
  @spec step(Exercise.t(), pos_integer(), boolean()) :: String.t()
  def step(exercise, number, true),
    do: gettext("Exercise %{number}: %{title}, solved", number: number, title: exercise.title)

  def step(exercise, number, false),
    do: gettext("Exercise %{number}: %{title}", number: number, title: exercise.title)

  @doc "Says whether the move was right; `revealed?` means that the learner asked to see it."
  @spec result(Exercise.t(), Answer.t(), boolean()) :: String.t()
  def result(%{game: game}, answer, revealed?) do
    cond do
      children?(game) -> TextForChildren.result(answer.solved?, revealed?)
      revealed? -> gettext("This is the move")
      answer.solved? -> gettext("Right!")
      true -> gettext("That's not it")
    end
  end

  @doc "Says what happens after the move, in sentences."
  @spec what_happens(Exercise.t(), Answer.t()) :: [String.t()]
  def what_happens(exercise, %{won?: true} = answer), do: [ending(exercise, answer)]

  def what_happens(exercise, answer),
    do: feedback(exercise, answer) ++ reply(exercise, answer)

  defp feedback(%{game: game, goal: goal}, answer) do
    if children?(game),
      do: TextForChildren.feedback(goal, answer),
      else: feedback_on(goal, answer)
  end

  # What the opponent's reply alone doesn't show.
  defp feedback_on(_goal, %{shown: %{outcome: %{result: :draw}}}), do: [gettext("It's a draw.")]
  defp feedback_on(_goal, %{shown: %{outcome: %{}}}), do: []

  defp feedback_on(:win, %{wins_next?: true}),
    do: [gettext("That wins with your next move, but you can win right now.")]

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

  defp reply(_exercise, %{reply: nil, shown: %{outcome: nil}}), do: []
  defp reply(exercise, %{reply: nil} = answer), do: [ending(exercise, answer)]

  defp reply(exercise, %{reply: reply, shown: shown}),
    do: Rules.of(exercise.game).reply(reply, shown.outcome)

  defp ending(%{game: game}, %{shown: %{outcome: outcome}}) do
    if children?(game),
      do: TextForChildren.reason(outcome.reason),
      else: Boards.of(game).reason(outcome.reason, outcome.details)
  end
end
