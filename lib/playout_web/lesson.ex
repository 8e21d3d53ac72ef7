defmodule PlayoutWeb.Lesson do
  @moduledoc """
  Judges what a learner plays in an exercise.

  No answer is written down anywhere: whether a move wins, and whether the
  opponent then does, is asked of the engine, move by move.
  """

  alias Playout.Position
  alias PlayoutWeb.Lesson.Answer
  alias PlayoutWeb.Lesson.Exercise

  @doc "The position of an exercise."
  @spec position(Exercise.t()) :: Position.t()
  def position(exercise), do: Playout.new!(exercise.game, position: exercise.position)

  @doc "The moves that can be made in an exercise, each with its steps."
  @spec moves(Exercise.t()) :: [Answer.move()]
  def moves(exercise) do
    %{moves: moves} = exercise |> position() |> Playout.describe!()
    Enum.filter(moves, &List.starts_with?(&1.steps, exercise.given))
  end

  @doc """
  What comes of a move, given as its text. Errors: those of `Playout.play/2`,
  and `:not_offered` for a legal move that does not begin with the given steps.
  """
  @spec answer(Exercise.t(), String.t()) ::
          {:ok, Answer.t()} | {:error, :not_offered | Playout.Error.t()}
  def answer(exercise, text) do
    with {:ok, after_move} <- exercise |> position() |> Playout.play(text),
         %{} = move <- Enum.find(moves(exercise), :not_offered, &(&1.text == text)) do
      {:ok, judge(exercise.goal, move, after_move)}
    else
      {:error, error} -> {:error, error}
      :not_offered -> {:error, :not_offered}
    end
  end

  defp judge(goal, move, after_move) do
    described = Playout.describe!(after_move)
    mover = List.last(described.played).side
    won? = winner(described) == mover
    {reply, shown} = winning_reply(after_move, described) || {nil, described}

    %Answer{
      solved?: solved?(goal, won?, reply),
      won?: won?,
      move: move,
      reply: reply,
      shown: shown
    }
  end

  defp solved?(:win, won?, _reply), do: won?
  defp solved?(:hold, _won?, reply), do: reply == nil
  defp solved?(:blunder, _won?, reply), do: reply != nil

  # The first one by its text: for the same move always the same.
  defp winning_reply(position, described) do
    Enum.find_value(described.moves, fn reply ->
      replied = Playout.describe!(%{position | moves: position.moves ++ [reply.text]})
      if winner(replied) == described.side, do: {reply, replied}
    end)
  end

  defp winner(%{outcome: nil}), do: nil
  defp winner(%{outcome: outcome}), do: outcome.result
end
