defmodule PlayoutWeb.Rules.Lesson do
  @moduledoc """
  Checks the moves that a learner plays in an exercise.

  No solutions are stored. The rules say whether a move wins and whether the opponent can win with
  the next one; an engine player proves anything further ahead.
  """

  alias Playout.{Position, SearchClient, Side}
  alias PlayoutWeb.Rules.Lesson.{Answer, Exercise}

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
  Returns the move with this text. Errors: those of `Playout.play/2`, and `:not_offered` for a legal
  move that does not begin with the given steps.
  """
  @spec read(Exercise.t(), String.t()) ::
          {:ok, Answer.move()} | {:error, :not_offered | Playout.Error.t()}
  def read(exercise, text) do
    with {:ok, _after_move} <- exercise |> position() |> Playout.play(text),
         nil <- Enum.find(moves(exercise), &(&1.text == text)) do
      {:error, :not_offered}
    else
      %{} = move -> {:ok, move}
      error -> error
    end
  end

  @typedoc """
  Who asks: their `share` of the engine's time (see `Playout`), and a function that is called with
  their place in the queue while they wait for the engine, and with nil when they don't any more.
  """
  @type asker :: %{share: nil | {term, term, term}, waiting: (nil | pos_integer -> term)}

  @nobody %{share: nil, waiting: &Function.identity/1}

  @doc """
  Returns the answer to a move. Errors: those of `Playout.choose_move/2` if an engine player has to look
  ahead, but not `:busy`.
  """
  @spec answer(Exercise.t(), Answer.move(), asker) ::
          {:ok, Answer.t()} | {:error, Playout.Error.t()}
  def answer(exercise, move, asker \\ @nobody) do
    check_answer(exercise, move, Playout.play!(position(exercise), move.text), asker)
  end

  @doc "Returns the answer to the first move that solves it. Errors: those of `answer/3`."
  @spec solution(Exercise.t(), asker) :: {:ok, Answer.t()} | {:error, Playout.Error.t()}
  def solution(exercise, asker \\ @nobody) do
    Enum.reduce_while(moves(exercise), nil, fn move, nil ->
      case answer(exercise, move, asker) do
        {:ok, %{solved?: false}} -> {:cont, nil}
        solved_or_error -> {:halt, solved_or_error}
      end
    end)
  end

  defp check_answer(exercise, move, after_move, asker) do
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
        look_ahead(exercise.goal, answer, after_move, asker)
    end
  end

  # The learner has won, or the opponent wins on the next move.
  defp decided?(:blunder, won?), do: not won?
  defp decided?(:any, _won?), do: true
  defp decided?(_goal, won?), do: won?

  # Nobody has won yet, and the opponent can't win on the next move.
  defp look_ahead({goal, player}, answer, position, asker) when goal in [:force, :hold] do
    with {:ok, choice} <- choose(position, player, asker) do
      if proves?(goal, choice.proof),
        do: {:ok, %{answer | solved?: true}},
        else: {:ok, show(%{answer | reply: reply(answer, choice)}, position)}
    end
  end

  defp look_ahead(goal, answer, position, asker) do
    cond do
      reached?(goal, answer) ->
        {:ok, %{answer | solved?: true}}

      goal == :win ->
        answered(%{answer | wins_next?: wins_next?(answer, position)}, position, asker)

      goal == :pass ->
        answered(answer, position, asker)

      true ->
        {:ok, answer}
    end
  end

  # Whether the learner can win after every reply.
  defp wins_next?(%{shown: %{moves: replies}}, position) do
    Enum.all?(replies, fn reply ->
      replied = Playout.play!(position, reply.text)
      winning_reply(replied, Playout.describe!(replied)) != nil
    end)
  end

  defp choose(position, player, %{share: share, waiting: waiting}),
    do: SearchClient.choose_move(position, [player: player, share: share], waiting)

  # The proof is from the point of view of the opponent, who is to move.
  defp proves?(:force, proof), do: match?(%{result: :loss}, proof)
  defp proves?(:hold, proof), do: not match?(%{result: :win}, proof)

  defp reached?(:hold, _answer), do: true
  defp reached?(:any, _answer), do: true
  defp reached?(:pass, answer), do: answer.shown.pass != nil
  defp reached?({:gain, wanted}, answer), do: answer.gained >= wanted
  defp reached?(_goal, _answer), do: false

  defp answered(answer, position, asker) do
    with {:ok, choice} <- choose(position, @opponent, asker) do
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
