defmodule PlayoutWeb.Rules.Lesson.TextForChildren do
  @moduledoc """
  The text of Animal Shogi's lesson: the messages that other pages also have, in words for
  children.

  Their context is "children". The board's labels, which only screen readers speak, are the
  same everywhere.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Boards.AnimalShogi.Piece

  @doc "See `PlayoutWeb.Rules.Lesson.Text.label/2`."
  def label(:lesson), do: pgettext("children", "First lesson")
  def label(:next), do: pgettext("children", "Next")
  def label(:again), do: pgettext("children", "Try again")
  def label(:own_try), do: pgettext("children", "Try it yourself")
  def label(:show), do: pgettext("children", "Show me")
  def label(:ready), do: pgettext("children", "Ready to play")
  def label(:play), do: pgettext("children", "Play a match")
  def label(:play_first), do: pgettext("children", "Play your first match")

  @doc "See `PlayoutWeb.Rules.Lesson.Text.rules/1`."
  def rules(name), do: pgettext("children", "Rules of %{game}", game: name)

  @doc "See `PlayoutWeb.Rules.Lesson.Text.unsolved/2`."
  def unsolved(0) do
    pgettext(
      "children",
      "You solved every exercise. You're ready to play! In a match, yellow is called Sun, and blue is called Moon."
    )
  end

  def unsolved(count) do
    pngettext(
      "children",
      "You have one exercise left. You can come back to it any time.",
      "You have %{count} exercises left. You can come back to them any time.",
      count
    )
  end

  @doc "See `PlayoutWeb.Rules.Lesson.Text.prompts/2`."
  def prompts do
    [pgettext("children", "Choose an animal."), pgettext("children", "Choose where it goes.")]
  end

  @doc "See `PlayoutWeb.Rules.Lesson.Text.waiting/2`."
  def waiting(place), do: pgettext("children", "Waiting, place %{place}", place: place)

  @doc "See `PlayoutWeb.Rules.Lesson.Text.result/3`."
  def result(_solved?, true), do: pgettext("children", "This is the move")
  def result(true, false), do: pgettext("children", "Right!")
  def result(false, false), do: pgettext("children", "That's not it")

  @doc "Says what happens after the move, without the opponent's reply."
  def feedback(_goal, %{shown: %{outcome: %{result: :draw}}}),
    do: [pgettext("children", "It's a draw.")]

  def feedback(_goal, %{shown: %{outcome: %{}}}), do: []

  def feedback(:win, %{wins_next?: true}),
    do: [pgettext("children", "That wins with your next move, but you can win right now.")]

  def feedback(:win, _answer), do: [pgettext("children", "That doesn't win.")]

  def feedback(:hold, _answer),
    do: [pgettext("children", "Your opponent can't win with the next move.")]

  def feedback({:force, _player}, %{solved?: true}),
    do: [pgettext("children", "Whatever your opponent plays now, you win.")]

  def feedback({:force, _player}, _answer),
    do: [pgettext("children", "Your opponent has an answer.")]

  @doc "Says why the game ended."
  def reason(:catch), do: pgettext("children", "The lion was caught.")
  def reason(:try), do: pgettext("children", "The lion reached the far side.")
  def reason(:both_safe), do: pgettext("children", "Both lions reached the far side.")
  def reason(:no_moves), do: pgettext("children", "No legal moves left.")

  @doc "See `PlayoutWeb.Rules.Lesson.Text.refusal/2`."
  def refusal(%Playout.Error{code: :illegal_move, details: %{problem: problem} = details}),
    do: illegal(problem, details)

  def refusal(_reason), do: failed()

  defp illegal("no_piece", _details),
    do: pgettext("children", "There is no piece on that square.")

  defp illegal("not_yours", _details),
    do: pgettext("children", "That belongs to your opponent.")

  defp illegal("occupied", _details),
    do: pgettext("children", "That place is already taken.")

  defp illegal("complete", _details), do: pgettext("children", "Your move is already complete.")

  defp illegal("out_of_reach", %{piece: piece}),
    do: pgettext("children", "The %{animal} can't move there.", animal: Piece.animal(piece))

  defp illegal("own_piece", %{piece: piece}),
    do: pgettext("children", "Your own %{animal} is there.", animal: Piece.animal(piece))

  defp illegal(problem, %{piece: piece}) when problem in ["blocked", "own_piece_blocked"],
    do: pgettext("children", "Your %{animal} has nowhere to go.", animal: Piece.animal(piece))

  defp illegal(_problem, _details), do: failed()

  defp failed, do: pgettext("children", "That didn't work. Please try again.")
end
