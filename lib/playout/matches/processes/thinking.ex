defmodule Playout.Matches.Processes.Thinking do
  @moduledoc false
  # The search for an engine's move in a match: requested, perhaps refused by a busy engine for a
  # while, begun, and perhaps tried again. The match's process holds it and receives the messages of
  # the search.

  alias Playout.{Choice, Error, Search}
  alias Playout.Matches.{Event, Settings, State}
  alias Playout.Matches.Processes.Backoff
  alias Playout.Matches.Rules.Players
  alias Playout.Matches.Store.Uptime

  # The granted time after which a search is given up, in milliseconds: four times the longest that
  # a host may allow players, because a stored player keeps its time.
  @timeout 240_000

  # How many times a search is tried before the page shows the failure.
  @attempts 2

  # If the engine is too busy for a search, the most milliseconds until the next try: at first, and
  # after many refusals, so that those who wait cost a busy engine little.
  @next_try 200
  @last_try 5_000

  @enforce_keys [:seq, :side, :engine, :not_before]
  defstruct @enforce_keys ++
              [handle: nil, waiting: nil, finish?: false, attempts: 0, refusals: 0]

  @typedoc """
  - `seq`: the `board_seq` of the state to which the move belongs;
  - `side`, `engine`: the side to move, and its engine as `Players.ready/2` returns it;
  - `not_before`: when the move may be shown, by `Uptime`;
  - `handle`: the search, once it has begun;
  - `waiting`: its place in the queue, if the engine has told it and it has not begun; the first
    one beyond those that are taken, if the engine was too busy;
  - `finish?`: whether it is to answer with its best move as soon as it has begun;
  - `attempts`: how many times it was started;
  - `refusals`: how many times the engine was too busy to take it.
  """
  @type t :: %__MODULE__{
          seq: pos_integer,
          side: Event.side(),
          engine: {:ok, Players.ready()} | {:error, Error.t()},
          not_before: integer,
          handle: nil | Search.t(),
          waiting: nil | pos_integer,
          finish?: boolean,
          attempts: non_neg_integer,
          refusals: non_neg_integer
        }

  @doc "A search for the side to move that has not begun."
  @spec new(State.t(), Event.side(), {:ok, Players.ready()} | {:error, Error.t()}) :: t
  def new(%State{board_seq: seq, pace: pace}, side, engine) do
    %__MODULE__{
      seq: seq,
      side: side,
      engine: engine,
      not_before: Uptime.now() + Settings.delay(pace)
    }
  end

  @doc """
  Begins the search for the calling process, or says after how many milliseconds to try it `:later`.
  """
  @spec begin(t, State.t(), term) :: {:ok, t} | {:later, t, pos_integer} | {:error, t, Error.t()}
  def begin(thinking, state, share) do
    tried = %{thinking | attempts: thinking.attempts + 1, handle: nil}

    case start(thinking, state, share) do
      {:ok, handle} -> {:ok, begun(%{tried | handle: handle, waiting: nil})}
      # A full queue is not a failure, and an immediate retry would find it just as full.
      {:error, %Error{code: :busy} = busy} -> later(thinking, busy.details.limit + 1)
      {:error, error} -> {:error, tried, error}
    end
  end

  defp start(%{engine: {:error, error}}, _state, _share), do: {:error, error}

  defp start(%{engine: {:ok, engine}, side: side}, state, share) do
    Settings.engine().start_search(state.position,
      player: engine.player,
      # Each side's engine has its own tree.
      tree: if(engine.keeps_tree?, do: side),
      priority: if(State.watched?(state), do: :engines, else: :person),
      timeout: @timeout,
      share: share
    )
  end

  defp begun(%{finish?: true} = thinking), do: finish(thinking)
  defp begun(thinking), do: thinking

  defp later(%{refusals: refusals} = thinking, place) do
    tried = %{thinking | refusals: refusals + 1, handle: nil, waiting: place}
    {:later, tried, next_try(refusals)}
  end

  @doc """
  Returns after how many milliseconds to ask a busy engine again that has refused so often before.
  Not all that were refused ask again at the same time.
  """
  @spec next_try(non_neg_integer) :: pos_integer
  def next_try(refusals), do: Backoff.pause(@next_try, @last_try, refusals)

  @doc "Whether a search that failed is tried again."
  @spec again?(t) :: boolean
  def again?(thinking), do: thinking.attempts < @attempts

  @doc "Whether a message comes from this search."
  @spec from?(nil | t, reference) :: boolean
  def from?(%{handle: %{ref: ref}}, ref), do: true
  def from?(_thinking, _ref), do: false

  @doc "Cancels the search if it has begun."
  @spec cancel(t) :: :ok
  def cancel(%{handle: nil}), do: :ok
  def cancel(%{handle: handle}), do: Settings.engine().cancel(handle)

  @doc "Ends the search, so that it answers with its best move so far, which is shown at once."
  @spec finish(t) :: t
  def finish(%{handle: nil} = thinking), do: %{thinking | finish?: true}

  def finish(%{handle: handle} = thinking) do
    Settings.engine().finish(handle)
    %{thinking | not_before: Uptime.now()}
  end

  # An engine that expects less than this takes a draw (1 is a win, 0.5 a draw).
  @content_below 0.45

  @doc "Whether an engine takes a draw, by what it thought when it moved; without a thought, it doesn't."
  @spec takes_draw?(nil | Choice.t()) :: boolean
  def takes_draw?(nil), do: false
  def takes_draw?(%Choice{proof: %{result: result}}), do: result != :win
  # It hasn't looked ahead.
  def takes_draw?(%Choice{playouts: 0, depth: nil}), do: false

  def takes_draw?(%Choice{estimate: %{win: win, draw: draw}}),
    do: win + draw / 2 < @content_below

  @doc "How long the move has still to wait, so that people see their own before it."
  @spec left(t) :: non_neg_integer
  def left(%{not_before: time}), do: max(time - Uptime.now(), 0)

  @doc "The last progress of a search that has answered. A short one may not have reported any."
  @spec thought(Choice.t()) :: map
  def thought(choice) do
    choice |> Map.take([:playouts, :nodes, :seconds, :estimate, :proof]) |> Map.put(:used, 1.0)
  end
end
