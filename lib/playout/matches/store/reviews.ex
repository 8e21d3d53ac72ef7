defmodule Playout.Matches.Store.Reviews do
  @moduledoc """
  Stores reviews (`Playout.Matches.Reviews.Review`): a row for each position, and which reviews are to
  go on. Nothing is written for a match that is not over, or no longer has the end that was reviewed.
  """

  import Ecto.Query
  import Playout.Database, only: [query: 3]

  alias Playout.Matches.Budget
  alias Playout.Matches.Store.{Reads, Writer}

  # Rows of earlier releases may lack the position.
  ended = """
  EXISTS (SELECT 1 FROM matches WHERE id = $1 AND result IS NOT NULL AND moves = $2
          AND coalesce(position, $3) = $3)
  """

  @statements %{
    begin_review: """
    INSERT INTO reviews (match_id) SELECT $1 WHERE #{ended}
    ON CONFLICT (match_id) DO UPDATE SET match_id = excluded.match_id RETURNING match_id
    """,
    delete_judged_from: "DELETE FROM review_positions WHERE match_id = $1 AND ply >= $2",
    insert_judged: """
    INSERT INTO review_positions (match_id, ply, move, judgement)
    SELECT $1, $4, $5, $6 WHERE #{ended}
    ON CONFLICT (match_id, ply) DO UPDATE SET move = excluded.move, judgement = excluded.judgement
    RETURNING ply
    """,
    end_review: "DELETE FROM reviews WHERE match_id = $1"
  }

  @typedoc "Which end of a match: its id, the number of its moves, and the text of its last position."
  @type ending :: {String.t(), non_neg_integer, String.t()}

  @doc false
  def statements, do: @statements

  @doc """
  Notes that a review goes on, and deletes what was stored of positions from this ply. `:changed`: the
  match has no such end any more.
  """
  @spec begin(ending, non_neg_integer) :: :ok | {:error, :changed | :not_stored}
  def begin({id, _moves, _position} = ending, ply) do
    Writer.run(fn connection ->
      case query(connection, :begin_review, Tuple.to_list(ending)) do
        [_row] ->
          query(connection, :delete_judged_from, [id, ply])
          :ok

        [] ->
          {:error, :changed}
      end
    end)
  end

  @doc """
  Stores the judgement of a position, which counts for the network address `from`
  (`Playout.Matches.Budget`); errors are those of `begin/2`.
  """
  @spec put(ending, non_neg_integer, nil | String.t(), list, term) ::
          :ok | {:error, :changed | :not_stored}
  def put({id, _moves, _position} = ending, ply, move, judgement, from) do
    judged = [ply, move, Jason.encode!(judgement)]
    values = Tuple.to_list(ending) ++ judged

    stored =
      Writer.run(fn connection ->
        if query(connection, :insert_judged, values) == [], do: {:error, :changed}, else: :ok
      end)

    with :ok <- stored, do: Budget.stored(from, [[id | judged]])
  end

  @doc "Notes that a review does not go on."
  @spec finish(String.t()) :: :ok | {:error, :not_stored}
  def finish(id) do
    Writer.run(fn connection ->
      query(connection, :end_review, [id])
      :ok
    end)
  end

  @doc """
  Returns what is stored of a match: whether its review is to go on, and its rows, each with the ply,
  the move and the judgement, in order.
  """
  @spec read(String.t()) ::
          {:ok, %{wanted?: boolean, rows: [{non_neg_integer, nil | String.t(), term}]}}
          | {:error, :not_stored}
  def read(id) do
    Reads.read_shared({:review, id}, :review, fn repo ->
      judged =
        from row in "review_positions",
          where: row.match_id == ^id,
          order_by: row.ply,
          select: {row.ply, row.move, row.judgement}

      rows = for {ply, move, text} <- repo.all(judged), do: {ply, move, decoded(text)}
      %{wanted?: repo.exists?(from row in "reviews", where: row.match_id == ^id), rows: rows}
    end)
  end

  # What is no JSON is no judgement.
  defp decoded(text) do
    case Jason.decode(text) do
      {:ok, judgement} -> judgement
      {:error, _reason} -> nil
    end
  end

  @doc false
  # As part of a job that deletes a match.
  def delete(connection, id) do
    query(connection, :end_review, [id])
    query(connection, :delete_judged_from, [id, 0])
    :ok
  end
end
