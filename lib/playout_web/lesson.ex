defmodule PlayoutWeb.Lesson do
  @moduledoc """
  Judges what a learner plays in an exercise.

  No answer is written down anywhere: whether a move wins, and whether the
  opponent then does, is asked of the engine, move by move; what comes after
  that, of a player who proves it.
  """

  alias Playout.{Position, Side}
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

  @doc "The same as a page gets them: a tree of their steps."
  @spec tree(Exercise.t()) :: String.t()
  def tree(exercise), do: exercise |> position() |> Playout.step_tree!(exercise.given)

  @doc """
  What comes of a move, given as its text. Errors: those of `Playout.play/2`,
  `:not_offered` for a legal move that does not begin with the given steps, and those
  of a search where it takes one.
  """
  @spec answer(Exercise.t(), String.t()) ::
          {:ok, Answer.t()} | {:error, :not_offered | Playout.Error.t()}
  def answer(exercise, text) do
    with {:ok, after_move} <- exercise |> position() |> Playout.play(text),
         %{} = move <- Enum.find(moves(exercise), :not_offered, &(&1.text == text)) do
      judge(exercise, move, after_move)
    else
      {:error, error} -> {:error, error}
      :not_offered -> {:error, :not_offered}
    end
  end

  defp judge(exercise, move, after_move) do
    described = Playout.describe!(after_move)
    mover = List.last(described.played).side
    won? = winner(described) == mover
    {reply, shown} = winning_reply(after_move, described) || {nil, described}

    answer = %Answer{
      solved?: solved?(exercise.goal, won?, reply) or reached?(exercise, described),
      won?: won?,
      move: move,
      reply: reply,
      shown: shown
    }

    if described.outcome == nil and reply == nil,
      do: look_ahead(exercise.goal, answer, after_move),
      else: {:ok, answer}
  end

  defp solved?(:win, won?, _reply), do: won?
  defp solved?(:hold, _won?, reply), do: reply == nil
  defp solved?(:blunder, _won?, reply), do: reply != nil
  defp solved?(:any, _won?, _reply), do: true
  defp solved?({:force, _player}, won?, _reply), do: won?
  defp solved?(_of_the_position, _won?, _reply), do: false

  defp reached?(%{goal: :pass}, described), do: described.pass != nil

  defp reached?(%{goal: {:gain, wanted}} = exercise, described) do
    before = Playout.describe!(position(exercise))
    Side.of(described.score, before.side) - Side.of(before.score, before.side) >= wanted
  end

  defp reached?(_exercise, _described), do: false

  # Further than to the next move, which needs a player of the engine.
  defp look_ahead({goal, player}, answer, position) when goal in [:force, :hold] do
    with {:ok, choice} <- Playout.choose_move(position, player: player) do
      foreseen = Enum.find(answer.shown.moves, &(&1.text == choice.move))
      answer = %{answer | foreseen: foreseen, solved?: foreseen?(goal, choice.proof)}
      {:ok, if(answer.solved?, do: answer, else: show(answer, position, foreseen))}
    end
  end

  defp look_ahead(_goal, answer, _position), do: {:ok, answer}

  # A proof is of the opponent's, who is to move.
  defp foreseen?(:force, proof), do: match?(%{result: :loss}, proof)
  defp foreseen?(:hold, proof), do: not match?(%{result: :win}, proof)

  defp show(answer, position, reply) do
    %{answer | shown: Playout.describe!(Playout.play!(position, reply.text))}
  end

  # The first one by its text: for the same move always the same.
  defp winning_reply(position, described) do
    Enum.find_value(described.moves, fn reply ->
      replied = %{position | moves: position.moves ++ [reply.text]}
      wins? = winner(%{outcome: Playout.outcome!(replied)}) == described.side
      if wins?, do: {reply, Playout.describe!(replied)}
    end)
  end

  defp winner(%{outcome: nil}), do: nil
  defp winner(%{outcome: outcome}), do: outcome.result
end
