defmodule PlayoutWeb.Sentences do
  @moduledoc """
  The sentences for what comes from below as a code: errors of the engine,
  refusals of a match, the names of levels.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  @doc "The name of a level."
  def level("easy"), do: gettext("Easy")
  def level("medium"), do: gettext("Medium")
  def level("hard"), do: gettext("Hard")

  @doc "Why something was refused: a reason of `Playout.Matches`, or an error of the engine."
  def refusal(%Playout.Error{code: :illegal_move, details: details}), do: illegal(details)

  def refusal(%Playout.Error{code: code}) when code in [:bad_move, :not_text, :not_utf8] do
    gettext("That is not a move of this game.")
  end

  def refusal(%Playout.Error{code: :finished}), do: refusal(:over)

  def refusal(%Playout.Error{code: :busy}) do
    gettext("Too many games are being thought about just now. Please try again in a moment.")
  end

  def refusal(%Playout.Error{}) do
    gettext("That did not work. Please try again.")
  end

  def refusal(:malformed), do: gettext("That was not understood; nothing has changed.")

  defp illegal(%{problem: "occupied"}), do: gettext("There is a piece on that cell already.")
  defp illegal(%{problem: "piece_gone"}), do: gettext("That piece is no longer there.")
  defp illegal(%{problem: "nothing_in_hand"}), do: gettext("Begin by handing a piece over.")
  defp illegal(%{problem: "not_placed"}), do: gettext("Place the piece in your hand first.")

  defp illegal(%{problem: "nothing_handed_over"}),
    do: gettext("A piece has to be handed over too, as in c3-A.")

  defp illegal(%{problem: "game_ends"}),
    do: gettext("The game ends with that placement; nothing is handed over.")

  defp illegal(_details), do: gettext("That move is not allowed here.")
end
