defmodule PlayoutWeb.Lesson do
  @moduledoc """
  Checks the moves that a learner plays in an exercise.

  No solutions are stored. The rules say whether a move wins and whether the opponent can win with
  the next one; an engine player proves anything further ahead.
  """

  alias Playout.{Position, Side}
  alias PlayoutWeb.Lesson.Answer
  alias PlayoutWeb.Lesson.Exercise

  # Replies to wrong moves that don't lose immediately. It sees immediate wins for both sides, and
  # with a fixed seed its reply is always the same.
  @opponent "careful:seed=1"

  @hint_after 2
  @show_after 3

  @doc "Returns whether the learner gets a hint after this many wrong moves."
  @spec hint?(non_neg_integer()) :: boolean()
  def hint?(misses), do: misses >= @hint_after

  @doc "Returns whether the learner may ask for the solution after this many wrong moves."
  @spec show?(non_neg_integer()) :: boolean()
  def show?(misses), do: misses >= @show_after

  @doc "Returns the position of an exercise."
  @spec position(Exercise.t()) :: Position.t()
  def position(exercise), do: Playout.new!(exercise.game, position: exercise.position)

  @doc "Returns the moves that can be played in an exercise, each with its steps."
  @spec moves(Exercise.t()) :: [Answer.move()]
  def moves(exercise) do
    %{moves: moves} = exercise |> position() |> Playout.describe!()
    Enum.filter(moves, &List.starts_with?(&1.steps, exercise.given))
  end

  @doc "Returns the same moves as a tree of steps, the format that pages use."
  @spec tree(Exercise.t()) :: String.t()
  def tree(exercise), do: exercise |> position() |> Playout.step_tree!(exercise.given)

  @doc """
  Returns the answer to a move, given as text. Errors: those of `Playout.play/2`, `:not_offered`
  for a legal move that does not begin with the given steps, and those of `Playout.choose_move/2`
  if an engine player has to look ahead. `share` says who asks for that (see `Playout`).
  """
  @spec answer(Exercise.t(), String.t(), nil | {term, term, term}) ::
          {:ok, Answer.t()} | {:error, :not_offered | Playout.Error.t()}
  def answer(exercise, text, share \\ nil) do
    with {:ok, after_move} <- exercise |> position() |> Playout.play(text),
         %{} = move <- Enum.find(moves(exercise), :not_offered, &(&1.text == text)) do
      check_answer(exercise, move, after_move, share)
    else
      {:error, error} -> {:error, error}
      :not_offered -> {:error, :not_offered}
    end
  end

  @doc "Returns the answer to the first move that solves it. Errors: those of `answer/3`."
  @spec solution(Exercise.t(), nil | {term, term, term}) ::
          {:ok, Answer.t()} | {:error, Playout.Error.t()}
  def solution(exercise, share \\ nil) do
    Enum.reduce_while(moves(exercise), nil, fn move, nil ->
      case answer(exercise, move.text, share) do
        {:ok, %{solved?: false}} -> {:cont, nil}
        solved_or_error -> {:halt, solved_or_error}
      end
    end)
  end

  defp check_answer(exercise, move, after_move, share) do
    described = Playout.describe!(after_move)
    won? = winner(described) == List.last(described.played).side
    win = winning_reply(after_move, described)

    answer = %Answer{
      solved?: false,
      won?: won?,
      move: move,
      reply: win,
      gained: gained(exercise, described),
      shown: described
    }

    cond do
      won? or win != nil ->
        {:ok, show(%{answer | solved?: decided?(exercise.goal, won?)}, after_move)}

      described.outcome != nil ->
        {:ok, answer}

      true ->
        look_ahead(exercise.goal, answer, after_move, share)
    end
  end

  # The learner has won, or the opponent wins on the next move.
  defp decided?(:blunder, won?), do: not won?
  defp decided?(:any, _won?), do: true
  defp decided?(_goal, won?), do: won?

  # Nobody has won yet, and the opponent can't win on the next move.
  defp look_ahead({goal, player}, answer, position, share) when goal in [:force, :hold] do
    with {:ok, choice} <- Playout.choose_move(position, player: player, share: share) do
      if proves?(goal, choice.proof),
        do: {:ok, %{answer | solved?: true}},
        else: {:ok, show(%{answer | reply: reply(answer, choice)}, position)}
    end
  end

  defp look_ahead(goal, answer, position, share) do
    cond do
      reached?(goal, answer) -> {:ok, %{answer | solved?: true}}
      goal in [:win, :pass] -> answered(answer, position, share)
      true -> {:ok, answer}
    end
  end

  # The proof is from the point of view of the opponent, who is to move.
  defp proves?(:force, proof), do: match?(%{result: :loss}, proof)
  defp proves?(:hold, proof), do: not match?(%{result: :win}, proof)

  defp reached?(:hold, _answer), do: true
  defp reached?(:any, _answer), do: true
  defp reached?(:pass, answer), do: answer.shown.pass != nil
  defp reached?({:gain, wanted}, answer), do: answer.gained >= wanted
  defp reached?(_goal, _answer), do: false

  defp answered(answer, position, share) do
    with {:ok, choice} <- Playout.choose_move(position, player: @opponent, share: share) do
      {:ok, show(%{answer | reply: reply(answer, choice)}, position)}
    end
  end

  defp reply(answer, choice), do: Enum.find(answer.shown.moves, &(&1.text == choice.move))

  defp show(%{reply: nil} = answer, _position), do: answer

  defp show(answer, position) do
    %{answer | shown: Playout.describe!(Playout.play!(position, answer.reply.text))}
  end

  # Moves are sorted by text, so the same move always gets the same reply.
  defp winning_reply(position, described) do
    Enum.find(described.moves, fn reply ->
      replied = %{position | moves: position.moves ++ [reply.text]}
      winner(%{outcome: Playout.outcome!(replied)}) == described.side
    end)
  end

  defp winner(%{outcome: nil}), do: nil
  defp winner(%{outcome: outcome}), do: outcome.result

  defp gained(_exercise, %{score: nil}), do: 0

  defp gained(exercise, described) do
    before = Playout.describe!(position(exercise))
    Side.of(described.score, before.side) - Side.of(before.score, before.side)
  end
end
