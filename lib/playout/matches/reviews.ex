defmodule Playout.Matches.Reviews do
  @moduledoc """
  Reviews of matches that are over (`Playout.Matches.Reviews.Review`). Anyone who may look at a match
  may ask for its review, which is made once, in the background, and shown to everyone who opens the
  match. It is deleted with the match.

  At most one review of each visitor runs at a time, and a bounded number from one network address and
  on the site (`Playout.Matches.Settings`), where half of the places are for addresses that have none
  (`Playout.Engine.Places`).

  A review that was interrupted, as by a restart of the site, goes on when somebody opens the match.

  If the site has several nodes, one of them has all reviews and counts them; their searches go to any
  node. When another node takes that over, because one has come or gone, reviews that run end where
  they are, and are not counted there.
  """

  use GenServer

  alias Playout.Cluster
  alias Playout.Engine.Places
  alias Playout.Matches.{Budget, Limits, Processes, Settings, State, Topics}
  alias Playout.Matches.Reviews.{Review, Reviewer}
  alias Playout.Matches.Rules.Perfect
  alias Playout.Matches.Store.Reviews, as: Stored

  @typedoc """
  A review that runs: whether this visitor has asked for it and so can cancel it (`mine?`), and its place
  in the engine's queue, if it is `waiting`.
  """
  @type running :: %{mine?: boolean, waiting: nil | pos_integer}

  @typedoc "Why a review was not begun."
  @type refusal ::
          :not_over
          | :no_moves
          | :not_found
          | :not_stored
          | {:limited, :events | :own_review | :reviews | :reviews_from | :bytes | :bytes_from}

  def start_link(options \\ []) do
    GenServer.start_link(__MODULE__, nil, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc "Returns whether there is something to review in a match."
  @spec possible?(State.t()) :: boolean
  def possible?(%State{result: result, moves: moves}), do: result != nil and moves != []

  @doc """
  Returns the review of a match as far as it is stored, and whether it runs. One that was interrupted goes
  on, for this visitor, within the limits. Also subscribes the caller to `{:review, id, what}`:

    * `:began`, and at the end `:done`, `:cancelled`, `{:failed, error}`, where the error may also be
      `:not_stored` or `:crashed`, or `:changed` if the match is not over any more or was deleted;
    * `{:judged, ply, move, judgement}` for the next position, with the move that led to it;
    * `{:waiting, place}` while it waits for the engine, with `nil` when it does not any more.

  Options: those of `start/3`.
  """
  @spec open(State.t(), String.t(), keyword) ::
          {:ok, Review.t(), nil | running} | {:error, :not_stored}
  def open(%State{id: id} = state, visitor, options \\ []) do
    server = Keyword.get_lazy(options, :server, &everywhere/0)
    :ok = Topics.subscribe(Topics.review(id))

    with {:ok, review, wanted?} <- read(state) do
      if wanted? and running(id, visitor, server) == nil,
        do: begin(state, review, visitor, options)

      {:ok, review, running(id, visitor, server)}
    end
  end

  @doc """
  Returns the review of a match as far as it is stored, and whether it is to go on. One that was made
  before there was a table goes on where the table knows more.
  """
  @spec read(State.t()) :: {:ok, Review.t(), boolean} | {:error, :not_stored}
  def read(%State{id: id} = state) do
    with {:ok, %{wanted?: wanted?, rows: rows}} <- Stored.read(id) do
      stored = state |> Review.new(Settings.review(:positions)) |> Review.restore(rows)
      review = renewed(stored, state.variant)
      {:ok, review, wanted? or review != stored}
    end
  end

  defp renewed(review, variant) do
    values = if Review.estimates?(review), do: Perfect.values(review.position, variant)
    if values, do: Review.until_estimate(review, values), else: review
  end

  @doc """
  Begins the review of a match, or goes on with it; nothing happens if it runs or is complete. Options:
  `:from`, the visitor's network address; `:server`, the process that counts.

  Errors: `:not_over`, `:no_moves`, `:not_found`, `:not_stored`, `{:limited, :own_review}` if a review
  of the visitor runs, `{:limited, :reviews_from}` and `{:limited, :reviews}` if too many of their
  address or of the site do, `{:limited, :events}`, and those of `Playout.Matches.Budget`.
  """
  @spec start(String.t(), String.t(), keyword) :: :ok | {:error, refusal}
  def start(id, visitor, options \\ []) do
    with :ok <- Limits.event(visitor),
         {:ok, state} <- Processes.read(id),
         :ok <- if(state.result, do: :ok, else: {:error, :not_over}),
         :ok <- if(state.moves == [], do: {:error, :no_moves}, else: :ok),
         {:ok, review, _wanted?} <- read(state),
         do: begin(state, review, visitor, options)
  end

  defp begin(%{id: id} = state, review, visitor, options) do
    address = options[:from]

    with ply when ply != nil <- Review.next(review),
         :ok <- Budget.check(address, :new) do
      %{moves: moves, position: position} = State.summary(state, nil)

      job = %{
        id: id,
        variant: state.variant,
        ending: {id, moves, position},
        review: review,
        share: {address || {:owner, visitor}, visitor, {:review, id}},
        address: address,
        callers: [self() | Process.get(:"$callers", [])]
      }

      limits = Map.new([:reviews, :reviews_from], &{&1, Settings.limit(&1)})
      call(options, {:start, job, visitor, address, limits}, {:error, :not_stored})
    else
      nil -> :ok
      refusal -> refusal
    end
  end

  @doc "Cancels a review that the visitor has asked for. What has been judged stays."
  @spec cancel(String.t(), String.t(), keyword) :: :ok | {:error, :not_running | :not_your_review}
  def cancel(id, visitor, options \\ []),
    do: call(options, {:cancel, id, visitor}, {:error, :not_running})

  @doc "Returns how a review runs; `nil` if it doesn't."
  @spec running(String.t(), String.t(), GenServer.server()) :: nil | running
  def running(id, visitor, server \\ everywhere()),
    do: call([server: server], {:running, id, visitor}, nil)

  @doc "Returns how many reviews run on this node; 0 while their process restarts."
  @spec count(GenServer.server()) :: non_neg_integer
  def count(server \\ __MODULE__), do: call([server: server], :count, 0)

  defp call(options, request, otherwise) do
    GenServer.call(Keyword.get_lazy(options, :server, &everywhere/0), request)
  catch
    :exit, _reason -> otherwise
  end

  # The process that has the reviews of all nodes.
  defp everywhere, do: {__MODULE__, Cluster.home(__MODULE__)}

  # If this process ends, so do the reviews; they go on when their matches are opened.
  @impl true
  def init(nil) do
    Process.flag(:trap_exit, true)
    {:ok, %{}}
  end

  # By match: the review's `pid`, who has asked for it, from where, its place in the engine's queue, and
  # who waits for its end.
  @impl true
  def handle_call({:start, %{id: id}, _visitor, _address, _limits}, _from, reviews)
      when is_map_key(reviews, id),
      do: {:reply, :ok, reviews}

  def handle_call({:start, job, visitor, address, limits}, _from, reviews) do
    case allow(reviews, visitor, address, limits) do
      :ok ->
        {:ok, pid} = Reviewer.start_link(Map.put(job, :server, self()))
        review = %{pid: pid, visitor: visitor, address: address, waiting: nil, cancelled_by: []}
        {:reply, :ok, Map.put(reviews, job.id, review)}

      refusal ->
        {:reply, refusal, reviews}
    end
  end

  # Answers when it has ended, so that the visitor can begin another one.
  def handle_call({:cancel, id, visitor}, from, reviews) do
    case reviews do
      %{^id => %{visitor: ^visitor, pid: pid}} ->
        Reviewer.cancel(pid)
        {:noreply, update_in(reviews[id].cancelled_by, &[from | &1])}

      %{^id => _of_another} ->
        {:reply, {:error, :not_your_review}, reviews}

      _none ->
        {:reply, {:error, :not_running}, reviews}
    end
  end

  def handle_call({:ended, id, pid}, _from, reviews), do: {:reply, :ok, ended(reviews, id, pid)}

  def handle_call({:running, id, visitor}, _from, reviews) do
    running =
      with %{visitor: by, waiting: waiting} <- reviews[id],
           do: %{mine?: by == visitor, waiting: waiting}

    {:reply, running, reviews}
  end

  def handle_call(:count, _from, reviews), do: {:reply, map_size(reviews), reviews}

  defp allow(reviews, visitor, address, %{reviews: most, reviews_from: most_from}) do
    running = Map.values(reviews)
    from = if address, do: Enum.count(running, &(&1.address == address)), else: 0

    cond do
      Enum.any?(running, &(&1.visitor == visitor)) -> {:error, {:limited, :own_review}}
      from >= most_from -> {:error, {:limited, :reviews_from}}
      not Places.free?(from, map_size(reviews), most) -> {:error, {:limited, :reviews}}
      true -> :ok
    end
  end

  defp ended(reviews, id, pid) do
    case reviews do
      %{^id => %{pid: ^pid, cancelled_by: waiting}} ->
        for from <- waiting, do: GenServer.reply(from, :ok)
        Map.delete(reviews, id)

      _other ->
        reviews
    end
  end

  @impl true
  def handle_cast({:waits, id, place}, reviews) when is_map_key(reviews, id),
    do: {:noreply, put_in(reviews[id].waiting, place)}

  def handle_cast({:waits, _ended, _place}, reviews), do: {:noreply, reviews}

  # A review tells by itself how it has ended, unless it crashed.
  @impl true
  def handle_info({:EXIT, _pid, :normal}, reviews), do: {:noreply, reviews}

  def handle_info({:EXIT, pid, _reason}, reviews) do
    case Enum.find(reviews, fn {_id, review} -> review.pid == pid end) do
      {id, _review} ->
        reviews = ended(reviews, id, pid)
        Topics.tell(Topics.review(id), {:review, id, {:failed, :crashed}})
        {:noreply, reviews}

      nil ->
        {:noreply, reviews}
    end
  end
end
