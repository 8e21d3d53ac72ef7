defmodule Playout.Matches.Reviews.Review do
  @moduledoc """
  A match that is over as the engine sees it: the value of each position, where the match turned, and
  how often each side played the engine's own first choice.

  This module is pure. `Playout.Matches.Reviews.Reviewer` asks the engine, one position after another,
  and `Playout.Matches.Reviews` starts it.
  """

  alias Playout.{Choice, Outcome, Position, Side, Value}
  alias Playout.Matches.State

  @enforce_keys [:position, :moves, :to_move, :left_out]
  defstruct @enforce_keys ++ [judged: %{}]

  @typedoc """
  The value of a position, in thousandths: the chances of the first player to win, to draw and to lose,
  which sum to 1000. `best` is the move that the engine would play, `nil` if the game is over.

  `exact` is the result with best play, if it is certain: the side that wins, or `:draw`, and the plies
  to the end of the game, if they are known.
  """
  @type judgement :: %{
          win: 0..1000,
          draw: 0..1000,
          loss: 0..1000,
          best: nil | String.t(),
          exact: nil | %{result: Side.t() | :draw, plies: nil | non_neg_integer}
        }

  @typedoc """
  - `position`: the last position that is judged, with its moves;
  - `moves`: these moves as the rules describe them;
  - `to_move`: for each position from the start, the side to move, or how the game has ended by then;
  - `left_out`: how many positions are not judged because the match is too long;
  - `judged`: the judgements so far, by ply. They are made in order.
  """
  @type t :: %__MODULE__{
          position: Position.t(),
          moves: [Playout.Description.played()],
          to_move: %{non_neg_integer => Side.t() | {:over, Outcome.t()}},
          left_out: non_neg_integer,
          judged: %{optional(non_neg_integer) => judgement}
        }

  @typedoc """
  A move that gave something away: its number from 1, its text, who made it and what the engine would
  have played, and in thousandths what the side could expect before and after it (a draw is half a win).
  """
  @type turn :: %{
          number: pos_integer,
          side: Side.t(),
          move: String.t(),
          best: String.t(),
          from: 0..1000,
          to: 0..1000
        }

  # What a move must give away to be a turning point, in thousandths. Estimates of the same position
  # differ by some hundredths from one search to the next.
  @least 150

  @doc "Prepares the review of a match that is over; `most` positions are judged at most."
  @spec new(State.t(), pos_integer) :: t
  def new(%State{moves: moves, position: position} = state, most) do
    kept = min(length(moves), most - 1)
    sides = Enum.map(moves, & &1.side) ++ [last(state)]
    judged = sides |> Enum.take(kept + 1) |> Enum.with_index()

    %__MODULE__{
      position: %{position | moves: Enum.take(position.moves, kept)},
      moves: Enum.take(moves, kept),
      to_move: for({side, ply} <- judged, into: %{}, do: {ply, side}),
      left_out: length(moves) - kept
    }
  end

  # Players can end a match whose position is not the end of the game.
  defp last(%{snapshot: %{outcome: nil, side: side}}), do: side
  defp last(%{snapshot: %{outcome: outcome}}), do: {:over, outcome}

  @doc "Returns how many positions are to be judged."
  @spec size(t) :: pos_integer
  def size(%{to_move: to_move}), do: map_size(to_move)

  @doc "Returns the ply of the position that is to be judged next; `nil` when all have been."
  @spec next(t) :: nil | non_neg_integer
  def next(%{judged: judged} = review),
    do: if(map_size(judged) < size(review), do: map_size(judged))

  @doc "Returns the position after so many moves."
  @spec at(t, non_neg_integer) :: Position.t()
  def at(%{position: position}, ply), do: %{position | moves: Enum.take(position.moves, ply)}

  @doc "Returns the move that led to a position; `nil` for the start."
  @spec move_to(t, non_neg_integer) :: nil | String.t()
  def move_to(_review, 0), do: nil
  def move_to(%{position: position}, ply), do: Enum.at(position.moves, ply - 1)

  @doc """
  Adds the judgement of the next position, which this move has led to. Returns `:error` if that belongs
  to another position.
  """
  @spec put(t, non_neg_integer, nil | String.t(), judgement) :: {:ok, t} | :error
  def put(review, ply, move, judgement) do
    if next(review) == ply and move_to(review, ply) == move,
      do: {:ok, %{review | judged: Map.put(review.judged, ply, judgement)}},
      else: :error
  end

  @doc """
  Returns the review without what a table would judge better, if it was made before there was one:
  without the first judgement that is only an estimate although the position's value is certain, and
  those after it. `values` are those of all positions.
  """
  @spec until_estimate(t, [Value.t()]) :: t
  def until_estimate(%{judged: judged} = review, values) do
    values
    |> Enum.with_index()
    |> Enum.find(fn {value, ply} -> value.certain and match?(%{exact: nil}, judged[ply]) end)
    |> case do
      nil -> review
      {_value, first} -> %{review | judged: Map.filter(judged, fn {ply, _} -> ply < first end)}
    end
  end

  @doc "Returns whether the review has judgements that are only estimates."
  @spec estimates?(t) :: boolean
  def estimates?(%{judged: judged}), do: Enum.any?(judged, &match?({_ply, %{exact: nil}}, &1))

  @doc "Judges a position by what a search has found, for the side to move."
  @spec judge(Choice.t(), Side.t()) :: judgement
  def judge(%Choice{proof: nil, estimate: %{win: win, loss: loss}, move: move}, side) do
    {win, loss} = if side == :first, do: {win, loss}, else: {loss, win}
    Map.merge(Choice.parts(%{win: win, loss: loss}, 1000), %{best: move, exact: nil})
  end

  def judge(%Choice{proof: proof, move: move}, side), do: exact(proof, side, move)

  @doc """
  Judges a position by its exact value, for the side to move, which is certain; `best` is its best move.
  """
  @spec judge(Value.t(), Side.t(), nil | String.t()) :: judgement
  def judge(%{certain: true} = value, side, best), do: exact(value, side, best)

  @doc "Judges a position in which the game is over."
  @spec ended(Outcome.t()) :: judgement
  def ended(%Outcome{result: result}), do: known(result, 0, nil)

  defp exact(%{result: :draw, plies: plies}, _side, best), do: known(:draw, plies, best)
  defp exact(%{result: :win, plies: plies}, side, best), do: known(side, plies, best)
  defp exact(%{result: :loss, plies: plies}, side, best), do: known(Side.other(side), plies, best)

  defp known(result, plies, best) do
    chances =
      case result do
        :first -> %{win: 1000, draw: 0, loss: 0}
        :draw -> %{win: 0, draw: 1000, loss: 0}
        :second -> %{win: 0, draw: 0, loss: 1000}
      end

    Map.merge(chances, %{best: best, exact: %{result: result, plies: plies}})
  end

  @doc "Returns what a side can expect in a position, in thousandths; a draw is half a win."
  @spec expected(judgement, Side.t()) :: 0..1000
  def expected(%{win: win, draw: draw}, :first), do: win + div(draw, 2)
  def expected(judgement, :second), do: 1000 - expected(judgement, :first)

  @doc """
  Returns the moves that gave most away, `most` of them at most, in the order in which they were played.
  A move that the engine would have played gave nothing away: the engine only saw more after it.
  """
  @spec turns(t, pos_integer) :: [turn]
  def turns(review, most \\ 3),
    do: review |> by_loss() |> Enum.take(most) |> Enum.sort_by(& &1.number)

  @doc "Returns the move that gave most away, of those judged so far; the first one of several."
  @spec turn(t) :: nil | turn
  def turn(review), do: review |> by_loss() |> List.first()

  defp by_loss(%{judged: judged, to_move: to_move} = review) do
    turns =
      for {move, ply} <- Enum.with_index(review.moves),
          %{best: best} = before when best not in [nil, move.text] <- [judged[ply]],
          %{} = later <- [judged[ply + 1]],
          side = to_move[ply],
          from = expected(before, side),
          to = expected(later, side),
          from - to >= @least do
        %{number: ply + 1, side: side, move: move.text, best: best, from: from, to: to}
      end

    # A stable sort: of equal ones the first one played goes first.
    Enum.sort_by(turns, &(&1.to - &1.from))
  end

  @doc """
  Returns for each side how many of its moves (`of`) were the engine's own first choice (`own`). A pass
  is no choice.
  """
  @spec choices(t) :: %{Side.t() => %{own: non_neg_integer, of: non_neg_integer}}
  def choices(%{moves: moves, judged: judged}) do
    chosen =
      for {move, ply} <- Enum.with_index(moves),
          not State.pass?(move),
          %{best: best} when best != nil <- [judged[ply]],
          do: {move.side, move.text == best}

    Map.new([:first, :second], fn side ->
      own = for {^side, same?} <- chosen, do: same?
      {side, %{own: Enum.count(own, & &1), of: length(own)}}
    end)
  end

  # In bytes; no game's moves are as long.
  @longest_move 64

  @results %{"first" => :first, "second" => :second, "draw" => :draw}

  @doc "Returns a judgement as a list for JSON."
  @spec dump(judgement) :: list
  def dump(%{win: win, loss: loss, best: best, exact: nil}), do: [win, loss, best]

  def dump(%{win: win, loss: loss, best: best, exact: %{result: result, plies: plies}}),
    do: [win, loss, best, to_string(result), plies]

  @doc "Reads what `dump/1` has returned."
  @spec load(term) :: {:ok, judgement} | :error
  def load([win, loss, best])
      when win in 0..1000 and loss in 0..1000 and win + loss <= 1000 and
             (is_nil(best) or (is_binary(best) and byte_size(best) <= @longest_move)),
      do: {:ok, %{win: win, draw: 1000 - win - loss, loss: loss, best: best, exact: nil}}

  def load([win, loss, best, result, plies])
      when is_map_key(@results, result) and (is_nil(plies) or (is_integer(plies) and plies >= 0)) do
    known = known(@results[result], plies, best)

    case load([win, loss, best]) do
      {:ok, %{win: win, loss: loss}} when win == known.win and loss == known.loss -> {:ok, known}
      _other -> :error
    end
  end

  def load(_other), do: :error

  @doc """
  Adds stored judgements: the ply, the move that led to the position, and the dump. They end where they
  are missing, damaged, or of another course of the match.
  """
  @spec restore(t, [{non_neg_integer, nil | String.t(), term}]) :: t
  def restore(review, rows) do
    Enum.reduce_while(rows, review, fn {ply, move, dumped}, review ->
      with {:ok, judgement} <- load(dumped),
           {:ok, review} <- put(review, ply, move, judgement) do
        {:cont, review}
      else
        :error -> {:halt, review}
      end
    end)
  end
end
