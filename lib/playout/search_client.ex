defmodule Playout.SearchClient do
  @moduledoc """
  A search as its owner sees it, from the question to the answer. If the engine is busy, the client asks again
  after growing pauses; if the search fails or crashes, it starts another one, once.

  A client is data. The process that started it owns it, and passes on the messages that may be the
  client's, `{:playout_search, _, _}` and those of monitors:

      {client, news} = SearchClient.start(position, player: "level:n=3")

      receive do
        message ->
          case SearchClient.handle_info(client, message) do
            {client, news} -> …
            :unknown -> …
          end
      end

  `choose_move/3` does so for a process that has nothing else to do meanwhile.
  """

  alias Playout.{Choice, Error, Position, Search}
  alias Playout.Engine.Backoff

  # How many searches are tried before the last one's error is the result.
  @attempts 2

  # The most milliseconds until a busy engine is asked again: at first, and after many refusals, so that
  # those who wait cost it little.
  @first_pause 200
  @last_pause 5_000

  # How many milliseconds to wait for the last message of a search that has exited.
  @last_message_within 200

  @enforce_keys [:engine, :position, :options]
  defstruct @enforce_keys ++
              [search: nil, ref: nil, monitor: nil, waiting: nil, begun?: false] ++
              [finish?: false, failures: 0, refusals: 0]

  @typedoc """
  - `engine`, `position`, `options`: what is asked, see `start/3`;
  - `search`: the search, and its `monitor`, unless the engine was too busy to take it, or it has ended;
  - `ref`: that of the messages which the client expects;
  - `waiting`: its place in the queue, as its owner was told it;
  - `begun?`: whether the search has had a turn;
  - `finish?`: whether it is to answer with its best move as soon as it has one;
  - `failures`, `refusals`: how many searches have failed, and how often a busy engine has refused this one.
  """
  @type t :: %__MODULE__{
          engine: module,
          position: Position.t(),
          options: keyword,
          search: nil | Search.t(),
          ref: nil | reference,
          monitor: nil | reference,
          waiting: nil | pos_integer,
          begun?: boolean,
          finish?: boolean,
          failures: non_neg_integer,
          refusals: non_neg_integer
        }

  @typedoc """
  What the owner learns:

    * `{:waiting, place}` when its place in the queue has changed, and with `nil` when it does not wait
      any more. If the engine was too busy to take it, the place is the one after all that are taken;
    * `{:progress, progress}`, as in `Playout.start_search/2`;
    * `{:done, result}` once, at the end. The result is that of `Playout.choose_move/2`, and never `:busy`.
  """
  @type news ::
          {:waiting, nil | pos_integer}
          | {:progress, map}
          | {:done, {:ok, Choice.t()} | {:error, Error.t()}}

  @doc """
  Starts a search for the calling process. Options: those of `Playout.start_search/2`. `engine` is the module
  that has this function, `finish/1`, `cancel/1` and `focus/2` of `Playout`; tests replace it.
  """
  @spec start(Position.t(), keyword, module) :: {t, [news]}
  def start(position, options, engine \\ Playout),
    do: ask(%__MODULE__{engine: engine, position: position, options: options})

  @doc """
  Like `Playout.choose_move/2`, but with a client. `waiting` is called with each place in the queue, and with
  `nil` when the search does not wait any more.
  """
  @spec choose_move(Position.t(), keyword, (nil | pos_integer -> term)) ::
          {:ok, Choice.t()} | {:error, Error.t()}
  def choose_move(position, options, waiting), do: await(start(position, options), waiting)

  defp await({client, news}, waiting) do
    for {:waiting, place} <- news, do: waiting.(place)

    case List.keyfind(news, :done, 0) do
      {:done, result} -> result
      nil -> client |> handle_info(next_message(client)) |> await(waiting)
    end
  end

  defp next_message(%{ref: ref, monitor: monitor}) do
    receive do
      {:playout_search, ^ref, _} = message -> message
      {:DOWN, ^monitor, :process, _pid, _reason} = message -> message
    end
  end

  @doc "Takes a message of the owner; `:unknown` if it is none of this client's, or there is no client."
  @spec handle_info(nil | t, term) :: {t, [news]} | :unknown
  def handle_info(%{ref: ref} = client, {:playout_search, ref, message}),
    do: hear(client, message)

  # Of a search that crashed, the last message may still be on its way; of an engine that restarted, there
  # is none.
  def handle_info(
        %{ref: ref, monitor: monitor} = client,
        {:DOWN, monitor, :process, _pid, _reason}
      ) do
    last = {:done, {:error, Error.new(:internal, "crashed", "the search crashed")}}
    Process.send_after(self(), {:playout_search, ref, last}, @last_message_within)
    {client, []}
  end

  def handle_info(_client, _message), do: :unknown

  defp hear(client, :ask), do: ask(client)
  defp hear(client, {:waiting, place}), do: waits(client, place, [])

  defp hear(client, {:progress, _progress} = news),
    do: waits(%{client | begun?: true}, nil, [news])

  defp hear(client, {:done, result} = news) do
    Process.demonitor(client.monitor, [:flush])
    client = %{client | search: nil, ref: nil, monitor: nil, begun?: false}

    case result do
      {:ok, _choice} -> waits(client, nil, [news])
      {:error, error} -> failed(client, error)
    end
  end

  defp hear(_client, _meaningless), do: :unknown

  defp ask(%{engine: engine} = client) do
    case engine.start_search(client.position, client.options) do
      {:ok, search} ->
        if client.finish?, do: engine.finish(search)
        monitor = Process.monitor(search.pid)
        asked = %{client | search: search, ref: search.ref, monitor: monitor, refusals: 0}
        waits(asked, nil, [])

      # A full queue is not a failure, and an immediate retry would find it just as full.
      {:error, %Error{code: :busy, details: %{limit: limit}}} ->
        ref = make_ref()
        pause = Backoff.pause(@first_pause, @last_pause, client.refusals)
        Process.send_after(self(), {:playout_search, ref, :ask}, pause)
        waits(%{client | ref: ref, refusals: client.refusals + 1}, limit + 1, [])

      {:error, error} ->
        failed(client, error)
    end
  end

  defp failed(%{failures: failures} = client, _error) when failures + 1 < @attempts,
    do: ask(%{client | failures: failures + 1})

  defp failed(client, error), do: waits(client, nil, [{:done, {:error, error}}])

  # Says each place once: on a busy machine, many are refused again and again.
  defp waits(%{waiting: place} = client, place, news), do: {client, news}
  defp waits(client, place, news), do: {%{client | waiting: place}, [{:waiting, place} | news]}

  @doc """
  Lets the search look at another position from the same root, see `Playout.focus/2`. After an error, its
  owner can only cancel it.
  """
  @spec focus(t, Position.t()) :: {:ok, t} | {:error, Error.t()}
  def focus(%{search: search} = client, position) do
    moves = Enum.drop(position.moves, client.options[:root])

    with :ok <- if(search, do: client.engine.focus(search, moves), else: :ok),
         do: {:ok, %{client | position: position}}
  end

  @doc "Lets the search answer with its best move so far, at once or as soon as it has begun."
  @spec finish(t) :: t
  def finish(%{search: search} = client) do
    if search, do: client.engine.finish(search)
    %{client | finish?: true}
  end

  @doc "Ends the search without a result."
  @spec cancel(t) :: :ok
  def cancel(%{search: nil}), do: :ok

  def cancel(client) do
    Process.demonitor(client.monitor, [:flush])
    client.engine.cancel(client.search)
  end
end
