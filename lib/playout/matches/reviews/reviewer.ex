defmodule Playout.Matches.Reviews.Reviewer do
  @moduledoc false
  # The process that reviews one match: the engine judges one position after another, and each
  # judgement is stored before the next one begins, so a review that is interrupted goes on where it
  # was. It ends when all positions are judged, when it is cancelled, when it fails, or when the match
  # no longer ends as it did: its players can undo the last move, or delete it.
  #
  # `Playout.Matches.Reviews`, the `server` of its job, starts it and counts it. It hears
  # `{:waits, id, place}`, and `{:ended, id, pid}` as a call.

  use GenServer, restart: :temporary

  require Logger

  alias Playout.Matches.{Limits, Settings, Topics}
  alias Playout.Matches.Reviews.Review
  alias Playout.Matches.Rules.Perfect
  alias Playout.Matches.Store.Reviews, as: Stored
  alias Playout.SearchClient

  # In milliseconds of granted time: much more than any position takes with the default settings.
  @timeout 120_000

  @doc """
  Starts the process. A job has the match's `id`, `variant` and `ending`
  (`t:Playout.Matches.Store.Reviews.ending/0`), its `review` so far, the `share` of the engine's time,
  the `callers` for whom it works, the `address` for which it counts, and the `server` that counts it.
  """
  def start_link(job), do: GenServer.start_link(__MODULE__, job)

  @doc "Ends the review; what has been judged stays."
  def cancel(pid), do: GenServer.cast(pid, :cancel)

  @impl true
  def init(job) do
    Process.put(:"$callers", job.callers)

    # `values` are the exact ones of all positions, if there is a table. Without one, and where it does
    # not know, the engine searches.
    {:ok, %{job: job, review: job.review, values: nil, client: nil}, {:continue, :begin}}
  end

  @impl true
  def handle_continue(:begin, %{job: job, review: review} = state) do
    case Stored.begin(job.ending, map_size(review.judged)) do
      :ok ->
        tell(state, :began)
        next(%{state | values: Perfect.values(review.position, job.variant)})

      {:error, reason} ->
        ended(state, reason)
    end
  end

  defp next(%{review: review} = state) do
    case Review.next(review) do
      nil -> ended(state, :done)
      ply -> judge(state, review.to_move[ply], ply)
    end
  end

  defp judge(state, {:over, outcome}, _ply), do: judged(state, Review.ended(outcome))

  defp judge(%{job: job, review: review} = state, _side, ply) do
    options = [
      player: player(exact(state, ply)),
      priority: :analysis,
      timeout: @timeout,
      share: job.share
    ]

    {client, news} = SearchClient.start(Review.at(review, ply), options, Settings.engine())
    news(news, %{state | client: client})
  end

  # The value of a position, if it holds after what has been played.
  defp exact(%{values: nil}, _ply), do: nil

  defp exact(%{values: values}, ply),
    do: with(%{certain: false} <- Enum.at(values, ply), do: nil)

  # With a seed, so that whoever reviews the match again finds the same.
  defp player(nil), do: "mcts:playouts=#{Settings.review(:playouts)},seed=1"
  # It knows exact values, which need no search or a short one.
  defp player(_exact), do: "#{Perfect.name()}:ms=2000"

  @impl true
  def handle_cast(:cancel, state) do
    SearchClient.cancel(state.client)
    ended(state, :cancelled)
  end

  @impl true
  def handle_info(message, state) do
    case SearchClient.handle_info(state.client, message) do
      {client, news} -> news(news, %{state | client: client})
      # From an earlier search.
      :unknown -> {:noreply, state}
    end
  end

  defp news([], state), do: {:noreply, state}
  defp news([{:progress, _progress} | news], state), do: news(news, state)

  defp news([{:waiting, place} | news], %{job: job} = state) do
    GenServer.cast(job.server, {:waits, job.id, place})
    tell(state, {:waiting, place})
    news(news, state)
  end

  defp news([{:done, {:ok, choice}}], %{review: review} = state) do
    ply = Review.next(review)
    side = review.to_move[ply]

    judgement =
      case exact(state, ply) do
        nil -> Review.judge(choice, side)
        value -> Review.judge(value, side, choice.move)
      end

    judged(state, judgement)
  end

  defp news([{:done, {:error, error}}], %{job: %{id: id}} = state) do
    text = "the review of match #{id} failed: #{Exception.message(error)}"
    if line = Limits.line({:review, error.code}, text), do: Logger.warning(line)
    ended(state, {:failed, error})
  end

  # Stored before anyone sees it.
  defp judged(%{job: job, review: review} = state, judgement) do
    ply = Review.next(review)
    move = Review.move_to(review, ply)

    case Stored.put(job.ending, ply, move, Review.dump(judgement), job[:address]) do
      :ok ->
        {:ok, review} = Review.put(review, ply, move, judgement)
        tell(state, {:judged, ply, move, judgement})
        next(%{state | review: review})

      {:error, reason} ->
        ended(state, reason)
    end
  end

  # Only a review that was interrupted goes on by itself. Whoever hears of the end may ask for another.
  defp ended(%{job: %{id: id, server: server}} = state, how) do
    Stored.finish(id)
    not_counted(server, id)
    tell(state, if(how == :not_stored, do: {:failed, :not_stored}, else: how))
    result = with {:failed, %{code: code}} <- how, do: code
    :telemetry.execute([:playout, :matches, :review], %{count: 1}, %{result: result})
    {:stop, :normal, state}
  end

  # When this returns, the review does not count any more.
  defp not_counted(server, id) do
    GenServer.call(server, {:ended, id, self()})
  catch
    :exit, _reason -> :ok
  end

  defp tell(%{job: %{id: id}}, what), do: Topics.tell(Topics.review(id), {:review, id, what})
end
